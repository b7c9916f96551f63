package interchange

import (
	"strings"
	"unicode"
)

// What Mealie's objects are known to hold, in the names of its export archive
// and of its API. Of these, pictures, attached files, ratings, comments, dates
// and what is Mealie's own are left out without a warning.
var (
	mealieMembers = wordSet(`id slug name description image assets rating comments settings user_id userId household_id householdId
group_id groupId date_added dateAdded date_updated dateUpdated created_at createdAt update_at updateAt updated_at updatedAt
last_made lastMade is_ocr_recipe isOcrRecipe recipe_servings recipeServings recipe_yield recipeYield recipe_yield_quantity
recipeYieldQuantity prep_time prepTime perform_time performTime cook_time cookTime total_time totalTime recipe_ingredient
recipeIngredient recipe_instructions recipeInstructions notes nutrition tools org_url orgURL recipe_category recipeCategory tags`)
	mealieIngredientMembers = wordSet(`id reference_id referenceId title quantity unit food note text display original_text originalText
disable_amount disableAmount is_food isFood referenced_recipe referencedRecipe`)
	mealieStepMembers = wordSet(`id title summary text ingredient_references ingredientReferences`)
)

// mealieRecipe maps a recipe of Mealie. Its export archive writes snake_case
// names, its API camelCase; both are met in files, and so are older layouts
// in which ingredients and instructions were plain texts.
func mealieRecipe(o object) (Recipe, leftovers) {
	var left leftovers
	left.look("", o, mealieMembers)
	r := Recipe{Title: o.text("name"), Description: o.text("description")}
	yield := o.text("recipe_yield", "recipeYield")
	if n, ok := o.number("recipe_yield_quantity", "recipeYieldQuantity"); ok && n > 0 {
		yield = strings.TrimSpace(formatNumber(n) + " " + yield)
	}
	if n, ok := o.number("recipe_servings", "recipeServings"); ok && n > 0 {
		r.setServings(formatNumber(n))
		r.addNote("Yield", yield)
	} else {
		r.setServings(yield)
	}
	r.setMinutes(&r.PrepTimeMinutes, "Preparation time", o.text("prep_time", "prepTime"))
	r.setMinutes(&r.CookTimeMinutes, "Cooking time", o.text("perform_time", "performTime", "cook_time", "cookTime"))
	r.setTotal(o.text("total_time", "totalTime"))

	for _, in := range o.objects("recipe_ingredient", "recipeIngredient") {
		left.look(ofIngredient, in, mealieIngredientMembers)
		if title := in.text("title"); title != "" {
			r.Ingredients = append(r.Ingredients, heading(title))
		}
		r.Ingredients = append(r.Ingredients, mealieIngredient(in, &left))
	}
	for _, step := range o.objects("recipe_instructions", "recipeInstructions") {
		left.look(ofStep, step, mealieStepMembers)
		text := withHeading(step.text("title"), withHeading(step.text("summary"), step.text("text")))
		r.Steps = append(r.Steps, Step{Instruction: text})
	}
	r.Steps = unnumbered(r.Steps, nil)
	for _, note := range o.objects("notes") {
		r.addNote("Notes", withHeading(note.text("title"), note.text("text")))
	}
	r.addNote("Nutrition", nutritionText(o["nutrition"]))
	r.addNote("Tools", names(o["tools"]))
	r.addSource("", o.text("org_url", "orgURL"))
	r.addNote("Tags", names(o.get("recipe_category", "recipeCategory"), o["tags"]))
	return r, left
}

func mealieIngredient(o object, left *leftovers) Ingredient {
	for _, member := range []string{"food", "unit", "referenced_recipe", "referencedRecipe"} {
		if textOf(o[member], " ") == "" {
			left.add(ofIngredient, member, o[member])
		}
	}
	in := Ingredient{Name: textOf(o["food"], " "), Unit: textOf(o["unit"], " "), Notes: o.text("note", "text")}
	unit := o.object("unit")
	if short := unit.text("abbreviation"); short != "" && unit.get("use_abbreviation", "useAbbreviation") == true {
		in.Unit = short
	}
	if q, ok := o.number("quantity"); ok && q > 0 {
		in.Quantity = &q
	}
	in.addRecipe(textOf(o.get("referenced_recipe", "referencedRecipe"), " "))
	byDefault := in.Unit == "" && (in.Quantity == nil || *in.Quantity == 1)
	switch {
	case in.Name != "":
	case byDefault && in.Notes != "": // with amounts switched off the note is the line
		return ParseIngredient(in.Notes)
	case in.Notes != "":
		in.Name, in.Notes = in.Notes, ""
	default:
		return mealieLine(o, in, byDefault)
	}
	return in
}

// mealieLine reads an ingredient that Mealie has not split: its words are in
// the line as it was written, or as Mealie shows it. amount is what Mealie has
// beside them, which byDefault says nothing.
func mealieLine(o object, amount Ingredient, byDefault bool) Ingredient {
	said := oneLine(formatQuantity(amount.Quantity) + " " + amount.Unit)
	for _, name := range []string{"original_text", "originalText", "display"} {
		line := oneLine(o.text(name))
		if !strings.ContainsFunc(line, unicode.IsLetter) || strings.EqualFold(line, said) {
			continue
		}
		in := ParseIngredient(line)
		hasUnit := in.Unit != "" || amount.Unit == "" // of units it is only asked that there is one: "tbsp" is a tablespoon
		switch {
		case byDefault:
		case hasUnit && in.Quantity != nil && amount.Quantity != nil && *in.Quantity == *amount.Quantity:
		case !strings.ContainsFunc(line, unicode.IsNumber):
			in.Quantity = amount.Quantity
			if !strings.Contains(strings.ToLower(line), strings.ToLower(amount.Unit)) {
				in.Unit = amount.Unit
			}
		case in.Quantity != nil || !strings.Contains(line, said): // an amount that was changed since; not "2-3 eggs"
			in.Notes = joinNotes(in.Notes, said)
		}
		return in
	}
	if byDefault {
		return Ingredient{}
	}
	return amount // Fit keeps a unit, and reports a number alone
}

// heading turns the title of a group of ingredients into a line of its own,
// since the vault's list has no groups.
func heading(title string) Ingredient {
	return Ingredient{Name: strings.TrimSuffix(oneLine(title), ":") + ":"}
}

// addRecipe adds the name of the recipe that makes the ingredient, if there is one.
func (in *Ingredient) addRecipe(name string) {
	switch name = oneLine(name); {
	case in.Name == "":
		in.Name = name
	case !strings.EqualFold(in.Name, name):
		in.Notes = joinNotes(name, in.Notes)
	}
}
