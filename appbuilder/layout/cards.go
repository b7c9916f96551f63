package layout

import (
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/mcp-adapters/mcp-adapters/appbuilder/rule"
)

const maxPrice = 30 // and a badge

// Cards is the data of a list of cards.
type Cards struct {
	Type  string `json:"type"`
	Items []Card `json:"items"`
}

// Card is one of them.
type Card struct {
	Title       string `json:"title"`
	Price       string `json:"price,omitzero"` // with its currency, as text
	Badge       string `json:"badge,omitzero"`
	Subtitle    string `json:"subtitle,omitzero"`
	Description string `json:"description,omitzero"`
	Image       string `json:"image,omitzero"`
	URL         string `json:"url,omitzero"`
}

// Layout returns [CardList].
func (d *Cards) Layout() string { return CardList }

// Len is how many cards there are.
func (d *Cards) Len() int { return len(d.Items) }

// Line is the card i: title, price and badge, what it says, and where it leads.
func (d *Cards) Line(i int) string {
	c := d.Items[i]
	line := strings.Join(nonEmpty(c.Title, c.Price), ", ")
	if c.Badge != "" {
		line += " (" + c.Badge + ")"
	}
	if more := strings.Join(nonEmpty(c.Subtitle, c.Description), ". "); more != "" {
		line += ": " + more
	}
	if c.URL != "" {
		line += " (" + c.URL + ")"
	}
	return rule.Line(line)
}

func (d *Cards) images() (images []string) {
	for _, c := range d.Items {
		images = append(images, c.Image)
	}
	return images
}

func readCards(r reader, path string, v jsontext.Value) Data {
	d := &Cards{Type: CardList, Items: []Card{}}
	members := r.object(path, v, "type", "items")
	for i, v := range r.array(below(path, "items"), members["items"], 0, MaxPosts) {
		p := at(below(path, "items"), i)
		m := r.object(p, v, "title", "price", "badge", "subtitle", "description", "image", "url")
		d.Items = append(d.Items, Card{
			Title:       r.text(p+".title", m["title"], rule.Text{Min: 1, Max: maxTitle}),
			Price:       r.text(p+".price", m["price"], rule.Text{Max: maxPrice}),
			Badge:       r.text(p+".badge", m["badge"], rule.Text{Max: maxPrice}),
			Subtitle:    r.text(p+".subtitle", m["subtitle"], rule.Text{Max: maxTitle}),
			Description: r.text(p+".description", m["description"], rule.Text{Max: maxExcerpt, Lines: true}),
			Image:       r.image(p+".image", m["image"]),
			URL:         r.link(p+".url", m["url"]),
		})
	}
	return d
}

func (d *Cards) records() (rs records) {
	for _, c := range d.Items {
		rs.all = append(rs.all, record{
			title: c.Title, subtitle: c.Subtitle, text: c.Description, price: c.Price,
			badge: c.Badge, image: c.Image, url: c.URL,
		})
	}
	return rs
}

func makeCards(rs records) Data {
	d := &Cards{Type: CardList, Items: []Card{}}
	for _, r := range rs.all[:min(len(rs.all), MaxPosts)] {
		subtitle := strings.Join(nonEmpty(append([]string{r.subtitle, r.author, r.date}, r.more...)...), " · ")
		d.Items = append(d.Items, Card{
			Title: r.name(maxTitle), Price: rule.Shorten(r.price, maxPrice), Badge: rule.Shorten(r.badge, maxPrice), Subtitle: rule.Shorten(rule.Line(subtitle), maxTitle),
			Description: rule.Shorten(r.text, maxExcerpt), Image: r.image, URL: r.url,
		})
	}
	return d
}
