package interchange

import (
	"regexp"
	"strconv"
	"strings"
)

// stepNumber is how people number steps, at the start of a text: "1. " or "2) ".
var stepNumber = regexp.MustCompile(`^(\d{1,4})[.)](?:\s+|$)`)

// unnumbered takes the numbers off a recipe's steps if each step begins with its
// own and there are at least two; otherwise a number is text. A heading ("Sauce:")
// is no step, and after one, as in a section, the count may begin again. A number on a line of its
// own belongs to the next step; it leaves an empty one, which [Recipe.Fit] drops.
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
