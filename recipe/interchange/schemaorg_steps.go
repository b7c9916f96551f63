package interchange

import "strings"

// maxRepeat bounds the text of a step in which repeats are looked for.
const maxRepeat = 10_000

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
