package rules

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/mcp-adapters/mcp-adapters/appbuilder/layout"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/rule"
)

// removeWhere reads "status is Closed", "status Closed" and "closed status".
func (r request) removeWhere(condition string) (answer, bool) {
	p, ok := r.pairOf(condition, true)
	if !ok {
		if i := strings.LastIndexByte(condition, ' '); i > 0 {
			if f, known := r.field(condition[i+1:]); known {
				p, ok = filledField{f, condition[:i]}, true
			}
		}
	}
	if !ok {
		return cannot("I can't tell which " + r.nouns(2) + " you mean. Say “remove the " + r.nouns(2) + " where " + strings.ToLower(fields(r.content.Data)[0].header) + " is …”, or name their numbers.")
	}
	value := unquoted(strings.TrimPrefix(strings.TrimPrefix(p.value, "is "), "of "))
	holds, problem := comparison(value, r.today)
	if problem != "" {
		return cannot(problem)
	}
	var found []int
	for i, row := range r.entries() {
		if text := textOf(row[p.key]); strings.EqualFold(text, value) || holds != nil && holds(text) {
			found = append(found, i+1)
		}
	}
	if len(found) == 0 {
		return cannot("There is no " + r.nouns(1) + " of which the " + strings.ToLower(p.header) + " is “" + short(value, "") + "”.")
	}
	return r.removeAll(found)
}

// removeNamed reads "delete Desk lamp" and "remove the row Desk lamp".
func (r request) removeNamed(name string) (answer, bool) {
	name, all := cutFirst(unquoted(name), "all ", "every ", "all the ")
	if all {
		return r.removeKind(name)
	}
	for _, cut := range []string{name, withoutEntry(r, name)} {
		if at := r.named(cut); len(at) == 1 {
			return r.removeAll(at)
		} else if len(at) > 1 {
			return cannot(fmt.Sprintf("There are %d %s called “%s”. Name them by their numbers: “remove row %d”.", len(at), r.nouns(2), cut, at[0]))
		}
	}
	if a, ok := r.removeKind(withoutEntry(r, name)); ok {
		return a, ok
	}
	// "orders over $100" speaks of amounts, and not of the column Order.
	if first, rest, _ := strings.Cut(name, " "); r.isEntry(first) && strings.ContainsAny(rest, "$€£¥₹") {
		f, ok := r.priceField()
		if holds, _ := comparison(rest, r.today); ok && holds != nil {
			return r.removeWhere(f.header + " " + rest)
		}
		return answer{}, false
	}
	if p, ok := r.pairOf(name, true); ok {
		if a, ok := r.removeWhere(p.header + " " + p.value); ok && a.reply == "" {
			return a, ok
		}
	}
	for _, f := range fields(r.content.Data)[1:] {
		if slices.ContainsFunc(r.entries(), func(row entry) bool { return strings.EqualFold(textOf(row[f.key]), name) }) {
			return cannot("Say “remove the " + r.nouns(2) + " where " + strings.ToLower(f.header) + " is " + rule.Shorten(name, 60) + "”.")
		}
	}
	if full := r.beginning(name); full != "" {
		return cannot("Do you mean “" + rule.Shorten(full, 60) + "”? Say “remove " + rule.Shorten(full, 60) + "”.")
	}
	return answer{}, false
}

// removeKind reads "remove sold out events" and "remove all desserts": those of which a badge
// says so.
func (r request) removeKind(value string) (answer, bool) {
	value = withoutEntry(r, strings.TrimPrefix(value, "the "))
	var found []int
	rows := r.entries()
	for _, f := range fields(r.content.Data) {
		for i, row := range rows {
			if f.kind == layout.Badge && (strings.EqualFold(textOf(row[f.key]), value) || normal(words(textOf(row[f.key]))) == normal(words(value))) {
				found = append(found, i+1)
			}
		}
	}
	if len(found) == 0 {
		return answer{}, false
	}
	return r.removeAll(found)
}

// beginning is the name of the only entry that begins with a word, or "".
func (r request) beginning(word string) (name string) {
	first := fields(r.content.Data)[0]
	for _, row := range r.entries() {
		if text := textOf(row[first.key]); len(text) > len(word) && strings.EqualFold(text[:len(word)], word) && text[len(word)] == ' ' {
			if name != "" {
				return ""
			}
			name = text
		}
	}
	return name
}

// withoutEntry is a name without "row" before or behind it.
func withoutEntry(r request, name string) string {
	first, rest, ok := strings.Cut(name, " ")
	for _, word := range []string{"called ", "named ", "titled ", "for "} {
		rest = strings.TrimPrefix(rest, word)
	}
	if ok && r.isEntry(first) && singular(strings.ToLower(first)) == strings.ToLower(first) {
		return unquoted(rest)
	}
	if i := strings.LastIndexByte(name, ' '); i > 0 && r.isEntry(name[i+1:]) {
		return unquoted(name[:i])
	}
	return name
}

// coded are the numbers of the entry that is called by a number of its own, "#10481" or "T-91".
func (r request) coded(number int) (numbers []int) {
	first := fields(r.content.Data)[0]
	for i, row := range r.entries() {
		if text := textOf(row[first.key]); numberAtEnd(text) == strconv.Itoa(number) {
			numbers = append(numbers, i+1)
		}
	}
	if len(numbers) > 1 {
		return nil
	}
	return numbers
}

// numberAtEnd are the digits at the end of a code: "10481" of "#10481", but none of "Room 7".
func numberAtEnd(text string) string {
	prefix := strings.TrimRight(text, "0123456789")
	if strings.ContainsAny(prefix, " ") || len([]rune(prefix)) > 5 || len(text)-len(prefix) > 9 {
		return ""
	}
	return text[len(prefix):]
}

// named are the numbers of the entries of which the first value is name.
func (r request) named(name string) (numbers []int) {
	first := fields(r.content.Data)[0]
	for i, row := range r.entries() {
		if name != "" && strings.EqualFold(textOf(row[first.key]), name) {
			numbers = append(numbers, i+1)
		}
	}
	return numbers
}
