package interchange

// paprikaMembers are what Paprika is known to write. Of it, photos, ratings,
// dates and what is Paprika's own are left out without a warning.
var paprikaMembers = wordSet(`name description ingredients directions notes servings difficulty prep_time cook_time total_time
nutritional_info source source_url categories uid hash rating created created_at updated updated_at status scale deleted
photo photos photo_data photo_hash photo_large photo_url image_url on_favorites in_trash is_pinned on_grocery_list`)

// paprikaRecipe maps Paprika's fields: texts throughout, lists one item a
// line.
func paprikaRecipe(o object) (Recipe, leftovers) {
	var left leftovers
	left.look("", o, paprikaMembers)
	r := Recipe{Title: o.text("name"), Description: o.text("description")}
	r.setServings(o.text("servings"))
	r.setMinutes(&r.PrepTimeMinutes, "Preparation time", o.text("prep_time"))
	r.setMinutes(&r.CookTimeMinutes, "Cooking time", o.text("cook_time"))
	r.setTotal(o.text("total_time"))
	r.setDifficulty(o.text("difficulty"))
	for _, line := range splitLines(o.text("ingredients")) {
		r.Ingredients = append(r.Ingredients, ParseIngredient(line))
	}
	for _, line := range splitLines(o.text("directions")) {
		r.Steps = append(r.Steps, Step{Instruction: line})
	}
	r.Steps = unnumbered(r.Steps, nil)
	r.addNote("Notes", o.text("notes"))
	r.addNote("Nutrition", o.text("nutritional_info"))
	r.addSource(o.text("source"), o.text("source_url"))
	r.addNote("Tags", names(o["categories"]))
	return r, left
}

func (r *Recipe) addSource(name, address string) {
	name, address = oneLine(name), oneLine(address)
	switch {
	case name == "" || name == address:
		r.addNote("Source", address)
	case address == "":
		r.addNote("Source", name)
	default:
		r.addNote("Source", name+", "+address)
	}
}
