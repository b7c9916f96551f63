package editor

import (
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"golang.org/x/net/html"

	"github.com/mcp-adapters/mcp-adapters/appbuilder"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/site"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/store"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

// examples are prompts to begin with.
var examples = []struct{ title, prompt string }{
	{"Order history", "Show the order history of our shop in a table"},
	{"News for the team", "Display news posts for our team"},
	{"Product cards", "A product catalog with cards"},
}

// appsPerPage is how many apps the list shows at once.
const appsPerPage = 24

// home is the page on which apps begin.
func (q *request) home() error {
	if q.v.Guest() && q.site.Meta().Auth == site.Token { // whose own apps are behind the token
		return q.redirect("/login")
	}
	return q.homeWith(http.StatusOK, q.r.URL.Query().Get("prompt"), nil)
}

func (q *request) homeWith(status int, prompt string, f *failure) error {
	cursor := q.r.URL.Query().Get("after")
	apps, more, err := q.site.Apps(q.ctx(), q.v, cursor, appsPerPage)
	if err != nil {
		return err
	}
	body := q.plain("home",
		q.note(),
		class("div", "hero",
			el("h1", nil, "What should your app show?"),
			class("p", "lead", "Describe it in a sentence. You get an app with sample data, refine it in a chat, and publish it for ChatGPT, Claude and other assistants.")),
		q.promptForm(prompt, f),
		q.appList(apps, cursor, more))
	return q.send(status, "App builder", append(body, live())...)
}

func (q *request) promptForm(prompt string, f *failure) *html.Node {
	chips := []any{class("span", "quiet", "Try:")}
	for _, e := range examples {
		chips = append(chips, el("a", a("class", "chip", "href", "/?prompt="+url.QueryEscape(e.prompt), "data-prompt", e.prompt), e.title))
	}
	attributes := a("id", "prompt", "name", "prompt", "rows", "4", "dir", "auto", "required", "", "autofocus", "",
		"placeholder", "For example: a list of our courses with date, teacher and places left",
		"aria-describedby", "prompt-count prompt-by", "data-most", strconv.Itoa(appbuilder.MaxPrompt))
	fault := f.of("prompt")
	if fault != "" {
		attributes = append(attributes, "aria-invalid", "true")
	}
	var failed *html.Node
	if f != nil {
		failed = alert(f, q.byRules(f))
	}
	return el("form", a("id", "create", "class", "prompt", "method", "post", "action", "/apps", "data-rules", strconv.FormatBool(q.site.FallsBack())),
		el("label", a("for", "prompt", "class", "hidden"), "Describe your app"),
		el("textarea", attributes, prompt),
		class("div", "prompt-foot",
			el("p", a("id", "prompt-count", "class", "quiet count"), "Up to 10,000 characters"),
			el("button", a("class", "button main", "type", "submit"), "Create app")),
		class("div", "chips", chips...),
		el("p", a("id", "prompt-by", "class", "by"), class("span", "dot"), "Made by: ", el("strong", nil, q.site.Meta().Generator.Label)),
		el("ol", a("id", "steps", "class", "steps", "hidden", "", "aria-label", "Progress")),
		el("div", a("id", "create-note"), failed))
}

// byRules offers the fallback where a model has failed. It is part of the form.
func (q *request) byRules(f *failure) *html.Node {
	if f == nil || !q.site.FallsBack() || f.kind != appbuilder.Model && f.kind != fault.Timeout {
		return nil
	}
	return el("button", a("class", "button", "type", "submit", "name", "rules", "value", "1"), "Use the built-in rules")
}

func (q *request) appList(apps []store.Summary, cursor, more string) *html.Node {
	if len(apps) == 0 && cursor == "" {
		return class("section", "apps empty",
			el("h2", nil, "My apps"),
			el("p", nil, "No apps yet. Describe the first one above, or start from an example."))
	}
	items := make([]any, 0, len(apps))
	for _, s := range apps {
		items = append(items, el("li", nil, appCard(s)))
	}
	var older *html.Node
	if more != "" {
		older = el("p", nil, link("button", "/?after="+url.QueryEscape(more), "Older apps"))
	}
	return class("section", "apps", el("h2", nil, "My apps"), class("ul", "grid", items...), older)
}

// expiresSoon is how long beforehand a draft that nobody has changed is marked.
const expiresSoon = 14 * 24 * time.Hour

func appCard(s store.Summary) *html.Node {
	var use, expires *html.Node
	if s.Version > 0 {
		use = class("span", "", calls(s.Calls))
	}
	if s.Expires != "" {
		name := "quiet small"
		if t, err := time.Parse(time.RFC3339, s.Expires); err == nil && time.Until(t) < expiresSoon {
			name = "expires"
		}
		expires = class("p", name, class("span", "", "Will be deleted on ", day(s.Expires), " unless you change it."))
	}
	return class("article", "app-card",
		el("h3", nil, el("a", a("href", "/apps/"+s.ID, "dir", "auto"), s.Name)),
		class("p", "badges", badges(s.Status, s.Version, s.Changed, s.TakenDown)...),
		class("p", "quiet small", class("span", "", "Changed on ", day(s.UpdatedAt)), use),
		expires)
}

func calls(c store.Calls) string {
	switch c.Calls {
	case 0:
		return "Not called yet"
	case 1:
		return "1 call"
	}
	return fmt.Sprintf("%d calls, %d failed", c.Calls, c.Errors)
}

// create makes an app of a prompt.
func (q *request) create() error {
	prompt := q.value("prompt")
	v, err := q.site.Welcome(q.w, q.r)
	if err == nil {
		q.v = v
		var made site.Reply
		if made, err = q.site.Generate(q.ctx(), q.v, site.Request{Text: prompt, Rules: q.value("rules") != ""}); err == nil {
			return q.redirect("/apps/" + made.App.ID)
		}
	}
	f := q.failed(err)
	return q.homeWith(f.status, prompt, f)
}

// startOver leads back to the prompt. The app stays in the list.
func (q *request) startOver() error {
	if err := q.site.Select(q.ctx(), q.v, ""); err != nil {
		return err
	}
	return q.redirect("/")
}

// live is where a reader of the screen is told once what has happened.
func live() *html.Node {
	return el("div", a("id", "live", "class", "hidden", "role", "status", "aria-live", "polite"))
}
