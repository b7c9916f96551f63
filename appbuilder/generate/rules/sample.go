package rules

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"mcp-adapters/appbuilder/generate"
	"mcp-adapters/appbuilder/layout"
)

// wish is where a prompt begins to say which columns it wants.
var wish = regexp.MustCompile(`(?i)\b(?:with|including|showing|containing|has|have|having|columns?(?: for)?:?|fields?:?)\s+(?:the\s+)?(?:columns?|fields?)?:?\s*([^.;!?\n]+)`)

// stopsWish ends a list of columns.
var stopsWish = regexp.MustCompile(`(?i)\s+(?:in|on|for|from|using|by|as|sorted|that|which|so|where|when|to)\s+`)

// wishes returns the columns that a prompt asks for, or nil: at least two, as in "with name,
// price and stock".
func wishes(prompt string, d domain) []column {
	for _, m := range wish.FindAllStringSubmatch(prompt, 8) {
		list := m[1]
		if i := stopsWish.FindStringIndex(list); i != nil {
			list = list[:i[0]]
		}
		if columns := listed(list, d); len(columns) >= 2 {
			return columns
		}
	}
	return nil
}

var separators = regexp.MustCompile(`\s*(?:,|\band\b|&|/|\+)\s*`)

// listed reads "name, price and stock" as columns. What reads like a sentence is none.
func listed(list string, d domain) (columns []column) {
	for _, part := range separators.Split(list, layout.MaxColumns*2) {
		part = strings.Trim(strings.TrimSpace(part), `"'“”`)
		for _, article := range []string{"a ", "an ", "the ", "its ", "their ", "columns ", "column "} {
			part = strings.TrimPrefix(part, article)
		}
		part = strings.TrimSuffix(strings.TrimSuffix(part, " columns"), " column")
		switch n := len(strings.Fields(part)); {
		case part == "":
			continue
		case n > 3 || len(part) > 40 || len(columns) == layout.MaxColumns:
			return nil
		}
		c := columnFor(part, d)
		if !slices.ContainsFunc(columns, func(other column) bool { return strings.EqualFold(other.Header, c.Header) }) {
			columns = append(columns, c)
		}
	}
	return columns
}

// kinds are the types of columns, by the words in their headers.
var kinds = []struct {
	words []string
	kind  string
}{
	{[]string{"date", "day", "deadline", "due", "created", "updated", "birthday", "expires"}, layout.Date},
	{[]string{"status", "state", "priority", "category", "type", "badge", "level", "tag", "kind", "stage"}, layout.Badge},
	{[]string{"stock", "quantity", "count", "number", "age", "rating", "score", "year", "points", "minutes", "hours", "seats", "percent", "weight", "size"}, layout.Number},
}

// columnFor is the column of a header that someone wrote, with the type that it sounds like.
func columnFor(header string, d domain) column {
	c := column{Header: sentence(header), Type: layout.Text}
	for _, known := range d.Columns {
		if strings.EqualFold(known.Header, header) || slices.Contains(known.Words, strings.ToLower(header)) {
			c.Type = known.Type
			return c
		}
	}
	for _, w := range words(header) {
		for _, k := range kinds {
			if is(w, k.words) {
				c.Type = k.kind
			}
		}
	}
	return c
}

// sample is a table of the domain's sample data, with columns, or else the domain's own.
func sample(d domain, columns []column, today time.Time) *layout.Rows {
	if columns == nil {
		columns = d.Columns
	}
	t := &layout.Rows{Type: layout.Table}
	taken := map[string]bool{}
	for _, c := range columns {
		key := generate.Key(c.Header)
		for n := 2; taken[key]; n++ {
			key = fmt.Sprintf("%s_%d", generate.Key(c.Header), n)
		}
		taken[key] = true
		t.Columns = append(t.Columns, layout.Column{Key: key, Header: cut(c.Header, 60), Type: c.Type})
	}
	for i, values := range d.Rows {
		row := layout.Row{}
		for j, c := range columns {
			row[t.Columns[j].Key] = value(d, c, values, i, today)
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// value is what the sample row i has in a column: the domain's own, or something of the
// column's type.
func value(d domain, c column, values []string, i int, today time.Time) any {
	for j, known := range d.Columns {
		if known.Type == c.Type && (strings.EqualFold(known.Header, c.Header) || slices.Contains(known.Words, strings.ToLower(c.Header))) {
			return cell(c.Type, values[j], today)
		}
	}
	return invented(c, i, today)
}

func invented(c column, i int, today time.Time) any {
	lower := strings.ToLower(c.Header)
	switch c.Type {
	case layout.Date:
		return cell(layout.Date, strconv.Itoa(-3*i), today)
	case layout.Number:
		return cell(layout.Number, strconv.Itoa(7+i*13%50), today)
	case layout.Badge:
		return []string{"New", "Active", "Waiting", "Done"}[i%4]
	}
	for _, w := range words(lower) {
		switch w {
		case "price", "cost", "total", "amount", "salary", "fee", "budget":
			return fmt.Sprintf("$%d.00", 19+i*17)
		case "email", "mail", "e-mail":
			return fmt.Sprintf("person%d@example.com", i+1)
		case "name", "customer", "author", "owner", "client", "contact", "person", "teacher":
			return []string{"Ada Moreno", "Jonas Keller", "Priya Nair", "Tom Okafor", "Lena Fischer", "Marc Dubois", "Sofia Rossi", "Ken Watanabe"}[i%8]
		case "city", "place", "location", "country":
			return []string{"Lisbon", "Berlin", "Pune", "Lagos", "Vienna", "Lyon", "Turin", "Osaka"}[i%8]
		case "phone", "telephone":
			return fmt.Sprintf("555-01%02d", 10+i)
		}
	}
	return fmt.Sprintf("%s %d", c.Header, i+1)
}

// cell reads the text of a sample. Dates are days from today.
func cell(kind, text string, today time.Time) any {
	switch kind {
	case layout.Number:
		return jsontext.Value(text)
	case layout.Date:
		days, err := strconv.Atoi(text)
		if err != nil {
			return nil
		}
		return today.UTC().AddDate(0, 0, days).Format(time.DateOnly)
	}
	return text
}
