// Package widget is the page that hosts show for the result of a published app: one HTML
// file that loads nothing, with all layouts in it and the app's colors. It takes the data from
// the host (package widget has the bridge), or from an island in the page itself.
package widget

import (
	"bytes"
	_ "embed"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/mcp-adapters/mcp-adapters/appbuilder"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/layout"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/theme"
	"github.com/mcp-adapters/mcp-adapters/internal/markup"
	"github.com/mcp-adapters/mcp-adapters/internal/widget"
)

// What esbuild makes of the script and the style here; TestScript has them made anew when
// a source has changed.
var (
	//go:embed view.min.js
	script string
	//go:embed view.min.css
	style string
)

// View is what _meta["app-builder/view"] of a result says of the version that has answered,
// for a page that is older.
type View struct {
	Name    string      `json:"name"`
	Layout  string      `json:"layout"`
	Theme   theme.Theme `json:"theme"`
	Dark    theme.Theme `json:"dark"`
	Version int         `json:"publishVersion"`
}

// NewView returns the view of a version.
func NewView(c appbuilder.Content, version int) View {
	return View{c.Name, c.Layout, c.Theme.Drawn(), c.Theme.Dark().Drawn(), version}
}

// ViewMeta is the member of a result's _meta that has its [View].
const ViewMeta = "app-builder/view"

// New returns the page as a resource for hosts, at ui://widget/{slug}.html. A page that
// a host kept takes the colors of a newer version from the result.
func New(c appbuilder.Content, slug string) (*widget.Widget, error) {
	return widget.New(widget.Options{
		Name:        slug,
		Title:       c.Name,
		Description: "Shows the data of the app as it is in the answer. There is no need to repeat it.",
		AppsURI:     "ui://widget/" + slug + ".html",
		Style:       Style(c.Theme) + widget.Minified(style),
		Script:      widget.Minified(script),
		Load:        layout.ImageOrigins(c.Data),
	})
}

// Style returns the variables of a theme, light and dark, printed from parsed numbers.
func Style(t theme.Theme) string {
	named := func(t theme.Theme) string { return strings.ReplaceAll(t.CSS(), "--", "--t-") }
	light, dark := named(t.Drawn()), named(t.Dark().Drawn())
	return ":root{" + light + "}\n" +
		"@media (prefers-color-scheme:dark){:root:not([data-theme=light]){" + dark + "}}\n" +
		":root[data-theme=dark]{" + dark + "}\n" +
		":root[data-theme=light]{" + light + "}\n"
}

// Page is the page as a document of its own, with its data, and the policy that it is to be
// sent with.
func Page(c appbuilder.Content, slug string, version int) (html, policy string, err error) {
	w, err := New(c, slug)
	if err != nil {
		return "", "", err
	}
	island, err := json.Marshal(map[string]any{
		"data": c.Data, "meta": map[string]any{ViewMeta: NewView(c, version)},
	}, json.Deterministic(true), jsontext.EscapeForHTML(true), jsontext.EscapeForJS(true))
	if err != nil {
		return "", "", err
	}
	var b bytes.Buffer
	before, rest, _ := strings.Cut(w.Page(), "<script>")
	b.WriteString(before)
	b.WriteString(`<script type="application/json" id="island">`)
	b.Write(island)
	b.WriteString("</script>\n<script>")
	b.WriteString(rest)
	return b.String(), Policy(w.Page(), layout.ImageOrigins(c.Data)), nil
}

// Policy is the Content-Security-Policy of a page: its own script and style, pictures from
// origins, and nothing else. The sandbox gives it an origin of its own even when it is opened
// as a page.
func Policy(page string, origins []string) string {
	return "default-src 'none'; script-src " + markup.Hash(element(page, "script")) + "; style-src " + markup.Hash(element(page, "style")) +
		"; img-src " + strings.Join(append([]string{"data:"}, origins...), " ") +
		"; base-uri 'none'; form-action 'none'; frame-ancestors *; sandbox allow-scripts allow-popups"
}

// element is the text of the only element of that name.
func element(page, name string) string {
	_, rest, _ := strings.Cut(page, "<"+name+">")
	text, _, _ := strings.Cut(rest, "</"+name+">")
	return text
}
