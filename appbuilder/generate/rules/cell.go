package rules

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/mcp-adapters/mcp-adapters/appbuilder/rule"
	regexp "github.com/mcp-adapters/mcp-adapters/internal/lazyregexp"
)

const setting = `(?:set|change|update|make|put|edit|correct|fix)`

var (
	cellOf    = regexp.MustCompile(`(?i)^` + setting + `(?: the)? (.+?) (?:of|in|for|on) (?:the )?(.+?) (?:to|=|be|as|into) (.+)$`)
	cellIs    = regexp.MustCompile(`(?i)^(?:the )?(.+?) (?:of|in|for|on) (?:the )?(.+?) (?:should be|must be) (.+)$`)
	emptyAll  = regexp.MustCompile(`(?i)^(?:clear|empty) (?:the )?(?:column (.+)|(.+) column)$`)
	ofCell    = regexp.MustCompile(`(?i)^` + setting + ` (?:the )?(.+?)(?:'s|’s|')? (?:to|=|be|as|into) (.+)$`)
	emptyCell = regexp.MustCompile(`(?i)^(?:remove|delete|clear|empty|erase) (?:the )?(.+?) (?:of|from|in|for) (?:the )?(.+)$`)
	swapWish  = regexp.MustCompile(`(?i)^(replace|change|rename) (?:the )?(?:value |text |word )?(.+?) (?:with|by|to|into) (.+)$`)
	rowNumber = regexp.MustCompile(`(?i)^(?:(\p{L}+) (?:number |no\.? )?#?(\d{1,6})|#(\d{1,6})|(?:the )?(first|last|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth) (\p{L}+))$`)
	everyRow  = regexp.MustCompile(`(?i)^(?:all|every|each)(?: of)?(?: the)? (\p{L}+)$`)
)

// cells reads "set the price of row 1 to $9", "change Desk lamp's price to $9", "set all
// prices to $5", "mark row 2 as Done", "rename row 2 to Lamp" and "replace Lisbon with Porto".
func (r request) cells() (answer, bool) {
	r.text = r.ranged(r.text)
	if a, ok := r.setValueFirst(); ok {
		return a, ok
	}
	m := cellOf.FindStringSubmatch(r.text)
	if m == nil {
		m = cellIs.FindStringSubmatch(r.text)
	}
	if m != nil {
		if f, ok := r.meant(m[1]); ok {
			at, problem := r.which(m[2])
			if problem == "" && at == nil {
				problem = "I can't find “" + rule.Shorten(unquoted(m[2]), 60) + "”. Name the " + r.nouns(1) + " by its number: “set " + m[1] + " of row 1 to …”."
			}
			return r.set(f, at, m[3], problem)
		}
	}
	if m := emptyCell.FindStringSubmatch(r.text); m != nil {
		f, ok := r.field(m[1])
		if at, problem := r.which(m[2]); ok && (at != nil || problem != "") {
			return r.clear(f, at, problem)
		}
	}
	if m := emptyAll.FindStringSubmatch(r.text); m != nil {
		f, ok := r.field(m[1] + m[2])
		at, _ := r.which("all rows")
		switch {
		case !ok:
			return cannot(r.noField(m[1] + m[2]))
		case at == nil:
			return cannot("There are no " + r.nouns(2) + ".")
		}
		return r.clear(f, at, "")
	}
	if a, ok := r.marked(); ok {
		return a, ok
	}
	if m := ofCell.FindStringSubmatch(r.text); m != nil {
		if at, f, ok := r.cellAt(m[1]); ok {
			return r.set(f, at, m[2], "")
		}
		// "set the price to $9" doesn't say of which row.
		if f, ok := r.field(m[1]); ok {
			return cannot("Of which " + r.nouns(1) + "? Say “set " + m[1] + " of row 1 to " + m[2] + "”, or “set all " + plural(strings.ToLower(f.header)) + " to " + m[2] + "”.")
		}
	}
	if m := swapWish.FindStringSubmatch(r.text); m != nil {
		if at, problem := r.which(m[2]); strings.EqualFold(m[1], "rename") && rowNumber.MatchString(m[2]) && (at != nil || problem != "") {
			return r.set(fields(r.content.Data)[0], at, m[3], problem)
		}
		a, ok := r.swap(unquoted(m[2]), unquoted(m[3]), strings.EqualFold(m[1], "replace"))
		if ok && a.reply == "" && (runsOver(m[3]) || swapPlace.MatchString(m[3]) && unquoted(m[3]) == strings.TrimSpace(m[3])) {
			return cannot("Is all of “" + rule.Shorten(m[3], 60) + "” the new text? Put it in quotation marks then. I replace a text everywhere; for one row say “set … of row 2 to …”, and say one change per sentence.")
		}
		return a, ok
	}
	return answer{}, false
}

// longestName bounds, in bytes, where the name of a column is looked for.
const longestName = 4 * maxHeader

// cellAt reads "row 1 price", "Desk lamp's price", "all prices".
func (r request) cellAt(text string) (at []int, f field, ok bool) {
	if rest, found := cutFirst(text, "all ", "every ", "each "); found {
		if f, ok = r.field(strings.TrimPrefix(rest, "the ")); ok {
			for i := range r.content.Data.Len() {
				at = append(at, i+1)
			}
			return at, f, len(at) > 0
		}
	}
	for i := range len(text) {
		if text[i] != ' ' || len(text)-i > longestName {
			continue
		}
		if f, ok = r.field(text[i+1:]); !ok {
			continue
		}
		name := strings.TrimSuffix(strings.TrimSuffix(strings.TrimSuffix(text[:i], "'s"), "’s"), "'")
		if at, _ = r.which(name); at != nil {
			return at, f, true
		}
	}
	return nil, field{}, false
}

// andSet is where the value of one cell ends and that of another begins.
var andSet = regexp.MustCompile(`(?i)^(.+?)(?:,| and|, and)(?: its| the)? (\S+(?: \S+)?) (?:to|=|be|as|into) (.+)$`)

// set gives cells of a column a value, and of other columns theirs: "Video and the price to $80".
func (r request) set(f field, at []int, text, problem string) (answer, bool) {
	rows := r.entries()
	var said []string
	for more := true; more; {
		var next field
		var rest string
		more = false
		if m := andSet.FindStringSubmatch(text); m != nil && unquoted(text) == strings.TrimSpace(text) {
			if next, more = r.field(m[2]); more {
				text, rest = m[1], m[3]
			}
		}
		if !more && runsOver(text) {
			return cannot("Is all of “" + rule.Shorten(text, 60) + "” the " + strings.ToLower(f.header) + "? Put it in quotation marks then, or say one change per sentence.")
		}
		value, wrong := r.valueFor(f, unquoted(text))
		if problem = cmp.Or(problem, wrong); problem != "" {
			return cannot(problem)
		}
		for _, i := range at {
			rows[i-1][f.key] = value
		}
		said = append(said, fmt.Sprintf("Set the %s of %s to %s", strings.ToLower(f.header), r.them(at), rule.Shorten(textOf(value), 60)))
		f, text = next, rest
	}
	return answer{operations: r.with(rows), said: said}, true
}
