package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mcp-adapters/mcp-adapters/appbuilder/generate"
	regexp "github.com/mcp-adapters/mcp-adapters/internal/lazyregexp"
)

var (
	// onlyWish keeps what it names alone.
	onlyWish = regexp.MustCompile(`(?i)^(?:only (?:keep|show|display|list|leave)|(?:keep|show|display|list|leave)(?: me)? (?:only|just)|(?:limit|cut|reduce|shorten) (?:it |them |this |the (?:table|list) )?to)(?: the)? (.+)$`)
	// firstOnes are so many from the beginning.
	firstOnes = regexp.MustCompile(`(?i)^(?:first |top )?(` + number + `)(?: (\p{L}+))?$`)
	// numberRange is a range of numbers, after what they are of.
	numberRange = regexp.MustCompile(`(?i)\b(\p{L}+s) (\d{1,6})\s*(?:to|through|until|-|–)\s*(\d{1,6})\b`)
	// valueFirst gives several entries a value that is named before them.
	valueFirst = regexp.MustCompile(`(?i)^` + setting + `(?: the)? (.+?) (?:to|=|as) (.+?) (?:in|for|of|on) ((?:all|every|each|rows?|the (?:first|last)|everything)\b.*)$`)
	everything = regexp.MustCompile(`(?i)^(?:all|everything|everyone|all of (?:them|it)|them all|them)$`)
)

// ranged is a text in which ranges have no "to", which may begin a value: "rows 2-4".
func (r request) ranged(text string) string {
	return numberRange.ReplaceAllStringFunc(text, func(s string) string {
		if m := numberRange.FindStringSubmatch(s); r.isEntry(m[1]) {
			return m[1] + " " + m[2] + "-" + m[3]
		}
		return s
	})
}

// several are the numbers of the entries that a text names, if it may name more than one: "rows 2-4", "the
// first three orders", "all delivered orders", "rows where the total is over $100".
func (r request) several(text string) []int {
	if everything.MatchString(text) {
		text = "all " + r.nouns(2)
	}
	part := r
	if part.text = "remove " + text; howMany.MatchString(part.text) {
		return nil
	}
	numbers, _ := part.selected()
	return numbers
}

// keepOnly reads "keep only rows where status is Delivered", "show only delivered orders", "show only 5
// rows" and "show only Customer and Total".
func (r request) keepOnly() (answer, bool) {
	m := onlyWish.FindStringSubmatch(r.text)
	if m == nil {
		return answer{}, false
	}
	what, n := m[1], r.content.Data.Len()
	if m := firstOnes.FindStringSubmatch(what); m != nil && (m[2] == "" || r.isEntry(m[2])) {
		if k := count(m[1]); k < n && k > 0 {
			return r.remove(k+1, n)
		}
		return r.tooFew()
	}
	if numbers, ok := r.kept(what); ok {
		return r.removeOthers(numbers)
	}
	if said := words(what); len(said) > 1 && slices.ContainsFunc(said, r.isEntry) {
		return cannot("I can't tell which " + r.nouns(2) + " should stay. Say “keep only the " + r.nouns(2) + " where " + strings.ToLower(fields(r.content.Data)[0].header) + " is …”.")
	}
	return answer{}, false
}

// kept are the numbers of the entries that a text says are to stay.
func (r request) kept(what string) (numbers []int, ok bool) {
	for _, wish := range append(r.kinds(what), "remove "+what) {
		part := r
		part.text = wish
		if numbers, _ = part.selected(); len(numbers) > 0 {
			return numbers, true
		}
	}
	return nil, false
}

// removeOthers keeps entries alone.
func (r request) removeOthers(kept []int) (answer, bool) {
	var rest []int
	for i := range r.content.Data.Len() {
		if !slices.Contains(kept, i+1) {
			rest = append(rest, i+1)
		}
	}
	if len(rest) == 0 {
		return answer{operations: []generate.Operation{}}, true // it is like that already
	}
	return r.removeAll(rest)
}

// setValueFirst reads "set total to $5 in all rows".
func (r request) setValueFirst() (answer, bool) {
	m := valueFirst.FindStringSubmatch(r.text)
	if m == nil {
		return answer{}, false
	}
	f, ok := r.field(m[1])
	if at := r.several(m[3]); ok && len(at) > 0 {
		return r.set(f, at, m[2], "")
	}
	return answer{}, false
}

// them says which entries a change was made to.
func (r request) them(at []int) string {
	switch n := r.content.Data.Len(); {
	case len(at) == 1:
		return fmt.Sprintf("%s %d", r.nouns(1), at[0])
	case len(at) == n:
		return fmt.Sprintf("all %d %s", n, r.nouns(2))
	}
	return fmt.Sprintf("%d %s", len(at), r.nouns(2))
}

// meant is the part that a name means, beside those that are called so: "due date" is Due, "order status"
// Status, and "task name" what a task is called.
func (r request) meant(name string) (field, bool) {
	if f, ok := r.field(name); ok {
		return f, true
	}
	if bare, ok := strings.CutSuffix(strings.ToLower(name), " date"); ok {
		if f, ok := r.field(bare); ok && f.kind == "date" {
			return f, true
		}
	}
	if first, rest, ok := strings.Cut(name, " "); ok && r.isEntry(first) {
		if f, ok := r.field(rest); ok {
			return f, true
		}
		if slices.Contains(titles, strings.ToLower(rest)) {
			return fields(r.content.Data)[0], true
		}
	}
	return field{}, false
}
