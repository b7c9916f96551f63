package rules

import (
	"context"
	"slices"
	"strings"

	"mcp-adapters/appbuilder"
	"mcp-adapters/appbuilder/generate"
	"mcp-adapters/appbuilder/layout"
	"mcp-adapters/appbuilder/rule"
	"mcp-adapters/fault"
)

// help is the answer to what isn't understood.
const help = `I didn't understand that, and nothing was changed. The built-in rules can do this:
• Layout: “switch to cards”, “show it as a table”
• Colors: “make it green”, “change the background to #f5f5f5”, “dark mode”
• Names: “rename the app to Depot”, “rename the tool to search_lamps”, “set the tool description to …”
• Columns: “add a column Price”, “rename the column Price to Cost”, “remove the column Stock”
• Rows: “add 3 rows”, “remove row 2”, “set price of row 1 to $9”
• “undo”`

// Edit does what a message asks, if it is one of the things that help lists.
func (g Generator) Edit(ctx context.Context, c generate.Conversation, report func(generate.Step)) (*generate.Result, error) {
	var faults rule.Faults
	message := appbuilder.CheckText(&faults, "message", c.Message)
	if len(faults) > 0 {
		return nil, appbuilder.InvalidError(faults)
	}
	if err := ctx.Err(); err != nil {
		return nil, &fault.Error{Kind: fault.Internal, Message: "This was cancelled.", Err: err}
	}
	r := request{text: strings.TrimRight(message, ".!? "), content: c.Content, today: g.today()}
	r.said = words(r.text)
	if r.undo() {
		return &generate.Result{Content: c.Content, Reply: "I took back the last change.", Undo: true, Understood: true, Generator: Name}, nil
	}
	operations, step, reply := r.read()
	if reply == "" && len(operations) == 0 {
		reply = help
	}
	if len(operations) == 0 {
		return &generate.Result{Content: c.Content, Reply: reply, Generator: Name}, nil
	}
	report(generate.Step{Name: step})
	edited, changes, faults := generate.Apply(c.Content, operations)
	report(generate.Step{Name: step, Done: true})
	switch {
	case len(faults) > 0:
		return &generate.Result{Content: c.Content, Reply: "I can't do that: " + faults[0].Message + " Nothing was changed.", Generator: Name}, nil
	case len(changes) == 0:
		return &generate.Result{Content: c.Content, Reply: "It is like that already, so nothing was changed.", Understood: true, Generator: Name}, nil
	}
	return &generate.Result{Content: edited, Changes: changes, Reply: strings.Join(changes, ". ") + ".", Understood: true, Generator: Name}, nil
}

// request is a message as the rules read it.
type request struct {
	text    string
	said    []string
	content appbuilder.Content
	today   today
}

func (r request) undo() bool {
	t := strings.Join(r.said, " ")
	return len(r.said) <= 6 && (slices.Contains(r.said, "undo") || slices.Contains(r.said, "revert") ||
		strings.Contains(t, "take it back") || strings.Contains(t, "take that back") || t == "go back")
}

// read returns the operations that the message asks for, the step they belong to, and, where
// they can't be done, a reply that says why. What is most specific is looked for first.
func (r request) read() (operations []generate.Operation, step, reply string) {
	for _, reading := range []struct {
		step string
		read func(request) ([]generate.Operation, string)
	}{
		{generate.Tool, request.names},
		{generate.Data, request.cells},
		{generate.Data, request.columns},
		{generate.Data, request.rows},
		{generate.Theme, request.colors},
		{generate.Layout, request.layout},
	} {
		if operations, reply := reading.read(r); len(operations) > 0 || reply != "" {
			return operations, reading.step, reply
		}
	}
	return nil, "", ""
}

// layout reads "switch to cards", "show it as a table", "not a table but posts".
func (r request) layout() ([]generate.Operation, string) {
	asks := []string{"switch", "change", "use", "make", "show", "display", "turn", "convert", "layout", "as", "into", "want", "rather", "instead"}
	if find(r.said, asks) < 0 && len(r.said) > 3 {
		return nil, ""
	}
	for _, l := range []struct {
		name  string
		words []string
	}{
		{layout.CardList, []string{"card", "tile", "grid", "gallery"}},
		{layout.PostList, []string{"post", "blog", "article", "feed", "news"}},
		{layout.Table, []string{"table", "spreadsheet", "row", "list"}},
	} {
		if find(r.said, l.words) >= 0 {
			return []generate.Operation{{Op: generate.SetLayout, Value: l.name}}, ""
		}
	}
	return nil, ""
}

// colors reads "make it green", "change the background to #fff", "dark mode".
func (r request) colors() ([]generate.Operation, string) {
	for i, w := range r.said {
		if (w == "dark" || w == "light") && !refused(r.said[:i]) && (i+1 == len(r.said) || is(r.said[i+1], []string{"mode", "theme", "design", "look", "background", "colors", "color"})) {
			return r.brightness(w == "dark"), ""
		}
	}
	if m := notation.FindString(r.text); m != "" {
		return paint(partIn(r.said), m)
	}
	c, at, ok := colorIn(r.said)
	if !ok {
		return nil, ""
	}
	// "green background" and "background green" both speak of the background.
	return []generate.Operation{{Op: generate.SetTheme, Theme: map[string]string{partIn(slices.Delete(slices.Clone(r.said), at, at+1)): c.String()}}}, ""
}
