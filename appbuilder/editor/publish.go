package editor

import (
	"cmp"
	"strconv"
	"strings"

	"golang.org/x/net/html"

	"github.com/mcp-adapters/mcp-adapters/appbuilder"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/site"
)

// origin is where the program is reached, as far as is known.
func (q *request) origin() string {
	if q.public != "" {
		return q.public
	}
	scheme := "http://"
	if q.r.TLS != nil {
		scheme = "https://"
	}
	return scheme + q.r.Host
}

// publishDialog is where an app is published, and then how to reach it. Without a script it is
// open where its address says so.
func (p *view) publishDialog() *html.Node {
	attributes := a("id", "publish", "class", "dialog", "aria-labelledby", "publish-title")
	if p.dialog {
		attributes = append(attributes, "open", "")
	}
	title, inside := "Publish", []any{p.publishForm(), class("div", "parts", p.access(), p.answers())}
	switch {
	case p.is.Status == appbuilder.Published && p.is.Changed:
		title, inside = "Publish changes", []any{p.publishForm(), p.reach(), p.connect(), class("div", "parts", p.access(), p.answers()), p.takeBack()}
	case p.is.Status == appbuilder.Published:
		title, inside = "Published", []any{p.reach(), p.connect(), class("div", "parts", p.access(), p.answers(), p.publishAgain()), p.takeBack()}
	}
	return el("dialog", attributes,
		el("div", a("id", "publish-body", "data-swap", ""),
			class("div", "dialog-head",
				el("h2", a("id", "publish-title", "tabindex", "-1"), title),
				el("a", a("class", "button icon ghost", "href", p.base(), "data-close", "", "role", "button", "aria-label", "Close"), symbol(symbolClose))),
			inside))
}

// publishAgain is the form of an app whose draft is published as it is.
func (p *view) publishAgain() *html.Node {
	attributes := a("class", "part")
	if p.form == "publish" {
		attributes = append(attributes, "open", "")
	}
	return el("details", attributes, el("summary", nil, "Change the tool's texts"), p.publishForm())
}

func (p *view) publishForm() *html.Node {
	if p.is.TakenDown {
		return el("p", a("class", "alert"), takenDown)
	}
	const name = "publish"
	again := p.is.Status == appbuilder.Published
	var slug *html.Node
	if p.is.Slug == nil {
		preview, ok := appbuilder.SlugFromName(p.is.Name)
		hint := "Leave empty to use the app's name. It can't be changed later."
		if !ok {
			hint = "The name has no Latin letters: leave empty for a random address. It can't be changed later."
		}
		slug = input{
			id: "slug", name: "slug", label: "Address", hint: hint, code: true, optional: true, value: p.was(name, "slug", ""), fault: p.faultOf(name, "slug"),
			more: a("placeholder", preview, "maxlength", "50", "data-slug", p.origin()+"/servers/"),
		}.node()
		var state []any // of an address that was refused, the fault says what there is to know
		if shown := cmp.Or(p.was(name, "slug", ""), preview); shown != "" && p.faultOf(name, "slug") == "" {
			state = []any{p.origin() + "/servers/", el("strong", nil, shown), "/mcp"}
		}
		slug.AppendChild(el("p", a("id", "slug-state", "class", "quiet small address", "data-otherwise", preview), state...))
	}
	var kept *html.Node
	if p.is.Slug != nil && !again {
		kept = class("p", "quiet", "It will be at the same address as before: ", el("code", nil, p.origin()+"/servers/"+*p.is.Slug+"/mcp"))
	}
	label := "Publish"
	switch {
	case again && p.is.Changed:
		label = "Publish the changes"
	case again:
		label = "Publish again"
	}
	words := []any{
		input{
			id: "publish-toolName", name: "toolName", label: "Tool name", code: true, value: p.was(name, "toolName", p.is.ToolName),
			fault: p.faultOf(name, "toolName"), more: a("required", ""),
		}.node(),
		input{
			id: "publish-toolDescription", name: "toolDescription", label: "Tool description", lines: 4, value: p.was(name, "toolDescription", p.is.ToolDescription),
			hint: "10 to 500 characters. Assistants use it to decide when to call the tool.", fault: p.faultOf(name, "toolDescription"), more: a("required", ""),
		}.node(),
	}
	var why *html.Node
	switch {
	case !again:
		who := "Anyone with the address can then use the app."
		if p.is.TokenRequired {
			who = "Anyone with the address and the token can then use the app."
		}
		why = class("p", "quiet", who+" What you change later stays a draft until you publish again.")
	case p.is.Changed:
		why = class("p", "note", "Assistants still get version "+strconv.Itoa(p.is.Version)+". What you have changed since then is a draft that only you see.")
	}
	main := "button main"
	if again && !p.is.Changed {
		main = "button"
	}
	return p.typedForm(name, why, p.trouble(name, "slug", "toolName", "toolDescription"), slug, kept, words, button(main, label))
}

// reach says where a published app is.
func (p *view) reach() *html.Node {
	at := p.at()
	var near *html.Node
	if site.Loopback(p.origin()) {
		near = class("p", "note", "This address works on this computer only. Programs on it, such as Claude Code and VS Code, can use the app; ChatGPT and Claude on the web can't reach it.")
	}
	page := link("", at, "See its page")
	if p.is.TokenRequired { // which a browser doesn't send
		page = nil
	}
	return class("div", "reach",
		el("p", nil, "Version "+strconv.Itoa(p.is.Version)+", published on ", dayOf(p.is.PublishedAt), ". ", page),
		copyable("endpoint", "Address for assistants", at+"/mcp"),
		near)
}

// at is where a published app is, without a slash at the end.
func (p *view) at() string { return p.origin() + "/servers/" + nameOf(p.is) }

// connect has what to paste where. Of what is published it knows no more than the draft says,
// which is no longer true of one that has changed.
func (p *view) connect() *html.Node {
	slug, at := nameOf(p.is), p.at()+"/mcp"
	chatGPT := "In Settings, Apps & Connectors, turn on developer mode under Advanced settings. Then create a connector with the address, and choose no authentication."
	claude := "In Settings, Connectors, add a custom connector with the address. In Claude Code, run:"
	var headers, options string
	if p.is.TokenRequired {
		chatGPT = "ChatGPT sends no token of your own, so it can't use the app while one is required."
		claude = "Claude on the web sends no token of your own, so it can't use the app while one is required. In Claude Code, run:"
		pair := strings.Replace(p.bearer(`{ "`, `" }`), ": ", `": "`, 1)
		headers, options = `, "headers": `+pair, ", { requestInit: { headers: "+pair+" } }"
	}
	part := func(title string, inside ...any) *html.Node {
		return el("details", a("class", "part"), append([]any{el("summary", nil, title)}, inside...)...)
	}
	parts := []any{
		el("h3", nil, "Connect an assistant"),
		part("ChatGPT", el("p", nil, chatGPT)),
		part("Claude", el("p", nil, claude),
			copyable("claude", "Command", "claude mcp add --transport http "+slug+" "+at+p.bearer(` --header "`, `"`))),
		part("VS Code", el("p", nil, "Put this into .vscode/mcp.json:"),
			copyable("vscode", "File", "{\n  \"servers\": {\n    \""+slug+"\": { \"type\": \"http\", \"url\": \""+at+"\""+headers+" }\n  }\n}")),
	}
	if !p.is.Changed {
		parts = append(parts, part("A program in TypeScript", copyable("typescript", "Program", `import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

const client = new Client({ name: "my-ai-assistant", version: "1.0.0" });
await client.connect(new StreamableHTTPClientTransport(new URL("`+at+`")`+options+`));
console.log(await client.callTool({ name: "`+p.is.ToolName+`", arguments: { message: "What do you have?" } }));`)),
			part("The page that assistants show", copyable("ui", "Address of the page", p.at()+"/ui/"+p.is.Layout+".html")))
	}
	return class("div", "parts", parts...)
}

// takeBack is the way back to a draft.
func (p *view) takeBack() *html.Node {
	return class("div", "back", act("button destroy", p.base()+"/unpublish", "Unpublish"),
		class("p", "quiet small", "Assistants can then no longer reach the app. Publishing it again brings back the same address."))
}

// copyable is a text with a button that copies it, where there is a script.
func copyable(id, label, text string) *html.Node {
	return class("div", "copyable",
		el("p", a("class", "label", "id", "copy-"+id+"-label"), label),
		class("div", "copy-row",
			el("pre", a("id", "copy-"+id, "tabindex", "0", "aria-labelledby", "copy-"+id+"-label"), text),
			el("button", a("class", "button small copy", "type", "button", "data-copy", "copy-"+id, "aria-label", "Copy: "+label), "Copy")))
}
