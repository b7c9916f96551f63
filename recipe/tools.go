package recipe

import (
	"context"
	"encoding/json"
	"strings"

	"mcp-adapters/apiclient"
	"mcp-adapters/mcp"
	"mcp-adapters/mcp/schema"
)

// API is what the tools need of a Recipe Vault; a [Client] has it. Ids are UUIDs;
// bodies and answers are the API's JSON, compact. Errors are a [fault.Error].
type API interface {
	List(ctx context.Context) (json.RawMessage, error)
	Get(ctx context.Context, id string) (json.RawMessage, error)
	Create(ctx context.Context, body json.RawMessage) (json.RawMessage, error)
	Update(ctx context.Context, id string, body json.RawMessage) (json.RawMessage, error)
}

// Instructions tell a model how the recipe tools work together.
const Instructions = `These tools read and change the family's Recipe Vault.
- Start with list_recipes: it gives every recipe with its id and title, and is the only search there is. Filter its rows yourself, by title, description, prep_time_minutes plus cook_time_minutes, servings or difficulty.
- Use get_recipe with an id from the list for ingredients and steps. Never guess an id.
- Before create_recipe, look at the list: titles are unique without regard to case. If a recipe with that title exists, ask whether to update it or to save under another title.
- update_recipe changes only the fields that are given, but ingredients and steps replace the whole list: to change one ingredient, call get_recipe, then send the complete new list.
- Times are in minutes, difficulty is 1 (easy) to 5 (hard). Keep the person's own words in titles, notes and instructions, and give every new recipe a description of a sentence or two.
- A recipe is saved only when the tool returned it. After an unknown_outcome error, check with list_recipes or get_recipe before retrying: the recipe may be there already.`

// Tools returns the tools of a Recipe Vault.
func Tools(api API) []mcp.Tool {
	return []mcp.Tool{listRecipes(api), getRecipe(api), createRecipe(api), updateRecipe(api)}
}

func listRecipes(api API) mcp.Tool {
	return mcp.Tool{
		Name:  "list_recipes",
		Title: "List recipes",
		Description: "List every recipe in the vault, ordered by title, each with its id, title, description, times, servings and difficulty, but without ingredients and steps. " +
			"Use it to find recipes, to answer what could be cooked, and to learn the id that the other tools need. It needs no arguments.",
		Hints:  mcp.Hints{ReadOnly: true, Idempotent: true},
		Input:  nothing(),
		Output: rows(),
		Call: func(ctx context.Context, _ schema.Arguments) (mcp.Result, error) {
			ctx, release := apiclient.Hold(ctx)
			list, err := api.List(ctx)
			return read(list, "recipes", release, err)
		},
	}
}

func getRecipe(api API) mcp.Tool {
	return mcp.Tool{
		Name:  "get_recipe",
		Title: "Get a recipe",
		Description: "Get one complete recipe: everything that list_recipes shows, with its ingredients and steps in order. " +
			"Use it before cooking, scaling, or changing a recipe. It needs recipe_id, an id that list_recipes gave.",
		Hints:  mcp.Hints{ReadOnly: true, Idempotent: true},
		Input:  one(),
		Output: details(),
		Call: func(ctx context.Context, args schema.Arguments) (mcp.Result, error) {
			ctx, release := apiclient.Hold(ctx)
			recipe, err := api.Get(ctx, idOf(args))
			return read(recipe, "", release, err)
		},
	}
}

func createRecipe(api API) mcp.Tool {
	return mcp.Tool{
		Name:  "create_recipe",
		Title: "Save a new recipe",
		Description: "Save a new recipe and return it with the id it was given. " +
			"Use it when a person wants to keep a recipe that the vault does not have yet. It needs a title that no other recipe has; give a description, the ingredients and the steps as far as they are known.",
		Hints:  mcp.Hints{},
		Input:  draft(),
		Output: details(),
		Call: func(ctx context.Context, args schema.Arguments) (mcp.Result, error) {
			body, err := args.Body()
			if err != nil {
				return mcp.Result{}, err
			}
			recipe, err := api.Create(ctx, body)
			return mcp.Result{Structured: recipe}, err
		},
	}
}

func updateRecipe(api API) mcp.Tool {
	return mcp.Tool{
		Name:  "update_recipe",
		Title: "Change a recipe",
		Description: "Change a recipe and return it as it is now. Only the fields that are given change, but ingredients and steps replace the whole list (an empty list clears it): " +
			"to change one entry, get the recipe first and send the complete new list. " +
			"Use it when a person wants a recipe in the vault corrected, scaled for good or added to. It needs recipe_id and at least one field.",
		Hints:  mcp.Hints{Destructive: true, Idempotent: true},
		Input:  change(),
		Output: details(),
		Call: func(ctx context.Context, args schema.Arguments) (mcp.Result, error) {
			body, err := args.Body("recipe_id")
			if err != nil {
				return mcp.Result{}, err
			}
			recipe, err := api.Update(ctx, idOf(args), body)
			return mcp.Result{Structured: recipe}, err
		},
	}
}

// read is the result of a read. Its answer has room until it is written: reads run
// side by side, and a list may be long. Writes run alone.
func read(answer json.RawMessage, member string, release func(), err error) (mcp.Result, error) {
	if err != nil {
		release()
		return mcp.Result{}, err
	}
	return mcp.Result{Structured: answer, Member: member, Release: release}, nil
}

// idOf gives the recipe_id as UUIDs are written (RFC 9562): some servers take
// one in upper case for another.
func idOf(args schema.Arguments) string { return strings.ToLower(args.Text("recipe_id")) }
