package editor

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"

	"golang.org/x/net/html"

	"github.com/mcp-adapters/mcp-adapters/appbuilder"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/layout"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/rule"
)

// panel is what is beside the preview, by the tab.
func (p *view) panel() (*html.Node, error) {
	var inside []any
	switch p.tab {
	case "tool":
		inside = p.toolPanel()
	case "data":
		inside = p.dataPanel()
	case "try":
		inside = p.tryPanel()
	case "more":
		var err error
		if inside, err = p.morePanel(); err != nil {
			return nil, err
		}
	}
	label := ""
	for _, t := range tabs {
		if t.name == p.tab {
			label = t.label
		}
	}
	attributes := a("id", "panel", "class", "panel", "data-swap", "", "aria-label", label)
	if inside == nil {
		attributes = append(attributes, "hidden", "")
	}
	return el("section", attributes, inside...), nil
}

func (p *view) toolPanel() []any {
	field := func(name, label, hint, now string, lines int, code bool) *html.Node {
		return input{
			id: "tool-" + name, name: name, label: label, hint: hint, lines: lines, code: code,
			value: p.was("tool", name, now), fault: p.faultOf("tool", name),
		}.node()
	}
	return []any{
		el("h2", nil, "Tool"),
		class("p", "quiet", "Assistants use these texts to decide when to call your app."),
		p.edit("tool",
			p.trouble("tool", "name", "description", "toolName", "toolDescription"),
			field("name", "Name of the app", "", p.is.Name, 0, false),
			field("description", "About the app", "People read this on its page.", p.is.Description, 2, false),
			field("toolName", "Tool name", "An action and what it is about, such as get_order_status or search_products.", p.is.ToolName, 0, true),
			field("toolDescription", "Tool description", "10 to 500 characters: what it does, when to use it, and what it needs to know.", p.is.ToolDescription, 5, false),
			button("button main", "Save")),
		class("details", "advice", el("summary", nil, "What a good description says"),
			el("p", nil, el("strong", nil, "Good: "), el("code", nil, "get_order_status"), " “Get status, location and delivery estimate of a customer's order. Use it for questions about orders, shipping or delivery. Needs the order ID or the customer's e-mail address.”"),
			el("p", nil, el("strong", nil, "Poor: "), el("code", nil, "order"), " “Order stuff”: an assistant can't know when to use it.")),
	}
}

func (p *view) dataPanel() []any {
	text := p.was("data", "data", pretty(layout.Encode(p.is.Data)))
	faulty := ""
	if p.form == "data" && p.failed != nil && len(p.failed.fields) > 0 {
		faulty = "Fix the " + strconv.Itoa(len(p.failed.fields)) + " errors listed above."
		if len(p.failed.fields) == 1 {
			faulty = "Fix the error above."
		}
	}
	return []any{
		el("h2", nil, "Data"),
		class("p", "quiet", "The sample data, as assistants get it. It has "+layout.Entries(p.is.Data)+"."),
		p.edit("data", p.trouble("data"),
			input{id: "data", name: "data", label: "JSON", lines: 18, code: true, value: text, fault: faulty, more: a("wrap", "off")}.node(),
			button("button main", "Save")),
	}
}

// pretty is JSON for people; what is no JSON stays as it is.
func pretty(text []byte) string {
	var b bytes.Buffer
	if json.Indent(&b, text, "", "  ") != nil {
		return string(text)
	}
	return b.String()
}

func (p *view) tryPanel() []any {
	parts := []any{
		el("h2", nil, "Try it"),
		class("p", "quiet", "Call the draft's tool as an assistant would, and see the messages."),
		p.typedForm("try", p.trouble("try", "message"),
			input{
				id: "try-message", name: "message", label: "What someone asks", value: p.was("try", "message", "What do you have?"),
				fault: p.faultOf("try", "message"), more: a("required", ""),
			}.node(),
			button("button main", "Call "+rule.Shorten(toolOf(p.is), 32))),
	}
	for i, x := range p.tried {
		attributes := a("class", "exchange")
		if i == len(p.tried)-1 {
			attributes = append(attributes, "open", "")
		}
		parts = append(parts, el("details", attributes, el("summary", nil, el("code", nil, x.method), class("span", "quiet", x.says)),
			el("h3", nil, "Request"), el("pre", a("tabindex", "0"), x.request),
			el("h3", nil, "Answer"), el("pre", a("tabindex", "0"), x.answer)))
	}
	return append(parts, class("p", "quiet small", "To send a published app requests of your own, use the MCP Inspector: ", el("code", nil, "npx @modelcontextprotocol/inspector")))
}

func toolOf(app appbuilder.App) string {
	if app.ToolName == "" {
		return "the tool"
	}
	return app.ToolName
}

// morePanel has what is seldom needed. Who has an edit token is not offered what that forbids.
func (p *view) morePanel() ([]any, error) {
	versions, err := p.site.Versions(p.ctx(), p.v, p.id)
	if err != nil {
		return nil, err
	}
	rows := make([]any, 0, len(versions))
	for _, v := range versions {
		number := strconv.Itoa(v.Version)
		rows = append(rows, el("li", nil, el("span", nil, el("strong", nil, "v"+number), " ", day(v.PublishedAt)),
			form("inline", p.base()+"/restore", hidden("version", number),
				el("button", a("class", "button small", "type", "submit", "aria-label", "Bring back version "+number+" into the draft"), "Bring back"))))
	}
	history := class("p", "quiet", "Nothing has been published yet.")
	if len(rows) > 0 {
		history = class("ul", "versions", rows...)
	}
	keep := []any{
		el("h2", nil, "Keep a copy"),
		el("p", nil, el("a", a("class", "button", "href", "/api/apps/"+p.id+"/export", "download", ""), "Export as JSON")),
	}
	inside := []any{el("h2", nil, "Versions"), history}
	if !p.v.Owns(p.id) {
		return append(inside, keep...), nil
	}
	return slices.Concat(inside, p.editElsewhere(), keep, []any{
		el("h2", nil, "Delete"),
		class("details", "danger", el("summary", nil, "Delete this app"),
			el("p", nil, "Its chat and all versions are deleted too, assistants can no longer reach it, and it can't be restored."),
			form("inline", p.base()+"/delete", hidden("sure", "yes"), button("button destroy", "Delete for good"))),
	}), nil
}

// editElsewhere makes and revokes edit tokens.
func (p *view) editElsewhere() []any {
	var shown *html.Node
	if p.token != "" {
		address := p.origin() + "/open#" + p.token
		shown = class("div", "secret",
			el("p", nil, el("strong", nil, "Copy it now: it is shown only once.")),
			copyable("token", "Edit link", address))
	}
	return []any{
		el("h2", nil, "Edit elsewhere"),
		class("p", "quiet", "Anyone with an edit link can change this app in their browser. They see nothing else of yours."),
		shown,
		class("div", "row",
			act("button", p.base()+"/token", "Make an edit link"),
			act("button ghost", p.base()+"/revoke", "Revoke all links")),
	}
}
