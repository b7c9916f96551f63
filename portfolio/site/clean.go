package site

import (
	"strings"

	"golang.org/x/net/html"

	"github.com/mcp-adapters/mcp-adapters/internal/markup"
)

// markup returns a text in which a little HTML may be, and nothing else.
func (f *form) markup(name string, most int) *string {
	v := f.text(name, most)
	if v == nil || !strings.ContainsAny(*v, "<&") {
		return v // plain: as it was written
	}
	var b strings.Builder
	for _, n := range markup.Clean(*v) {
		if err := html.Render(&b, n); err != nil {
			f.refuse(name, "must be a text, or simple HTML")
			return nil
		}
	}
	text := b.String()
	return &text
}
