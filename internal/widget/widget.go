// Package widget declares the HTML pages that hosts show for a tool's result: ChatGPT
// (window.openai) and hosts of MCP Apps (SEP-1865, protocol 2026-01-26).
//
// A page loads nothing. It has the base styles, the bridge to the host (bridge.js, which documents
// its interface), and the widget's own style and script. The script calls widget({…}). It must build
// its elements with textContent, since results hold what strangers wrote.
//
// To give a tool a widget, declare it with [New], list [Widget.Resources] among the server's
// resources, and call [Widget.Attach] on the tool.
package widget

import (
	"cmp"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"html"
	"net/url"
	"strings"

	"github.com/mcp-adapters/mcp-adapters/mcp"
)

// MIME types of the page, for the two kinds of host.
const (
	AppsMIME   = "text/html;profile=mcp-app"
	OpenAIMIME = "text/html+skybridge"
)

// Extension is the key in mcp.Options.Extensions that declares widgets. Its value is an empty object.
const Extension = "io.modelcontextprotocol/ui"

// Options describe a widget. Origins have a scheme: "https://example.com".
type Options struct {
	Name        string   // of the resource for MCP Apps: "recipe-card"
	OpenAIName  string   // of the resource for ChatGPT; "": Name with "-chatgpt"
	Title       string   // of the page
	Description string   // tells the model what the person sees
	AppsURI     string   // of the page for MCP Apps: "ui://recipe-vault/card.html"
	OpenAIURI   string   // of the page for ChatGPT; "": AppsURI
	Style       string   // CSS after the base styles
	Script      string   // classic JavaScript after the bridge
	Connect     []string // origins that the script may fetch from
	Load        []string // origins of pictures, fonts and media
	Open        []string // origins that ChatGPT opens without asking
	Domain      string   // that a host serves the page from; "": the host chooses
}

// Widget is a page that is ready to be served. It is safe for concurrent use.
type Widget struct {
	o    Options
	page string
}

// The bridge and the base styles, minified by esbuild. TestScript -update makes them again.
var (
	//go:embed bridge.min.js
	bridge string
	//go:embed base.min.css
	base string
)

// New returns the widget, or an error that names the option that a page cannot have.
func New(o Options) (*Widget, error) {
	switch {
	case o.Name == "" || !strings.HasPrefix(o.AppsURI, "ui://"):
		return nil, errors.New("widget: it needs a name, and a URI that begins with ui://")
	case endsElement(o.Script) || endsElement(o.Style):
		return nil, fmt.Errorf("widget %s: its script or style would end its own element", o.Name)
	}
	for _, origins := range [][]string{o.Connect, o.Load, o.Open} {
		for _, origin := range origins {
			if !isOrigin(origin) {
				return nil, fmt.Errorf("widget %s: %q is not an origin such as https://example.com", o.Name, origin)
			}
		}
	}
	return &Widget{o: o, page: page(o)}, nil
}

// endsElement reports whether text in a script or style element would end it.
func endsElement(text string) bool {
	for {
		at := strings.IndexByte(text, '<')
		if at < 0 {
			return false
		}
		text = text[at+1:]
		for _, end := range []string{"/script", "/style", "!--"} {
			if len(text) >= len(end) && strings.EqualFold(text[:len(end)], end) {
				return true
			}
		}
	}
}

// isOrigin admits http, for servers at home, and a wildcard as the first label.
func isOrigin(s string) bool {
	named := strings.Replace(s, "://*.", "://", 1)
	u, err := url.Parse(named)
	return err == nil && (u.Scheme == "https" || u.Scheme == "http") && u.Hostname() != "" && u.Scheme+"://"+u.Host == named &&
		!strings.ContainsAny(named, " ;,'\"*")
}

// page returns the HTML. It has no base element and no policy, because hosts insert their own script
// and policy.
func page(o Options) string {
	return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>` + html.EscapeString(o.Title) + `</title>
<style>
` + Minified(base) + o.Style + `</style>
</head>
<body>
<main id="app"></main>
<script>
` + Minified(bridge) + o.Script + `</script>
</body>
</html>
`
}

// Minified returns a file that esbuild has made without its first line, which says what it was made of.
func Minified(text string) string {
	_, rest, _ := strings.Cut(text, "\n")
	return rest
}

// Page returns the HTML.
func (w *Widget) Page() string { return w.page }

// Resources returns the page as a resource for each kind of host.
func (w *Widget) Resources() []mcp.Resource {
	resources := []mcp.Resource{w.resource(w.o.Name, w.o.AppsURI, AppsMIME)}
	if w.o.OpenAIURI != "" {
		resources = append(resources, w.resource(cmp.Or(w.o.OpenAIName, w.o.Name+"-chatgpt"), w.o.OpenAIURI, OpenAIMIME))
	}
	return resources
}

func (w *Widget) resource(name, uri, mime string) mcp.Resource {
	return mcp.Resource{
		URI: uri, Name: name, Title: w.o.Title, Description: w.o.Description,
		MIME: mime, Size: int64(len(w.page)), Meta: w.meta(),
		Read: func(context.Context, *mcp.Request, string, map[string]string) ([]mcp.Contents, error) {
			return []mcp.Contents{{Text: w.page}}, nil
		},
	}
}

// meta is the page's policy and border, in the terms of both kinds of host.
func (w *Widget) meta() map[string]any {
	ui := map[string]any{
		"csp":           map[string]any{"connectDomains": list(w.o.Connect), "resourceDomains": list(w.o.Load)},
		"prefersBorder": true,
	}
	meta := map[string]any{
		"ui": ui,
		"openai/widgetCSP": map[string]any{
			"connect_domains": list(w.o.Connect), "resource_domains": list(w.o.Load), "redirect_domains": list(w.o.Open),
		},
		"openai/widgetPrefersBorder": true,
		"openai/widgetDescription":   w.o.Description,
	}
	if w.o.Domain != "" {
		ui["domain"] = w.o.Domain
		meta["openai/widgetDomain"] = w.o.Domain
	}
	return meta
}

// list copies origins to a slice that is never null in JSON.
func list(origins []string) []string { return append([]string{}, origins...) }

// Attach makes hosts show the widget for results of the tool. ChatGPT shows invoking during a call
// and invoked after it; both have at most 64 characters.
func (w *Widget) Attach(t *mcp.Tool, invoking, invoked string) {
	meta := map[string]any{
		"ui":                             map[string]any{"resourceUri": w.o.AppsURI},
		"ui/resourceUri":                 w.o.AppsURI, // the only form that some hosts read
		"openai/outputTemplate":          cmp.Or(w.o.OpenAIURI, w.o.AppsURI),
		"openai/widgetAccessible":        true,
		"openai/toolInvocation/invoking": invoking,
		"openai/toolInvocation/invoked":  invoked,
	}
	for name, value := range t.Meta {
		meta[name] = value
	}
	t.Meta = meta
}
