package page

import (
	"golang.org/x/net/html"

	"github.com/mcp-adapters/mcp-adapters/internal/markup"
)

// head is what a page says of itself to search engines and to whoever shares it.
type head struct {
	title, description string
	url                string // the canonical address; "" if the page is not to be found
	site               string
	kind               string // of Open Graph
	image              *picture
	more               []any
}

// document writes a page with this head.
func (h head) document(body ...any) ([]byte, error) {
	all := []any{
		element("meta", []string{"name", "theme-color", "content", "#faf8f4", "media", "(prefers-color-scheme: light)"}),
		element("meta", []string{"name", "theme-color", "content", "#161715", "media", "(prefers-color-scheme: dark)"}),
	}
	named := func(name, value string) {
		if value != "" {
			all = append(all, element("meta", []string{"name", name, "content", value}))
		}
	}
	graph := func(name, value string) {
		if value != "" {
			all = append(all, property(name, value))
		}
	}
	if own(h.url) == "" {
		named("robots", "noindex")
	} else {
		all = append(all, element("link", []string{"rel", "canonical", "href", h.url}))
		named("description", h.description)
		graph("og:type", h.kind)
		graph("og:title", h.title)
		graph("og:description", h.description)
		graph("og:url", h.url)
		graph("og:site_name", trim(h.site))
		card := "summary"
		if h.image != nil {
			card = "summary_large_image"
			graph("og:image", h.image.URL)
			if h.image.Width > 0 && h.image.Height > 0 {
				graph("og:image:width", number(h.image.Width))
				graph("og:image:height", number(h.image.Height))
			}
			graph("og:image:alt", h.image.alt)
		}
		named("twitter:card", card)
		named("twitter:title", h.title)
		named("twitter:description", h.description)
		if h.image != nil {
			named("twitter:image", h.image.URL)
			named("twitter:image:alt", h.image.alt)
		}
	}
	return markup.Document{Title: h.title, Style: style, Head: append(all, h.more...), Body: body}.Render()
}

// property is a property of Open Graph.
func property(name, value string) *html.Node {
	return element("meta", []string{"property", name, "content", value})
}

// article is what Open Graph knows of articles.
func (c CaseStudy) article() []any {
	var all []any
	for _, m := range [][2]string{
		{"article:published_time", stamp(c.Published)},
		{"article:modified_time", stamp(c.Modified)},
		{"article:section", trim(c.Type)},
	} {
		if m[1] != "" {
			all = append(all, property(m[0], m[1]))
		}
	}
	for _, tag := range c.Tags {
		if tag = trim(tag); tag != "" {
			all = append(all, property("article:tag", tag))
		}
	}
	return all
}
