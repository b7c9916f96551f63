package recipe

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"mcp-adapters/fault"
	"mcp-adapters/mcp/schema"
)

// wanted is what the arguments of list_recipes ask for.
type wanted struct {
	query      []string // words, each of which a row must hold
	ingredient []string // words, all of which one ingredient must hold; none: any
	minutes    *float64
	difficulty *float64
	summary    bool
	limit      int // 0: none
	cursor     *position
}

func wantedOf(args schema.Arguments) (w wanted, err error) {
	w.query = wordsOf(args.Text("query"))
	w.ingredient = wordsOf(args.Text("ingredient"))
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

// wordsOf returns the words of what a person looks for, in the form in which they are
// compared; text without a word is one itself, such as a sign.
func wordsOf(text string) []string {
	text = plain(text)
	words := strings.FieldsFunc(text, func(r rune) bool { return !unicode.In(r, unicode.L, unicode.N, unicode.M) })
	if len(words) == 0 {
		return strings.Fields(text)
	}
	return words
}

// holdsAll reports whether text, which is plain, holds each of the words, also as a part
// of one: some languages write compounds as one word, and some no blanks at all.
func holdsAll(text string, words []string) bool {
	return !slices.ContainsFunc(words, func(word string) bool { return !strings.Contains(text, word) })
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
		if len(w.query) > 0 && !holdsAll(plain(r.Title+"\n"+r.Description), w.query) {
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
	slices.SortStableFunc(fitting, func(a, b listRow) int { return a.at.compare(b.at) })
	return fitting, unknown
}

// after returns those rows that come after the cursor.
func (w wanted) after(rows []listRow) []listRow {
	if w.cursor == nil {
		return rows
	}
	return slices.DeleteFunc(slices.Clone(rows), func(r listRow) bool { return r.at.compare(*w.cursor) <= 0 })
}
