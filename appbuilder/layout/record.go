package layout

import (
	"fmt"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/mcp-adapters/mcp-adapters/appbuilder/rule"
)

// record is an entry as all layouts understand it, on its way from one to another.
type record struct {
	title, subtitle, text, author, date, price, badge, image, url string
	tags                                                          []string
	more                                                          []string // "Stock: 3": what only a table has a place for
}

type records struct {
	all  []record
	lost []string
}

// name is the title, or what else there is: a title is required.
func (r record) name(most int) string {
	for _, s := range append([]string{r.title, r.subtitle, r.text, r.badge}, r.more...) {
		if s = rule.Shorten(rule.Line(s), most); s != "" {
			return s
		}
	}
	return "Untitled"
}

// parts are what a record can have, by the words that people use for them.
var parts = []struct {
	name string
	get  func(record) string
}{
	{"subtitles", func(r record) string { return r.subtitle }},
	{"prices", func(r record) string { return r.price }},
	{"authors", func(r record) string { return r.author }},
	{"dates", func(r record) string { return r.date }},
	{"badges", func(r record) string { return r.badge }},
	{"images", func(r record) string { return r.image }},
	{"links", func(r record) string { return r.url }},
	{"tags", func(r record) string { return strings.Join(r.tags, ", ") }},
}

// dropped names what records had and converted doesn't show anywhere.
func dropped(rs records, converted Data) (lost []string) {
	shown := string(Encode(converted))
	for _, p := range parts {
		for _, r := range rs.all[:min(len(rs.all), converted.Len())] {
			s := p.get(r)
			quoted, _ := jsontext.AppendQuote(nil, s)
			if s != "" && !strings.Contains(shown, strings.Trim(string(quoted), `"`)) {
				lost = append(lost, p.name)
				break
			}
		}
	}
	if slices.ContainsFunc(rs.all[:min(len(rs.all), converted.Len())], func(r record) bool {
		text, _ := jsontext.AppendQuote(nil, r.text)
		return !strings.Contains(shown, strings.Trim(string(text), `"`))
	}) {
		lost = append(lost, "the end of long texts")
	}
	return lost
}

// titles and texts are the headers of columns that are the name of an entry, and what is
// said of it.
var (
	titles   = []string{"title", "name", "product", "subject", "headline", "item", "event", "task", "recipe", "course", "job"}
	texts    = []string{"description", "excerpt", "summary", "notes", "note", "text", "details", "content"}
	authors  = []string{"author", "by", "writer"}
	prices   = []string{"price", "cost", "amount", "total"}
	pictures = []string{"image", "picture", "photo"}
)

// records of a table finds by header and type which column is what.
func (d *Rows) records() (rs records) {
	role := map[string]string{}
	taken := map[string]bool{}
	claim := func(name string, is func(Column) bool) {
		for _, c := range d.Columns {
			if !taken[name] && role[c.Key] == "" && is(c) {
				role[c.Key], taken[name] = name, true
			}
		}
	}
	called := func(words []string) func(Column) bool {
		return func(c Column) bool {
			return slices.Contains(words, strings.ToLower(c.Header)) || slices.Contains(words, strings.ToLower(c.Key))
		}
	}
	claim("title", called(titles))
	claim("text", called(texts))
	claim("author", called(authors))
	claim("price", called(prices))
	claim("image", called(pictures))
	claim("title", func(c Column) bool { return c.Type == Text })
	claim("date", func(c Column) bool { return c.Type == Date })
	claim("badge", func(c Column) bool { return c.Type == Badge })
	claim("action", func(c Column) bool { return c.Type == Act })
	origins := map[string]bool{}
	for _, row := range d.Rows {
		var r record
		for _, c := range d.Columns {
			text := CellText(row[c.Key])
			switch role[c.Key] {
			case "title":
				r.title = text
			case "text":
				r.text = text
			case "author":
				r.author = text
			case "price":
				r.price = text
			case "date":
				r.date = text
			case "badge":
				r.badge = text
			case "image":
				text = address(text)
				switch o := origin(text); {
				case o == "":
				case len(origins) == maxOrigins && !origins[o]:
					rs.lost = []string{fmt.Sprintf("images from more than %d sites", maxOrigins)}
				default:
					r.image, origins[o] = text, true
				}
			case "action":
				if a, ok := row[c.Key].(Action); ok {
					r.url = a.URL
				}
			default:
				if text != "" {
					r.more = append(r.more, c.Header+": "+text)
				}
			}
		}
		rs.all = append(rs.all, r)
	}
	return rs
}

// makeRows has a column for each part that some record has.
func makeRows(rs records) Data {
	columns := []struct {
		Column
		get func(record) any
	}{
		{Column{"title", "Title", Text}, func(r record) any { return text(r.title, maxCell) }},
		{Column{"subtitle", "Subtitle", Text}, func(r record) any { return text(r.subtitle, maxCell) }},
		{Column{"price", "Price", Text}, func(r record) any { return text(r.price, maxCell) }},
		{Column{"description", "Description", Text}, func(r record) any { return text(r.text, maxCell) }},
		{Column{"author", "Author", Text}, func(r record) any { return text(r.author, maxCell) }},
		{Column{"date", "Date", Date}, func(r record) any { return text(r.date, 40) }},
		{Column{"badge", "Category", Badge}, func(r record) any { return text(r.badge, maxCell) }},
		{Column{"tags", "Tags", Text}, func(r record) any { return text(strings.Join(r.tags, ", "), maxCell) }},
		{Column{"link", "Link", Act}, func(r record) any {
			if r.url == "" {
				return nil
			}
			return Action{"Open", r.url}
		}},
	}
	d := &Rows{Type: Table, Columns: []Column{}, Rows: make([]Row, min(len(rs.all), MaxRows))}
	for i := range d.Rows {
		d.Rows[i] = Row{}
	}
	for _, c := range columns {
		some := c.Key == "title"
		for i, row := range d.Rows {
			if v := c.get(rs.all[i]); v != nil {
				row[c.Key], some = v, true
			}
		}
		if some {
			d.Columns = append(d.Columns, c.Column)
		}
	}
	return d
}

func text(s string, most int) any {
	if s == "" {
		return nil
	}
	return rule.Shorten(s, most)
}

// nonEmpty returns those of s that aren't empty.
func nonEmpty(s ...string) []string {
	return slices.DeleteFunc(s, func(s string) bool { return s == "" })
}
