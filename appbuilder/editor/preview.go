package editor

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"golang.org/x/net/html"

	"github.com/mcp-adapters/mcp-adapters/appbuilder"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/layout"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/widget"
)

// nameOf is the slug of an app for its page, or one that stands for it.
func nameOf(app appbuilder.App) string {
	if app.Slug == nil {
		return "draft"
	}
	return *app.Slug
}

// preview is the page that hosts will show, with the draft's data in it. Its policy gives it an
// origin of its own, and only the editor may have it in a frame.
func (q *request) preview() error {
	app, err := q.site.App(q.ctx(), q.v, q.id)
	if err != nil {
		return err
	}
	page, policy, err := widget.Page(app.Content, nameOf(app), app.Version)
	if err != nil {
		return err
	}
	h := q.w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Security-Policy", strings.Replace(policy, "frame-ancestors *", "frame-ancestors 'self'", 1))
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cache-Control", "no-store")
	_, _ = q.w.Write([]byte(page)) // a browser that went away takes no page
	return nil
}

// previewData is the draft as a result, which the frame shows without being loaded anew. Where
// pictures come from is in the policy of the page: other places need another page.
func (q *request) previewData() error {
	app, err := q.site.App(q.ctx(), q.v, q.id)
	if err != nil {
		return err
	}
	text, err := json.Marshal(map[string]any{
		"revision": app.Revision,
		"images":   layout.ImageOrigins(app.Data),
		"result": map[string]any{
			"structuredContent": app.Data,
			"_meta":             map[string]any{widget.ViewMeta: widget.NewView(app.Content, app.Version)},
		},
	}, json.Deterministic(true))
	if err != nil {
		return err
	}
	h := q.w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cache-Control", "no-store")
	if q.r.Method != http.MethodHead {
		_, _ = q.w.Write(text) // as above
	}
	return nil
}

// asText has the first entries of the draft, for a browser without the script that draws them.
func (p *view) asText() *html.Node {
	const most, size = 20, 8 << 10
	var items []any
	for _, line := range layout.Lines(p.is.Data, most, size) {
		items = append(items, typed("li", "", line))
	}
	if left := p.is.Data.Len() - len(items); left > 0 {
		items = append(items, class("li", "quiet", "… and "+strconv.Itoa(left)+" more"))
	}
	if len(items) == 0 {
		return class("p", "quiet", "No entries yet.")
	}
	return class("ul", "entries", items...)
}
