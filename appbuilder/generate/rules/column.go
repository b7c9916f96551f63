package rules

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/mcp-adapters/mcp-adapters/appbuilder/layout"
	regexp "github.com/mcp-adapters/mcp-adapters/internal/lazyregexp"
)

// meaning is what a column means: the words of its headers, its type, and values to show
// where a topic has none.
type meaning struct {
	Words  []string `yaml:"words"`
	Type   string   `yaml:"type"`
	Values []string `yaml:"values"`
}

// participle is a header that says of each entry whether something was done: "Thanked". "Speed" isn't
// one.
var participle = regexp.MustCompile(`^[a-z]{2,}[^e]ed$`)

// meaning finds what a header means: by all of it, then by its last word ("unit price"), then
// by one of the others ("customer name").
func (v *vocabulary) meaning(header string) (meaning, bool) {
	said := words(header)
	if i := slices.Index(said, "per"); i > 0 {
		said = said[:i]
	}
	if len(said) == 0 {
		return meaning{}, false
	}
	if i, ok := v.headers[normal(said)]; ok {
		return v.meanings[i], true
	}
	if lasts(said) {
		return v.meanings[v.headers["duration"]], true
	}
	if last := said[len(said)-1]; len(said) > 1 && (last == "number" || last == "id" || last == "no") {
		return v.meanings[v.headers["code"]], true
	}
	for _, word := range slices.Backward(said) {
		if i, ok := v.headers[singular(word)]; ok {
			return v.meanings[i], true
		}
	}
	if len(said) == 1 && participle.MatchString(said[0]) {
		return v.meanings[v.headers["done"]], true
	}
	return meaning{}, false
}

// lasts reports whether a header speaks of how long something takes: "cooking time" and "time
// spent", but not "closing time".
func lasts(said []string) bool {
	i := slices.Index(said, "time")
	switch {
	case i < 0 || len(said) < 2:
		return false
	case i == 0:
		return slices.Contains([]string{"spent", "needed", "required", "taken", "left", "remaining"}, said[1])
	case slices.Contains(moments, said[i-1]):
		return false
	}
	return strings.HasSuffix(said[i-1], "ing") || slices.Contains(spans, said[i-1])
}

// moments are what happens at a time, and spans are what takes some.
var (
	moments = strings.Fields("opening closing starting beginning ending meeting boarding landing morning evening wedding")
	spans   = strings.Fields("cook bake prep preparation travel lead response run flight wait drive brew total delivery work play study screen processing turnaround recovery rest break")
)

// columnFor is the column of a header that someone wrote. A header that is known in the
// singular is written so: "prices" is "Price".
func (v *vocabulary) columnFor(header string) column {
	c := column{sentence(header), layout.Text}
	m, ok := v.meaning(header)
	if !ok {
		return c
	}
	c.Type = m.Type
	if one := normal(words(header)); slices.Contains(m.Words, one) && !slices.Contains(m.Words, strings.ToLower(header)) {
		c.Header = sentence(one)
	}
	return c
}

// same reports whether two headers mean the same.
func (v *vocabulary) same(a, b string) bool {
	if strings.EqualFold(a, b) {
		return true
	}
	x, ok := v.meaning(a)
	y, too := v.meaning(b)
	return ok && too && x.Words[0] == y.Words[0]
}

// value is what row i has in a column of which nothing more is known than its header and type.
func (v *vocabulary) value(c column, i int, today time.Time) any {
	if m, ok := v.meaning(c.Header); ok && m.Type == c.Type {
		return cell(c.Type, m.Values[i%len(m.Values)], today)
	}
	switch c.Type {
	case layout.Date:
		return cell(layout.Date, strconv.Itoa(-3*i), today)
	case layout.Number:
		return jsontext.Value(strconv.Itoa(7 + i*13%50))
	case layout.Badge:
		return []string{"Yes", "No"}[i%2]
	case layout.Act:
		return nil
	}
	return c.Header + " " + strconv.Itoa(i+1)
}

// cell reads the text of a sample. Dates are days from today, or dates.
func cell(kind, text string, today time.Time) any {
	switch kind {
	case layout.Number:
		return jsontext.Value(text)
	case layout.Date:
		if days, err := strconv.Atoi(text); err == nil {
			return today.UTC().AddDate(0, 0, days).Format(time.DateOnly)
		}
	}
	return text
}
