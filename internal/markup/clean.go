package markup

import (
	"regexp"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// What becomes of an element in a text: of any that is not named here, the tags go and
// the text stays, in a paragraph of its own.
const (
	ownParagraph = iota
	kept         // in a line: as it is, without its attributes
	unwrapped    // in a line: the tags go
	list
	dropped // what is in it is not a text
)

var fates = map[atom.Atom]int{
	atom.Strong: kept, atom.Em: kept, atom.Br: kept,
	atom.Ul: list, atom.Ol: list,
	atom.A: unwrapped, atom.Abbr: unwrapped, atom.B: unwrapped, atom.Bdi: unwrapped, atom.Bdo: unwrapped, atom.Big: unwrapped,
	atom.Cite: unwrapped, atom.Code: unwrapped, atom.Del: unwrapped, atom.Font: unwrapped, atom.I: unwrapped, atom.Ins: unwrapped,
	atom.Kbd: unwrapped, atom.Mark: unwrapped, atom.Q: unwrapped, atom.S: unwrapped, atom.Small: unwrapped, atom.Span: unwrapped,
	atom.Sub: unwrapped, atom.Sup: unwrapped, atom.Time: unwrapped, atom.U: unwrapped,
	atom.Audio: dropped, atom.Canvas: dropped, atom.Iframe: dropped, atom.Math: dropped, atom.Noembed: dropped,
	atom.Noframes: dropped, atom.Noscript: dropped, atom.Object: dropped, atom.Script: dropped, atom.Select: dropped,
	atom.Style: dropped, atom.Svg: dropped, atom.Template: dropped, atom.Textarea: dropped, atom.Title: dropped, atom.Video: dropped,
}

// Clean returns a text that a person wrote as paragraphs and lists (p, ul, ol) of lines
// (li, strong, em, br), without attributes, and nothing else, whatever the source was.
// A blank line ends a paragraph, as in plain text.
func Clean(source string) []*html.Node {
	context := &html.Node{Type: html.ElementNode, Data: "body", DataAtom: atom.Body}
	nodes, err := html.ParseFragment(strings.NewReader(source), context)
	if err != nil { // nested beyond reason: then it is not HTML
		nodes = []*html.Node{{Type: html.TextNode, Data: source}}
	}
	var t text
	for _, n := range nodes {
		t.block(n)
	}
	t.end()
	return t.blocks
}

// text is what is made of a source.
type text struct {
	blocks []*html.Node
	line   []any // of the paragraph that has not ended
}

// end ends the paragraph, if there is something to read in it.
func (t *text) end() {
	if p := Element("p", nil, t.line...); strings.TrimSpace(Text(p)) != "" {
		t.blocks = append(t.blocks, p)
	}
	t.line = nil
}

func (t *text) block(n *html.Node) {
	switch {
	case n.Type == html.TextNode:
		for i, part := range blank.Split(n.Data, -1) {
			if i > 0 {
				t.end()
			}
			t.line = append(t.line, part)
		}
	case n.Type != html.ElementNode:
	case fates[n.DataAtom] == dropped:
	case fates[n.DataAtom] == list:
		t.end()
		if l := items(n); l.FirstChild != nil {
			t.blocks = append(t.blocks, l)
		}
	case fates[n.DataAtom] == kept || fates[n.DataAtom] == unwrapped:
		t.line = append(t.line, inline(n)...)
	default:
		t.end()
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			t.block(c)
		}
		t.end()
	}
}

// items makes a list; what is in it without an item gets one.
func items(n *html.Node) *html.Node {
	l := Element(n.Data, nil)
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		switch {
		case c.Type == html.ElementNode && c.DataAtom == atom.Li:
			item := Element("li", nil)
			for inner := c.FirstChild; inner != nil; inner = inner.NextSibling {
				add(item, inItem(inner))
			}
			l.AppendChild(item)
		default:
			if item := Element("li", nil, inItem(c)...); strings.TrimSpace(Text(item)) != "" {
				l.AppendChild(item)
			}
		}
	}
	return l
}

func inItem(n *html.Node) []any {
	if n.Type == html.ElementNode && fates[n.DataAtom] == list {
		return []any{items(n)}
	}
	return inline(n)
}

// inline returns a node as part of a line.
func inline(n *html.Node) []any {
	if n.Type == html.TextNode {
		return []any{n.Data}
	}
	if n.Type != html.ElementNode || fates[n.DataAtom] == dropped {
		return nil
	}
	var inside []any
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		inside = append(inside, inline(c)...)
	}
	switch fates[n.DataAtom] {
	case kept:
		return []any{Element(n.Data, nil, inside...)}
	case unwrapped:
		return inside
	default: // a block, where there can be none: its words stay apart from the next
		return append(append([]any{" "}, inside...), " ")
	}
}

// blank is what ends a paragraph in plain text.
var blank = regexp.MustCompile(`\r?\n\s*\n`)

// Paragraphs splits plain text at its blank lines.
func Paragraphs(text string) []string {
	var all []string
	for _, part := range blank.Split(text, -1) {
		if part = strings.TrimSpace(part); part != "" {
			all = append(all, part)
		}
	}
	return all
}

// Text returns what a person reads in nodes: a word of one block is apart from the next
// block's.
func Text(nodes ...*html.Node) string {
	var b strings.Builder
	for _, n := range nodes {
		write(&b, n)
	}
	return b.String()
}

func write(b *strings.Builder, n *html.Node) {
	if n.Type == html.TextNode {
		b.WriteString(n.Data)
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		write(b, c)
	}
	switch n.Data {
	case "p", "li", "ul", "ol", "br":
		if n.Type == html.ElementNode {
			b.WriteByte('\n')
		}
	}
}
