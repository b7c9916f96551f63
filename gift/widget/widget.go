// Package widget has the pages of the gift tools: a list of ideas to star and refine, which
// also shows one in place, and the details of one.
package widget

import (
	_ "embed"
	"maps"

	page "github.com/mcp-adapters/mcp-adapters/internal/widget"
	"github.com/mcp-adapters/mcp-adapters/mcp"
)

// What esbuild makes of the scripts and the style here; TestScript has them made anew when
// a source has changed.
var (
	//go:embed list.min.js
	listScript string
	//go:embed details.min.js
	detailsScript string
	//go:embed style.min.css
	style string
)

// Extension is the name under which a server says that it has widgets.
const Extension = page.Extension

// Options describe how hosts get the pages.
type Options struct {
	Domain string // where a host serves them from; "": its own choice
}

// Pages are the two pages. They don't change.
type Pages struct{ list, details *page.Widget }

// New returns the pages. Its error says what is wrong with o.
func New(o Options) (*Pages, error) {
	list, err := declare(o, "gift-list", "Gift ideas", listScript,
		"Shows the gift ideas with price and reason. In it people star ideas, refine the list by them, ask for others and open details. There is no need to repeat it.")
	if err != nil {
		return nil, err
	}
	details, err := declare(o, "gift-details", "Gift idea", detailsScript,
		"Shows the gift idea in full: description, price, recipients, occasions, and where to find it. There is no need to repeat it.")
	if err != nil {
		return nil, err
	}
	return &Pages{list, details}, nil
}

func declare(o Options, name, title, script, description string) (*page.Widget, error) {
	return page.New(page.Options{
		Name:        name + "-widget-app",
		OpenAIName:  name + "-widget",
		Title:       title,
		Description: description,
		AppsURI:     "ui://widget/" + name + ".app.html",
		OpenAIURI:   "ui://widget/" + name + ".html",
		Style:       page.Minified(style),
		Script:      page.Minified(script),
		Domain:      o.Domain,
	})
}

// Resources returns the pages as resources: each once for every kind of host.
func (p *Pages) Resources() []mcp.Resource {
	return append(p.list.Resources(), p.details.Resources()...)
}

// Attach has hosts show a page for results of the tool: details for get_gift_details, the
// list for any other. invoking and invoked are what ChatGPT shows meanwhile and afterwards.
func (p *Pages) Attach(t *mcp.Tool, invoking, invoked string) {
	shown := p.list
	if t.Name == "get_gift_details" {
		shown = p.details
	}
	shown.Attach(t, invoking, invoked)
	ui, _ := t.Meta["ui"].(map[string]any)
	ui = maps.Clone(ui)
	ui["visibility"] = []string{"model", "app"}
	t.Meta["ui"] = ui
	t.Meta["openai/invocationMessage"] = invoking // the name under which the tools' contract has it
}
