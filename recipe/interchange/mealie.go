package interchange

import "strings"

// mealieRecipe maps a recipe of Mealie. Its export archive writes snake_case
// names, its API camelCase; both are met in files, and so are older layouts
// in which ingredients and instructions were plain texts. The warnings are
// about what was left out.
func mealieRecipe(o object) (Recipe, leftovers) {
	var left leftovers
	left.look("", o, mealieMembers)
	r := Recipe{Title: o.text("name"), Description: o.text("description")}
	if n, ok := o.number("recipe_servings", "recipeServings"); ok && n > 0 {
		r.setServings(formatNumber(n))
		r.addNote("Yield", strings.TrimSpace(mealieYield(o)))
	} else {
		r.setServings(mealieYield(o))
	}
	r.setMinutes(&r.PrepTimeMinutes, "Preparation time", o.text("prep_time", "prepTime"))
	r.setMinutes(&r.CookTimeMinutes, "Cooking time", o.text("perform_time", "performTime", "cook_time", "cookTime"))
	r.setTotal(o.text("total_time", "totalTime"))

	for _, v := range o.list("recipe_ingredient", "recipeIngredient") {
		r.Ingredients = append(r.Ingredients, mealieIngredient(v, &left)...)
	}
	for _, v := range o.list("recipe_instructions", "recipeInstructions") {
		step := object{"text": v}
		if m, ok := v.(map[string]any); ok {
			step = m
			left.look(ofStep, step, mealieStepMembers)
		}
		text := withHeading(step.text("title"), withHeading(step.text("summary"), step.text("text")))
		r.Steps = append(r.Steps, Step{Instruction: text})
	}
	r.Steps = unnumbered(r.Steps, nil)
	for _, v := range o.list("notes") {
		if note, ok := v.(map[string]any); ok {
			r.addNote("Notes", withHeading(object(note).text("title"), object(note).text("text")))
		} else {
			r.addNote("Notes", scalar(v))
		}
	}
	r.addNote("Nutrition", nutritionText(o["nutrition"]))
	r.addNote("Tools", names(o["tools"]))
	r.addSource("", o.text("org_url", "orgURL"))
	r.addNote("Tags", names(o.get("recipe_category", "recipeCategory"), o["tags"]))
	return r, left
}

func mealieYield(o object) string {
	text := o.text("recipe_yield", "recipeYield")
	if n, ok := o.number("recipe_yield_quantity", "recipeYieldQuantity"); ok && n > 0 {
		text = formatNumber(n) + " " + text
	}
	return text
}

// heading turns the title of a group of ingredients into a line of its own,
// since the vault's list has no groups.
func heading(title string) Ingredient {
	return Ingredient{Name: strings.TrimSuffix(oneLine(title), ":") + ":"}
}
