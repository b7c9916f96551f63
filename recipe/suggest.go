package recipe

import (
	"context"
	"slices"
	"strings"
	"unicode"

	"github.com/mcp-adapters/mcp-adapters/apiclient"
	"github.com/mcp-adapters/mcp-adapters/recipe/title"
	"github.com/mcp-adapters/mcp-adapters/recipe/words"
)

// suggestIDs suggests the ids of recipes whose titles match value, or whose ids begin
// with it: an id is all that fits into a URI.
func (b book) suggestIDs(ctx context.Context, value string, _ map[string]string) ([]string, bool, error) {
	return b.suggest(ctx, value, func(c card) string { return c.ID })
}

// suggestTitles suggests the titles that match value.
func (b book) suggestTitles(ctx context.Context, value string, _ map[string]string) ([]string, bool, error) {
	return b.suggest(ctx, value, func(c card) string { return c.Title })
}

func (b book) suggest(ctx context.Context, value string, as func(card) string) (suggestions []string, more bool, err error) {
	cards, more, err := b.meant(ctx, value)
	if err != nil {
		return nil, false, err
	}
	for _, c := range matching(cards, value) {
		suggestions = append(suggestions, as(c))
	}
	return suggestions, more, nil
}

// mostTypedSent is how many characters of what was typed a vault searches for, at most.
const mostTypedSent = 200

// meant returns the cards of recipes among which are those that a person may mean who has typed
// value, and whether there are more. A vault that lists by page is asked for two pages at most:
// for what it finds and, if that is too much for one, for what begins with value in the order of titles.
func (b book) meant(ctx context.Context, value string) (cards []card, more bool, err error) {
	parts, ok := b.api.(Parts)
	if !ok || beginsID(value) {
		cards, err = b.cards(ctx)
		return cards, false, err
	}
	query := strings.TrimSpace(value)
	if runes := []rune(query); len(runes) > mostTypedSent {
		query = string(runes[:mostTypedSent])
	}
	cards, more, err = readPart(ctx, parts, Selection{Query: query, Titles: true, Limit: mostSelected})
	if err != nil || !more || query == "" {
		return cards, more, err
	}
	begin, _, err := readPart(ctx, parts, Selection{After: &title.Position{Key: title.Key(query)}, Limit: mostSelected})
	if err != nil {
		return nil, false, err
	}
	cards = append(cards, begin...)
	slices.SortFunc(cards, card.order)
	return slices.CompactFunc(cards, func(c, d card) bool { return c.ID == d.ID }), true, nil
}

// readPart returns the cards of a part, or of all recipes, and whether more come after them.
func readPart(ctx context.Context, parts Parts, s Selection) (cards []card, more bool, err error) {
	ctx, release := apiclient.Hold(ctx)
	defer release()
	part, err := parts.Part(ctx, s)
	if err != nil {
		return nil, false, err
	}
	cards, err = cardsOf(part.Rows)
	return cards, part.Next != nil, err
}

// beginsID reports whether a text is an id, or as much of one that it can hardly be a word.
func beginsID(text string) bool {
	text = strings.ToLower(strings.TrimSpace(text))
	return len(text) >= 8 && strings.Trim(text, "0123456789abcdef-") == ""
}

// matching returns the cards that a person may mean who has typed value: first those
// whose titles, or ids, begin with it, then those in which each of its words begins a word, and
// then those that hold it. Case and accents don't count.
func matching(cards []card, value string) []card {
	typed := words.Plain(value)
	each, id := strings.Fields(typed), beginsID(value)
	var ranks [3][]card
	for _, c := range cards {
		name := words.Plain(c.Title)
		switch {
		case strings.HasPrefix(name, typed), id && strings.HasPrefix(c.ID, typed):
			ranks[0] = append(ranks[0], c)
		case beginWords(name, each):
			ranks[1] = append(ranks[1], c)
		case strings.Contains(name, typed):
			ranks[2] = append(ranks[2], c)
		}
	}
	return slices.Concat(ranks[0], ranks[1], ranks[2])
}

// beginWords reports whether each of the words begins a word of name.
func beginWords(name string, each []string) bool {
	of := strings.FieldsFunc(name, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) })
	for _, w := range each {
		if !slices.ContainsFunc(of, func(o string) bool { return strings.HasPrefix(o, w) }) {
			return false
		}
	}
	return len(each) > 0
}
