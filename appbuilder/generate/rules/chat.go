package rules

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/mcp-adapters/mcp-adapters/appbuilder"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/generate"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/rule"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

// help is the answer to what isn't understood.
const help = `The built-in rules read English, one wish or several in a message, and can do this:
• Layout: “switch to cards”, “show it as a table”
• Colors: “make it green”, “change the background to #f5f5f5”, “dark mode”, “rounder corners”
• Names: “rename the app to Depot”, “rename the tool to search_lamps”, “set the tool description to …”
• Columns: “add a column Price after Name”, “rename the column Price to Cost”, “remove the column Stock”
• Rows: “add 3 rows”, “add a row: Lamp, $9”, “remove row 2”, “set the price of row 1 to $9”, “sort by price”
• “undo”`

// maxRequests bounds what one message asks for.
const maxRequests = 12

// Edit does what a message asks, in its order, as far as it is one of the things that help
// lists, and says which parts it didn't do.
func (g Generator) Edit(ctx context.Context, c generate.Conversation, report func(generate.Step)) (*generate.Result, error) {
	var faults rule.Faults
	message := appbuilder.CheckText(&faults, "message", c.Message)
	if len(faults) > 0 {
		return nil, appbuilder.InvalidError(faults)
	}
	if err := ctx.Err(); err != nil {
		return nil, &fault.Error{Kind: fault.Internal, Message: "This was cancelled.", Err: err}
	}
	parts := split(rule.Visible(message), fieldNames(c.Content.Data))
	made := &edit{content: c.Content}
	switch {
	case len(parts) > 1 && slices.ContainsFunc(parts, isUndo):
		made.problems, made.understood = []string{"“Undo” must be a message of its own."}, true
		parts = nil
	case len(parts) == 1 && isUndo(parts[0]):
		return &generate.Result{Content: c.Content, Reply: "I took back the last change.", Undo: true, Understood: true, Generator: Name}, nil
	case len(parts) > maxRequests:
		made.problems = append(made.problems, fmt.Sprintf("These are more than %d wishes at once. Please send them in several messages.", maxRequests))
		parts = nil
	}
	about := understand(c.Prompt+" "+c.Content.Name, g.today()).topic
	whole := request{text: rule.Visible(message), content: c.Content, topic: about, today: g.today()}
	if a, ok := whole.paste(); ok {
		a.step = generate.Data
		made.answer(a, report)
		parts = nil
	}
	understood := func(text string) bool {
		a, ok := request{text: text, content: c.Content, topic: about, today: g.today()}.understand()
		return ok && a.step != "" && a.reply == ""
	}
	parts, unclear := corrected(parts, understood)
	if why := cmp.Or(unclear, hold(parts, understood)); why != "" {
		made.problems, made.understood = append(made.problems, why), true
		parts = nil
	}
	for _, text := range parts {
		made.do(request{text: text, content: made.content, topic: about, today: g.today()}, report)
	}
	return &generate.Result{Content: made.content, Changes: made.changes, Reply: made.reply(), Understood: made.understood, Generator: Name}, nil
}

// request is one wish, as the rules read it.
type request struct {
	text    string
	content appbuilder.Content
	topic   topic // of the app
	today   time.Time
}

// answer is what is made of a request.
type answer struct {
	step       string
	operations []generate.Operation
	said       []string // says what operations change, in place of what they say themselves
	reply      string   // to what changes nothing: a question, or what can't be done
	foreign    bool     // it is beyond the rules, though they know the words
}

// edit is what a message has done so far.
type edit struct {
	content    appbuilder.Content
	changes    []string
	answers    []string // to questions
	problems   []string // why something that was understood isn't done
	missed     []string // what wasn't understood
	same       bool     // something is as it was asked for already
	understood bool
}

func (e *edit) do(r request, report func(generate.Step)) {
	a, divided, missed := r.read()
	switch {
	case missed != "":
		e.missed = append(e.missed, missed)
	case divided != nil:
		for _, text := range divided {
			part := r
			part.text, part.content = text, e.content
			if a, ok := part.understand(); ok {
				e.answer(a, report)
			} else {
				e.missed = append(e.missed, text)
			}
		}
	default:
		e.answer(a, report)
	}
}

func (e *edit) answer(a answer, report func(generate.Step)) {
	switch {
	case a.foreign:
		e.problems = append(e.problems, a.reply)
	case a.step == "":
		e.answers, e.understood = append(e.answers, a.reply), true
	case a.reply != "":
		e.problems, e.understood = append(e.problems, a.reply), true
	default:
		e.apply(a, report)
	}
}

func (e *edit) apply(a answer, report func(generate.Step)) {
	report(generate.Step{Name: a.step})
	edited, changes, faults := generate.Apply(e.content, a.operations)
	report(generate.Step{Name: a.step, Done: true})
	e.understood = true
	switch {
	case len(faults) > 0:
		e.problems = append(e.problems, "I can't do that: "+faults[0].Message)
	case edited.Equal(e.content):
		e.same = true
	default:
		if a.said != nil {
			changes = a.said
		}
		e.content, e.changes = edited, append(e.changes, changes...)
	}
}

// reply says what was done and what wasn't.
func (e *edit) reply() string {
	var all []string
	if len(e.changes) > 0 {
		all = append(all, strings.Join(e.changes, ". ")+".")
	}
	all = append(append(all, e.answers...), e.problems...)
	switch {
	case e.same && len(e.changes) > 0:
		all = append(all, "The rest is like that already.")
	case e.same:
		all = append(all, "It is like that already.")
	}
	nothing := len(e.changes) == 0
	if len(e.missed) > 0 {
		what := "that"
		if !strings.ContainsAny(strings.Join(e.missed, ""), "<>{}") && (len(all) > 0 || len(e.missed) > 1 || len([]rune(e.missed[0])) <= 60) {
			what = quoted(e.missed)
		}
		if sentence := "I didn't understand " + what; nothing {
			all = append(all, sentence+".")
		} else {
			all = append(all, sentence+", so that part was not done.")
		}
	}
	if nothing && (len(e.problems) > 0 || len(e.missed) > 0 || e.same) {
		all = append(all, "Nothing was changed.")
	}
	if len(all) == 0 {
		all = append(all, "I didn't understand that. Nothing was changed.", help)
	}
	text := strings.Join(all, " ")
	if len(e.missed) > 0 && len(e.changes)+len(e.problems)+len(e.answers) == 0 {
		text += " " + help
	}
	return text
}

// quoted lists what wasn't understood, each in few words.
func quoted(texts []string) string {
	var all []string
	for _, s := range texts[:min(len(texts), 5)] {
		all = append(all, "“"+rule.Shorten(rule.Line(s), 60)+"”")
	}
	if len(texts) > 5 {
		all = append(all, fmt.Sprintf("%d other parts", len(texts)-5))
	}
	return listed(all, "and")
}
