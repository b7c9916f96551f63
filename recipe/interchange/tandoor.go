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
		whole := oneLine(amount + " " + in.Unit + " " + in.Name)
		return map[string]string{"": whole, "amount": amount, "unit": in.Unit, "food": in.Name, "note": in.Notes}[m[2]]
	})
}

// What Tandoor's objects are known to hold. Of it, pictures, attached files,
// ratings, dates and what is Tandoor's own are left out without a warning.
var (
	tandoorMembers = wordSet(`id name description keywords steps working_time waiting_time internal nutrition servings servings_text
source_url image created_by created_at updated_at rating last_cooked private shared show_ingredient_overview food_properties`)
	tandoorStepMembers = wordSet(`id name instruction instruction_markdown instructions_markdown ingredients time order type
show_as_header show_ingredients_table numrecipe file step_recipe step_recipe_data`)
	tandoorIngredientMembers = wordSet(`id food unit amount note order is_header no_amount original_text checked conversions
used_in_recipes always_use_plural_unit always_use_plural_food`)
)

// tandoorRecipe maps the recipe.json of a Tandoor export. Ingredients belong
// to steps there; the vault keeps one list, in the order of the steps.
func tandoorRecipe(o object) (Recipe, leftovers) {
	var left leftovers
	left.look("", o, tandoorMembers)
	r := Recipe{
		Title: o.text("name"), Description: o.text("description"),
		PrepTimeMinutes: o.minutes("working_time"), CookTimeMinutes: o.minutes("waiting_time"),
	}
	r.setServings(o.text("servings"))
	if text := o.text("servings_text"); text != "" {
		// "4" with "Personen" says no more than 4; with "muffins" it does.
		text = o.text("servings") + " " + text
		if servingsOf(text) == nil {
			r.addNote("Yield", text)
		}
	}
	for _, step := range o.objects("steps") {
		left.look(ofStep, step, tandoorStepMembers)
		var used []Ingredient
		for _, in := range step.objects("ingredients") {
			left.look(ofIngredient, in, tandoorIngredientMembers)
			used = append(used, tandoorIngredient(in, &left))
		}
		r.Ingredients = append(r.Ingredients, used...)
		text := withHeading(step.text("name"), fillTemplate(step.text("instruction"), used))
		// What a recipe says that a step consists of is in its own file; here it has its name.
		other := oneLine(step.object("step_recipe_data").text("name"))
		switch {
		case other == "":
			left.add(ofStep, "step_recipe", step["step_recipe"])
			left.add(ofStep, "step_recipe_data", step["step_recipe_data"])
		case !strings.Contains(oneLine(text), other):
			text = strings.TrimSpace(text + "\n" + other)
		}
		r.Steps = append(r.Steps, Step{Instruction: text, DurationMinutes: step.minutes("time")})
	}
	r.Steps = unnumbered(r.Steps, nil)
	r.addNote("Nutrition", nutritionText(o["nutrition"]))
	r.addSource("", o.text("source_url"))
	r.addNote("Tags", names(o["keywords"]))
	return r, left
}

func tandoorIngredient(o object, left *leftovers) Ingredient {
	if o["is_header"] == true {
		return heading(o.text("note"))
	}
	in := Ingredient{Name: textOf(o["food"], " "), Unit: textOf(o["unit"], " "), Notes: o.text("note")}
	food := o.object("food")
	if name := food.object("recipe").text("name"); name != "" {
		in.addRecipe(name)
	} else {
		left.add(ofIngredient, "recipe", food["recipe"])
	}
	if line := o.text("original_text"); in.Name == "" && in.Notes == "" && line != "" {
		return ParseIngredient(line)
	}
	if q, ok := o.number("amount"); ok && q > 0 && o["no_amount"] != true {
		in.Quantity = &q
	}
	return in
}
