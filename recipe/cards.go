package recipe

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"mcp-adapters/apiclient"
	"mcp-adapters/internal/screen"
	"mcp-adapters/mcp"
	"mcp-adapters/recipe/title"
)

const (
	cardsPerPage = 200
	maxBlurb     = 200 // characters of a description in a list of resources
)

// card is what a person chooses a recipe by.
type card struct {
	ID          string `json:"id"`
	Title       string `json:"title"`
	Description string `json:"description"`
	key         string // what it is ordered by
}

func (c card) order(d card) int {
	return cmp.Or(strings.Compare(c.key, d.key), strings.Compare(c.ID, d.ID))
}

// cards returns those of all recipes that the caller may see, in order.
func (b book) cards(ctx context.Context) ([]card, error) {
	ctx, release := apiclient.Hold(ctx)
	defer release()
	list, err := b.api.List(ctx)
	if err != nil {
		return nil, err
	}
	cards, err := rowsOf[card](list)
	if err != nil {
		return nil, err
	}
	for i := range cards {
		cards[i].key = title.Key(cards[i].Title)
	}
	slices.SortFunc(cards, card.order)
	return cards, nil
}

// Listing lists the recipes that the caller may see as resources, by their titles. A
// page goes on after the last title of the one before, so that a recipe which is saved
// meanwhile shifts nothing.
func Listing(api API) mcp.Listing {
	b := book{api}
	return func(ctx context.Context, after string) (page []mcp.Resource, next string, err error) {
		cards, err := b.cards(ctx)
		if err != nil {
			return nil, "", err
		}
		if after != "" {
			var last card
			last.key, last.ID, _ = strings.Cut(after, "\x00")
			at, found := slices.BinarySearchFunc(cards, last, card.order)
			if found {
				at++
			}
			cards = cards[at:]
		}
		if len(cards) > cardsPerPage {
			last := cards[cardsPerPage-1]
			cards, next = cards[:cardsPerPage], last.key+"\x00"+last.ID
		}
		for _, c := range cards {
			page = append(page, mcp.Resource{
				URI: resourceScheme + c.ID, Name: screen.Line(c.Title), Description: blurb(c.Description), MIME: markdownMIME,
			})
		}
		return page, next, nil
	}
}

// blurb is the beginning of a description.
func blurb(description string) string {
	text := []rune(screen.Line(strings.Join(strings.Fields(description), " ")))
	if len(text) > maxBlurb {
		text = append(text[:maxBlurb-1], '…')
	}
	return string(text)
}

// suggestIDs suggests the ids of recipes whose titles match value, or whose ids begin
// with it: an id is all that fits into a URI.
func (b book) suggestIDs(ctx context.Context, value string, _ map[string]string) ([]string, error) {
	return b.suggest(ctx, value, func(c card) string { return c.ID })
}

// suggestTitles suggests the titles that match value.
func (b book) suggestTitles(ctx context.Context, value string, _ map[string]string) ([]string, error) {
	return b.suggest(ctx, value, func(c card) string { return c.Title })
}

func (b book) suggest(ctx context.Context, value string, as func(card) string) ([]string, error) {
	cards, err := b.cards(ctx)
	if err != nil {
		return nil, err
	}
	var suggestions []string
	for _, c := range matching(cards, value) {
		suggestions = append(suggestions, as(c))
	}
	return suggestions, nil
}

// matching returns the cards that a person may mean who has typed value: first those
// whose titles begin with it, then those in which each of its words begins a word, and
// then those that hold it. Case and accents don't count.
func matching(cards []card, value string) []card {
	typed := plain(value)
	words := strings.Fields(typed)
	var ranks [3][]card
	for _, c := range cards {
		name := plain(c.Title)
		switch {
		case strings.HasPrefix(name, typed) || strings.HasPrefix(c.ID, typed):
			ranks[0] = append(ranks[0], c)
		case beginWords(name, words):
			ranks[1] = append(ranks[1], c)
		case strings.Contains(name, typed):
			ranks[2] = append(ranks[2], c)
		}
	}
	return slices.Concat(ranks[0], ranks[1], ranks[2])
}

// beginWords reports whether each of the words begins a word of name.
func beginWords(name string, words []string) bool {
	of := strings.FieldsFunc(name, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) })
	for _, w := range words {
		if !slices.ContainsFunc(of, func(o string) bool { return strings.HasPrefix(o, w) }) {
			return false
		}
	}
	return len(words) > 0
}

// plain returns a title for comparison with what a person types: without case and
// accents, and with letters that many keyboards lack as those that are typed for them.
func plain(s string) string {
	return norm.NFC.String(typed.Replace(strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, norm.NFD.String(title.Key(s)))))
}

// typed has letters that Unicode doesn't take apart.
var typed = strings.NewReplacer("ø", "o", "œ", "oe", "æ", "ae", "ı", "i", "ł", "l", "đ", "d", "ð", "d", "þ", "th", "ħ", "h")
