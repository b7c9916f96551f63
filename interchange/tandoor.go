package interchange

import (
	"regexp"
	"strconv"
)

// template is what Tandoor puts into a step's text: one of the step's
// ingredients or a part of it, or a number that grows with the servings.
var template = regexp.MustCompile(`\{\{\s*(?:ingredients\[(\d{1,3})\](?:\.(amount|unit|food|note))?|scale\(\s*(\d{1,9}(?:\.\d{1,6})?)\s*\))\s*\}\}`)

// fillTemplate writes in words what Tandoor would show. What it would not know
// either stays as it is.
func fillTemplate(text string, used []Ingredient) string {
	return template.ReplaceAllStringFunc(text, func(expression string) string {
		m := template.FindStringSubmatch(expression)
		if m[3] != "" {
			return m[3]
		}
		n, err := strconv.Atoi(m[1])
		if err != nil || n >= len(used) {
			return expression
		}
		in, amount := used[n], ""
		if in.Quantity != nil {
			amount = formatQuantity(*in.Quantity)
		}
		switch m[2] {
		case "amount":
			return amount
		case "unit":
			return in.Unit
		case "food":
			return in.Name
		case "note":
			return in.Notes
		}
		return oneLine(amount + " " + in.Unit + " " + in.Name)
	})
}

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
		var used []Ingredient
		for _, w := range step.list("ingredients") {
			m, _ := w.(map[string]any)
			used = append(used, tandoorIngredient(m))
		}
		r.Ingredients = append(r.Ingredients, used...)
		r.Steps = append(r.Steps, Step{
			Instruction:     withHeading(step.text("name"), fillTemplate(step.text("instruction"), used)),
			DurationMinutes: minutesValue(minutes),
		})
	}
	r.addNote("Nutrition", nutritionText(o.object("nutrition")))
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
