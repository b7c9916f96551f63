package interchange

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

// cooklang writes one recipe. Ingredients stand in a section of their own,
// since the vault does not say in which step each is used; a reader of the
// format sees them as it sees those in a step.
func cooklang(r Recipe) ([]byte, error) {
	var b bytes.Buffer
	if err := cookFrontMatter(&b, r); err != nil {
		return nil, err
	}
	if len(r.Ingredients) > 0 {
		fmt.Fprintf(&b, "\n= %s\n\n", ingredientSection)
		for _, in := range r.Ingredients {
			b.WriteString(cookIngredient(in) + "\n")
		}
	}
	if len(r.Steps) > 0 {
		fmt.Fprintf(&b, "\n= %s\n", stepSection)
		for _, s := range r.Steps {
			b.WriteString("\n" + cookStep(s) + "\n")
		}
	}
	return b.Bytes(), nil
}

func cookFrontMatter(b *bytes.Buffer, r Recipe) error {
	front := &yaml.Node{Kind: yaml.MappingNode}
	add := func(key, value, tag string) {
		if value != "" {
			front.Content = append(front.Content,
				&yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: key},
				&yaml.Node{Kind: yaml.ScalarNode, Tag: tag, Value: value})
		}
	}
	add("title", oneLine(r.Title), "!!str")
	add("description", tidy(r.Description), "!!str")
	add("servings", numberOf(r.Servings), "!!int")
	add("prep time", minuteWords(r.PrepTimeMinutes), "!!str")
	add("cook time", minuteWords(r.CookTimeMinutes), "!!str")
	add("difficulty", numberOf(r.Difficulty), "!!int")
	text, err := yaml.Marshal(front)
	if err != nil {
		return malformed(err, "the recipe's title or description can't be written as YAML.")
	}
	b.WriteString("---\n")
	b.Write(text)
	b.WriteString("---\n")
	return nil
}

func minuteWords(p *int32) string {
	if p == nil {
		return ""
	}
	return strconv.Itoa(int(*p)) + " minutes"
}

func cookIngredient(in Ingredient) string {
	amount := ""
	if in.Quantity != nil {
		amount = formatQuantity(*in.Quantity)
	}
	if unit := oneLine(in.Unit); unit != "" {
		amount += "%" + escapeCook(unit, `\{}%`)
	}
	name := escapeCook(oneLine(in.Name), `\@#~{}|`)
	if name != "" && strings.IndexByte("?&+-.", name[0]) >= 0 { // a modifier, or a path
		name = `\` + name
	}
	line := "@" + name + "{" + amount + "}"
	if notes := tidy(in.Notes); notes != "" {
		line += "(" + escapeCook(notes, `\()`) + ")"
	}
	return line
}

// cookStep writes a step as one paragraph; a line end in it stands behind a
// backslash. Signs are escaped only where they would mean something.
func cookStep(s Step) string {
	s.Instruction = tidy(s.Instruction)
	text := temperatureText(s)
	bracket := -1
	if s.looksTempered() {
		bracket = strings.LastIndexByte(text, '(')
	}
	rule := isRule(text)
	var b strings.Builder
	for i, r := range text {
		next, _ := utf8.DecodeRuneInString(text[i+utf8.RuneLen(r):])
		switch {
		case r == '\\', i == bracket, rule && i == 0,
			strings.ContainsRune("@#~", r) && (next == '\n' || next == '\t' || !unicode.IsSpace(next)),
			r == '-' && next == '-', r == '[' && next == '-',
			escapedByPlace(text, i, r):
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	if s.DurationMinutes != nil {
		fmt.Fprintf(&b, " (~{%d%%minutes})", *s.DurationMinutes)
	}
	return b.String()
}

// escapedByPlace reports whether the sign r at s[i] means something where it
// stands: at the start of a line, or as white space that would not stay.
func escapedByPlace(s string, i int, r rune) bool {
	switch r {
	case '\n', '\t':
		return true
	case ' ':
		return i > 0 && s[i-1] == ' '
	case '>', '=', '-':
		return i == 0 || s[i-1] == '\n'
	}
	return false
}

// escapeCook escapes the given signs, and what would open a comment.
func escapeCook(s, signs string) string {
	var b strings.Builder
	for i, r := range s {
		next := s[i+utf8.RuneLen(r):]
		if strings.ContainsRune(signs, r) || (r == '-' || r == '[') && strings.HasPrefix(next, "-") || escapedByPlace(s, i, r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}
