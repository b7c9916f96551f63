package page

import (
	"strings"

	"golang.org/x/net/html"
)

// Image is a picture, at an absolute address.
type Image struct {
	URL           string
	Width, Height int    // 0: not known
	Small         string // a smaller copy, "" if there is none
	SmallWidth    int
	Alt           string
	Label         string // before, after, progress, detail, or none
	Hero          bool
}

// picture is an image with its text. A nil picture shows nothing.
type picture struct {
	Image
	alt string
}

// album is the pictures of a page, by where they stand. A picture of the comparison may
// be the hero; no other is shown twice.
type album struct {
	hero          *picture
	before, after *picture // both or neither
	rest          []*picture
	all           []*picture
}

// pictures sorts images. One without a text of its own gets the project's title.
func pictures(images []Image, title string) album {
	var a album
	for _, image := range images {
		if own(image.URL) == "" {
			continue
		}
		p := &picture{image, first(image.Alt, joined(", ", title, names[image.Label]))}
		a.all = append(a.all, p)
		if image.Hero && a.hero == nil {
			a.hero = p
		}
		switch {
		case image.Label == "before" && a.before == nil:
			a.before = p
		case image.Label == "after" && a.after == nil:
			a.after = p
		}
	}
	if a.hero == nil && a.all != nil {
		a.hero = a.all[0]
	}
	if a.before == nil || a.after == nil {
		a.before, a.after = nil, nil
	}
	for _, p := range a.all {
		if p != a.hero && p != a.before && p != a.after {
			a.rest = append(a.rest, p)
		}
	}
	return a
}

// names are the labels as people read them.
var names = map[string]string{"before": "Before", "after": "After", "progress": "In progress", "detail": "Detail"}

func (p *picture) tall() bool { return p.Height > p.Width && p.Width > 0 }

// image is the picture's element: as wide as sizes says.
func (p *picture) image(sizes string, more ...string) *html.Node {
	attributes := []string{"src", p.URL, "alt", p.alt}
	if p.Width > 0 && p.Height > 0 { // so that its place is kept until it is there
		attributes = append(attributes, "width", number(p.Width), "height", number(p.Height))
		if own(p.Small) != "" && p.SmallWidth > 0 && p.SmallWidth < p.Width {
			attributes = append(attributes, "srcset", source(p.Small, p.SmallWidth)+", "+source(p.URL, p.Width), "sizes", sizes)
		}
	}
	return element("img", append(attributes, more...))
}

// source is a part of srcset, in which a comma at the end of an address would be lost.
func source(address string, width int) string {
	if rest, ok := strings.CutSuffix(address, ","); ok {
		address = rest + "%2C"
	}
	return address + " " + number(width) + "w"
}

func (p *picture) asHero() *html.Node {
	if p == nil {
		return nil
	}
	return box("div", "hero", p.image("(min-width: 76rem) 72rem, 100vw", "fetchpriority", "high"))
}

// figure is a picture that opens whole, with its label.
func (p *picture) figure(sizes string) *html.Node {
	var caption *html.Node
	if name := names[p.Label]; name != "" {
		caption = element("figcaption", nil, name)
	}
	return element("figure", nil,
		element("a", []string{"href", p.URL}, p.image(sizes, "loading", "lazy", "decoding", "async")),
		caption)
}

// comparison is before and after, side by side.
func (a album) comparison() *html.Node {
	if a.before == nil {
		return nil
	}
	const sizes = "(min-width: 76rem) 36rem, 50vw"
	return element("section", []string{"class", "comparison"},
		element("h2", nil, "Before and after"),
		box("div", "pair "+a.frame(), a.before.figure(sizes), a.after.figure(sizes)))
}

// frame is the shape that cuts least from both.
func (a album) frame() string {
	switch before, after := a.before.tall(), a.after.tall(); {
	case before && after:
		return "upright"
	case before || after:
		return "square"
	default:
		return "level"
	}
}

// shape is the nearest of a few. The style knows their ratios, by which it makes the
// pictures of a row equally high without cutting much.
func (p *picture) shape() string {
	if p.Width <= 0 || p.Height <= 0 {
		return "level"
	}
	switch ratio := float64(p.Width) / float64(p.Height); {
	case ratio < 0.87:
		return "upright" // 3:4
	case ratio < 1.16:
		return "square"
	case ratio < 1.42:
		return "level" // 4:3
	case ratio < 1.64:
		return "broad" // 3:2
	default:
		return "wide" // 16:9
	}
}

// gallery is the other pictures, three in a row and at the end two, never one alone.
func (a album) gallery() *html.Node {
	if a.rest == nil {
		return nil
	}
	const most = 3
	rows := []any{element("h2", nil, "Gallery")}
	for rest := a.rest; len(rest) > 0; {
		n := min(most, len(rest))
		if len(rest) == most+1 {
			n = 2
		}
		var row []any
		for _, p := range rest[:n] {
			row = append(row, box("li", p.shape(), p.figure("(min-width: 76rem) 36rem, (min-width: 40rem) 50vw, 100vw")))
		}
		rows, rest = append(rows, box("ul", "row", row...)), rest[n:]
	}
	return box("section", "gallery", rows...)
}
