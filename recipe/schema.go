package recipe

import (
	"slices"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/mcp-adapters/mcp-adapters/mcp/schema"
)

// The schemas of the tools. Input is closed and exact, and published in the form that
// every host takes; output names only types and what must be there, so that whatever a
// later API adds passes in clients that validate.

// idMember is the recipe_id of a tool. Its words name list_recipes where that is offered.
func (o ToolOptions) idMember() schema.Property {
	if !o.has(CoreSet) {
		return schema.Address(schema.UUID("recipe_id", "The recipe's id."), resourceScheme, jsonEnding)
	}
	id := schema.From(schema.UUID("recipe_id", "The recipe's id, from list_recipes."), "list_recipes")
	return schema.Address(id, resourceScheme, jsonEnding)
}

// members are what can be set on a recipe. What it is said to be matters when it is new: a change
// of something else must not describe it anew.
func members(about string) []schema.Property {
	return []schema.Property{
		schema.NotBlank(schema.Text("title", "At most 200 characters (some vaults: bytes); unique in the vault, whatever its case.", 1, 200)),
		schema.Text("description", "What the dish is, in a sentence or two, at most 2000 characters (some vaults: bytes)."+about, 0, 2000),
		schema.Integer("prep_time_minutes", "Minutes of preparation.", 0, schema.MaxInt32),
		schema.Integer("cook_time_minutes", "Minutes of cooking.", 0, schema.MaxInt32),
		schema.Integer("servings", "How many people it serves.", 1, schema.MaxInt32),
		schema.Integer("difficulty", "From 1 (easy) to 5 (hard).", 1, 5),
		schema.List("ingredients", "The complete list, in order.", ingredient()),
		schema.List("steps", "The complete list, in order.", step()),
	}
}

// copied are the members that get_recipe adds to an ingredient and a step. A model copies
// them into the list that it sends.
var copied = []string{"id", "recipe_id", "position"}

func ingredient() *jsonschema.Schema {
	return schema.Ignoring(schema.Closed([]string{"name"},
		schema.Text("name", "What it is, such as flour.", 1, 0),
		schema.Quantity("quantity", "How much, as a number such as 1.5; words go into notes."),
		schema.Text("unit", "Such as g, cup or piece.", 0, 0),
		schema.Text("notes", "Anything else, such as finely chopped.", 0, 0),
	), copied...)
}

func step() *jsonschema.Schema {
	scale := schema.Choice("temperature_unit", "The scale of temperature_value.", "Celsius", "Fahrenheit")
	scale = schema.Aliases(scale, "Celsius", "C", "°C", "° C", "ºC", "º C", "℃", "degrees Celsius", "centigrade")
	scale = schema.Aliases(scale, "Fahrenheit", "F", "°F", "° F", "ºF", "º F", "℉", "degrees Fahrenheit")
	return schema.Ignoring(schema.Closed([]string{"instruction"},
		schema.Text("instruction", "What to do.", 1, 0),
		schema.Integer("duration_minutes", "How many minutes the step takes.", 0, schema.MaxInt32),
		schema.Integer("temperature_value", "The temperature to cook at.", schema.MinInt32, schema.MaxInt32),
		scale,
	), copied...)
}

func (o ToolOptions) one() *jsonschema.Schema {
	return schema.Closed([]string{"recipe_id"}, o.idMember(),
		schema.Choice("detail", "cook: leaves out dates and internal ids, to save tokens. Default: full.", "full", "cook"))
}

// kept are the members that the vault sets. A recipe that was read, or deleted, is sent
// with them.
var kept = []string{"id", "photo_filename", "created_at", "updated_at", "created_by", "updated_by"}

func draft() *jsonschema.Schema {
	return schema.Ignoring(schema.Closed([]string{"title"}, members(" Always give one.")...), kept...)
}

func (o ToolOptions) change() *jsonschema.Schema {
	all := slices.Concat([]schema.Property{o.idMember()}, members(""), editing())
	return schema.Ignoring(schema.Change([]string{"recipe_id"}, all...), kept...)
}

func listing() *jsonschema.Schema {
	return schema.Closed(nil,
		schema.Text("query", "Words that must all be in the title or description, also within longer words. Case, accents and English endings are ignored.", 0, 200),
		schema.Text("ingredient", "Words that must all be in the name of one ingredient. It may read many recipes, which takes longer.", 0, 200),
		schema.Integer("max_total_minutes", "For preparation and cooking together.", 0, schema.MaxInt32),
		schema.Integer("max_difficulty", "From 1 (easy) to 5 (hard).", 1, 5),
		schema.Choice("fields", "summary: only id, title, total_minutes and difficulty. Default: full.", "summary", "full"),
		schema.Integer("limit", "The most recipes to return.", 1, schema.MaxInt32),
		schema.Text("cursor", "next_cursor of the result to continue, with the same filters.", 0, 2000),
	)
}

func rows() *jsonschema.Schema {
	row := schema.Open([]string{"id", "title"},
		schema.Typed("id", "string"), schema.Typed("title", "string"), schema.Typed("description", "string"),
		schema.Typed("prep_time_minutes", "integer"), schema.Typed("cook_time_minutes", "integer"),
		described("total_minutes", "number", "In a summary."),
		schema.Typed("servings", "integer"), schema.Typed("difficulty", "integer"), schema.Typed("photo_filename", "string"),
		schema.Typed("created_at", "string"), schema.Typed("updated_at", "string"),
	)
	return schema.Open([]string{"recipes"},
		schema.List("recipes", "Ordered by title.", row),
		described("total", "integer", "How many were found."),
		described("shown", "integer", "How many are here."),
		described("unknown", "integer", "Left out because their time or difficulty isn't known, whatever their ingredients."),
		described("unsearched", "integer", "Not searched for want of time."),
		schema.Typed("note", "string"),
		described("next_cursor", "string", "Continues the list; absent at its end."),
	)
}

// described returns a member of a result whose name doesn't say all.
func described(name, kind, description string) schema.Property {
	p := schema.Typed(name, kind)
	p.Schema.Description = description
	return p
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
