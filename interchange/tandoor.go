package interchange

// tandoorRecipe maps the recipe.json of a Tandoor export. Ingredients belong
// to steps there; the vault keeps one list, in the order of the steps.
func tandoorRecipe(o object) Recipe {
	r := Recipe{Title: o.text("name"), Description: o.text("description")}
	working, _ := o.number("working_time")
	waiting, _ := o.number("waiting_time")
	r.PrepTimeMinutes, r.CookTimeMinutes = minutesValue(working), minutesValue(waiting)
	r.setServings(o.text("servings"))
	if text := o.text("servings_text"); text != "" {
		// "4" with "Personen" says no more than 4; with "muffins" it does.
		var probe Recipe
		probe.setServings(o.text("servings") + " " + text)
		if probe.Servings == nil {
			r.addNote("Yield", o.text("servings")+" "+text)
		}
	}
	for _, v := range o.list("steps") {
		m, ok := v.(map[string]any)
		if !ok {
			continue
		}
		step := object(m)
		minutes, _ := step.number("time")
		r.Steps = append(r.Steps, Step{
			Instruction:     withHeading(step.text("name"), step.text("instruction")),
			DurationMinutes: minutesValue(minutes),
		})
		for _, w := range step.list("ingredients") {
			if m, ok := w.(map[string]any); ok {
				r.Ingredients = append(r.Ingredients, tandoorIngredient(m))
			}
		}
	}
	r.addSource("", o.text("source_url"))
	r.addNote("Tags", names(o.list("keywords")))
	return r
}

func tandoorIngredient(o object) Ingredient {
	if header, _ := o.get("is_header").(bool); header {
		return heading(o.text("note"))
	}
	in := Ingredient{Name: nameOf(o.get("food")), Unit: nameOf(o.get("unit")), Notes: o.text("note")}
	none, _ := o.get("no_amount").(bool)
	if q, ok := o.number("amount"); ok && q > 0 && !none {
		in.Quantity = &q
	}
	return in
}
