package recipe

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"github.com/mcp-adapters/mcp-adapters/mcp"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
	"github.com/mcp-adapters/mcp-adapters/mcp/schema"
	"github.com/mcp-adapters/mcp-adapters/recipe/kitchen"
)

const (
	mostShopped = 20 // recipes of a list: two weeks with guests
	readAtOnce  = 4  // of them, so that a small server isn't overrun
	mostEntries = 10_000
)

func (t tools) shoppingList() mcp.Tool {
	one := schema.Closed([]string{"recipe_id"}, t.idMember(),
		schema.Integer("servings", "For how many people; without it, as the recipe has it.", 1, mostServings))
	recipes := schema.List("recipes", fmt.Sprintf("What to cook, at most %d.", mostShopped), one)
	least, most := 1, mostShopped
	recipes.Schema.MinItems, recipes.Schema.MaxItems = &least, &most
	return mcp.Tool{
		Name:  "shopping_list",
		Title: "Make a shopping list",
		Description: "Make one shopping list for several recipes, merged by ingredient and grouped by section of the shop; nothing is saved. " +
			"Use it when someone plans meals or goes shopping. It needs recipes, each with the recipe_id.",
		Hints:   mcp.Hints{ReadOnly: true, Idempotent: true},
		Explain: t.explainChosen,
		Input:   schema.Closed([]string{"recipes"}, recipes),
		Output: schema.Open([]string{"sections"},
			schema.List("sections", "In the order of a walk through the shop.", schema.Open([]string{"section", "items"},
				schema.Typed("section", "string"),
				schema.List("items", "recipes are titles.", schema.Open([]string{"name", "recipes"},
					schema.Typed("name", "string"), schema.Typed("amount", "string"), schema.List("recipes", "", &stringSchema)))))),
		Call: func(ctx context.Context, r *mcp.Request, args schema.Arguments) (mcp.Result, error) {
			wanted, err := t.wanted(ctx, r, args["recipes"].([]any))
			if err != nil {
				return mcp.Result{}, err
			}
			return mcp.StructuredResult(struct {
				Sections kitchen.List `json:"sections"`
			}{kitchen.Shop(wanted)})
		},
	}
}

// explainChosen is [tools.explainID] for the recipe_id of an entry.
func (t tools) explainChosen(ctx context.Context, args schema.Arguments, err error) error {
	failed, ok := errors.AsType[*fault.Error](err)
	if !ok {
		return err
	}
	chosen, _ := args["recipes"].([]any)
	for i, entry := range chosen {
		entry, _ := entry.(map[string]any)
		if field := fmt.Sprintf("recipes[%d].recipe_id", i); failed.Field == field {
			alone := *failed
			alone.Field = "recipe_id"
			if more, ok := errors.AsType[*fault.Error](t.explainID(ctx, entry, &alone)); ok {
				more.Field = field
				return more
			}
		}
	}
	return err
}

// wanted reads the recipes to shop for side by side. The first failure ends it.
func (t tools) wanted(ctx context.Context, request *mcp.Request, chosen []any) ([]kitchen.Wanted, error) {
	wanted := make([]kitchen.Wanted, len(chosen))
	var done atomic.Int64
	group, reading := errgroup.WithContext(ctx)
	group.SetLimit(readAtOnce)
	for i, entry := range chosen {
		group.Go(func() error {
			entry := schema.Arguments(entry.(map[string]any))
			r, err := t.cooked(reading, idOf(entry))
			if err != nil {
				return err
			}
			r.Steps = nil // nothing is bought for them
			wanted[i] = kitchen.Wanted{Recipe: r, Factor: kitchen.Ratio(1, 1)}
			if servings, ok := entry["servings"].(float64); ok {
				if r.Servings == 0 {
					field := fmt.Sprintf("recipes[%d].servings", i)
					return invalid(field, field+" can't be used: the recipe doesn't say how many people it serves; leave servings out, and name the recipe twice for twice as much")
				}
				wanted[i].Factor = kitchen.Ratio(int64(servings), int64(r.Servings))
			}
			n := done.Add(1)
			request.Progress(float64(n), float64(len(chosen)), fmt.Sprintf("Read %d of %d recipes", n, len(chosen)))
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	entries := 0
	for _, w := range wanted {
		entries += len(w.Recipe.Ingredients)
	}
	if entries > mostEntries {
		return nil, invalid("recipes", fmt.Sprintf("the recipes have %d ingredients, and a shopping list takes %d; choose fewer recipes", entries, mostEntries))
	}
	return wanted, nil
}
