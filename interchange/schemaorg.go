package interchange

import "strings"

// maxRepeat bounds the text of a step in which repeats are looked for.
const maxRepeat = 10_000

// findRecipes collects the schema.org Recipe nodes below v, wherever they
// hang (@graph, mainEntity, a list of items), in a repeatable order. Depth is
// bounded by decodeJSON.
func findRecipes(v any, found []object) []object {
	switch v := v.(type) {
	case []any:
		for _, w := range v {
			found = findRecipes(w, found)
		}
	case map[string]any:
		o := object(v)
		if isType(o, "Recipe") {
			return append(found, o)
		}
		for _, k := range o.sortedKeys() {
			found = findRecipes(o[k], found)
		}
	}
	return found
}

// isType looks for a schema.org type in "@type", which may be a text or a
// list, with or without the vocabulary's address.
func isType(o object, name string) bool {
	is := func(v any) bool {
		t := scalar(v)
		t = t[strings.LastIndexAny(t, "/:#")+1:]
		return strings.EqualFold(t, name)
	}
	types := o.get("@type", "type")
	if list, ok := types.([]any); ok {
		for _, v := range list {
			if is(v) {
				return true
			}
		}
		return false
	}
	return is(types)
}

// schemaRecipe maps a schema.org Recipe node.
func schemaRecipe(o object) Recipe {
	r := Recipe{Title: plainTitle(textOf(o.get("name", "headline"), " ")), Description: plain(textOf(o.get("description"), "\n"))}
	r.setYield(o.get("recipeYield", "yield"))
	r.setMinutes(&r.PrepTimeMinutes, "Preparation time", durationText(o.get("prepTime")))
	r.setMinutes(&r.CookTimeMinutes, "Cooking time", durationText(o.get("cookTime", "performTime")))
	r.setTotal(durationText(o.get("totalTime")))
	if d := o.text("difficulty", "educationalLevel"); d != "" {
		r.setDifficulty(plain(d))
	}
	for _, v := range listOf(o.get("recipeIngredient", "ingredients")) {
		r.Ingredients = append(r.Ingredients, schemaIngredients(v)...)
	}
	r.Steps = schemaSteps(o.get("recipeInstructions", "instructions"), "")
	r.addSource(authorName(o.get("author")), addressOf(o))
	return r
}

// setYield takes the value that is plainly a number of servings, and keeps
// one that says more ("24 cookies"). Sites give both as a list.
func (r *Recipe) setYield(v any) {
	var best *Recipe
	for _, w := range listOf(v) {
		var probe Recipe
		probe.setServings(plain(textOf(w, " ")))
		switch {
		case best == nil:
			best = &probe
		case best.Servings == nil:
			best.Servings = probe.Servings
		}
		if best.Description == "" {
			best.Description = probe.Description
		}
	}
	if best != nil {
		r.Servings = best.Servings
		r.addNote("", best.Description)
	}
}

// schemaIngredients reads a text (one line or several) or a PropertyValue.
func schemaIngredients(v any) []Ingredient {
	var out []Ingredient
	switch v := v.(type) {
	case map[string]any:
		o := object(v)
		if list := o.list("itemListElement"); list != nil {
			for _, w := range list {
				out = append(out, schemaIngredients(w)...)
			}
			return out
		}
		name := plain(o.text("name", "item", "text"))
		q, ok := o.number("value", "amount")
		if !ok {
			return schemaIngredients(joinNotes(o.text("value", "amount"), name))
		}
		return append(out, Ingredient{Name: name, Quantity: &q, Unit: o.text("unitText", "unitCode"), Notes: plain(o.text("description"))})
	default:
		for _, line := range splitLines(plain(scalar(v))) {
			out = append(out, ParseIngredient(line))
		}
		return out
	}
}

// schemaSteps reads instructions in all the shapes that sites use: one text,
// a list of texts, HowToStep, HowToSection, and lists within lists. heading
// is the name of the section around them; it goes to the first step.
func schemaSteps(v any, heading string) []Step {
	var steps []Step
	switch v := v.(type) {
	case []any:
		for _, w := range v {
			steps = append(steps, schemaSteps(w, "")...)
		}
	case map[string]any:
		o := object(v)
		inner := o.get("itemListElement", "steps", "step")
		text := plain(textOf(o.get("text", "description"), "\n"))
		name := oneLine(plain(o.text("name")))
		switch {
		case inner != nil && text == "":
			steps = schemaSteps(inner, name)
		case o.has("item") && text == "":
			steps = schemaSteps(o["item"], name)
		default:
			steps = []Step{schemaStep(o, withHeading(name, text))}
			// Directions inside a step mostly repeat its text.
			whole := oneLine(text)
			for _, s := range schemaSteps(inner, "") {
				if len(whole) > maxRepeat || !strings.Contains(whole, oneLine(s.Instruction)) {
					steps = append(steps, s)
				}
			}
		}
	default:
		for _, line := range splitLines(plain(scalar(v))) {
			s := Step{Instruction: line}
			s.takeTemperature()
			steps = append(steps, s)
		}
	}
	if heading != "" && len(steps) > 0 {
		steps[0].Instruction = withHeading(heading, steps[0].Instruction)
	}
	return steps
}

func schemaStep(o object, text string) Step {
	s := Step{Instruction: text}
	if m, ok := parseMinutes(durationText(o.get("timeRequired", "performTime", "totalTime"))); ok {
		s.DurationMinutes = &m
	}
	s.takeTemperature()
	return s
}

// textOf reads a text, a language-tagged value ("@value"), or a list of them.
func textOf(v any, sep string) string {
	switch v := v.(type) {
	case []any:
		var parts []string
		for _, w := range v {
			if s := textOf(w, sep); s != "" {
				parts = append(parts, s)
			}
		}
		return strings.Join(parts, sep)
	case map[string]any:
		return object(v).text("@value", "text", "name", "value")
	}
	return scalar(v)
}

// durationText reads a duration that is a text, or an object or list around
// one; of a list the first counts.
func durationText(v any) string {
	for _, w := range listOf(v) {
		if m, ok := w.(map[string]any); ok {
			w = object(m).get("@value", "maxValue", "value", "name")
		}
		if s := scalar(w); s != "" {
			return plain(s)
		}
	}
	return ""
}

func authorName(v any) string {
	if list, ok := v.([]any); ok {
		return plain(names(list))
	}
	return plain(nameOf(v))
}

func addressOf(o object) string {
	for _, v := range []any{o["url"], o["mainEntityOfPage"], o["@id"]} {
		if m, ok := v.(map[string]any); ok {
			v = object(m).text("@id", "url")
		}
		if s := scalar(v); strings.HasPrefix(s, "http://") || strings.HasPrefix(s, "https://") {
			return s
		}
	}
	return ""
}

// listOf makes one value a list of one, and nothing a list of none.
func listOf(v any) []any {
	switch v := v.(type) {
	case nil:
		return nil
	case []any:
		return v
	}
	return []any{v}
}
