package markup

import (
	"regexp"
	"strings"
	"sync"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// What Clean does with an element.
const (
	separate  = iota // any other: removes its tags, and puts its text in a paragraph of its own
	kept             // keeps it in a line, without its attributes
	unwrapped        // removes its tags, and keeps its text in the line
	list
	dropped // removes it with its content
)

// elements has what Clean does with each element that it knows.
var elements = sync.OnceValue(func() map[string]int {
	m := map[string]int{}
	for what, names := range map[int]string{
		kept:      "strong em br",
		list:      "ul ol",
		unwrapped: "a abbr b bdi bdo big cite code del font i ins kbd mark q s small span sub sup time u",
		dropped: "audio canvas iframe math noembed noframes noscript object script select style svg template " +
			"textarea title video",
	} {
		for name := range strings.FieldsSeq(names) {
			m[name] = what
		}
	}
	return m
})

func handling(n *html.Node) int { return elements()[n.Data] }

// Clean returns HTML or plain text that a person wrote as paragraphs and lists (p, ul, ol) of lines
// (li, strong, em, br). It drops attributes and all other elements. A blank line ends a paragraph.
func Clean(source string) []*html.Node {
	context := &html.Node{Type: html.ElementNode, Data: "body", DataAtom: atom.Body}
	nodes, err := html.ParseFragment(strings.NewReader(source), context)
	if err != nil { // it is nested too deeply: it becomes plain text
		nodes = []*html.Node{{Type: html.TextNode, Data: source}}
	}
	var t text
	for _, n := range nodes {
		t.block(n)
	}
	t.end()
	return t.blocks
}

// text is a cleaned text in the making.
type text struct {
	blocks []*html.Node
	line   []any // of the last paragraph
}

// end ends the last paragraph, and drops it if it is blank.
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
	case handling(n) == dropped:
	case handling(n) == list:
		t.end()
		if l := items(n); l.FirstChild != nil {
			t.blocks = append(t.blocks, l)
		}
	case handling(n) == kept || handling(n) == unwrapped:
		t.line = append(t.line, inline(n)...)
	default:
		t.end()
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			t.block(c)
		}
		t.end()
	}
}

// items returns a list. It puts what is outside of an item into one.
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
	if n.Type == html.ElementNode && handling(n) == list {
		return []any{items(n)}
	}
	return inline(n)
}

// inline returns a node for a line.
func inline(n *html.Node) []any {
	if n.Type == html.TextNode {
		return []any{n.Data}
	}
	if n.Type != html.ElementNode || handling(n) == dropped {
		return nil
	}
	var inside []any
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		inside = append(inside, inline(c)...)
	}
	switch handling(n) {
	case kept:
		return []any{Element(n.Data, nil, inside...)}
	case unwrapped:
		return inside
	default: // spaces keep the words of a block apart from the next
		return append(append([]any{" "}, inside...), " ")
	}
}

// blank matches the end of a paragraph in plain text.
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

// Text returns the text of nodes, with a line end after each block.
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
