package interchange

// Recipe is what can be created in a vault; its JSON is the create body. The
// zero value of a text and a nil number mean "not given".
type Recipe struct {
	Title           string       `json:"title"`
	Description     string       `json:"description,omitzero"`
	PrepTimeMinutes *int32       `json:"prep_time_minutes,omitzero"`
	CookTimeMinutes *int32       `json:"cook_time_minutes,omitzero"`
	Servings        *int32       `json:"servings,omitzero"`
	Difficulty      *int32       `json:"difficulty,omitzero"` // 1 to 5
	Ingredients     []Ingredient `json:"ingredients,omitempty"`
	Steps           []Step       `json:"steps,omitempty"`
}

// Ingredient is one line of the list. Unit and Notes are as they were
// written ("cups", "gehackt"): nothing is translated or converted.
type Ingredient struct {
	Name     string   `json:"name"`
	Quantity *float64 `json:"quantity,omitzero"`
	Unit     string   `json:"unit,omitzero"`
	Notes    string   `json:"notes,omitzero"`
}

// Step is one instruction. TemperatureUnit is "Celsius", "Fahrenheit" or
// empty.
type Step struct {
	Instruction      string `json:"instruction"`
	DurationMinutes  *int32 `json:"duration_minutes,omitzero"`
	TemperatureValue *int32 `json:"temperature_value,omitzero"`
	TemperatureUnit  string `json:"temperature_unit,omitzero"`
}

// Item is one recipe that was read. Entry says where in the file it was (the
// member of an archive, or "line 3"); it is empty when the file is the recipe.
// Warnings are sentences about what was moved to make the recipe fit.
type Item struct {
	Recipe   Recipe
	Entry    string
	Warnings []string
	// Own is set for a recipe in this project's own JSON.
	Own bool
	// Kept is the create body of such a recipe just as it is in the file, if
	// a vault may have held it so; a vault that holds new recipes to more rules
	// may refuse it. Recipe is then the same, but doesn't tell an empty text from
	// none. Otherwise Kept is nil, and Recipe was made to fit.
	Kept []byte
	// Author is who wrote such a recipe (created_by), "" if that is not said.
	Author string
}
