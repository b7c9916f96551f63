package interchange

import (
	"bytes"
	"compress/gzip"
	"io"
)

// readGzip reads one .paprikarecipe: a JSON object under gzip.
func (rd *reader) readGzip(entry string, data []byte) {
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		rd.fail(entry, malformed(err, "this is not the gzip data a Paprika recipe consists of; export it again."))
		return
	}
	plain, failure := rd.unpack(z)
	if failure != nil {
		rd.fail(entry, failure)
		return
	}
	rd.readJSON(entry, plain)
}

// unpack reads r to its end within the limits for one member and for all.
func (rd *reader) unpack(r io.Reader) ([]byte, *Error) {
	most := min(int64(maxMember), rd.left)
	data, err := io.ReadAll(io.LimitReader(r, most+1))
	rd.left -= int64(len(data))
	switch {
	case int64(len(data)) > most && rd.left < 0:
		return nil, tooLarge("the archive unpacks to more than %d MiB; split the export.", maxUnpacked>>20)
	case int64(len(data)) > most:
		return nil, tooLarge("it unpacks to more than %d MiB; leave out photos.", maxMember>>20)
	case err != nil:
		return nil, malformed(err, "its compressed data is damaged; export or download it again.")
	}
	return data, nil
}

// paprikaMembers are what Paprika is known to write. Of it, photos, ratings,
// dates and what is Paprika's own stay behind without a word.
var paprikaMembers = wordSet(`name description ingredients directions notes servings difficulty prep_time cook_time total_time
nutritional_info source source_url categories uid hash rating created created_at updated updated_at status scale deleted
photo photos photo_data photo_hash photo_large photo_url image_url on_favorites in_trash is_pinned on_grocery_list`)

// paprikaRecipe maps Paprika's fields: texts throughout, lists one item a
// line. The warnings are about what was left out.
func paprikaRecipe(o object) (Recipe, []string) {
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
	return r, left.warnings()
}

// addSource keeps where a recipe comes from: a name, an address, or both.
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
