package editor

import (
	"net/netip"
	"net/url"
	"strings"

	"golang.org/x/net/html"

	"mcp-adapters/appbuilder"
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

// nearOnly reports whether an origin leads to this computer alone.
func nearOnly(origin string) bool {
	u, err := url.Parse(origin)
	if err != nil {
		return false
	}
	ip, err := netip.ParseAddr(u.Hostname())
	return u.Hostname() == "localhost" || err == nil && ip.IsLoopback()
}

// publishDialog is where an app is published, and then how to reach it. Without a script it is
// open where its address says so.
func (p *view) publishDialog() *html.Node {
	attributes := a("id", "publish", "class", "dialog", "aria-labelledby", "publish-title")
	if p.dialog {
		attributes = append(attributes, "open", "")
	}
	title := "Publish"
	if p.is.Status == appbuilder.Published {
		title = "Published"
	}
	return el("dialog", attributes,
		el("div", a("id", "publish-body", "data-swap", ""),
			class("div", "dialog-head",
				el("h2", a("id", "publish-title", "tabindex", "-1"), title),
				el("a", a("class", "button icon ghost", "href", p.base(), "data-close", "", "role", "button", "aria-label", "Close"), symbol(symbolClose))),
			p.reach(),
			p.publishForm(),
			p.connect()))
}

func (p *view) publishForm() *html.Node {
	const name = "publish"
	again := p.is.Status == appbuilder.Published
	var slug *html.Node
	if p.is.Slug == nil {
		preview, hint := appbuilder.Slug(p.is.Name), "Leave it empty to have it made of the app's name. It stays for the app's life."
		if strings.HasPrefix(preview, "app-") { // of a name without Latin letters it is random
			preview, hint = "", "The name has no Latin letters, so without an address of your own a random one is made. It stays for the app's life."
		}
		slug = input{
			id: "slug", name: "slug", label: "Address", hint: hint, code: true, optional: true, value: p.was(name, "slug", ""), fault: p.faultOf(name, "slug"),
			more: a("placeholder", preview, "maxlength", "50", "data-slug", p.origin()+"/servers/"),
		}.node()
		slug.AppendChild(el("p", a("id", "slug-state", "class", "quiet small address", "data-otherwise", preview),
			p.origin()+"/servers/", el("strong", nil, preview), "/mcp"))
	}
	var kept *html.Node
	if p.is.Slug != nil && !again {
		kept = class("p", "quiet", "It will be at its old address again: ", el("code", nil, p.origin()+"/servers/"+*p.is.Slug+"/mcp"))
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
			hint: "10 to 500 characters. Assistants decide by this when to use the tool.", fault: p.faultOf(name, "toolDescription"), more: a("required", ""),
		}.node(),
	}
	var why *html.Node
	if !again {
		why = class("p", "quiet", "Everyone who has the address can use the app then. What you change later stays a draft until you publish again.")
	}
	main := "button main"
	if again && !p.is.Changed {
		main = "button"
	}
	return form("stack", p.base()+"/publish", why, p.trouble(name, "slug", "toolName", "toolDescription"), slug, kept, words, button(main, label))
}

// reach says where a published app is.
func (p *view) reach() *html.Node {
	if p.is.Status != appbuilder.Published || p.is.Slug == nil {
		return nil
	}
	at := p.origin() + "/servers/" + *p.is.Slug
	var near, changed *html.Node
	if nearOnly(p.origin()) {
		near = class("p", "note", "This address is of your own computer. Assistants that run elsewhere, such as ChatGPT and Claude on the web, can't reach it; programs on this computer can.")
	}
	if p.is.Changed {
		changed = class("p", "note", "The draft has changes that nobody else sees yet.")
	}
	return class("div", "reach",
		el("p", nil, "Since ", dayOf(p.is.PublishedAt), ". ", link("", at, "See its page")),
		changed,
		copyable("endpoint", "Address for assistants", at+"/mcp"),
		copyable("ui", "What it shows", at+"/ui/"+p.is.Layout+".html"),
		near)
}

// connect has what to paste where, and the way to take the app back.
func (p *view) connect() *html.Node {
	if p.is.Status != appbuilder.Published || p.is.Slug == nil {
		return nil
	}
	slug := *p.is.Slug
	at := p.origin() + "/servers/" + slug + "/mcp"
	part := func(title string, inside ...any) *html.Node {
		return el("details", nil, append([]any{el("summary", nil, title)}, inside...)...)
	}
	return class("div", "connect",
		el("h3", nil, "Connect"),
		part("ChatGPT", el("p", nil, "Settings, Apps, Create: paste the address as the server's URL, and choose no authentication.")),
		part("Claude", el("p", nil, "Settings, Connectors, Add custom connector: paste the address. In Claude Code:"),
			copyable("claude", "Command", "claude mcp add --transport http "+slug+" "+at)),
		part("VS Code", el("p", nil, "Put this into .vscode/mcp.json:"),
			copyable("vscode", "File", "{\n  \"servers\": {\n    \""+slug+"\": { \"type\": \"http\", \"url\": \""+at+"\" }\n  }\n}")),
		part("TypeScript", copyable("typescript", "Program", `import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

const client = new Client({ name: "my-ai-assistant", version: "1.0.0" });
await client.connect(new StreamableHTTPClientTransport(new URL("`+at+`")));
console.log(await client.callTool({ name: "`+p.is.ToolName+`", arguments: { message: "What do you have?" } }));`)),
		el("h3", nil, "Take it back"),
		class("div", "row", act("button destroy", p.base()+"/unpublish", "Unpublish"),
			class("p", "quiet small", "Nobody can reach it then. Publishing again brings back the same address.")))
}

// copyable is a text with a button that copies it, where there is a script.
func copyable(id, label, text string) *html.Node {
	return class("div", "copyable",
		el("p", a("class", "label", "id", "copy-"+id+"-label"), label),
		class("div", "copy-row",
			el("pre", a("id", "copy-"+id, "tabindex", "0", "aria-labelledby", "copy-"+id+"-label"), text),
			el("button", a("class", "button small copy", "type", "button", "data-copy", "copy-"+id, "aria-label", "Copy: "+label), "Copy")))
}
