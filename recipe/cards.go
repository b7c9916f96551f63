package recipe

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"github.com/mcp-adapters/mcp-adapters/apiclient"
	"github.com/mcp-adapters/mcp-adapters/internal/screen"
	"github.com/mcp-adapters/mcp-adapters/mcp"
	"github.com/mcp-adapters/mcp-adapters/recipe/title"
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
	at          title.Position
}

func (c card) order(d card) int { return c.at.Compare(d.at) }

// cards returns those of all recipes that the caller may see, in order.
func (b book) cards(ctx context.Context) ([]card, error) {
	ctx, release := apiclient.Hold(ctx)
	defer release()
	list, err := b.api.List(ctx)
	if err != nil {
		return nil, err
	}
	return cardsOf(list)
}

// cardsOf reads them out of a list.
func cardsOf(list json.RawMessage) ([]card, error) {
	cards, err := rowsOf[card](list)
	if err != nil {
		return nil, err
	}
	for i := range cards {
		cards[i].at = title.PositionOf(cards[i].Title, cards[i].ID)
	}
	slices.SortFunc(cards, card.order)
	return cards, nil
}

// cardsAfter returns a page of cards, and the position of the last one if there are more.
func (b book) cardsAfter(ctx context.Context, after *title.Position) (page []card, next *title.Position, err error) {
	ctx, release := apiclient.Hold(ctx)
	defer release()
	part := Part{Whole: true}
	if parts, ok := b.api.(Parts); ok {
		part, err = parts.Part(ctx, Selection{After: after, Limit: cardsPerPage})
	} else {
		part.Rows, err = b.api.List(ctx)
	}
	if err != nil {
		return nil, nil, err
	}
	if page, err = cardsOf(part.Rows); err != nil || !part.Whole {
		return page, part.Next, err
	}
	if after != nil {
		at, found := slices.BinarySearchFunc(page, card{at: *after}, card.order)
		if found {
			at++
		}
		page = page[at:]
	}
	if len(page) > cardsPerPage {
		page = page[:cardsPerPage]
		next = &page[cardsPerPage-1].at
	}
	return page, next, nil
}

// Listing lists the recipes that the caller may see as resources, by their titles. A
// page goes on after the last title of the one before, so that a recipe which is saved
// meanwhile shifts nothing.
func Listing(api API) mcp.Listing {
	b := book{api}
	return func(ctx context.Context, after string) (page []mcp.Resource, next string, err error) {
		var at *title.Position
		if after != "" {
			key, id, _ := strings.Cut(after, "\x00")
			at = &title.Position{Key: key, ID: id}
		}
		cards, last, err := b.cardsAfter(ctx, at)
		if err != nil {
			return nil, "", err
		}
		if last != nil {
			next = last.Key + "\x00" + last.ID
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
