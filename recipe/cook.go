package recipe

import (
	"context"
	"encoding/json"
	"math"

	"github.com/go-json-experiment/json/jsontext"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/google/jsonschema-go/jsonschema"

	"github.com/mcp-adapters/mcp-adapters/apiclient"
	"github.com/mcp-adapters/mcp-adapters/mcp"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
	"github.com/mcp-adapters/mcp-adapters/mcp/schema"
	"github.com/mcp-adapters/mcp-adapters/recipe/kitchen"
)

const mostServings = 1000 // a wedding

func (t tools) scaleRecipe() mcp.Tool {
	return mcp.Tool{
		Name:  "scale_recipe",
		Title: "Scale a recipe",
		Description: "Scale a recipe's ingredients to amounts that a cook can measure; nothing is saved. " +
			"Use it when someone cooks for more or fewer people. It needs recipe_id, and either servings or factor. " +
			"shown is the amount to use, quantity the exact one.",
		Hints:   mcp.Hints{ReadOnly: true, Idempotent: true},
		Explain: t.explainID,
		Input: schema.Closed([]string{"recipe_id"}, t.idMember(),
			schema.Integer("servings", "How many people it is to serve.", 1, mostServings), factorMember()),
		Output: schema.Open([]string{"recipe_id", "title", "factor", "ingredients"},
			schema.Typed("recipe_id", "string"), schema.Typed("title", "string"), schema.Typed("servings", "integer"), schema.Typed("factor", "number"),
			schema.List("ingredients", "mark is scaled, rounded or as is.", lineSchema()),
			schema.List("remarks", "What wasn't scaled.", &stringSchema)),
		Call: func(ctx context.Context, _ *mcp.Request, args schema.Arguments) (mcp.Result, error) {
			servings, byServings := args["servings"].(float64)
			by, byFactor := args["factor"].(float64)
			if byServings == byFactor {
				return mcp.Result{}, invalid("servings", "give either servings or factor")
			}
			r, err := t.cooked(ctx, idOf(args))
			if err != nil {
				return mcp.Result{}, err
			}
			factor := kitchen.Decimal(by)
			if byServings {
				if r.Servings == 0 {
					return mcp.Result{}, invalid("servings", "servings can't be used: the recipe doesn't say how many people it serves; ask, and give factor, such as 2 for twice as much")
				}
				factor = kitchen.Ratio(int64(servings), int64(r.Servings))
			}
			return mcp.StructuredResult(scaled(r, factor))
		},
	}
}

// scaled is the result of scale_recipe. Servings that would not be whole are left out.
func scaled(r kitchen.Recipe, factor kitchen.Quantity) any {
	out := struct {
		RecipeID    string           `json:"recipe_id"`
		Title       string           `json:"title"`
		Servings    int              `json:"servings,omitempty"`
		Factor      kitchen.Quantity `json:"factor"`
		Ingredients []kitchen.Line   `json:"ingredients"`
		Remarks     []string         `json:"remarks,omitempty"`
	}{RecipeID: r.ID, Title: r.Title, Factor: factor, Ingredients: []kitchen.Line{}, Remarks: kitchen.ScaleRemarks(r, factor)}
	if n := kitchen.Ratio(int64(r.Servings), 1).Times(factor).Float(); n == math.Trunc(n) {
		out.Servings = int(n)
	}
	for _, in := range r.Ingredients {
		out.Ingredients = append(out.Ingredients, kitchen.Scale(in, factor))
	}
	return out
}

var stringSchema = *schema.Typed("", "string").Schema

func lineSchema() *jsonschema.Schema {
	return schema.Open([]string{"name", "mark"}, schema.Typed("name", "string"), schema.Typed("shown", "string"), schema.Typed("mark", "string"))
}

func factorMember() schema.Property {
	p := schema.Quantity("factor", "How many times as much, such as 1.5.")
	least, most := 0.01, 100.0
	p.Schema.Minimum, p.Schema.Maximum = &least, &most
	return p
}

func invalid(field, rule string) error {
	return &fault.Error{Kind: fault.InvalidParams, Field: field, Message: rule}
}

// cooked reads a recipe for the kitchen.
func (t tools) cooked(ctx context.Context, id string) (kitchen.Recipe, error) {
	ctx, release := apiclient.Hold(ctx)
	defer release()
	body, err := t.api.Get(ctx, id)
	if err != nil {
		return kitchen.Recipe{}, err
	}
	return kitchenRecipe(body)
}

// kitchenRecipe decodes a checked recipe. Members of a type that the contract doesn't
// have are as good as absent.
func kitchenRecipe(body json.RawMessage) (kitchen.Recipe, error) {
	var got struct {
		ID          string `json:"id"`
		Title       string `json:"title"`
		Servings    any    `json:"servings"`
		Ingredients []struct {
			Name     any              `json:"name"`
			Quantity kitchen.Quantity `json:"quantity"`
			Unit     any              `json:"unit"`
			Notes    any              `json:"notes"`
		} `json:"ingredients"`
		Steps []struct {
			Instruction any `json:"instruction"`
		} `json:"steps"`
	}
	if err := jsonv2.Unmarshal(body, &got, jsontext.AllowDuplicateNames(true)); err != nil {
		return kitchen.Recipe{}, &fault.Error{Kind: fault.Unavailable, Message: "The Recipe Vault sent a recipe that can't be read.", Err: apiclient.ErrShape}
	}
	r := kitchen.Recipe{ID: got.ID, Title: got.Title}
	if n := whole(got.Servings); n != nil && *n > 0 {
		r.Servings = *n
	}
	for _, in := range got.Ingredients {
		r.Ingredients = append(r.Ingredients, kitchen.Ingredient{Name: text(in.Name), Quantity: in.Quantity, Unit: text(in.Unit), Notes: text(in.Notes)})
	}
	for _, s := range got.Steps {
		r.Steps = append(r.Steps, kitchen.Step{Instruction: text(s.Instruction)})
	}
	return r, nil
}

func text(value any) string {
	s, _ := value.(string)
	return s
}

// whole returns a number that servers keep in 32 bits, nil for anything else.
func whole(value any) *int {
	f, ok := value.(float64)
	if !ok || f != math.Trunc(f) || math.Abs(f) > math.MaxInt32 {
		return nil
	}
	return new(int(f))
}
