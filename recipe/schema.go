package mcp

import "github.com/google/jsonschema-go/jsonschema"

// The schemas of the recipe tools. Input is closed and exact; output names
// only types and what must be there, so that whatever a later API adds passes
// in clients that validate.

func recipeID() property {
	return property{"recipe_id", uuid("The recipe's id, as list_recipes gives it.")}
}

// recipeMembers are what can be set on a recipe.
func recipeMembers() []property {
	return []property{
		{"title", notBlank(text("The recipe's name, unique in the vault without regard to case.", 1, 200))},
		{"description", text("What the dish is, in a sentence or two. Always give one.", 0, 2000)},
		{"prep_time_minutes", integer("Minutes of preparation.", 0, maxInt32)},
		{"cook_time_minutes", integer("Minutes of cooking.", 0, maxInt32)},
		{"servings", integer("How many people it serves.", 1, maxInt32)},
		{"difficulty", integer("From 1 (easy) to 5 (hard).", 1, 5)},
		{"ingredients", list("The complete list of ingredients, in order.", closed([]string{"name"},
			property{"name", text("What it is, such as flour.", 1, 0)},
			property{"quantity", &jsonschema.Schema{Type: "number", Description: "How much, as a number, such as 1.5."}},
			property{"unit", text("What the quantity counts, such as g, cup or piece.", 0, 0)},
			property{"notes", text("Anything else, such as finely chopped.", 0, 0)},
		))},
		{"steps", list("The complete list of steps, in order.", closed([]string{"instruction"},
			property{"instruction", text("What to do.", 1, 0)},
			property{"duration_minutes", integer("How many minutes the step takes.", 0, maxInt32)},
			property{"temperature_value", integer("The temperature to cook at, in temperature_unit.", minInt32, maxInt32)},
			property{"temperature_unit", choice("The scale of temperature_value.", "Celsius", "Fahrenheit")},
		))},
	}
}

func nothing() *jsonschema.Schema { return closed(nil) }

func recipeWanted() *jsonschema.Schema { return closed([]string{"recipe_id"}, recipeID()) }

func recipeToSave() *jsonschema.Schema { return closed([]string{"title"}, recipeMembers()...) }

func recipeChange() *jsonschema.Schema {
	s := closed([]string{"recipe_id"}, append([]property{recipeID()}, recipeMembers()...)...)
	atLeast := 2 // the id and something to change
	s.MinProperties = &atLeast
	return s
}

func recipeRows() *jsonschema.Schema {
	row := open([]string{"id", "title", "description"}, typed("id", "string"), typed("title", "string"), typed("description", "string"))
	return open([]string{"recipes"}, property{"recipes", list("All recipes, ordered by title; empty when there are none.", row)})
}

func recipeDetails() *jsonschema.Schema {
	return open([]string{"id", "title"},
		typed("id", "string"), typed("title", "string"), typed("description", "string"),
		typed("prep_time_minutes", "integer"), typed("cook_time_minutes", "integer"), typed("servings", "integer"), typed("difficulty", "integer"),
		property{"ingredients", list("In order.", open(nil))},
		property{"steps", list("In order.", open(nil))},
		typed("created_at", "string"), typed("updated_at", "string"),
	)
}

func typed(name, kind string) property { return property{name, &jsonschema.Schema{Type: kind}} }
