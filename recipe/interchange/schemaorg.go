package interchange

import (
	"regexp"
	"slices"
	"strings"
)

// plainMedia is the media type by which our JSON-LD says that a node's texts
// are what they are: "&amp;" is not "&", and a step's "(180 °C)" is its own.
const plainMedia = "text/plain"

func isAsIs(o object) bool { return o["encodingFormat"] == plainMedia }

// schemaRecipe maps a schema.org Recipe node with what it points to. The
// warnings are about what was left out.
func schemaRecipe(node object, refs references) (Recipe, []string) {
	e := &expansion{refs: refs, asIs: isAsIs(node), left: maxExpanded}
	o, warnings := e.recipe(node)
	var left leftovers
	left.look("", o, schemaMembers, pageMembers)
	r := Recipe{Title: oneLine(textOf(o.get("name", "headline"), " ")), Description: textOf(o["description"], "\n")}
	if r.Title == "" { // a recipe without a title can't be read at all, so that one of markup alone stays
		r.Title = textOf(node.get("name", "headline"), " ")
	}
	for _, v := range listOf(o.get("recipeYield", "yield")) { // sites give servings and pieces
		r.setServings(textOf(v, " "))
	}
	r.setMinutes(&r.PrepTimeMinutes, "Preparation time", durationOf(o["prepTime"]))
	r.setMinutes(&r.CookTimeMinutes, "Cooking time", durationOf(o.get("cookTime", "performTime")))
	r.setTotal(durationOf(o["totalTime"]))
	r.setDifficulty(o.text("difficulty", "educationalLevel"))
	r.setSchemaIngredients(o)
	r.Steps = instructions(o, &left)
	r.addNote("Also called", names(o.get("alternateName", "alternativeHeadline")))
	r.addNote("Tags", names(o["recipeCategory"], o["recipeCuisine"], o["keywords"]))
	r.addNote("Diet", dietURL.ReplaceAllStringFunc(names(o["suitableForDiet"]), func(url string) string {
		return spoken(dietURL.FindStringSubmatch(url)[1])
	}))
	r.addNote("Method", names(o["cookingMethod"]))
	r.addNote("Tools", names(o["tool"]))
	r.addNote("Cost", names(o["estimatedCost"]))
	r.addNote("Nutrition", nutritionText(o["nutrition"]))
	r.addSource(names(o["author"]), addressOf(o))
	return r, append(warnings, left.warnings()...)
}

// dietURL is a member of schema.org's RestrictedDiet, such as GlutenFreeDiet.
var dietURL = regexp.MustCompile(`https?://schema\.org/(\w+?)(?:Diet)?\b`)

// setSchemaIngredients reads the lines, and the parts beside them that our own
// writer adds. A supply that is not an ingredient becomes a note.
func (r *Recipe) setSchemaIngredients(o object) {
	lines, supplies := listOf(o.get("recipeIngredient", "ingredients")), listOf(o["supply"])
	if isAsIs(o) {
		if r.Ingredients = partsOf(lines, supplies); r.Ingredients != nil {
			return
		}
	}
	if len(lines) == 0 {
		lines, supplies = supplies, nil
	}
	r.Ingredients = ingredientsOf(lines)
	r.addNote("Supplies", names(slices.DeleteFunc(slices.Clone(supplies), func(v any) bool {
		name := oneLine(textOf(v, " "))
		return slices.ContainsFunc(r.Ingredients, func(in Ingredient) bool { return strings.Contains(in.Name, name) })
	})...))
}

// partsOf reads supplies that say what the lines say, or returns nil, as when a
// person has changed one of the two.
func partsOf(lines, supplies []any) []Ingredient {
	if len(lines) != len(supplies) {
		return nil
	}
	var all []Ingredient
	for i, v := range supplies {
		m, _ := v.(map[string]any)
		in := supplyOf(m)
		if ingredientLine(in) != lines[i] {
			return nil
		}
		all = append(all, in)
	}
	return all
}

// ingredientsOf reads a text (one line or several), a PropertyValue, a
// HowToSupply, or a list of them.
func ingredientsOf(v any) (all []Ingredient) {
	switch v := v.(type) {
	case []any:
		for _, w := range v {
			all = append(all, ingredientsOf(w)...)
		}
	case map[string]any:
		if list := object(v).list("itemListElement"); list != nil {
			return ingredientsOf(list)
		}
		in := supplyOf(v)
		if in.Quantity == nil && in.Unit == "" && in.Notes == "" {
			return ingredientsOf(in.Name)
		}
		all = append(all, in)
	default:
		for _, line := range splitLines(textOf(v, "\n")) {
			all = append(all, ParseIngredient(line))
		}
	}
	return all
}

func supplyOf(o object) Ingredient {
	in := Ingredient{Name: o.text("name", "item", "text"), Notes: o.text("description")}
	if amount := o.object("requiredQuantity"); amount != nil {
		o = amount
	}
	in.Unit = o.text("unitText", "unitCode")
	if q, ok := o.number("requiredQuantity", "value", "amount"); ok {
		in.Quantity = &q
	} else {
		in.Notes = joinNotes(o.text("requiredQuantity", "value", "amount"), in.Notes)
	}
	return in
}

// durationOf reads a duration that is a text, or an object or list around
// one; of a list the first counts.
func durationOf(v any) string {
	for _, w := range listOf(v) {
		if m, ok := w.(map[string]any); ok {
			w = object(m).get("maxValue", "value", "name")
		}
		if s := scalar(w); s != "" {
			return s
		}
	}
	return ""
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
