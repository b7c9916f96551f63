package issuer

import (
	"golang.org/x/net/html"

	"github.com/mcp-adapters/mcp-adapters/internal/markup"
)

// webPage returns a whole page.
func webPage(title string, inside ...any) ([]byte, error) {
	return markup.Document{
		Title: title,
		Style: style,
		Head:  []any{element("meta", []string{"name", "robots", "content", "noindex"})},
		Body:  []any{element("main", nil, inside...)},
	}.Render()
}

func element(tag string, attributes []string, inside ...any) *html.Node {
	return markup.Element(tag, attributes, inside...)
}

// form returns a form of ours, with its secret. Inputs outside of it may name its id.
func form(id, action, token string, inside ...any) *html.Node {
	attributes := []string{"method", "post", "action", action}
	if id != "" {
		attributes = append(attributes, "id", id)
	}
	secret := element("input", []string{"type", "hidden", "name", "token", "value", token})
	return element("form", attributes, append([]any{secret}, inside...)...)
}

func heading(level, text string) *html.Node { return element(level, nil, text) }

func paragraph(class string, inside ...any) *html.Node {
	if class == "" {
		return element("p", nil, inside...)
	}
	return element("p", []string{"class", class}, inside...)
}

// button sends its form with that act.
func button(class, act, text string) *html.Node {
	attributes := []string{"name", "act", "value", act}
	if class != "" {
		attributes = append(attributes, "class", class)
	}
	return element("button", attributes, text)
}
