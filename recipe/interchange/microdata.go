package interchange

import (
	"bytes"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

const (
	maxMicrodata = 8 << 20 // bytes of a page that is made a tree
	maxItems     = 100_000 // elements of one recipe that are looked at
)

// microdataRecipes returns the schema.org recipes that a page has in the
// attributes of its elements (the HTML standard's microdata), as JSON-LD has them.
// A page that nests deeper than the parser allows has none.
func microdataRecipes(page []byte) []object {
	if len(page) > maxMicrodata || !bytes.Contains(page, []byte("itemprop")) {
		return nil
	}
	root, err := html.Parse(pageText(page))
	if err != nil {
		return nil
	}
	m := microdata{byID: map[string]*html.Node{}, left: maxItems}
	for n := range root.Descendants() {
		if id := attribute(n, "id"); id != "" && m.byID[id] == nil {
			m.byID[id] = n
		}
	}
	var recipes []object
	for n := range root.Descendants() {
		if len(recipes) < maxBlocks && isRecipeItem(n) && !slices.ContainsFunc(slices.Collect(n.Ancestors()), isRecipeItem) {
			recipes = append(recipes, m.item(n, 0))
		}
	}
	return recipes
}

func isRecipeItem(n *html.Node) bool {
	return has(n, "itemscope") && isType(object{"@type": attribute(n, "itemtype")}, "Recipe")
}

// microdata reads the items of one page.
type microdata struct {
	byID map[string]*html.Node // for itemref
	left int                   // elements that may still be looked at
}

// item is an element with itemscope as a JSON-LD node.
func (m *microdata) item(n *html.Node, depth int) object {
	o := object{"@type": attribute(n, "itemtype")}
	m.below(n, o, depth)
	for id := range strings.FieldsSeq(attribute(n, "itemref")) {
		if other := m.byID[id]; other != nil {
			m.property(other, o, depth)
		}
	}
	return o
}

// olderNames are those that schema.org had before.
var olderNames = map[string]string{"ingredients": "recipeIngredient", "instructions": "recipeInstructions"}

// propertyNames splits itemprop into names, each once.
func propertyNames(itemprop string) (names []string) {
	for name := range strings.FieldsSeq(itemprop) {
		if today := olderNames[name]; today != "" {
			name = today
		}
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// property adds the property that n is, if it is one, and those below it that
// belong to the same item.
func (m *microdata) property(n *html.Node, o object, depth int) {
	if n.Type != html.ElementNode || m.left <= 0 || depth > maxDepth {
		return
	}
	m.left--
	var inner object
	if has(n, "itemscope") {
		inner = m.item(n, depth+1)
	}
	for _, name := range propertyNames(attribute(n, "itemprop")) {
		if len(inner) > 1 {
			o.addValue(name, map[string]any(inner))
		} else if v := propertyValue(name, n); v != "" { // an item may have no more than its text
			o.addValue(name, v)
		}
	}
	if inner == nil {
		m.below(n, o, depth)
	}
}

func (m *microdata) below(n *html.Node, o object, depth int) {
	for child := range n.ChildNodes() {
		m.property(child, o, depth)
	}
}

// addValue adds one of perhaps several values. A recipe has one name.
func (o object) addValue(name string, v any) {
	if there := o[name]; there == nil {
		o[name] = v
	} else if name != "name" {
		o[name] = append(listOf(there), v)
	}
}

// valueAttributes are where elements have their value; a link has the url there.
var valueAttributes = map[atom.Atom]string{
	atom.Audio: "src", atom.Embed: "src", atom.Iframe: "src", atom.Img: "src", atom.Source: "src", atom.Track: "src", atom.Video: "src",
	atom.Object: "data", atom.Data: "value", atom.Meter: "value", atom.Time: "datetime",
}

// propertyValue is the value of an element as the standard has it, but where pages
// do better: many have content on other elements than meta, for what programs
// shall read, and the text of a link ("by Anna") says more than its address.
func propertyValue(name string, n *html.Node) string {
	from := valueAttributes[n.DataAtom]
	if name == "url" && from == "" {
		from = "href"
	}
	for _, key := range []string{"content", from} {
		if v := attribute(n, key); v != "" {
			return v
		}
	}
	var b strings.Builder
	writeText(&b, n)
	if name == "recipeIngredient" && !holdsLines(n) {
		return oneLine(b.String()) // its parts may be in boxes of their own
	}
	return b.String()
}

// writeText writes what a reader sees of an element. References are written out
// again, because what becomes of the text takes it for HTML. It goes no deeper than
// the parser lets a page nest.
func writeText(b *strings.Builder, n *html.Node) {
	for child := range n.ChildNodes() {
		switch {
		case child.Type == html.TextNode:
			b.WriteString(html.EscapeString(blanks.ReplaceAllString(child.Data, " ")))
		case child.Type == html.ElementNode && !unseen[child.Data]:
			b.WriteString(tags[child.Data])
			if child.FirstChild != nil {
				writeText(b, child)
				b.WriteString(tags[child.Data])
			}
		}
	}
}

var unseen = wordSet("script style noscript template")

// blanks is what HTML shows as one blank.
var blanks = regexp.MustCompile(`[ \t\r\n\f]+`)

var lineTags = map[atom.Atom]bool{atom.Li: true, atom.P: true, atom.Br: true, atom.Tr: true}

// holdsLines reports whether an element is a list, or has its lines told apart.
func holdsLines(n *html.Node) bool {
	for d := range n.Descendants() {
		if lineTags[d.DataAtom] {
			return true
		}
	}
	return false
}

func attribute(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name && a.Namespace == "" {
			return strings.TrimSpace(a.Val)
		}
	}
	return ""
}

func has(n *html.Node, name string) bool {
	return slices.ContainsFunc(n.Attr, func(a html.Attribute) bool { return a.Key == name && a.Namespace == "" })
}
