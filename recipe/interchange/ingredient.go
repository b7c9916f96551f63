package interchange

import (
	"reflect"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// bullets are signs that lists put before a line.
const bullets = "-–—•*·▢☐□◦‣▪●\u00AD"

var (
	// asWanted is a name and a remark that needs no quantity before it to be sure.
	asWanted = regexp.MustCompile(`(?i)^(\pL.*?)[ ,;]* (to taste|as needed|for serving|for garnish|for dusting|for frying|optional|` +
		`nach geschmack|nach bedarf|nach belieben|zum bestreuen|zum garnieren|zum braten|au goût|à volonté|selon goût)$`)
	// opening and closing brackets are separated by spaces: in "egg(s)" they belong to the word.
	openingBrackets = regexp.MustCompile(`^\(\s*([^()]*[^()\s])\s*\)\s*(.*)$`)
	closingBrackets = regexp.MustCompile(`^(.*\S) \(\s*([^()]*[^()\s])\s*\)$`)
)

// ParseIngredient splits one line of an ingredient list into quantity, unit,
// name and notes where each of them is sure, and otherwise returns the whole
// line as the name. Ranges ("2-3 eggs"), sums ("1 cup plus 2 tbsp"), pairs
// ("100g/4oz") and numbers with two readings ("1,000 g") are not sure.
//
// Every word of the line is in the result, except a linking word between unit
// and name ("cups of flour", "g de farine").
func ParseIngredient(line string) Ingredient {
	line = oneLine(line)
	line = strings.TrimSpace(strings.TrimLeft(line, bullets+" "))
	whole := Ingredient{Name: line}
	if len(line) > 500 {
		return whole
	}
	quantity, rest, ok := leadingNumber(line)
	if !ok {
		if m := asWanted.FindStringSubmatch(line); m != nil {
			return Ingredient{Name: m[1], Notes: m[2]}
		}
		return whole
	}
	words := strings.Fields(rest)
	if quantity <= 0 || len(words) == 0 {
		return whole
	}
	glued := !strings.HasPrefix(rest, " ") && !strings.HasPrefix(rest, "(")
	if _, class, _ := unitAt(words); glued && class != measure {
		return whole // "7up", "5-spice", "2%", "2-3", "100g/4oz"
	}

	// A size in brackets may be before the unit or after it, not both.
	size, rest := takeOpening(strings.TrimSpace(rest))
	unit, class, n := unitAt(strings.Fields(rest))
	if n > 0 {
		after := strings.Join(strings.Fields(rest)[n:], " ")
		if class == container || size == "" {
			if more, rest := takeOpening(after); more != "" {
				if size != "" {
					return whole
				}
				size, after = more, rest
			}
		}
		if name := linking.ReplaceAllString(after, ""); name != "" {
			rest = name
		} else {
			unit = "" // "3 cloves" are the spice, not a measure of nothing
		}
	}
	name, notes := splitNotes(rest)
	if !sureName(name, unit) {
		return whole
	}
	return Ingredient{Name: name, Quantity: &quantity, Unit: unit, Notes: joinNotes(size, notes)}
}

// takeOpening takes "(14 oz)" off the start of s.
func takeOpening(s string) (inside, rest string) {
	if m := openingBrackets.FindStringSubmatch(s); m != nil {
		return m[1], m[2]
	}
	return "", s
}

// takeClosing takes "(sifted)" off the end of s.
func takeClosing(s string) (before, inside string) {
	m := closingBrackets.FindStringSubmatch(s)
	if m == nil || strings.ContainsAny(pluralEnding.ReplaceAllString(m[1], ""), "()") {
		return s, ""
	}
	return m[1], m[2]
}

// sureName refuses what shows that the amount goes on ("2 tbsp sugar" after
// "1 cup plus", "4oz" after "100g/") or that the cut was in the wrong place.
func sureName(name, unit string) bool {
	lower := strings.ToLower(name)
	words := strings.Fields(lower)
	_, class, n := unitAt(words)
	first, _ := utf8.DecodeRuneInString(name)
	switch {
	case !unicode.IsLetter(first), goingOn[words[0]], bare[lower], strings.Count(name, "(") != strings.Count(name, ")"):
		return false
	case unit == "" && units[lower] == measure && !edible[lower]: // "500 ml", "3 EL, gehackt": of what is not said
		return false
	case unit != "" && class == container && len(words) > n: // "8 oz package cream cheese": which of the two is counted is not sure
		return false
	}
	return true
}

// splitNotes parts the name from a remark after a comma or in brackets at
// the end.
func splitNotes(s string) (name, notes string) {
	for i, r := range s {
		before := strings.TrimSpace(s[:i])
		if r != ',' && r != ';' || strings.Count(before, "(") != strings.Count(before, ")") {
			continue
		}
		after := strings.TrimSpace(s[i+1:])
		first, _, _ := strings.Cut(after, " ")
		if preparation[strings.ToLower(strings.TrimRight(first, ",.;"))] && !bare[strings.ToLower(before)] {
			name, inner := takeClosing(before)
			return name, joinNotes(inner, after)
		}
	}
	return takeClosing(s)
}

func joinNotes(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + ", " + b
}

// ingredientLine is the inverse of ParseIngredient: of the usual ways to write
// the parts, the first that reads back the same, else the first.
func ingredientLine(in Ingredient) string {
	amount := formatQuantity(in.Quantity)
	join := func(parts ...string) string { return oneLine(strings.Join(parts, " ")) }
	head := join(amount, in.Unit, in.Name)
	notes := oneLine(in.Notes)
	if notes == "" {
		return head
	}
	lines := []string{
		head + ", " + notes,
		join(head, "("+notes+")"),
		join(amount, "("+notes+")", in.Unit, in.Name),
		join(head, notes),
	}
	return lines[max(0, slices.IndexFunc(lines, in.readsBack))]
}

// readsBack reports whether line alone says all of in.
func (in Ingredient) readsBack(line string) bool { return reflect.DeepEqual(ParseIngredient(line), in) }
