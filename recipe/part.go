package recipe

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/mcp-adapters/mcp-adapters/recipe/title"
)

// Selection is which part of the list is wanted of a vault that lists by page.
type Selection struct {
	Query         string // words that are all in the title or the description
	Titles        bool   // they are all in the title
	Ingredient    string // words that are all in the names of the ingredients, though not of the same one
	MaxMinutes    *float64
	MaxDifficulty *float64
	After         *title.Position // nil: from the beginning
	Limit         int             // the most rows, at most 200
	Total         bool            // count what was found, which takes the vault longer
}

// mostSelected is the greatest limit that every such vault takes.
const mostSelected = 200

// narrows reports whether a selection leaves out anything besides what is over its limit.
func (s Selection) narrows() bool {
	return s.Query != "" || s.Ingredient != "" || s.MaxMinutes != nil || s.MaxDifficulty != nil || s.After != nil
}

func (s Selection) params() url.Values {
	v := url.Values{"limit": {strconv.Itoa(s.Limit)}}
	if s.After != nil {
		v.Set("after", s.After.Token())
	}
	if s.Query != "" {
		v.Set("query", s.Query)
		v.Set("in", "title,description")
		if s.Titles {
			v.Set("in", "title")
		}
	}
	if s.Ingredient != "" {
		v.Set("ingredient", s.Ingredient)
	}
	for name, most := range map[string]*float64{"max_total_minutes": s.MaxMinutes, "max_difficulty": s.MaxDifficulty} {
		if most != nil {
			v.Set(name, strconv.FormatFloat(*most, 'f', -1, 64))
		}
	}
	if s.Total {
		v.Set("total", "true")
	}
	return v
}

// Part is a part of a list, or all of it.
type Part struct {
	Rows    json.RawMessage // an array, as [Client.List] returns it
	Whole   bool            // the vault doesn't list by page: Rows are all there are, selected or not
	Next    *title.Position // of the last row, if more come after it
	Total   int             // how many were found, if that was asked for
	Unknown int             // how many more might be if their times or their difficulty were known
}

// Part returns a part of the list from a vault that lists by page, and the whole list from
// any other, which takes no notice of a limit. What someone looks for isn't sent to a vault
// that may have no use for it.
func (c *Client) Part(ctx context.Context, s Selection) (Part, error) {
	ctx, cancel := c.api.Limit(ctx)
	defer cancel()
	if s.narrows() && !c.pages.Load() {
		part, err := c.part(ctx, Selection{Limit: 1})
		if err != nil || part.Whole {
			return part, err
		}
	}
	return c.part(ctx, s)
}

func (c *Client) part(ctx context.Context, s Selection) (Part, error) {
	r := c.request(ctx, http.MethodGet, "", nil)
	r.Path, r.Check, r.Query = r.Path[:2], c.shape.recipes, s.params()
	answer, err := c.api.Do(ctx, r)
	if err != nil {
		return Part{}, err
	}
	next, paged := nextOf(answer.Header.Values("Link"))
	c.pages.Store(paged)
	total, unknown := 0, 0
	if paged && s.Total {
		total, err = strconv.Atoi(answer.Header.Get("X-Total-Count"))
		if err == nil {
			unknown, err = strconv.Atoi(answer.Header.Get("X-Unknown-Count"))
		}
		paged = err == nil
	}
	switch {
	case paged:
		return Part{Rows: answer.Body, Next: next, Total: total, Unknown: unknown}, nil
	case s.narrows(), hasExactly(answer.Body, s.Limit):
		// It may be a page from which a proxy took its headers.
		return c.whole(ctx)
	}
	return Part{Rows: answer.Body, Whole: true}, nil
}

// hasExactly reports whether a checked list has n rows.
func hasExactly(list []byte, n int) bool {
	d := jsontext.NewDecoder(bytes.NewReader(list), jsontext.AllowDuplicateNames(true))
	_, err := d.ReadToken()
	for ; n > 0 && err == nil && d.PeekKind() == '{'; n-- {
		err = d.SkipValue()
	}
	return n == 0 && d.PeekKind() == ']'
}

func (c *Client) whole(ctx context.Context) (Part, error) {
	list, err := c.List(ctx)
	return Part{Rows: list, Whole: true}, err
}

// nextOf reads the links of a page: the first page's, which every page has, and the next
// one's. What isn't as expected is no page.
func nextOf(headers []string) (next *title.Position, paged bool) {
	known := true
	for link := range strings.SplitSeq(strings.Join(headers, ","), ",") {
		target, params, _ := strings.Cut(strings.TrimSpace(link), ">")
		switch {
		case strings.Contains(params, `rel="first"`):
			paged = true
		case strings.Contains(params, `rel="next"`):
			_, query, _ := strings.Cut(target, "?")
			values, err := url.ParseQuery(query)
			at, ok := title.ParseToken(values.Get("after"))
			next, known = &at, ok && err == nil
		}
	}
	return next, paged && known
}
