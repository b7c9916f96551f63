package vault

import (
	"cmp"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/mcp-adapters/mcp-adapters/recipe/title"
	"github.com/mcp-adapters/mcp-adapters/recipe/words"
)

const (
	mostRows    = 200 // of a page
	defaultRows = 50
	maxQuery    = 200 // characters
)

// The parameters of a list. With any of them the answer is a page.
const (
	limitParam      = "limit"
	afterParam      = "after"
	queryParam      = "query"
	inParam         = "in"
	ingredientParam = "ingredient"
	minutesParam    = "max_total_minutes"
	difficultyParam = "max_difficulty"
	totalParam      = "total"
)

var listParams = []string{limitParam, afterParam, queryParam, inParam, ingredientParam, minutesParam, difficultyParam, totalParam}

// listing is what a request wants of a list.
type listing struct {
	filter Filter
	after  title.Position // the zero value stands before all
	limit  int
	total  bool
	sent   url.Values // what the contract names of it
}

// listing reads the parameters of a list. It is nil if there are none: then the whole list
// is wanted, as clients do that don't know pages. Parameters without a name here are ignored.
func (c call) listing() (*listing, error) {
	if c.query == "" {
		return nil, nil
	}
	all, err := url.ParseQuery(c.query)
	if err != nil && named(c.query) {
		return nil, invalid("the parameters of the URL are not well encoded")
	}
	l := &listing{limit: defaultRows, sent: url.Values{}}
	for _, name := range listParams {
		values, ok := all[name]
		switch {
		case !ok:
			continue
		case len(values) > 1:
			return nil, invalid("%s must be there once", name)
		case !utf8.ValidString(values[0]):
			return nil, invalid("%s must be UTF-8", name)
		}
		l.sent[name] = values
	}
	if len(l.sent) == 0 {
		return nil, nil
	}
	return l, cmp.Or(l.readPage(), l.readFilter())
}

// named reports whether one of the parameters is in a query, however its value is encoded.
func named(query string) bool {
	for pair := range strings.FieldsFuncSeq(query, func(r rune) bool { return r == '&' || r == ';' }) {
		name, _, _ := strings.Cut(pair, "=")
		if name, err := url.QueryUnescape(name); err == nil && slices.Contains(listParams, name) {
			return true
		}
	}
	return false
}

func (l *listing) readPage() error {
	if limit, err := l.number(limitParam, 1, mostRows); err != nil {
		return err
	} else if limit != nil {
		l.limit = int(*limit)
	}
	if l.sent.Has(afterParam) {
		var ok bool
		if l.after, ok = title.ParseToken(l.sent.Get(afterParam)); !ok {
			return invalid("after must be that of a link to a next page")
		}
	}
	switch l.sent.Get(totalParam) {
	case "true":
		l.total = true
	case "false":
	default:
		if l.sent.Has(totalParam) {
			return invalid("total must be true or false")
		}
	}
	return nil
}

func (l *listing) readFilter() (err error) {
	if l.filter.MaxMinutes, err = l.number(minutesParam, 0, 1<<31-1); err != nil {
		return err
	}
	if l.filter.MaxDifficulty, err = l.number(difficultyParam, 1, 5); err != nil {
		return err
	}
	for _, name := range []string{queryParam, ingredientParam} {
		if utf8.RuneCountInString(l.sent.Get(name)) > maxQuery {
			return invalid("%s must have at most %d characters", name, maxQuery)
		}
	}
	fields := []words.Field{words.Title, words.Description, words.Ingredients}
	if l.sent.Has(inParam) {
		fields = nil
		for name := range strings.SplitSeq(l.sent.Get(inParam), ",") {
			f := slices.Index([]string{"title", "description", "ingredients"}, name)
			if f < 0 {
				return invalid("in must be of title, description and ingredients, with commas between them")
			}
			fields = append(fields, words.Field(f))
		}
	}
	for _, word := range words.Of(l.sent.Get(queryParam)) {
		l.filter.Words = append(l.filter.Words, words.Sought(word, fields))
	}
	for _, word := range words.Of(l.sent.Get(ingredientParam)) {
		sought := words.Sought(word, []words.Field{words.Ingredients})
		l.filter.Words = append(l.filter.Words, append(sought, words.Cut))
	}
	return nil
}

// number reads a parameter that is nil if it isn't there.
func (l *listing) number(name string, least, most int32) (*int32, error) {
	if !l.sent.Has(name) {
		return nil, nil
	}
	n, err := strconv.ParseInt(l.sent.Get(name), 10, 32)
	if err != nil || int32(n) < least || int32(n) > most {
		return nil, invalid("%s must be a whole number from %d to %d", name, least, most)
	}
	number := int32(n)
	return &number, nil
}

// plain reports whether all that is found is known, and on this page unless there is a next.
func (l *listing) plain() bool {
	return l.after == (title.Position{}) && l.filter.MaxMinutes == nil && l.filter.MaxDifficulty == nil
}

// links are those to the first page, and to the next one if there is one. That they are
// relative makes them right behind any proxy. The first one says that the answer is a page.
func (l *listing) links(next *title.Position) string {
	to := func(after string) string {
		l.sent.Del(afterParam)
		if after != "" {
			l.sent.Set(afterParam, after)
		}
		return "<?" + l.sent.Encode() + ">"
	}
	link := to("") + `; rel="first"`
	if next != nil {
		link += ", " + to(next.Token()) + `; rel="next"`
	}
	return link
}
