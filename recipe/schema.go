package recipe

import (
	"github.com/google/jsonschema-go/jsonschema"

	"mcp-adapters/mcp/schema"
)

// The schemas of the tools. Input is closed and exact; output names only types
// and what must be there, so that whatever a later API adds passes in clients
// that validate.

func idMember() schema.Property {
	return schema.UUID("recipe_id", "The recipe's id, as list_recipes gives it.")
}

// members are what can be set on a recipe.
func members() []schema.Property {
	return []schema.Property{
		schema.NotBlank(schema.Text("title", "The recipe's name, unique in the vault without regard to case. Some vaults take at most 200 bytes of UTF-8 in place of 200 characters, and say so.", 1, 200)),
		schema.Text("description", "What the dish is, in a sentence or two. Always give one. Some vaults take at most 2,000 bytes of UTF-8 in place of 2,000 characters, and say so.", 0, 2000),
		schema.Integer("prep_time_minutes", "Minutes of preparation.", 0, schema.MaxInt32),
		schema.Integer("cook_time_minutes", "Minutes of cooking.", 0, schema.MaxInt32),
		schema.Integer("servings", "How many people it serves.", 1, schema.MaxInt32),
		schema.Integer("difficulty", "From 1 (easy) to 5 (hard).", 1, 5),
		schema.List("ingredients", "The complete list of ingredients, in order.", schema.Closed([]string{"name"},
			schema.Text("name", "What it is, such as flour.", 1, 0),
			schema.Number("quantity", "How much, as a number, such as 1.5."),
			schema.Text("unit", "What the quantity counts, such as g, cup or piece.", 0, 0),
			schema.Text("notes", "Anything else, such as finely chopped.", 0, 0),
		)),
		schema.List("steps", "The complete list of steps, in order.", schema.Closed([]string{"instruction"},
			schema.Text("instruction", "What to do.", 1, 0),
			schema.Integer("duration_minutes", "How many minutes the step takes.", 0, schema.MaxInt32),
			schema.Integer("temperature_value", "The temperature to cook at, in temperature_unit.", schema.MinInt32, schema.MaxInt32),
			schema.Choice("temperature_unit", "The scale of temperature_value.", "Celsius", "Fahrenheit"),
		)),
	}
}

func nothing() *jsonschema.Schema { return schema.Closed(nil) }

func one() *jsonschema.Schema { return schema.Closed([]string{"recipe_id"}, idMember()) }

func draft() *jsonschema.Schema { return schema.Closed([]string{"title"}, members()...) }

func change() *jsonschema.Schema {
	s := schema.Closed([]string{"recipe_id"}, append([]schema.Property{idMember()}, members()...)...)
	atLeast := 2 // the id and something to change
	s.MinProperties = &atLeast
	return s
}

func rows() *jsonschema.Schema {
	row := schema.Open([]string{"id", "title", "description"},
		schema.Typed("id", "string"), schema.Typed("title", "string"), schema.Typed("description", "string"))
	return schema.Open([]string{"recipes"}, schema.List("recipes", "All recipes, ordered by title; empty when there are none.", row))
}

func details() *jsonschema.Schema {
	return schema.Open([]string{"id", "title"},
		schema.Typed("id", "string"), schema.Typed("title", "string"), schema.Typed("description", "string"),
		schema.Typed("prep_time_minutes", "integer"), schema.Typed("cook_time_minutes", "integer"),
		schema.Typed("servings", "integer"), schema.Typed("difficulty", "integer"),
		schema.List("ingredients", "In order.", schema.Open(nil)),
		schema.List("steps", "In order.", schema.Open(nil)),
		schema.Typed("created_at", "string"), schema.Typed("updated_at", "string"),
	)
}
