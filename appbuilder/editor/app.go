package editor

import (
	"net/http"
	"net/url"
	"strconv"

	"golang.org/x/net/html"

	"github.com/mcp-adapters/mcp-adapters/appbuilder"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/store"
)

// view is the page of an app, and what the last form has left in it.
type view struct {
	*request
	is       appbuilder.App
	steps    store.Steps
	messages []store.Message
	tab      string // one of tabs
	dialog   bool   // the publish dialog is open

	failed *failure // of the form that is named so
	form   string
	typed  url.Values // into that form
	notice string
	token  string // an edit token, which is shown once
	// callToken is one that callers need, which is shown once.
	callToken string
	tried     []exchange // with the draft
}

// tabs are what is beside the chat. The first is the preview alone.
var tabs = []struct{ name, label string }{
	{"preview", "Preview"}, {"tool", "Tool"}, {"data", "Data"}, {"try", "Try it"}, {"more", "More"},
}

// done are the notices that a redirect can ask for.
var done = map[string]string{
	"undone":      "Took back the last change.",
	"redone":      "Made the change again.",
	"saved":       "Saved.",
	"same":        "Nothing was different, so nothing was changed.",
	"unpublished": "Unpublished. Assistants can no longer reach the app; publishing it again brings back the same address.",
	"restored":    "The draft is that version again.",
	"revoked":     "The edit links of this app no longer work.",
	"stopped":     "Asked to stop.",
	"deleted":     "The app was deleted.",
}

func (q *request) note() *html.Node {
	text := done[q.r.URL.Query().Get("done")]
	if text == "" {
		return nil
	}
	return el("p", a("class", "notice", "role", "status"), text)
}

// app is the page of an app.
func (q *request) app() error {
	p, err := q.view()
	if err != nil {
		return err
	}
	asked := q.r.URL.Query()
	for _, t := range tabs {
		if t.name == asked.Get("tab") {
			p.tab = t.name
		}
	}
	p.dialog = asked.Has("publish")
	p.notice = done[asked.Get("done")]
	if p.v.Current != p.id {
		if err := q.site.Select(q.ctx(), q.v, q.id); err != nil {
			return err
		}
	}
	return p.show(http.StatusOK)
}

func (q *request) view() (*view, error) {
	p := &view{request: q, tab: tabs[0].name}
	var err error
	if p.is, err = q.site.App(q.ctx(), q.v, q.id); err != nil {
		return nil, err
	}
	if p.steps, err = q.site.Steps(q.ctx(), q.v, q.id); err != nil {
		return nil, err
	}
	p.messages, err = q.site.Messages(q.ctx(), q.v, q.id, 0)
	return p, err
}

func (p *view) show(status int) error {
	panel, err := p.panel()
	if err != nil {
		return err
	}
	seen := "work" // of the two that a small screen has no room for beside each other
	if p.tab == tabs[0].name {
		seen = "chat"
	}
	return p.send(status, p.is.Name+" · App builder",
		el("a", a("class", "skip", "href", "#message"), "Skip to the chat"),
		el("div", a("id", "editor", "class", "editor", "data-app", p.id, "data-revision", strconv.Itoa(p.is.Revision),
			"data-tab", p.tab, "data-running", strconv.FormatBool(p.running())),
			p.bar(),
			class("main", "main",
				p.banner(),
				el("div", a("class", "board", "id", "board", "data-view", seen),
					p.chat(),
					el("section", a("class", "work", "aria-label", "Preview and settings"),
						p.tabBar(),
						class("div", "desk", p.stage(), panel)))),
			p.publishDialog(),
			live()))
}

// bar is the top of the page: what the app is, and what can be done with it.
func (p *view) bar() *html.Node {
	publish := []any{"Publish"}
	if p.is.Status == appbuilder.Published {
		publish = []any{"Connect"}
		if p.is.Changed {
			publish = []any{"Publish", class("span", "wide", " changes")}
		}
	}
	icon := func(action, label, path, keys string, possible bool) *html.Node {
		// One that is disabled would lose the focus of whoever works by keyboard.
		return form("inline", p.base()+action,
			el("button", a("class", "button icon", "type", "submit", "aria-label", label, "title", label+" ("+keys+")", "aria-disabled", strconv.FormatBool(!possible)), symbol(path)))
	}
	return el("header", a("id", "bar", "class", "bar", "data-swap", ""),
		brand(),
		class("div", "title", typed("h1", "", p.is.Name), class("p", "badges", badges(p.is.Status, p.is.Version, p.is.Changed, p.is.TakenDown)...)),
		class("div", "actions",
			class("div", "history",
				icon("/undo", "Undo", symbolUndo, "Ctrl+Z", p.steps.Undo),
				icon("/redo", "Redo", symbolRedo, "Shift+Ctrl+Z", p.steps.Redo),
				form("inline over", "/new", el("button", a("class", "button ghost", "type", "submit", "title", "Start over with another app"), symbol(symbolNew), class("span", "wide", "Start over")))),
			el("a", a("class", "button main", "href", p.base()+"?publish", "data-dialog", "publish"), publish)))
}

// banner has what the last form has done, and why it couldn't.
func (p *view) banner() *html.Node {
	var inside []any
	if p.is.TakenDown {
		inside = append(inside, el("p", a("class", "alert"), takenDown))
	}
	if p.notice != "" {
		inside = append(inside, class("p", "notice", p.notice))
	}
	if p.failed != nil && p.form == "" {
		inside = append(inside, alert(p.failed))
	}
	return el("div", a("id", "banner", "class", "banner", "data-swap", "", "role", "status"), inside...)
}

func (p *view) tabBar() *html.Node {
	list := make([]any, 0, len(tabs)+1)
	list = append(list, el("a", a("href", "#message", "data-view", "chat"), "Chat"))
	for _, t := range tabs {
		attributes := a("href", p.base()+"?tab="+t.name, "data-tab", t.name)
		if t.name == p.tab {
			attributes = append(attributes, "aria-current", "page")
		}
		var news *html.Node
		if t.name == tabs[0].name {
			news = class("span", "news")
		}
		list = append(list, el("a", attributes, t.label, news))
	}
	return el("nav", a("id", "tabs", "class", "tabs", "data-swap", "", "aria-label", "Panels"), list...)
}

// devices are the sizes in which the preview can be seen.
var devices = []struct{ name, label, width, height string }{
	{"fit", "Fit", "", ""}, {"phone", "Phone", "430", "932"}, {"tablet", "Tablet", "820", "1180"},
	{"desktop", "Desktop", "1280", "800"}, {"custom", "Custom", "", ""},
}

func (p *view) stage() *html.Node {
	choice := func(name, value, label string, checked bool, more ...string) *html.Node {
		attributes := append(a("type", "radio", "name", name, "value", value), more...)
		if checked {
			attributes = append(attributes, "checked", "")
		}
		return el("label", nil, el("input", attributes), el("span", nil, label))
	}
	sizes := []any{el("legend", a("class", "hidden"), "Device")}
	for i, d := range devices {
		sizes = append(sizes, choice("device", d.name, d.label, i == 0, "data-width", d.width, "data-height", d.height))
	}
	number := func(id, label, value string) []any {
		return []any{
			el("label", a("for", id, "class", "hidden"), label),
			el("input", a("id", id, "type", "number", "min", "240", "max", "2560", "value", value)),
		}
	}
	return el("section", a("class", "stage", "aria-label", "Preview"),
		class("div", "tools",
			el("fieldset", a("class", "segments devices"), sizes...),
			el("div", a("class", "custom", "id", "custom", "hidden", ""), number("width", "Width in pixels", "390"), "×", number("height", "Height in pixels", "700")),
			el("fieldset", a("class", "segments look"), el("legend", a("class", "hidden"), "Look"),
				choice("look", "light", "Light", false), choice("look", "dark", "Dark", false))),
		el("div", a("class", "floor", "id", "floor"),
			el("div", a("class", "device", "id", "device"),
				el("iframe", a("id", "preview", "title", "Preview of "+p.is.Name, "sandbox", "allow-scripts", "src", p.base()+"/preview",
					"data-json", p.base()+"/preview.json", "referrerpolicy", "no-referrer"))),
			el("noscript", nil, p.asText())),
		class("p", "quiet small sample", "This is what assistants show. Ask for changes in the chat.",
			el("noscript", nil, " Its layout and colors need JavaScript.")))
}
