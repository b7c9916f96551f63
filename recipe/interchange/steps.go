package interchange

import (
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// stepNumber is how people number steps, at the start of a text: "1. " or "2) ".
var stepNumber = regexp.MustCompile(`^(\d{1,4})[.)](?:\s+|$)`)

// unnumbered takes the numbers off a recipe's steps if each step begins with its
// own and there are at least two; otherwise a number is text. A heading ("Sauce:")
// is not a step, and after one, as in a section, the count may begin again. A number on a
// line of its own belongs to the next step; it leaves an empty one, which [Recipe.Fit]
// drops.
func unnumbered(steps []Step, sections map[int]string) []Step {
	bare := make([]Step, 0, len(steps))
	last, counted := 0, 0
	mayRestart, pending := false, false // pending: the number of the next step was read
	for i, s := range steps {
		mayRestart = mayRestart || sections[i] != ""
		m := stepNumber.FindStringSubmatch(s.Instruction)
		switch {
		case pending && m == nil:
			pending = false
		case m == nil && strings.HasSuffix(s.Instruction, ":"):
			mayRestart = true
		case m == nil || pending:
			return steps
		default:
			n, _ := strconv.Atoi(m[1])
			if n != last+1 && (n != 1 || !mayRestart) {
				return steps
			}
			last, mayRestart = n, false
			counted++
			s.Instruction = s.Instruction[len(m[0]):]
			pending = s.Instruction == ""
		}
		bare = append(bare, s)
	}
	if counted < 2 || pending {
		return steps
	}
	return bare
}

// onlyCounts is a title such as "Step 3" or "2.".
var onlyCounts = regexp.MustCompile(`(?i)^(?:(?:step|schritt|étape) )?\d+[.):]*$`)

// withHeading puts a step's or a note's title before its text, unless the text
// begins with just these words. A title that was cut off ("Chop the…") may end
// within a word.
func withHeading(title, text string) string {
	title = oneLine(title)
	words := strings.TrimRight(title, ".…:")
	rest, begins := strings.CutPrefix(strings.ToLower(oneLine(text)), strings.ToLower(words))
	next, _ := utf8.DecodeRuneInString(rest)
	goesOn := unicode.IsLetter(next) || unicode.IsDigit(next) || unicode.IsMark(next)
	cut := strings.HasSuffix(title, "…") || strings.HasSuffix(title, "...")
	if begins && words != "" && text != "" && (cut || !goesOn) {
		return strings.TrimSpace(text)
	}
	return withSection(title, strings.TrimSpace(text))
}

// withSection puts the name of a section before its first step. Other than a
// step's title it never repeats the text: a section "Sauce" may begin with
// "Sauce pan on the heat".
func withSection(name, text string) string {
	name = strings.TrimSuffix(oneLine(name), ":")
	switch {
	case name == "" || onlyCounts.MatchString(name) || strings.EqualFold(name, text):
		return text
	case text == "":
		return name
	}
	return name + ": " + text
}
