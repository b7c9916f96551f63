package rules

import (
	"cmp"
	"slices"
	"strings"

	"github.com/mcp-adapters/mcp-adapters/appbuilder/layout"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/rule"
	regexp "github.com/mcp-adapters/mcp-adapters/internal/lazyregexp"
)

var (
	markWish  = regexp.MustCompile(`(?i)^(?:mark|set|flag) (?:the )?(.+?) as (.+)$`)
	checkWish = regexp.MustCompile(`(?i)^(un)?(?:check|tick|cross)(?: off)? (?:the )?(.+?)(?: off)?$`)
)

// marked reads "mark row 2 as Done" and "check off Wash the dishes".
func (r request) marked() (answer, bool) {
	if m := markWish.FindStringSubmatch(r.text); m != nil {
		if at, problem := r.which(m[1]); at != nil || problem != "" {
			f, value, ok := r.markedAs(m[2])
			if !ok && problem == "" {
				return cannot("There is no column that says so. Say “add a column " + rule.Shorten(sentence(unquoted(m[2])), 40) + "” first, or “set … of row 1 to …”.")
			}
			return r.set(f, at, value, problem)
		}
	}
	if m := checkWish.FindStringSubmatch(r.text); m != nil {
		which := m[2]
		if slices.Contains([]string{"all", "everything", "all of them", "them all"}, strings.ToLower(which)) {
			which = "all rows"
		}
		if at, problem := r.which(which); at != nil || problem != "" {
			f, value, ok := r.checked(m[1] == "")
			if !ok {
				return cannot(cmp.Or(problem, "In which column? Say “set status of row 1 to …”."))
			}
			return r.set(f, at, value, problem)
		}
	}
	return answer{}, false
}

// checked is the column, and the value in it, of what is checked off or not: the only one that says
// Yes or No of each entry, or else the status of something to do.
func (r request) checked(on bool) (f field, value string, ok bool) {
	only := func(f field, values ...string) bool {
		return f.kind == layout.Badge && !slices.ContainsFunc(r.entries(), func(row entry) bool { return !slices.Contains(values, strings.ToLower(textOf(row[f.key]))) })
	}
	var found []field
	for _, f := range fields(r.content.Data) {
		if only(f, "yes", "no", "") {
			found = append(found, f)
		}
	}
	f, isStatus := r.field("status")
	switch {
	case len(found) == 1 && on:
		return found[0], "Yes", true
	case len(found) == 1:
		return found[0], "No", true
	case len(found) > 1 || !isStatus || !only(f, "to do", "todo", "open", "not started", "in progress", "waiting", "blocked", "done", ""):
		return f, "", false
	case on:
		return f, "Done", true
	}
	return f, "To do", true
}

// fieldWith is the part that has such a value already, or a status.
func (r request) fieldWith(value string) (field, bool) {
	rows := r.entries()
	for _, f := range fields(r.content.Data) {
		if f.kind == layout.Badge && slices.ContainsFunc(rows, func(row entry) bool { return strings.EqualFold(textOf(row[f.key]), value) }) {
			return f, true
		}
	}
	f, ok := r.field("status")
	return f, ok && f.kind != layout.Number && f.kind != layout.Date
}

// spelled is a value that was typed in small letters as the column has its values: "done" is "Done"
// where that is one of them, or where all begin with a capital letter.
func (r request) spelled(f field, text string) string {
	if text != strings.ToLower(text) {
		return text
	}
	values, capital := 0, 0
	for _, row := range r.entries() {
		known := textOf(row[f.key])
		if strings.EqualFold(known, text) {
			return known
		}
		if known != "" {
			values++
		}
		if known != "" && known == sentence(known) {
			capital++
		}
	}
	if values > 0 && capital == values {
		return sentence(text)
	}
	return text
}

// markedAs is the column, and the value in it, of what an entry is marked as: "Done" of the statuses,
// or "Yes" in a column that is called so.
func (r request) markedAs(text string) (f field, value string, ok bool) {
	value = unquoted(text)
	yes := "Yes"
	name, no := cutFirst(value, "not ")
	if no {
		yes = "No"
	}
	if f, ok = r.field(name); ok && f.kind == layout.Badge {
		return f, yes, true
	}
	f, ok = r.fieldWith(value)
	return f, text, ok
}
