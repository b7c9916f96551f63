package page

import (
	"time"

	"golang.org/x/net/html"
)

// List is the page of a portfolio's case studies, the newest first, or a part of it.
type List struct {
	URL          string
	Name         string // of the portfolio, unless it is one contractor's
	Contractor   *Contractor
	Projects     []Entry
	Newer, Older string // the list's other parts, "" if there are none
}

// Entry is a case study in a list.
type Entry struct {
	URL, Title, Type string
	City, State      string
	Contractor       string // said if the portfolio isn't one contractor's
	Published        time.Time
	Image            Image // its hero; without an address, there is none
}

// Render writes the page.
func (l List) Render() ([]byte, error) {
	name := first(l.Name, "Finished projects")
	var contractor Contractor
	intro := "Work by local contractors, with the story behind each job."
	if l.Contractor != nil {
		contractor = *l.Contractor
		name = first(contractor.Name, name)
		intro = "Finished projects, with the story behind each."
		if place := joined(", ", contractor.City, contractor.State); place != "" {
			intro = "Finished projects from " + place + ", with the story behind each."
		}
	}
	h := head{title: name, description: intro, url: l.URL, site: name, kind: "website"}
	var cards []any
	for i, e := range l.Projects {
		hero := pictures([]Image{e.Image}, e.Title).hero
		if h.image == nil {
			h.image = hero
		}
		cards = append(cards, e.card(hero, i, l.Contractor == nil))
	}
	projects := box("p", "empty", "No projects are public yet.")
	if cards != nil {
		class := "projects"
		if len(cards)%2 == 1 { // the style can't know it before all have come
			class += " odd"
		}
		projects = box("ul", class, cards...)
	}
	return h.document(
		element("main", nil,
			box("header", "masthead", element("div", nil, prose("h1", "", name), prose("p", "lead", intro)), contractor.call("call", "Call", "")),
			projects,
			l.pager(),
			contractor.card("Plan a project with")))
}

func (l List) pager() *html.Node {
	var links []any
	for _, part := range []struct{ address, rel, text string }{{l.Newer, "prev", "Newer projects"}, {l.Older, "next", "Older projects"}} {
		if own(part.address) != "" {
			links = append(links, element("a", []string{"href", part.address, "rel", part.rel}, part.text))
		}
	}
	if links == nil {
		return nil
	}
	return element("nav", []string{"class", "pager", "aria-label", "More projects"}, links...)
}

// card is a link with a picture; what is seen without scrolling is loaded at once.
func (e Entry) card(hero *picture, index int, named bool) *html.Node {
	const seen = 2
	title := first(e.Title, e.Type, "Finished project")
	shown := box("div", "blank")
	if hero != nil {
		silent := *hero
		silent.alt = "" // the title stands beside it, in the same link
		var lazy []string
		if index >= seen {
			lazy = []string{"loading", "lazy", "decoding", "async"}
		}
		shown = silent.image("(min-width: 76rem) 36rem, (min-width: 40rem) 50vw, 100vw", lazy...)
	}
	by := ""
	if named {
		by = e.Contractor
	}
	kind := ""
	if trim(e.Title) != "" {
		kind = e.Type
	}
	about := joined(" · ", kind, joined(", ", e.City, e.State), month(e.Published), by)
	inside := []any{shown, prose("h2", "", title), prose("p", "quiet", about)}
	if own(e.URL) == "" {
		return element("li", nil, inside...)
	}
	return element("li", nil, element("a", []string{"href", e.URL}, inside...))
}
