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

// Extension is the name under which a server says that it has widgets, in
// mcp.Options.Extensions. The value is an empty object.
const Extension = "io.modelcontextprotocol/ui"

// Options describe a widget. Origins are complete, with a scheme: "https://example.com".
type Options struct {
	Name        string   // of its resources: "recipe-card"
	OpenAIName  string   // of that for ChatGPT; "": Name with "-chatgpt"
	Title       string   // of the page
	Description string   // for the model: what the person sees
	AppsURI     string   // of the page for MCP Apps: "ui://recipe-vault/card.html"
	OpenAIURI   string   // of the page for ChatGPT; "": it takes the other
	Style       string   // CSS after the base styles
	Script      string   // classic JavaScript after the bridge, each string within a line
	Connect     []string // origins that the script may ask
	Load        []string // origins that pictures, fonts and media may come from
	Open        []string // origins that ChatGPT opens without asking
	Domain      string   // where a host serves the page from; "": its own choice
}

// Widget is a page that is ready to be served. It doesn't change.
type Widget struct {
	o    Options
	page string
}

// What esbuild makes of the bridge and the base styles; TestScript has them made anew when
// a source has changed.
var (
	//go:embed bridge.min.js
	bridge string
	//go:embed base.min.css
	base string
)

// New returns the widget. Its error says which part can't be in a page.
func New(o Options) (*Widget, error) {
	switch {
	case o.Name == "" || !strings.HasPrefix(o.AppsURI, "ui://"):
		return nil, errors.New("widget: it needs a name, and a URI that begins with ui://")
	case endsElement(o.Script) || endsElement(o.Style):
		return nil, fmt.Errorf("widget %s: its script or style would end the element that it stands in", o.Name)
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

// isOrigin admits http, for servers at home, and a wildcard for the first label of more.
func isOrigin(s string) bool {
	named := strings.Replace(s, "://*.", "://", 1)
	u, err := url.Parse(named)
	return err == nil && (u.Scheme == "https" || u.Scheme == "http") && u.Hostname() != "" && u.Scheme+"://"+u.Host == named &&
		!strings.ContainsAny(named, " ;,'\"*")
}

// page puts the parts together. There is no base element and no policy in it: hosts put
// scripts and a policy of their own before it.
func page(o Options) string {
	return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>` + html.EscapeString(o.Title) + `</title>
<style>
` + dense(base+o.Style) + `</style>
</head>
<body>
<main id="app"></main>
<script>
` + dense(bridge+o.Script) + `</script>
</body>
</html>
`
}

// dense leaves out what only the readers of a script or style need: indentation, lines that
// are a comment alone, and the ends of lines after which none is needed.
func dense(text string) string {
	var b strings.Builder
	b.Grow(len(text))
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "//") || strings.HasPrefix(line, "/*") && strings.HasSuffix(line, "*/") {
			continue
		}
		b.WriteString(line)
		if !strings.ContainsAny(line[len(line)-1:], "{;,") || strings.Contains(line, "//") {
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// Page returns the HTML.
func (w *Widget) Page() string { return w.page }

// Resources returns the page as resources: one for each kind of host.
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

// meta is the page's policy and looks, in the words of both kinds of host.
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

// list is never null in JSON.
func list(origins []string) []string { return append([]string{}, origins...) }

// Attach has hosts show the widget for results of the tool. invoking and invoked are what
// ChatGPT shows meanwhile and afterwards, of 64 characters at most.
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
