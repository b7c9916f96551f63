package issuer

import (
	"bytes"

	"golang.org/x/net/html"
)

// Pages are made of nodes, which x/net/html escapes where it writes them. A template
// engine calls methods by name, and the linker would then keep every method of the
// whole program: five megabytes more in memory, for three pages.

// element returns an element with attributes, given as names and values, and what is
// in it: nodes, lists of them, and text. nil is left out.
func element(tag string, attributes []string, inside ...any) *html.Node {
	n := &html.Node{Type: html.ElementNode, Data: tag}
	for i := 0; i+1 < len(attributes); i += 2 {
		n.Attr = append(n.Attr, html.Attribute{Key: attributes[i], Val: attributes[i+1]})
	}
	add(n, inside)
	return n
}

func add(n *html.Node, inside []any) {
	for _, child := range inside {
		switch c := child.(type) {
		case string:
			n.AppendChild(&html.Node{Type: html.TextNode, Data: c})
		case *html.Node:
			if c != nil {
				n.AppendChild(c)
			}
		case []any:
			add(n, c)
		default:
			panic("issuer: what is not a node can't be in a page")
		}
	}
}

// webPage returns a whole page.
func webPage(title string, inside ...any) ([]byte, error) {
	page := &html.Node{Type: html.DocumentNode}
	page.AppendChild(&html.Node{Type: html.DoctypeNode, Data: "html"})
	page.AppendChild(element("html", []string{"lang", "en"},
		element("head", nil,
			element("meta", []string{"charset", "utf-8"}),
			element("meta", []string{"name", "viewport", "content", "width=device-width, initial-scale=1"}),
			element("meta", []string{"name", "robots", "content", "noindex"}),
			element("title", nil, title),
			element("style", nil, style)),
		element("body", nil, element("main", nil, inside...))))
	var b bytes.Buffer
	err := html.Render(&b, page)
	return b.Bytes(), err
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
