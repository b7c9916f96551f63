package interchange

import (
	"strings"
	"unicode"
)

// What Mealie's objects are known to hold, in the names of its export archive
// and of its API. Of these, pictures, attached files, ratings, comments, dates
// and what is Mealie's own stay behind without a word.
var (
	mealieMembers = wordSet(`id slug name description image assets rating comments settings user_id userId household_id householdId
group_id groupId date_added dateAdded date_updated dateUpdated created_at createdAt update_at updateAt updated_at updatedAt
last_made lastMade is_ocr_recipe isOcrRecipe recipe_servings recipeServings recipe_yield recipeYield recipe_yield_quantity
recipeYieldQuantity prep_time prepTime perform_time performTime cook_time cookTime total_time totalTime recipe_ingredient
recipeIngredient recipe_instructions recipeInstructions notes nutrition tools org_url orgURL recipe_category recipeCategory tags`)
	mealieIngredientMembers = wordSet(`id reference_id referenceId title quantity unit food note display original_text originalText
disable_amount disableAmount is_food isFood referenced_recipe referencedRecipe`)
	mealieStepMembers = wordSet(`id title summary text ingredient_references ingredientReferences`)
)

// mealieIngredient returns the line, and before it the heading it may carry.
func mealieIngredient(v any, left *leftovers) []Ingredient {
	m, ok := v.(map[string]any)
	if !ok {
		return []Ingredient{ParseIngredient(scalar(v))}
	}
	o := object(m)
	left.look(ofIngredient, o, mealieIngredientMembers)
	for _, member := range []string{"food", "unit", "referenced_recipe", "referencedRecipe"} {
		if textOf(o[member], " ") == "" {
			left.add(ofIngredient, member, o[member])
		}
	}
	var out []Ingredient
	if title := o.text("title"); title != "" {
		out = append(out, heading(title))
	}
	in := Ingredient{Name: textOf(o.get("food"), " "), Unit: mealieUnit(o), Notes: o.text("note")}
	if q, ok := o.number("quantity"); ok && q > 0 {
		in.Quantity = &q
	}
	// What another recipe makes is an ingredient of this one.
	switch other := textOf(o.get("referenced_recipe", "referencedRecipe"), " "); {
	case in.Name == "":
		in.Name = other
	case other != in.Name:
		in.Notes = joinNotes(other, in.Notes)
	}
	plainLine := in.Unit == "" && (in.Quantity == nil || *in.Quantity == 1)
	switch {
	case in.Name != "":
	case plainLine && in.Notes != "":
		// With amounts switched off the note is the line, and 1 the default.
		in = ParseIngredient(in.Notes)
	case in.Notes != "":
		in.Name, in.Notes = in.Notes, ""
	default:
		in = mealieLine(o, in, plainLine)
	}
	return append(out, in)
}

// mealieLine reads an ingredient that Mealie has not split: its words are in
// the line as it was written, or as Mealie shows it. amount is what Mealie has
// beside them, which byDefault says nothing.
func mealieLine(o object, amount Ingredient, byDefault bool) Ingredient {
	for _, name := range []string{"original_text", "originalText", "display"} {
		line := o.text(name)
		in := ParseIngredient(line)
		if !strings.ContainsFunc(line, unicode.IsLetter) || saysOnly(line, amount) {
			continue
		}
		switch {
		case byDefault || agree(in, amount):
		case !strings.ContainsFunc(line, unicode.IsNumber):
			in.Quantity = amount.Quantity
			if !strings.Contains(strings.ToLower(line), strings.ToLower(amount.Unit)) {
				in.Unit = amount.Unit
			}
		default: // "2-3 eggs", or a line whose amount was changed since
			said := amountText(amount)
			if in.Quantity != nil || !strings.Contains(line, said) {
				in.Notes = joinNotes(in.Notes, said)
			}
		}
		return in
	}
	if byDefault {
		return Ingredient{}
	}
	return amount // Fit keeps a unit, and tells of a number alone
}

// saysOnly reports whether line is the amount and no more ("1 cup").
func saysOnly(line string, amount Ingredient) bool {
	return strings.EqualFold(oneLine(line), amountText(amount))
}

// agree reports whether the amount of a line is the one beside it. Of units it
// only asks that there is one: "tbsp" is a tablespoon.
func agree(line, amount Ingredient) bool {
	return line.Quantity != nil && amount.Quantity != nil && *line.Quantity == *amount.Quantity &&
		(line.Unit != "" || amount.Unit == "")
}

func amountText(in Ingredient) string {
	return oneLine(formatQuantity(in.Quantity) + " " + in.Unit)
}

func mealieUnit(o object) string {
	unit := o.object("unit")
	if use, _ := unit.get("use_abbreviation", "useAbbreviation").(bool); use && unit.text("abbreviation") != "" {
		return unit.text("abbreviation")
	}
	return textOf(o.get("unit"), " ")
}
