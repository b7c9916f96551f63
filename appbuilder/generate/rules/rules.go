// Package rules makes and edits apps without a model: it looks for words that it knows. The
// same prompt makes the same app, on the same day. What it didn't understand it says, with
// what can be asked for.
package rules

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"mcp-adapters/appbuilder"
	"mcp-adapters/appbuilder/generate"
	"mcp-adapters/appbuilder/layout"
	"mcp-adapters/appbuilder/rule"
	"mcp-adapters/appbuilder/theme"
	"mcp-adapters/fault"
)

// Name is the generator's name.
const Name = "rules"

// Generator is safe for concurrent use.
type Generator struct {
	// Now is the day that dates are counted from; nil: [time.Now].
	Now func() time.Time
}

var domains = sync.OnceValues(load)

// Name returns [Name].
func (Generator) Name() string { return Name }

var (
	postWords  = []string{"blog", "article", "post", "news", "feed", "content", "story", "announcement", "update"}
	tableWords = []string{"table", "order", "list", "inventory", "catalog", "catalogue", "product", "track", "data", "record", "history", "spreadsheet"}
	cardWords  = []string{"card", "tile", "grid", "gallery"}
)

// actions are what a tool does, by the words for it.
var actions = []struct {
	verb  string
	words []string
}{
	{"search", []string{"search", "find", "look", "browse"}},
	{"get", []string{"list", "show", "display", "get", "view"}},
	{"track", []string{"track", "status", "check", "monitor"}},
	{"create", []string{"create", "add", "new"}},
}

// Generate makes an app of the words of a prompt.
func (g Generator) Generate(ctx context.Context, prompt string, report func(generate.Step)) (*generate.Result, error) {
	all, err := domains()
	if err != nil {
		return nil, &fault.Error{Kind: fault.Internal, Message: "The built-in samples can't be read. Please report this.", Err: err}
	}
	var faults rule.Faults
	if prompt = appbuilder.CheckText(&faults, "prompt", prompt); len(faults) > 0 {
		return nil, appbuilder.InvalidError(faults)
	}
	said := words(prompt)
	d, word := about(all, said)
	made := draft{prompt: prompt, said: said, domain: d, word: word, today: g.today()}
	steps := []struct {
		name string
		do   func()
	}{
		{generate.Layout, func() { made.content.Layout = chooseLayout(said, d) }},
		{generate.Tool, made.describe},
		{generate.Theme, func() { made.content.Theme = made.colors() }},
		{generate.Data, made.fill},
		{generate.Validate, func() { faults = made.content.CheckPublish() }},
	}
	for _, s := range steps {
		if err := ctx.Err(); err != nil {
			return nil, &fault.Error{Kind: fault.Internal, Message: "This was cancelled.", Err: err}
		}
		report(generate.Step{Name: s.name})
		s.do()
		report(generate.Step{Name: s.name, Done: true})
	}
	if len(faults) > 0 {
		return nil, &fault.Error{Kind: fault.Internal, Message: "No app could be made of this. Please describe it in other words.", Err: &appbuilder.Invalid{Faults: faults}}
	}
	return &generate.Result{Content: made.content, Reply: made.reply(), Understood: word != "", Generator: Name}, nil
}

func (g Generator) today() time.Time {
	if g.Now == nil {
		return time.Now()
	}
	return g.Now()
}

// chooseLayout returns the layout that was asked for. Cards of something that is sold or looked
// at beat the words of a table, and those beat the words of posts.
func chooseLayout(said []string, d domain) string {
	table := find(said, tableWords) >= 0
	switch {
	case find(said, cardWords) >= 0 && (d.Product || !table):
		return layout.CardList
	case table:
		return layout.Table
	case find(said, postWords) >= 0:
		return layout.PostList
	}
	return layout.Table
}

// draft is an app in the making.
type draft struct {
	prompt  string
	said    []string
	domain  domain
	word    string // for the domain, as it was said; "": nothing was recognised
	today   time.Time
	content appbuilder.Content
}

// describe names the app and its tool.
func (d *draft) describe() {
	noun := d.domain.Noun
	if d.word != "" && d.word != "list" {
		if s := singular(d.word); d.domain.isThing(s) {
			noun = s
		}
	}
	verb, at := "query", len(d.said)
	for _, a := range actions {
		if i := find(d.said, a.words); i >= 0 && i < at {
			verb, at = a.verb, i
		}
	}
	many := plural(noun)
	if d.word == "" {
		many = plural(d.domain.Noun)
	}
	d.content.Name = cut(name(d.prompt, d.said, d.domain.Name), appbuilder.MaxName)
	d.content.ToolName = cut(verb+"_"+generate.Key(many), appbuilder.MaxToolName)
	d.content.Description = fmt.Sprintf("Shows %s.", many)
	d.content.ToolDescription = fmt.Sprintf("Returns a sample list of %s. Use it when the user asks about %s. Put the question into message; no other information is needed.", many, many)
}

// isThing reports whether a word of the domain names its entries: "item", but not "shop".
func (d domain) isThing(word string) bool {
	return slices.Contains([]string{"product", "item", "gadget", "order", "purchase", "sale", "transaction", "ticket", "incident", "bug", "shipment", "delivery", "parcel",
		"release", "story", "headline", "announcement", "post", "article", "essay", "tutorial", "event", "meetup", "conference", "concert", "workshop", "appointment", "booking",
		"contact", "user", "customer", "client", "member", "employee", "student", "lead", "volunteer", "task", "todo", "chore", "assignment", "project", "milestone",
		"job", "vacancy", "candidate", "invoice", "bill", "payment", "expense", "receipt", "course", "class", "lesson", "training", "lecture", "recipe", "dish", "meal",
		"place", "restaurant", "hotel", "museum", "apartment", "house", "room"}, word)
}

// colors returns the palette of the domain, with a color that was asked for.
func (d *draft) colors() theme.Theme {
	t := theme.Palettes[d.domain.Palette]
	if d.word == "" {
		t = theme.Palettes["neutral"]
	}
	if c, _, ok := colorIn(d.said); ok {
		if set, _, faults := t.Set(map[string]string{"--primary": c.String()}); len(faults) == 0 {
			t = set
		}
	}
	for i, w := range d.said {
		if w == "dark" && i+1 < len(d.said) && is(d.said[i+1], []string{"theme", "mode", "background", "design", "look"}) && !refused(d.said[:i]) {
			t = t.Dark()
		}
	}
	return t
}

// fill makes the sample data.
func (d *draft) fill() {
	rows := sample(d.domain, wishes(d.prompt, d.domain), d.today)
	data, _, err := layout.Convert(rows, d.content.Layout)
	if err != nil {
		data = rows
	}
	d.content.Data, d.content.Layout = data, data.Layout()
}

func (d *draft) reply() string {
	var b strings.Builder
	kind := map[string]string{layout.Table: "a table", layout.PostList: "a list of posts", layout.CardList: "cards"}[d.content.Layout]
	if d.word == "" {
		b.WriteString("I didn't recognise what this is about, so here is " + kind + " to begin with. ")
	} else {
		fmt.Fprintf(&b, "Here is “%s”: %s with sample data about %s. ", d.content.Name, kind, plural(d.domain.Noun))
	}
	b.WriteString("It was made by built-in rules that look for words, in English. You can ask for another layout (“switch to cards”), other colors (“make it green”), columns and rows.")
	return b.String()
}
