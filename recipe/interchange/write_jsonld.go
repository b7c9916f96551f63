package interchange

import "slices"

// linkedRecipe is a schema.org Recipe node; the vocabulary's address is
// once, on the document around it.
type linkedRecipe struct {
	Type         string         `json:"@type"`
	Encoding     string         `json:"encodingFormat"`
	Name         string         `json:"name"`
	Description  string         `json:"description,omitzero"`
	PrepTime     string         `json:"prepTime,omitzero"`
	CookTime     string         `json:"cookTime,omitzero"`
	TotalTime    string         `json:"totalTime,omitzero"`
	Yield        *int32         `json:"recipeYield,omitzero,string"`
	Level        *int32         `json:"educationalLevel,omitzero,string"`
	Ingredients  []string       `json:"recipeIngredient,omitempty"`
	Supplies     []linkedSupply `json:"supply,omitempty"`
	Instructions []linkedStep   `json:"recipeInstructions,omitempty"`
}

// linkedSupply is a schema.org HowToSupply: the parts of an ingredient whose
// line alone would not say them surely.
type linkedSupply struct {
	Type     string        `json:"@type"`
	Name     string        `json:"name"`
	Quantity *linkedAmount `json:"requiredQuantity,omitzero"`
	Notes    string        `json:"description,omitzero"`
}

type linkedAmount struct {
	Type  string   `json:"@type"`
	Value *float64 `json:"value,omitzero"`
	Unit  string   `json:"unitText,omitzero"`
}

// linkedStep is a HowToStep. timeRequired comes to it from CreativeWork; a
// temperature has no property anywhere and is after the text.
type linkedStep struct {
	Type     string `json:"@type"`
	Encoding string `json:"encodingFormat,omitzero"` // when a temperature after the text is the text's own
	Text     string `json:"text"`
	Time     string `json:"timeRequired,omitzero"`
}

func linkedData(r Recipe) linkedRecipe {
	out := linkedRecipe{
		Type:        "Recipe",
		Encoding:    plainMedia,
		Name:        r.Title,
		Description: r.Description,
		PrepTime:    isoOf(r.PrepTimeMinutes),
		CookTime:    isoOf(r.CookTimeMinutes),
		Yield:       r.Servings,
		Level:       r.Difficulty, // how much skill it asks of a cook
	}
	total := orZero(r.PrepTimeMinutes) + orZero(r.CookTimeMinutes)
	if r.PrepTimeMinutes != nil && r.CookTimeMinutes != nil && total >= 0 && total <= maxMinutes {
		out.TotalTime = isoOf(new(int32(total)))
	}
	for _, in := range r.Ingredients {
		out.Ingredients = append(out.Ingredients, ingredientLine(in))
	}
	out.Supplies = suppliesOf(r.Ingredients)
	for _, s := range r.Steps {
		step := linkedStep{Type: "HowToStep", Text: temperatureText(s), Time: isoOf(s.DurationMinutes)}
		if s.looksTempered() {
			step.Encoding = plainMedia
		}
		out.Instructions = append(out.Instructions, step)
	}
	return out
}

// suppliesOf returns all ingredients in parts, or nil when each line says its
// parts by itself.
func suppliesOf(ingredients []Ingredient) (all []linkedSupply) {
	unsure := func(in Ingredient) bool { return !in.readsBack(ingredientLine(in)) }
	if !slices.ContainsFunc(ingredients, unsure) {
		return nil
	}
	for _, in := range ingredients {
		s := linkedSupply{Type: "HowToSupply", Name: in.Name, Notes: in.Notes}
		if in.Quantity != nil || in.Unit != "" {
			s.Quantity = &linkedAmount{Type: "QuantitativeValue", Value: in.Quantity, Unit: in.Unit}
		}
		all = append(all, s)
	}
	return all
}

func isoOf(minutes *int32) string {
	if minutes == nil || *minutes < 0 {
		return ""
	}
	return "PT" + inHours(*minutes, "H", "", "M")
}
