package rules

import (
	"fmt"
	"slices"
	"strings"

	regexp "github.com/mcp-adapters/mcp-adapters/internal/lazyregexp"
)

// countWish is a question for a number of entries: "how many orders are Delivered".
var countWish = regexp.MustCompile(`(?i)^(?:(?:and|so|tell me) )?(?:how many|what(?:'s| is) the number of|count(?: all)?(?: the)?) (.+)$`)

// whole are the words beside "rows" of a question for all of them.
var whole = strings.Fields("how many number count of are is there in the this my our your table list app page what tell me all altogether total now currently do does did i we you it have has got show contain contains which can see here so and a")

// having is what may be between the entries that are counted and what they have in common.
var having = regexp.MustCompile(`(?i)^(?:there )?(?:(?:that|which|who|whose|where|with|having|have|has|had|are|is|were|was|of|by|from|got) )+(?:(?:the|a|an) )?`)

// count says how many entries there are, or how many are as a question says. Where that isn't
// certain, it says so rather than give the number of all.
func (r request) count(said []string) string {
	n := r.content.Data.Len()
	all := fmt.Sprintf("There are %d %s.", n, r.nouns(n))
	if n == 1 {
		all = "There is one " + r.nouns(1) + "."
	}
	if !slices.ContainsFunc(said, func(w string) bool { return !slices.Contains(whole, w) && !r.counts(w) }) {
		return all
	}
	if m := countWish.FindStringSubmatch(strings.TrimRight(r.text, "? ")); m != nil {
		what := strings.TrimSuffix(strings.TrimSuffix(m[1], " there"), " are")
		for _, kind := range r.kinds(what) {
			part := r
			part.text = kind
			if numbers, problem := part.selected(); len(numbers) > 0 {
				return fmt.Sprintf("%d of the %d %s.", len(numbers), n, r.nouns(n))
			} else if strings.HasPrefix(problem, "There is no ") {
				return problem
			}
		}
	}
	return "I can't count only some of them. " + all
}

// counts reports whether a word stands for all entries.
func (r request) counts(word string) bool {
	return r.isEntry(word) || is(word, []string{"row", "entry"}) || is(word, generic)
}

// kinds are wishes to remove what a text names, by which it can be found out: "shipped orders",
// "rows have status Shipped", "orders are Delivered".
func (r request) kinds(what string) (wishes []string) {
	many := r.nouns(2)
	if first, rest, ok := strings.Cut(what, " "); ok && r.counts(first) {
		if at := having.FindStringIndex(rest); at != nil {
			value := rest[at[1]:]
			return []string{"remove the " + many + " where " + value, "remove all " + value + " " + many}
		}
		return nil
	}
	return []string{"remove all " + what}
}
