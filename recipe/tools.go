package recipe

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"golang.org/x/sync/semaphore"

	"github.com/mcp-adapters/mcp-adapters/mcp"
	"github.com/mcp-adapters/mcp-adapters/mcp/schema"
)

// API is what the tools need of a Recipe Vault; a [Client] has it. Ids are UUIDs;
// bodies and answers are the API's JSON, compact. Errors are a [fault.Error].
type API interface {
	List(ctx context.Context) (json.RawMessage, error)
	Get(ctx context.Context, id string) (json.RawMessage, error)
	Create(ctx context.Context, body json.RawMessage) (json.RawMessage, error)
	Update(ctx context.Context, id string, body json.RawMessage) (json.RawMessage, error)
	// Edit updates a recipe with the body that change makes of it, and refuses to if it
	// has changed since.
	Edit(ctx context.Context, id string, change func(recipe json.RawMessage) (json.RawMessage, error)) (before, after json.RawMessage, err error)
	// Ingredients returns the names of a recipe's ingredients, without case and accents.
	// They may be those of a short while ago, if it was last updated at the given time.
	Ingredients(ctx context.Context, id, updated string) ([]string, error)
	// Delete deletes a recipe to which check doesn't object, and returns it; it refuses to
	// if the recipe has changed since it was checked.
	Delete(ctx context.Context, id string, check func(recipe json.RawMessage) error) (deleted json.RawMessage, err error)
}

// Parts is what an [API] may have besides, so that long lists aren't read whole.
type Parts interface {
	// Part returns a part of the list, or all of it if the vault has no parts.
	Part(ctx context.Context, s Selection) (Part, error)
}

// ToolOptions say which tools there are, and what they show. The zero value is the four
// tools of the set core, without a bound on their results.
type ToolOptions struct {
	Sets           []string      // names out of [Sets]; nil: core
	ReadOnly       bool          // leaves out every tool that writes
	MaxResultBytes int           // of a list, both halves of the result counted; 0: no bound
	Timeout        time.Duration // of a call that makes many requests; 0: 30 s
}

// The sets of tools.
const (
	CoreSet   = "core"   // list, get, create, update
	ManageSet = "manage" // delete
	CookSet   = "cook"   // scale, shopping list
)

// Removed has the tools of earlier versions, with what to do instead.
func Removed() map[string]string {
	return map[string]string{"convert_recipe": "Convert the measures yourself, from what get_recipe returns."}
}

// Sets lists the names of the sets of tools.
func Sets() []string { return []string{CoreSet, ManageSet, CookSet} }

func (o ToolOptions) has(set string) bool {
	return slices.Contains(o.Sets, set) || o.Sets == nil && set == CoreSet
}

// tools makes the tools of one server.
type tools struct {
	api      API
	searches *semaphore.Weighted
	pages    *semaphore.Weighted // bytes of lists that are decoded now
	ToolOptions
}

// Tools returns the tools of a Recipe Vault.
func Tools(api API, o ToolOptions) []mcp.Tool {
	t := tools{api, semaphore.NewWeighted(searchers), semaphore.NewWeighted(decoded), o}
	var offered []mcp.Tool
	for _, set := range []struct {
		name  string
		tools func() []mcp.Tool
	}{
		{CoreSet, func() []mcp.Tool {
			return []mcp.Tool{t.listRecipes(), t.getRecipe(), t.createRecipe(), t.updateRecipe()}
		}},
		{ManageSet, func() []mcp.Tool { return []mcp.Tool{t.deleteRecipe()} }},
		{CookSet, func() []mcp.Tool { return []mcp.Tool{t.scaleRecipe(), t.shoppingList()} }},
	} {
		if o.has(set.name) {
			offered = append(offered, set.tools()...)
		}
	}
	if o.ReadOnly {
		offered = slices.DeleteFunc(offered, func(t mcp.Tool) bool { return !t.Hints.ReadOnly })
	}
	if !o.has(CoreSet) {
		return offered
	}
	for i := range offered {
		call := offered[i].Call
		offered[i].Call = func(ctx context.Context, r *mcp.Request, args schema.Arguments) (mcp.Result, error) {
			result, err := call(ctx, r, args)
			return result, leadBack(err)
		}
	}
	return offered
}
