package interchange

import (
	"bytes"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

// frontMatter is what precedes a recipe in Cooklang.
type frontMatter struct {
	Title       string `yaml:"title"`
	Description string `yaml:"description,omitempty"`
	Servings    *int32 `yaml:"servings,omitempty"`
	PrepTime    string `yaml:"prep time,omitempty"`
	CookTime    string `yaml:"cook time,omitempty"`
	Difficulty  *int32 `yaml:"difficulty,omitempty"`
}

// cooklang writes one recipe. Ingredients are in a section of their own,
// since the vault does not say in which step each is used; a reader of the
// format sees them as it sees those in a step.
func cooklang(r Recipe) ([]byte, error) {
	front, err := yaml.Marshal(frontMatter{
		oneLine(r.Title), tidy(r.Description), r.Servings, inMinutes(r.PrepTimeMinutes), inMinutes(r.CookTimeMinutes), r.Difficulty,
	})
	if err != nil {
		return nil, malformed(err, "the recipe's title or description can't be written as YAML.")
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "---\n%s---\n", front)
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

func inMinutes(p *int32) string {
	if p == nil {
		return ""
	}
	return fmt.Sprintf("%d minutes", *p)
}

func cookIngredient(in Ingredient) string {
	amount := formatQuantity(in.Quantity)
	if unit := oneLine(in.Unit); unit != "" {
		amount += "%" + escape(unit, `\{}%`)
	}
	name := escape(oneLine(in.Name), `\@#~{}|`)
	if name != "" && strings.IndexByte("?&+-.", name[0]) >= 0 { // a modifier, or a path
		name = `\` + name
	}
	line := "@" + name + "{" + amount + "}"
	if notes := tidy(in.Notes); notes != "" {
		line += "(" + escape(notes, `\()`) + ")"
	}
	return line
}

// cookStep writes a step as one paragraph. Signs that would mean nothing are not
// escaped, nor are brackets, but for one before what looks like a temperature.
func cookStep(s Step) string {
	s.Instruction = tidy(s.Instruction)
	text := temperatureText(s)
	bracket := -1
	if s.looksTempered() {
		bracket = strings.LastIndexByte(text, '(')
	}
	rule := isRule(text)
	line := escapeFunc(text, func(i int, r, next rune) bool {
		return r == '\\' || i == bracket || rule && i == 0 ||
			strings.ContainsRune("@#~", r) && (next == '\n' || next == '\t' || !unicode.IsSpace(next))
	})
	if s.DurationMinutes != nil {
		line += fmt.Sprintf(" (~{%d%%minutes})", *s.DurationMinutes)
	}
	return line
}

func escape(s, signs string) string {
	return escapeFunc(s, func(_ int, r, _ rune) bool { return strings.ContainsRune(signs, r) })
}

// escapeFunc puts a backslash before each sign that means something, and before
// what would open a comment or mean something at the start of a line, and before
// white space that would not stay.
func escapeFunc(s string, means func(i int, r, next rune) bool) string {
	var b strings.Builder
	last := '\n'
	for i, r := range s {
		next, _ := utf8.DecodeRuneInString(s[i+utf8.RuneLen(r):])
		switch {
		case means(i, r, next), r == '\n', r == '\t', r == ' ' && last == ' ',
			(r == '-' || r == '[') && next == '-', strings.ContainsRune(">=-", r) && last == '\n':
			b.WriteByte('\\')
		}
		b.WriteRune(r)
		last = r
	}
	return b.String()
}
