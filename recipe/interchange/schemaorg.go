package interchange

import (
	"regexp"
	"slices"
	"strings"
)

// maxRepeat bounds the text of a step in which repeats are looked for.
const maxRepeat = 10_000

// plainMedia is the media type by which our JSON-LD says that a node's texts
// are what they are: "&amp;" is no "&", and a step's "(180 °C)" is its own.
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
// writer adds. A supply that is no ingredient becomes a note.
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
	var others []any
	for _, v := range supplies {
		name := oneLine(textOf(v, " "))
		if !slices.ContainsFunc(r.Ingredients, func(in Ingredient) bool { return strings.Contains(in.Name, name) }) {
			others = append(others, name)
		}
	}
	r.addNote("Supplies", names(others...))
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
		o := object(v)
		if list := o.list("itemListElement"); list != nil {
			return ingredientsOf(list)
		}
		amount := o.object("requiredQuantity")
		if amount == nil {
			amount = o
		}
		name, notes := o.text("name", "item", "text"), o.text("description")
		q, ok := amount.number("requiredQuantity", "value", "amount")
		if !ok {
			return ingredientsOf(joinNotes(amount.text("requiredQuantity", "value", "amount"), joinNotes(name, notes)))
		}
		all = append(all, Ingredient{Name: name, Quantity: &q, Unit: amount.text("unitText", "unitCode"), Notes: notes})
	default:
		for _, line := range splitLines(textOf(v, "\n")) {
			all = append(all, ParseIngredient(line))
		}
	}
	return all
}

// instructions reads a recipe's steps. Their numbers go, unless the texts are what
// they are, before the names of sections come in front.
func instructions(o object, left *leftovers) []Step {
	headed := stepsOf(o.get("recipeInstructions", "instructions"), "", left)
	var steps []Step
	sections := make(map[int]string)
	for i, h := range headed {
		steps = append(steps, h.Step)
		if h.section != "" {
			sections[i] = h.section
		}
	}
	if !isAsIs(o) {
		steps = unnumbered(steps, sections)
	}
	for i, name := range sections {
		steps[i].Instruction = withSection(name, steps[i].Instruction)
	}
	return steps
}

// headedStep is a step and the name of the section that begins with it.
type headedStep struct {
	Step
	section string
}

// stepsOf reads instructions in all the shapes that sites use: one text,
// a list of texts, HowToStep, HowToSection, and lists within lists. section
// is the name of the one around them; it stays beside the first step.
func stepsOf(v any, section string, left *leftovers) (steps []headedStep) {
	switch v := v.(type) {
	case []any:
		for _, w := range v {
			steps = append(steps, stepsOf(w, "", left)...)
		}
	case map[string]any:
		o := object(v)
		left.look(ofStep, o, stepMembers)
		inner := o.get("itemListElement", "steps", "step", "item")
		text, name := textOf(o.get("text", "description"), "\n"), oneLine(o.text("name"))
		if inner != nil && text == "" {
			steps = stepsOf(inner, name, left)
			break
		}
		steps = []headedStep{{Step: schemaStep(o, withHeading(name, text))}}
		// Directions inside a step mostly repeat its text.
		whole := oneLine(text)
		for _, in := range stepsOf(inner, "", left) {
			if len(whole) > maxRepeat || !strings.Contains(whole, oneLine(in.Instruction)) {
				steps = append(steps, in)
			}
		}
	default:
		for _, line := range splitLines(textOf(v, "\n")) {
			steps = append(steps, headedStep{Step: schemaStep(nil, line)})
		}
	}
	if section != "" && len(steps) > 0 {
		steps[0].section = withSection(section, steps[0].section)
	}
	return steps
}

func schemaStep(o object, text string) Step {
	s := Step{Instruction: text}
	if m, ok := parseMinutes(durationOf(o.get("timeRequired", "performTime", "totalTime"))); ok {
		s.DurationMinutes = &m
	}
	if !isAsIs(o) {
		s.takeTemperature()
	}
	return s
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
