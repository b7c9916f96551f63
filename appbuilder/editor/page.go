package editor

import (
	"github.com/mcp-adapters/mcp-adapters/internal/markup"
)

// policy is that of all pages but the preview.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
	"frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// send sends a page.
func (q *request) send(status int, title string, body ...any) error {
	text, err := markup.Document{
		Title: title,
		Head: []any{
			el("meta", a("name", "robots", "content", "noindex")),
			el("meta", a("name", "color-scheme", "content", "light dark")),
			el("link", a("rel", "icon", "href", icon.path)),
			el("link", a("rel", "stylesheet", "href", style.path)),
			el("script", a("src", script.path, "defer", "")),
		},
		Body: body,
	}.Render()
	if err != nil {
		return err
	}
	h := q.w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	// Under no-referrer browsers would send forms from the origin null, which can't be told
	// from another site where they say no more of it.
	h.Set("Referrer-Policy", "same-origin")
	h.Set("Cache-Control", "no-store")
	q.w.WriteHeader(status)
	_, _ = q.w.Write(text) // a browser that went away takes no page
	return nil
}
