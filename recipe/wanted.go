package recipe

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/mcp-adapters/mcp-adapters/mcp"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
	"github.com/mcp-adapters/mcp-adapters/mcp/schema"
	"github.com/mcp-adapters/mcp-adapters/recipe/title"
	"github.com/mcp-adapters/mcp-adapters/recipe/words"
)

// wanted is what the arguments of list_recipes ask for.
type wanted struct {
	request    *mcp.Request // whose client hears how far a search has come
	text       string       // the query as it came
	within     string       // the ingredient as it came
	query      []string     // words, each of which a row must hold
	ingredient []string     // words, all of which one ingredient must hold; none: any
	minutes    *float64
	difficulty *float64
	summary    bool
	limit      int // 0: none
	cursor     *title.Position
}

func wantedOf(args schema.Arguments) (w wanted, err error) {
	w.text = args.Text("query")
	w.query = words.Of(w.text)
	w.within = args.Text("ingredient")
	w.ingredient = words.Of(w.within)
	w.minutes = numberOf(args["max_total_minutes"])
	w.difficulty = numberOf(args["max_difficulty"])
	w.summary = args.Text("fields") == "summary"
	if limit := numberOf(args["limit"]); limit != nil {
		w.limit = int(*limit)
	}
	if cursor := args.Text("cursor"); cursor != "" {
		at, ok := parseCursor(cursor, w.filters())
		if !ok {
			return wanted{}, &fault.Error{Kind: fault.InvalidParams, Field: "cursor",
				Message: "cursor is not one that list_recipes returned for these arguments; send it exactly as next_cursor was, with the other arguments of that call, or leave it out to start at the beginning"}
		}
		w.cursor = &at
	}
	return w, nil
}

func numberOf(value any) *float64 {
	if n, ok := value.(float64); ok {
		return &n
	}
	return nil
}

// filters names what a cursor is good for: all but how much is shown of what is found.
func (w wanted) filters() string {
	show := func(n *float64) string {
		if n == nil {
			return ""
		}
		return fmt.Sprint(*n)
	}
	return fmt.Sprintf("%q %q %q %q", w.query, w.ingredient, show(w.minutes), show(w.difficulty))
}

// filter returns the rows that fit, in order, and how many might if their times or their
// difficulty were known.
func (w wanted) filter(rows []listRow) (fitting []listRow, unknown int) {
	for _, r := range rows {
		if len(w.query) > 0 && !words.HoldsAll(words.Plain(r.Title+"\n"+r.Description), w.query) {
			continue
		}
		minutes, timed := r.minutes()
		difficulty := numberOf(r.Difficulty)
		switch {
		case w.minutes != nil && timed && minutes > *w.minutes:
		case w.difficulty != nil && difficulty != nil && *difficulty > *w.difficulty:
		case w.minutes != nil && !timed, w.difficulty != nil && difficulty == nil:
			unknown++
		default:
			fitting = append(fitting, r)
		}
	}
	slices.SortStableFunc(fitting, func(a, b listRow) int { return a.at.Compare(b.at) })
	return fitting, unknown
}

// after returns those rows that come after the cursor.
func (w wanted) after(rows []listRow) []listRow {
	if w.cursor == nil {
		return rows
	}
	return slices.DeleteFunc(slices.Clone(rows), func(r listRow) bool { return r.at.Compare(*w.cursor) <= 0 })
}

// selection is what a vault that lists by page is asked for.
func (w wanted) selection() Selection {
	s := Selection{Query: w.text, MaxMinutes: w.minutes, MaxDifficulty: w.difficulty, After: w.cursor, Limit: mostSelected}
	switch {
	case len(w.ingredient) > 0: // all that may have it are to be looked at
		s.Ingredient = w.within
		return s
	case w.limit > 0:
		s.Limit = min(s.Limit, w.limit)
	}
	s.Total = true
	return s
}

// shown is a row as it is in the result.
func (w wanted) shown(r listRow) json.RawMessage {
	if w.summary {
		return r.summary()
	}
	return r.raw
}
