package page

import (
	"strings"
	"time"

	"golang.org/x/net/html"

	"github.com/mcp-adapters/mcp-adapters/internal/markup"
)

// CaseStudy is a published project. Addresses are absolute; what is blank is left out.
type CaseStudy struct {
	URL  string // of this page
	Home string // of the list

	Title, Type               string
	Neighborhood, City, State string
	Duration                  string // in the contractor's words
	Published, Modified       time.Time

	Summary, Challenge, Solution, Results string
	Highlights                            []string
	Description                           string // by hand, with a little HTML: it is shown in place of the above
	Tags, Materials, Techniques           []string

	SEOTitle, SEODescription string
	Images                   []Image // in their order
	Contractor               Contractor
}

// Contractor is who did the work.
type Contractor struct {
	Name, City, State string
	Phone             string
	Website           string // a link if it is an https address
}

// Render writes the page.
func (c CaseStudy) Render() ([]byte, error) {
	data, err := c.linkedData()
	if err != nil {
		return nil, err
	}
	p := pictures(c.Images, c.title())
	h := head{
		title: first(c.SEOTitle, joined(" | ", c.title(), c.Contractor.Name)), description: c.description(),
		url: c.URL, site: c.Contractor.Name, image: p.hero, kind: "article",
		more: append(c.article(), element("script", []string{"type", "application/ld+json"}, string(data))),
	}
	return h.document(
		c.Contractor.bar(c.Home),
		element("main", nil,
			element("article", direction(c.title()+c.Summary),
				c.opening(p.hero),
				p.comparison(),
				c.story(),
				c.highlights(),
				p.gallery(),
				c.details()),
			c.Contractor.card("Work by")),
		c.Contractor.footer(c.Home))
}

func (c CaseStudy) title() string { return first(c.Title, c.Type, "Finished project") }

func (c CaseStudy) place() string { return joined(", ", c.Neighborhood, c.City, c.State) }

// description is the page in a sentence or two, for whoever lists it elsewhere.
func (c CaseStudy) description() string {
	manual := markup.Text(markup.Clean(c.Description)...)
	return shorten(first(c.SEODescription, manual, c.Summary, c.Solution, c.Results, c.Challenge, joined(", ", c.title(), c.place())))
}

// opening is what a visitor sees first: the best picture, what it is, where and when.
func (c CaseStudy) opening(hero *picture) *html.Node {
	class := "opening"
	if hero != nil && hero.tall() {
		class += " tall" // it stands beside the title
	}
	var lead *html.Node
	if c.manual() == nil && trim(c.Summary) != "" {
		lead = prose("p", "lead", trim(c.Summary))
	}
	var kind *html.Node
	if trim(c.Title) != "" && trim(c.Type) != "" {
		kind = prose("p", "kind", trim(c.Type))
	}
	facts := terms("facts",
		"Location", c.place(),
		"Published", month(c.Published),
		"Duration", trim(c.Duration))
	title := "title"
	if facts != nil {
		title += " dated"
	}
	return box("header", class, hero.asHero(), box("div", title, element("div", nil, kind, prose("h1", "", c.title()), lead), facts))
}

func (c CaseStudy) manual() []*html.Node { return markup.Clean(c.Description) }

// story tells what was done, section by section.
func (c CaseStudy) story() *html.Node {
	var inside []any
	if manual := c.manual(); manual != nil {
		inside = append(inside, section("The project", element("div", []string{"class", "prose", "dir", "auto"}, manual)))
	} else {
		for _, part := range []struct{ title, text string }{
			{"Challenge", c.Challenge}, {"Solution", c.Solution}, {"Results", c.Results},
		} {
			if trim(part.text) != "" {
				inside = append(inside, section(part.title, paragraphs(part.text)))
			}
		}
	}
	if inside == nil {
		return nil
	}
	return box("div", "story", inside...)
}

// highlights are what a visitor in a hurry reads. A description by hand has its own.
func (c CaseStudy) highlights() *html.Node {
	list := items(c.Highlights)
	if list == nil || c.manual() != nil {
		return nil
	}
	return box("section", "highlights", element("h2", nil, "Highlights"), box("ul", "points"+columns(len(list)), list...))
}

// details are short words in groups.
func (c CaseStudy) details() *html.Node {
	var groups []any
	for _, g := range []struct {
		title string
		words []string
	}{{"Materials", c.Materials}, {"Techniques", c.Techniques}, {"Tags", c.Tags}} {
		if list := items(g.words); list != nil {
			groups = append(groups, element("section", nil, element("h2", nil, g.title), box("ul", "words", list...)))
		}
	}
	if groups == nil {
		return nil
	}
	return box("div", "details"+columns(len(groups)), groups...)
}

func section(title string, inside *html.Node) *html.Node {
	return element("section", nil, element("h2", nil, title), inside)
}

func paragraphs(text string) *html.Node {
	n := box("div", "prose")
	for _, p := range markup.Paragraphs(text) {
		n.AppendChild(prose("p", "", p))
	}
	return n
}

// items are the parts of a list, nil if there is nothing in it.
func items(texts []string) []any {
	var all []any
	for _, text := range texts {
		if text = trim(text); text != "" {
			all = append(all, prose("li", "", text))
		}
	}
	return all
}

// columns is a class that says in how many columns n things stand, where there is room.
// The style alone would count those that have come so far, and then move them.
func columns(n int) string {
	switch n {
	case 1:
		return ""
	case 2, 4:
		return " two"
	default:
		return " three"
	}
}

// terms is a list of names and values; one without a value is left out.
func terms(class string, pairs ...string) *html.Node {
	var all []any
	for i := 0; i+1 < len(pairs); i += 2 {
		if pairs[i+1] != "" {
			all = append(all, element("div", nil, element("dt", nil, pairs[i]), prose("dd", "", pairs[i+1])))
		}
	}
	if all == nil {
		return nil
	}
	return box("dl", class, all...)
}

// bar stands above a page and leads home, and to the telephone.
func (c Contractor) bar(home string) *html.Node {
	class, call := "bar", c.call("call", "Call", "")
	if call != nil {
		class = "bar callable"
	}
	return box("header", class, homeLink(home, first(c.Name, "All projects")), call)
}

// card is where a visitor turns to whoever did the work. Above their name stands why.
func (c Contractor) card(why string) *html.Node {
	if trim(c.Name) == "" {
		return nil
	}
	var site *html.Node
	switch address, host := external(c.Website); {
	case address != "":
		site = element("a", []string{"class", "site", "href", address, "rel", "nofollow noopener"}, breakable(host))
	case trim(c.Website) != "":
		site = prose("span", "site", trim(c.Website))
	}
	var place *html.Node
	if where := joined(", ", c.City, c.State); where != "" {
		place = prose("p", "quiet", where)
	}
	var ways *html.Node
	if call := c.call("button", "", trim(c.Phone)); call != nil || site != nil {
		ways = box("p", "ways", call, site)
	} else if trim(c.Phone) != "" {
		ways = box("p", "ways", trim(c.Phone))
	}
	return element("section", []string{"class", "card", "aria-labelledby", "contractor"},
		element("div", nil, box("p", "kind", why), element("h2", []string{"id", "contractor", "dir", "auto"}, trim(c.Name)), place),
		ways)
}

// breakable is a host that is broken at its dots, if at all.
func breakable(host string) []any {
	var all []any
	for i, part := range strings.Split(host, ".") {
		if i > 0 {
			all = append(all, element("wbr", nil), ".")
		}
		all = append(all, part)
	}
	return all
}

// call is a link that telephones, or nil if the number isn't one.
func (c Contractor) call(class, text, number string) *html.Node {
	digits := telephone(c.Phone)
	if digits == "" {
		return nil
	}
	attributes := []string{"class", class, "href", "tel:" + digits}
	if number == "" {
		attributes = append(attributes, "aria-label", text+" "+strings.TrimSpace(c.Phone))
	}
	return element("a", attributes, text+number)
}

func (c Contractor) footer(home string) *html.Node {
	if home = own(home); home == "" {
		return nil
	}
	return box("footer", "foot", element("a", []string{"href", home}, "See all projects"))
}

func homeLink(home, name string) *html.Node {
	if home = own(home); home != "" {
		return element("a", []string{"class", "home", "href", home, "dir", "auto"}, name)
	}
	return prose("span", "home", name)
}
