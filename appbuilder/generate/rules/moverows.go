package rules

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/mcp-adapters/mcp-adapters/appbuilder/layout"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/rule"
	regexp "github.com/mcp-adapters/mcp-adapters/internal/lazyregexp"
)

var (
	moveRow  = regexp.MustCompile(`(?i)^(?:move|put|place|shift|bring) (?:the )?(.+?) (?:(?:to|at|on|in) (?:the )?(?:very )?(top|bottom|end|start|beginning|front|first place|first position|last place|last position)(?: of (?:the|it).*)?|(first|last)|(?:one |a )?(?:row |place |position |step )?(up|down)(?: (?:by )?one| a (?:row|place|step))?|(?:right |just )?(above|over|before|below|under|after|behind) (.+))$`)
	copyRow  = regexp.MustCompile(`(?i)^(?:duplicate|copy|clone) (?:the )?(.+)$`)
	swapRows = regexp.MustCompile(`(?i)^(?:swap|switch|exchange|flip) (?:the )?(?:(first|last) (?:two|2)(?: (\p{L}+))?|(?:(\p{L}+) )?#?(\d{1,6}) (?:and|with|for) (?:\p{L}+ )?#?(\d{1,6})|(.+?) (?:and|with|for) (?:the )?(.+?))(?: with each other| around)?$`)
)

// moved reads "move row 3 to the top", "put Desk lamp after Reading chair", "move the last one up",
// "swap the first two rows" and "duplicate row 1".
func (r request) moved() (answer, bool) {
	n := r.content.Data.Len()
	if m := swapRows.FindStringSubmatch(r.text); m != nil {
		return r.swapped(m, n)
	}
	if m := copyRow.FindStringSubmatch(r.text); m != nil {
		return r.copied(m[1], n)
	}
	m := moveRow.FindStringSubmatch(r.text)
	if m == nil {
		return answer{}, false
	}
	at, problem := r.which(m[1])
	switch {
	case problem != "":
		return cannot(problem)
	case len(at) != 1:
		return answer{}, false
	}
	from, to := at[0]-1, 0
	switch word := strings.ToLower(m[2] + m[3] + m[4] + m[5]); {
	case m[6] != "":
		by, problem := r.which(strings.TrimPrefix(m[6], "the "))
		if len(by) != 1 {
			if problem == "" {
				problem = "I can't find “" + rule.Shorten(unquoted(m[6]), 60) + "”. Name the " + r.nouns(1) + " by its number: “move row 3 above row 1”."
			}
			return cannot(problem)
		}
		if to = by[0] - 1; to > from {
			to--
		}
		if slices.Contains([]string{"below", "under", "after", "behind"}, word) && by[0]-1 != from {
			to++
		}
	case word == "up":
		to = max(0, from-1)
	case word == "down":
		to = min(n-1, from+1)
	case word == "bottom" || word == "end" || strings.HasPrefix(word, "last"):
		to = n - 1
	}
	return r.reorder(from, to)
}

// reorder takes an entry from one place to another. Places count from 0.
func (r request) reorder(from, to int) (answer, bool) {
	rows := r.entries()
	row := rows[from]
	rows = slices.Insert(slices.Delete(rows, from, from+1), to, row)
	name := rule.Shorten(textOf(row[fields(r.content.Data)[0].key]), 60)
	return answer{operations: r.with(rows), said: []string{fmt.Sprintf("Moved “%s” from place %d to %d", name, from+1, to+1)}}, true
}

// copied puts a second one of an entry below it.
func (r request) copied(name string, n int) (answer, bool) {
	at, problem := r.which(name)
	switch {
	case problem != "":
		return cannot(problem)
	case len(at) != 1:
		return answer{}, false
	case r.content.Layout != layout.Table:
		return cannot("I can only copy rows of a table.")
	case n >= layout.MaxRows:
		return cannot(fmt.Sprintf("A table has at most %d rows.", layout.MaxRows))
	}
	rows := r.entries()
	row := rows[at[0]-1]
	return answer{operations: r.with(slices.Insert(rows, at[0], maps.Clone(row))), said: []string{fmt.Sprintf("Copied row %d to row %d", at[0], at[0]+1)}}, true
}

// swapped puts each of two entries where the other was.
func (r request) swapped(m []string, n int) (answer, bool) {
	var pair []int
	switch {
	case m[2] != "" && !r.isEntry(m[2]) && !strings.EqualFold(m[2], "ones"), m[3] != "" && !r.isEntry(m[3]):
		return answer{}, false
	case m[1] != "" && n < 2:
		return r.tooFew()
	case strings.EqualFold(m[1], "first"):
		pair = []int{1, 2}
	case m[1] != "":
		pair = []int{n - 1, n}
	default:
		for _, name := range []string{r.numberOr(m[4], m[6]), r.numberOr(m[5], m[7])} {
			at, problem := r.which(name)
			if problem != "" {
				return cannot(problem)
			}
			pair = append(pair, at...)
		}
	}
	if len(pair) != 2 || pair[0] == pair[1] {
		return answer{}, false
	}
	rows := r.entries()
	a, b := pair[0]-1, pair[1]-1
	rows[a], rows[b] = rows[b], rows[a]
	return answer{operations: r.with(rows), said: []string{fmt.Sprintf("Swapped %s %d and %d", r.nouns(2), pair[0], pair[1])}}, true
}

// numberOr is the entry of a number, or else a name of one.
func (r request) numberOr(number, name string) string {
	if number != "" {
		return r.nouns(1) + " " + number
	}
	return name
}
