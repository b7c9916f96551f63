// Package widget is the widget of the portfolio tools: a project's state, its text, its
// photos, and the list of projects, in one page. The person edits, uploads and publishes
// there; each change is a call of the tool that a model would make.
package widget

import (
	_ "embed"
	"maps"
	"strings"

	"github.com/mcp-adapters/mcp-adapters/internal/widget"
	"github.com/mcp-adapters/mcp-adapters/mcp"
)

// What esbuild makes of the scripts and the style here; TestScript has them made anew
// when a source has changed.
var (
	//go:embed script.min.js
	script string
	//go:embed style.min.css
	style string
)

// hostFiles is where ChatGPT keeps the files that people put into a chat.
const hostFiles = "https://*.oaiusercontent.com"

// Options say where the page may load from and send to. Origins are complete, with a
// scheme; those that are "" or given twice are left out.
type Options struct {
	Site   string   // the origin of the public pages
	Media  []string // origins of photos and of uploads: the API's, and its storage's
	Domain string   // where a host serves the page from; "": its own choice
}

// New returns the widget.
func New(o Options) (*widget.Widget, error) {
	media := distinct(append([]string{o.Site}, append(o.Media, hostFiles)...))
	return widget.New(widget.Options{
		Name:        "portfolio",
		Title:       "Portfolio",
		Description: "Shows the project or the list of projects, with what is missing, the text and the photos to edit, and a button to publish. There is no need to repeat it.",
		AppsURI:     "ui://knearme-portfolio/widget.html",
		OpenAIURI:   "template://knearme-portfolio",
		Style:       widget.Minified(style),
		Script:      widget.Minified(script),
		Connect:     media,
		Load:        media,
		Open:        distinct([]string{o.Site}),
		Domain:      o.Domain,
	})
}

// distinct returns the origins without those that are "" or were named before.
func distinct(origins []string) []string {
	list, seen := []string{}, map[string]bool{"": true}
	for _, origin := range origins {
		origin = strings.TrimRight(origin, "/")
		if !seen[origin] {
			list = append(list, origin)
		}
		seen[origin] = true
	}
	return list
}

// Attach returns what shows the widget for a tool, in the form that
// portfolio.ToolOptions takes.
func Attach(w *widget.Widget) func(t *mcp.Tool, invoking, invoked string) {
	return func(t *mcp.Tool, invoking, invoked string) {
		w.Attach(t, invoking, invoked)
		ui, _ := t.Meta["ui"].(map[string]any)
		ui = maps.Clone(ui)
		ui["visibility"] = []string{"model", "app"}
		t.Meta["ui"] = ui
		if t.Name == "create_project_draft" { // only the chat begins a project
			delete(t.Meta, "openai/widgetAccessible")
		}
	}
}
