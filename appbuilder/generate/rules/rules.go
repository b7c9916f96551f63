// Package rules makes and edits apps without a model: it looks for words that it knows. The
// same prompt makes the same app, on the same day. What it didn't understand it says, with
// what can be asked for.
//
// A prompt has a topic, of those in topics/*.yaml, and wishes: columns, a layout, a color, an order, a
// number of entries. Columns that a topic doesn't have get values by what their headers mean
// (columns.yaml).
//
// A message is divided into wishes ([Generator.Edit] does them in their order), and each is
// shown to readers, the most specific first: names, colors, layouts, columns, rows, cells. A
// reader takes a wish only if it accounts for all of its words. So nothing is done that wasn't
// asked for, and nothing by half: what no reader takes is named in the reply. What the rules
// know that they can't do, and small talk, are in replies.yaml.
//
// What comes of many prompts and messages is in testdata, and is to be read by eye when it
// changes.
package rules

import (
	"context"
	"time"

	"github.com/mcp-adapters/mcp-adapters/appbuilder"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/generate"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/rule"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

// Name is the generator's name.
const Name = "rules"

// Generator is safe for concurrent use.
type Generator struct {
	// Now is the day that dates are counted from; nil: [time.Now].
	Now func() time.Time
}

// Name returns [Name].
func (Generator) Name() string { return Name }

// Generate makes an app of the words of a prompt.
func (g Generator) Generate(ctx context.Context, prompt string, report func(generate.Step)) (*generate.Result, error) {
	var faults rule.Faults
	if prompt = appbuilder.CheckText(&faults, "prompt", prompt); len(faults) > 0 {
		return nil, appbuilder.InvalidError(faults)
	}
	made := understand(prompt, g.today())
	steps := []struct {
		name string
		do   func()
	}{
		{generate.Layout, func() { made.content.Layout = made.layout() }},
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
	return &generate.Result{Content: made.content, Reply: made.reply(), Understood: made.phrase != "", Generator: Name}, nil
}

func (g Generator) today() time.Time {
	if g.Now == nil {
		return time.Now()
	}
	return g.Now()
}
