package interchange

import (
	"slices"
	"strings"
)

// maxRepeat bounds the text of a step in which repeats are looked for.
const maxRepeat = 10_000

// findRecipes collects the schema.org Recipe nodes below v, wherever they
// hang (@graph, mainEntity, a list of items), in a repeatable order. A mere
// reference to one that stands elsewhere is none. Depth is bounded by
// decodeJSON.
func findRecipes(v any, refs references, found []object) []object {
	switch v := v.(type) {
	case []any:
		for _, w := range v {
			found = findRecipes(w, refs, found)
		}
	case map[string]any:
		o := object(v)
		if isType(o, "Recipe") {
			if isReference(o) && refs[o.text("@id")] != nil {
				return found
			}
			return append(found, o)
		}
		for _, k := range o.sortedKeys() {
			found = findRecipes(o[k], refs, found)
		}
	}
	return found
}

// isType looks for a schema.org type in "@type", which may be a text or a
// list, with or without the vocabulary's address.
func isType(o object, name string) bool {
	is := func(v any) bool {
		t := scalar(v)
		t = t[strings.LastIndexAny(t, "/:#")+1:]
		return strings.EqualFold(t, name)
	}
	types := o.get("@type", "type")
	if list, ok := types.([]any); ok {
		for _, v := range list {
			if is(v) {
				return true
			}
		}
		return false
	}
	return is(types)
}

// schemaReader reads the texts of one Recipe node.
type schemaReader struct {
	asIs bool // texts are what they are, and no HTML
	left *leftovers
}

func (s schemaReader) plain(text string) string {
	if s.asIs {
		return tidy(text)
	}
	return plain(text)
}

func (s schemaReader) title(text string) string {
	if s.asIs {
		return oneLine(text)
	}
	return plainTitle(text)
}

// schemaRecipe maps a schema.org Recipe node with what it points to. The
// warnings are about what was left out.
func schemaRecipe(o object, refs references) (Recipe, []string) {
	o, warnings := expanded(o, refs)
	s := schemaReader{asIs: isAsIs(o), left: &leftovers{}}
	unknownMembers(o, s.left)
	r := Recipe{Title: s.title(textOf(o.get("name", "headline"), " ")), Description: s.plain(textOf(o.get("description"), "\n"))}
	r.setYield(o.get("recipeYield", "yield"))
	r.setMinutes(&r.PrepTimeMinutes, "Preparation time", durationText(o.get("prepTime")))
	r.setMinutes(&r.CookTimeMinutes, "Cooking time", durationText(o.get("cookTime", "performTime")))
	r.setTotal(durationText(o.get("totalTime")))
	if d := o.text("difficulty", "educationalLevel"); d != "" {
		r.setDifficulty(s.plain(d))
	}
	r.Ingredients = s.ingredientList(&r, o)
	r.Steps = s.instructions(o.get("recipeInstructions", "instructions"))
	s.addNotes(&r, o)
	r.addSource(authorName(o.get("author")), addressOf(o))
	return r, append(warnings, s.left.warnings()...)
}

// ingredientList reads the lines, and the parts beside them that our own
// writer adds. A supply that is no ingredient becomes a note.
func (s schemaReader) ingredientList(r *Recipe, o object) []Ingredient {
	lines, supplies := listOf(o.get("recipeIngredient", "ingredients")), listOf(o["supply"])
	if len(lines) == 0 {
		lines, supplies = supplies, nil
	}
	if s.asIs {
		if parts := partsOf(lines, supplies); parts != nil {
			return parts
		}
	}
	var all []Ingredient
	for _, v := range lines {
		all = append(all, s.ingredients(v)...)
	}
	var others []any
	for _, v := range supplies {
		name := oneLine(s.plain(nameOf(v)))
		if !slices.ContainsFunc(all, func(in Ingredient) bool { return strings.Contains(in.Name, name) }) {
			others = append(others, name)
		}
	}
	r.addNote("Supplies", names(others))
	return all
}

// expanded puts in what the node only points to, of the members that are read.
func expanded(o object, refs references) (object, []string) {
	e := &expansion{refs: refs, left: maxExpanded}
	out := make(object, len(o))
	var warnings []string
	for _, k := range o.sortedKeys() {
		if !schemaMembers[k] {
			out[k] = o[k]
			continue
		}
		e.missing = false
		out[k] = e.value(o[k], 0)
		if e.missing {
			what := strings.ToLower(strings.TrimPrefix(k, "recipe"))
			if what == "ingredient" {
				what += "s"
			}
			warnings = append(warnings, "The file only points to a part of the "+what+", which stands nowhere in it; that part was left out.")
		}
	}
	return out, warnings
}

// setYield takes the value that is plainly a number of servings, and keeps
// one that says more ("24 cookies"). Sites give both as a list.
func (r *Recipe) setYield(v any) {
	var best *Recipe
	for _, w := range listOf(v) {
		var probe Recipe
		probe.setServings(plain(textOf(w, " ")))
		switch {
		case best == nil:
			best = &probe
		case best.Servings == nil:
			best.Servings = probe.Servings
		}
		if best.Description == "" {
			best.Description = probe.Description
		}
	}
	if best != nil {
		r.Servings = best.Servings
		r.addNote("", best.Description)
	}
}

// ingredients reads a text (one line or several), a PropertyValue, a
// HowToSupply, or a list of them.
func (s schemaReader) ingredients(v any) []Ingredient {
	var out []Ingredient
	switch v := v.(type) {
	case []any:
		for _, w := range v {
			out = append(out, s.ingredients(w)...)
		}
		return out
	case map[string]any:
		o := object(v)
		if list := o.list("itemListElement"); list != nil {
			for _, w := range list {
				out = append(out, s.ingredients(w)...)
			}
			return out
		}
		name := s.plain(o.text("name", "item", "text"))
		if amount := o.object("requiredQuantity"); amount != nil {
			o = object{"value": amount["value"], "unitText": amount["unitText"], "unitCode": amount["unitCode"], "description": o["description"]}
		} else if v := o["requiredQuantity"]; v != nil {
			o = object{"value": v, "description": o["description"]}
		}
		q, ok := o.number("value", "amount")
		if !ok {
			return s.ingredients(joinNotes(o.text("value", "amount"), name))
		}
		return append(out, Ingredient{Name: name, Quantity: &q, Unit: o.text("unitText", "unitCode"), Notes: s.plain(o.text("description"))})
	default:
		for _, line := range splitLines(s.plain(scalar(v))) {
			out = append(out, ParseIngredient(line))
		}
		return out
	}
}

// headedStep is a step and the name of the section that begins with it.
type headedStep struct {
	Step
	section string
}

// instructions reads a recipe's steps. Their numbers go, unless the texts are what
// they are, before the names of sections come in front.
func (s schemaReader) instructions(v any) []Step {
	headed := s.steps(v, "")
	var all []Step
	for _, h := range headed {
		if h.section != "" {
			all = append(all, Step{Instruction: h.section + ":"})
		}
		all = append(all, h.Step)
	}
	if !s.asIs {
		all = unnumbered(all)
	}
	steps := all[:0]
	for _, h := range headed {
		if h.section != "" {
			all = all[1:]
		}
		step := all[0]
		step.Instruction = withSection(h.section, step.Instruction)
		steps, all = append(steps, step), all[1:]
	}
	return steps
}

// steps reads instructions in all the shapes that sites use: one text,
// a list of texts, HowToStep, HowToSection, and lists within lists. heading
// is the name of the section around them; it stays beside the first step.
func (s schemaReader) steps(v any, heading string) []headedStep {
	var steps []headedStep
	switch v := v.(type) {
	case []any:
		for _, w := range v {
			steps = append(steps, s.steps(w, "")...)
		}
	case map[string]any:
		o := object(v)
		unknownStepMembers(o, s.left)
		inner := o.get("itemListElement", "steps", "step")
		text := s.plain(textOf(o.get("text", "description"), "\n"))
		name := oneLine(s.plain(o.text("name")))
		switch {
		case inner != nil && text == "":
			steps = s.steps(inner, name)
		case o.has("item") && text == "":
			steps = s.steps(o["item"], name)
		default:
			steps = []headedStep{{Step: schemaStep(o, withHeading(name, text))}}
			// Directions inside a step mostly repeat its text.
			whole := oneLine(text)
			for _, in := range s.steps(inner, "") {
				if len(whole) > maxRepeat || !strings.Contains(whole, oneLine(in.Instruction)) {
					steps = append(steps, in)
				}
			}
		}
	default:
		for _, line := range splitLines(s.plain(scalar(v))) {
			step := Step{Instruction: line}
			step.takeTemperature()
			steps = append(steps, headedStep{Step: step})
		}
	}
	if heading != "" && len(steps) > 0 {
		steps[0].section = withSection(heading, steps[0].section)
	}
	return steps
}

func schemaStep(o object, text string) Step {
	s := Step{Instruction: text}
	if m, ok := parseMinutes(durationText(o.get("timeRequired", "performTime", "totalTime"))); ok {
		s.DurationMinutes = &m
	}
	if !isAsIs(o) {
		s.takeTemperature()
	}
	return s
}

// textOf reads a text, a language-tagged value ("@value"), or a list of them.
func textOf(v any, sep string) string {
	switch v := v.(type) {
	case []any:
		var parts []string
		for _, w := range v {
			if s := textOf(w, sep); s != "" {
				parts = append(parts, s)
			}
		}
		return strings.Join(parts, sep)
	case map[string]any:
		return object(v).text("@value", "text", "name", "value")
	}
	return scalar(v)
}

// durationText reads a duration that is a text, or an object or list around
// one; of a list the first counts.
func durationText(v any) string {
	for _, w := range listOf(v) {
		if m, ok := w.(map[string]any); ok {
			w = object(m).get("@value", "maxValue", "value", "name")
		}
		if s := scalar(w); s != "" {
			return plain(s)
		}
	}
	return ""
}

func authorName(v any) string {
	if list, ok := v.([]any); ok {
		return plain(names(list))
	}
	return plain(nameOf(v))
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

// listOf makes one value a list of one, and nothing a list of none.
func listOf(v any) []any {
	switch v := v.(type) {
	case nil:
		return nil
	case []any:
		return v
	}
	return []any{v}
}
