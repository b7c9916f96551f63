package editor

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"golang.org/x/net/html"

	"github.com/mcp-adapters/mcp-adapters/appbuilder"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/layout"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/store"
)

// suggestions are messages for a chat in which nothing was asked for yet, by the layout of the
// app.
var suggestions = map[string][]string{
	layout.Table:    {"Change the primary color to blue", "Add a column Notes", "Switch to cards", "Add 3 rows"},
	layout.PostList: {"Change the primary color to blue", "Dark mode", "Switch to cards", "Add 3 posts"},
	layout.CardList: {"Change the primary color to blue", "Dark mode", "Switch to a table", "Add 3 cards"},
}

// running reports whether a message is being worked on.
func (p *view) running() bool {
	n := len(p.messages)
	return n > 0 && p.messages[n-1].State == store.Running
}

func (p *view) chat() *html.Node {
	items := make([]any, 0, len(p.messages)+1)
	asked := false
	for i, m := range p.messages {
		user := m.Role == store.User
		asked = asked || user && i > 0
		items = append(items, p.message(i, m))
	}
	var hints *html.Node
	if !asked && !p.running() {
		chips := []any{class("span", "quiet", "Try:")}
		for _, s := range suggestions[p.is.Layout] {
			chips = append(chips, form("inline", p.base()+"/chat", el("button", a("class", "chip", "name", "message", "value", s, "type", "submit"), s)))
		}
		hints = class("div", "chips", chips...)
	}
	return el("section", a("class", "chat", "id", "chat", "aria-label", "Chat"),
		el("div", a("id", "transcript", "class", "transcript", "data-swap", "", "role", "region", "aria-label", "Conversation", "tabindex", "0"),
			class("ol", "messages", items...), hints),
		p.composer())
}

// message is one of the chat: who says it, what has changed, and what can be done where it
// failed.
func (p *view) message(i int, m store.Message) *html.Node {
	name, who := "message assistant", "App builder"
	if m.Role == store.User {
		name, who = "message user", "You"
	}
	body := []any{class("p", "who hidden", who+":")}
	switch m.State {
	case store.Running:
		name += " working"
		body = append(body, el("p", nil, class("span", "dots", el("i", nil), el("i", nil), el("i", nil)), "Working on it…"),
			form("inline", p.base()+"/cancel", button("button small", "Stop")))
	case store.Failed, store.Cancelled:
		name += " " + m.State
	}
	if m.State != store.Running {
		body = append(body, said(m.Content, m.Changes)...)
	}
	if len(m.Changes) > 0 {
		changes := make([]any, 0, len(m.Changes))
		for _, c := range m.Changes {
			changes = append(changes, typed("li", "", c))
		}
		body = append(body, class("ul", "changes", changes...))
	}
	if used := usage(m); used != "" {
		body = append(body, class("p", "quiet small", used))
	}
	if m.State == store.Failed && i == len(p.messages)-1 && i > 0 && p.messages[i-1].Role == store.User {
		body = append(body, p.again(p.messages[i-1].Content, m.ErrorCode))
	}
	return el("li", a("class", name, "data-seq", strconv.Itoa(m.Seq)), body...)
}

// said is the text of a message, without what the changes that are listed below it say again.
func said(text string, changes []string) (parts []any) {
	again := strings.Join(changes, ". ") + "."
	for _, paragraph := range strings.Split(text, "\n\n") {
		if paragraph = strings.TrimSpace(paragraph); paragraph == "" || paragraph == again {
			continue
		}
		words, points, _ := strings.Cut("\n"+paragraph, "\n"+point)
		if words = strings.TrimSpace(words); words != "" {
			parts = append(parts, typed("p", "", words))
		}
		if points != "" {
			var items []any
			for _, p := range strings.Split(points, "\n"+point) {
				items = append(items, typed("li", "", p))
			}
			parts = append(parts, class("ul", "points", items...))
		}
	}
	return parts
}

// point begins each line of a list in a message.
const point = "• "

// usage is what a model took for a message, "" where none was asked.
func usage(m store.Message) string {
	var u struct {
		Model string `json:"model"`
		In    int    `json:"tokensIn"`
		Out   int    `json:"tokensOut"`
		MS    int    `json:"ms"`
	}
	if len(m.Usage) == 0 || json.Unmarshal(m.Usage, &u) != nil || u.Model == "" {
		return ""
	}
	return fmt.Sprintf("%s, %d tokens, %.1f s", u.Model, u.In+u.Out, float64(u.MS)/1000)
}

// again offers to send a message once more, and to have the rules answer where a model failed.
func (p *view) again(text, code string) *html.Node {
	var rules *html.Node
	if p.site.FallsBack() && (code == "LLM_ERROR" || code == "TIMEOUT") {
		rules = form("inline", p.base()+"/chat", hidden("message", text), hidden("rules", "1"), button("button small", "Use the built-in rules"))
	}
	return class("div", "row", form("inline", p.base()+"/chat", hidden("message", text), button("button small", "Try again")), rules)
}

func (p *view) composer() *html.Node {
	text := ""
	var failed *html.Node
	if p.form == "chat" {
		text = p.typed.Get("message")
		failed = alert(p.failed, p.byRules(p.failed))
	}
	by := p.site.Meta().Generator.Label
	return el("form", a("id", "composer", "class", "composer", "method", "post", "action", p.base()+"/chat", "data-rules", strconv.FormatBool(p.site.FallsBack())),
		el("div", a("id", "composer-note", "data-swap", ""), failed),
		el("label", a("for", "message", "class", "hidden"), "Message"),
		class("div", "box",
			el("textarea", a("id", "message", "name", "message", "rows", "2", "dir", "auto", "required", "", "placeholder", "What should be different?",
				"aria-describedby", "composer-hint", "data-most", strconv.Itoa(appbuilder.MaxMessage)), text),
			el("button", a("class", "button icon stop", "id", "stop", "type", "button", "aria-label", "Stop", "title", "Stop (Esc)", "hidden", ""), symbol(symbolStop)),
			el("button", a("class", "button main icon", "id", "send", "type", "submit", "aria-label", "Send", "title", "Send (Enter)"), symbol(symbolSend))),
		el("p", a("id", "composer-hint", "class", "hint"), el("span", a("class", "by"), by), class("span", "keys", "Enter sends, Shift+Enter breaks the line")))
}
