// Package markup writes web pages as trees of nodes, which x/net/html escapes where it
// writes them, and takes apart the little HTML that people may write themselves.
//
// A template engine would call methods by name, and the linker would then keep every
// method of the whole program: five megabytes more in memory, for a few pages.
package markup

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"

	"golang.org/x/net/html"
)

// Element returns an element with attributes, given as names and values, and what is in
// it: nodes, lists of them, and text. A nil node is left out. Names of elements and
// attributes are the program's own, and so is text in a script or a style, where
// nothing is escaped.
func Element(tag string, attributes []string, inside ...any) *html.Node {
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
		case []*html.Node:
			for _, node := range c {
				n.AppendChild(node)
			}
		case []any:
			add(n, c)
		default:
			panic("markup: what is not a node can't be in a page")
		}
	}
}

// Document is a whole page.
type Document struct {
	Title string
	Style string // a style sheet, in the page itself; "": none
	Head  []any  // more of the head
	Body  []any
}

// Render writes the page.
func (d Document) Render() ([]byte, error) {
	var style *html.Node
	if d.Style != "" {
		style = Element("style", nil, d.Style)
	}
	page := &html.Node{Type: html.DocumentNode}
	page.AppendChild(&html.Node{Type: html.DoctypeNode, Data: "html"})
	page.AppendChild(Element("html", []string{"lang", "en"},
		Element("head", nil,
			Element("meta", []string{"charset", "utf-8"}),
			Element("meta", []string{"name", "viewport", "content", "width=device-width, initial-scale=1"}),
			d.Head,
			Element("title", nil, d.Title),
			style),
		Element("body", nil, d.Body...)))
	var b bytes.Buffer
	err := html.Render(&b, page)
	return b.Bytes(), err
}

// Hash names a style sheet in a Content-Security-Policy, so that no other works.
func Hash(style string) string {
	sum := sha256.Sum256([]byte(style))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}
