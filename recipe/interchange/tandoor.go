package interchange

import (
	"regexp"
	"strconv"
	"strings"
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
		in := used[n]
		amount := formatQuantity(in.Quantity)
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

// What Tandoor's objects are known to hold. Of it, pictures, attached files,
// ratings, dates and what is Tandoor's own stay behind without a word.
var (
	tandoorMembers = wordSet(`id name description keywords steps working_time waiting_time internal nutrition servings servings_text
source_url image created_by created_at updated_at rating last_cooked private shared show_ingredient_overview food_properties`)
	tandoorStepMembers = wordSet(`id name instruction instruction_markdown instructions_markdown ingredients time order type
show_as_header show_ingredients_table numrecipe file step_recipe step_recipe_data`)
	tandoorIngredientMembers = wordSet(`id food unit amount note order is_header no_amount original_text checked conversions
used_in_recipes always_use_plural_unit always_use_plural_food`)
)

// tandoorRecipe maps the recipe.json of a Tandoor export. Ingredients belong
// to steps there; the vault keeps one list, in the order of the steps. The
// warnings are about what was left out.
func tandoorRecipe(o object) (Recipe, leftovers) {
	var left leftovers
	left.look("", o, tandoorMembers)
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
		left.look(ofStep, step, tandoorStepMembers)
		minutes, _ := step.number("time")
		var used []Ingredient
		for _, w := range step.list("ingredients") {
			m, _ := w.(map[string]any)
			used = append(used, tandoorIngredient(m, &left))
		}
		r.Ingredients = append(r.Ingredients, used...)
		r.Steps = append(r.Steps, Step{
			Instruction:     withOther(withHeading(step.text("name"), fillTemplate(step.text("instruction"), used)), step, &left),
			DurationMinutes: minutesValue(minutes),
		})
	}
	r.Steps = unnumbered(r.Steps, nil)
	r.addNote("Nutrition", nutritionText(o["nutrition"]))
	r.addSource("", o.text("source_url"))
	r.addNote("Tags", names(o["keywords"]))
	return r, left
}

// withOther names the recipe that a step consists of, under its text. What that
// recipe says is in its own file; where not even its name is known, a warning
// tells of it.
func withOther(text string, step object, left *leftovers) string {
	name := oneLine(step.object("step_recipe_data").text("name"))
	switch {
	case name == "":
		left.add(ofStep, "step_recipe", step["step_recipe"])
		left.add(ofStep, "step_recipe_data", step["step_recipe_data"])
	case !strings.Contains(oneLine(text), name):
		text = strings.TrimSpace(text + "\n" + name)
	}
	return text
}

func tandoorIngredient(o object, left *leftovers) Ingredient {
	left.look(ofIngredient, o, tandoorIngredientMembers)
	if header, _ := o.get("is_header").(bool); header {
		return heading(o.text("note"))
	}
	in := Ingredient{Name: textOf(o.get("food"), " "), Unit: textOf(o.get("unit"), " "), Notes: o.text("note")}
	// What another recipe makes is an ingredient of this one.
	other := o.object("food")["recipe"]
	_, onlyID := other.(float64)
	switch name := oneLine(textOf(other, " ")); {
	case name == "" || onlyID:
		left.add(ofIngredient, "recipe", other)
	case in.Name == "":
		in.Name = name
	case !strings.EqualFold(in.Name, name):
		in.Notes = joinNotes(name, in.Notes)
	}
	if line := o.text("original_text"); in.Name == "" && in.Notes == "" && line != "" {
		return ParseIngredient(line)
	}
	none, _ := o.get("no_amount").(bool)
	if q, ok := o.number("amount"); ok && q > 0 && !none {
		in.Quantity = &q
	}
	return in
}
