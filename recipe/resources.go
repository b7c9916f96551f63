package recipe

import (
	"context"
	"encoding/json"
	"regexp"
	"strings"
	"sync"

	"github.com/mcp-adapters/mcp-adapters/apiclient"
	"github.com/mcp-adapters/mcp-adapters/mcp"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
	"github.com/mcp-adapters/mcp-adapters/recipe/markdown"
)

// The forms of a recipe's URI.
const (
	resourceScheme = "recipe://"
	jsonEnding     = ".json"
	markdownMIME   = "text/markdown"
)

// Templates returns the resources that each recipe is: a page of Markdown, and the JSON
// that get_recipe returns. A client finds the id by the title.
func Templates(api API) []mcp.ResourceTemplate {
	b := book{api}
	complete := map[string]mcp.Complete{"id": b.suggestIDs}
	return []mcp.ResourceTemplate{ // the first that fits counts: the longer one
		{
			URI: resourceScheme + "{id}" + jsonEnding, Name: "recipe-json", Title: "Recipe as JSON",
			Description: "A recipe as get_recipe returns it.",
			MIME:        "application/json", Read: b.readJSON, Complete: complete,
		},
		{
			URI: resourceScheme + "{id}", Name: "recipe", Title: "Recipe",
			Description: "A recipe to read: times, ingredients and steps.",
			MIME:        markdownMIME, Read: b.readMarkdown, Complete: complete,
		},
	}
}

// book reads recipes for clients and for the people in front of them, who know them by
// their titles. It keeps nothing: each answer is read for whoever asks.
type book struct{ api API }

func (b book) readMarkdown(ctx context.Context, _ *mcp.Request, _ string, variables map[string]string) ([]mcp.Contents, error) {
	page, err := b.page(ctx, variables["id"])
	return []mcp.Contents{{Text: page}}, err
}

func (b book) readJSON(ctx context.Context, _ *mcp.Request, _ string, variables map[string]string) ([]mcp.Contents, error) {
	ctx, release := apiclient.Hold(ctx)
	defer release()
	recipe, err := b.get(ctx, variables["id"])
	return []mcp.Contents{{Text: mcp.Visible(string(recipe))}}, err
}

// page returns a recipe as Markdown, which a client puts into the chat.
func (b book) page(ctx context.Context, id string) (string, error) {
	ctx, release := apiclient.Hold(ctx)
	defer release()
	recipe, err := b.get(ctx, id)
	if err != nil {
		return "", err
	}
	page, err := markdown.Recipe(recipe)
	if err != nil {
		return "", err
	}
	return mcp.Visible(page), nil
}

// idForm is what an id looks like.
var idForm = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$`)
})

// get returns a recipe. Nothing has an id that is not one.
func (b book) get(ctx context.Context, id string) (json.RawMessage, error) {
	id = strings.ToLower(id)
	if !idForm().MatchString(id) {
		return nil, &fault.Error{Kind: fault.NotFound, Message: "No recipe has such an id."}
	}
	return b.api.Get(ctx, id)
}
