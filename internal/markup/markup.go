// Package markup builds web pages as trees of nodes, which x/net/html escapes, and cleans the little
// HTML that people may write.
//
// It avoids html/template, which calls methods by name: the linker would then keep every method of the
// program, which costs five megabytes of memory.
package markup

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"

	"golang.org/x/net/html"
)

// Element returns an element with attributes, given as names and values, around nodes, lists of nodes
// and text. It skips nil nodes. Names, and the text of a script or style, are not escaped: they must
// be the program's own.
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
			panic("markup: a page can only have nodes and text")
		}
	}
}

// Document is a whole page.
type Document struct {
	Title string
	Style string // CSS of the page; "": none
	Head  []any  // more of the head
	Body  []any
}

// Render returns the page.
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

// Hash returns the Content-Security-Policy source that allows only this style sheet or script.
func Hash(style string) string {
	sum := sha256.Sum256([]byte(style))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}
