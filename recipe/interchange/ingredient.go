package interchange

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// bullets are signs that lists put before a line.
const bullets = "-–—•*·▢☐□◦‣▪●\u00AD"

// asWanted are remarks that need no quantity before them to be sure.
var asWanted = []string{
	"to taste", "as needed", "for serving", "for garnish", "for dusting", "for frying", "optional",
	"nach geschmack", "nach bedarf", "nach belieben", "zum bestreuen", "zum garnieren", "zum braten",
	"au goût", "à volonté", "selon goût",
}

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
		return splitWanted(line)
	}
	if quantity <= 0 || rest == "" {
		return whole
	}

	words := strings.Fields(rest)
	glued := !strings.HasPrefix(rest, " ") && !strings.HasPrefix(rest, "(")
	if _, class, _ := unitAt(words); len(words) == 0 || glued && class != measure && !gluedUnit(words[0]) {
		return whole // "7up", "5-spice", "2%", "2-3", "100g/4oz"
	}
	rest = strings.TrimSpace(rest)

	// A size in brackets may stand before the unit or behind it, not both.
	size, rest := leadingParens(rest)
	unit, class, n := unitAt(strings.Fields(rest))
	if n > 0 {
		after := strings.Join(strings.Fields(rest)[n:], " ")
		if class == container || size == "" {
			if more, behind := leadingParens(after); more != "" {
				if size != "" {
					return whole
				}
				size, after = more, behind
			}
		}
		if name := dropLinking(after); name != "" {
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

// gluedUnit accepts "200g" and "200g," alone; unitAt has no commas.
func gluedUnit(word string) bool {
	return units[strings.ToLower(strings.TrimRight(word, "."))] == measure
}

// sureName refuses what shows that the amount goes on ("2 tbsp sugar" after
// "1 cup plus", "4oz" after "100g/") or that the cut was in the wrong place.
func sureName(name, unit string) bool {
	r, _ := utf8.DecodeRuneInString(name)
	if !unicode.IsLetter(r) {
		return false
	}
	words := strings.Fields(strings.ToLower(name))
	switch words[0] {
	case "x", "×", "to", "or", "bis", "oder", "à", "ou", "plus", "and", "und", "et", "by":
		return false
	case "a", "an":
		return false
	}
	// "500 ml", "3 EL, gehackt": of what is not said.
	if lower := strings.ToLower(name); unit == "" && units[lower] == measure && !edible[lower] {
		return false
	}
	if bare[name] || len(words) == 1 && bare[words[0]] {
		return false
	}
	if strings.Count(name, "(") != strings.Count(name, ")") {
		return false
	}
	// "8 oz package cream cheese": which of the two is counted is not sure.
	if _, class, n := unitAt(words); unit != "" && class == container && len(words) > n {
		return false
	}
	return true
}

// leadingParens takes "(14 oz)" off the start of s.
func leadingParens(s string) (inside, rest string) {
	if !strings.HasPrefix(s, "(") {
		return "", s
	}
	end := strings.IndexByte(s, ')')
	if end < 0 || strings.Contains(s[1:end], "(") {
		return "", s
	}
	return strings.TrimSpace(s[1:end]), strings.TrimSpace(s[end+1:])
}

func dropLinking(s string) string {
	first, rest, found := strings.Cut(s, " ")
	if found && linking[strings.ToLower(first)] {
		return strings.TrimSpace(rest)
	}
	for _, elided := range []string{"d'", "d’"} {
		if after, ok := strings.CutPrefix(s, elided); ok && after != "" {
			return after
		}
	}
	return s
}

// splitNotes parts the name from a remark behind a comma or in brackets at
// the end.
func splitNotes(s string) (name, notes string) {
	depth := 0
	for i, r := range s {
		switch r {
		case '(':
			depth++
		case ')':
			depth--
		case ',', ';':
			if depth != 0 {
				continue
			}
			after := strings.TrimSpace(s[i+1:])
			first, _, _ := strings.Cut(after, " ")
			before := strings.TrimSpace(s[:i])
			if preparation[strings.ToLower(strings.TrimRight(first, ",.;"))] && !bare[strings.ToLower(before)] {
				name, inner := trailingParens(before)
				return name, joinNotes(inner, after)
			}
		}
	}
	return trailingParens(s)
}

// trailingParens takes "(sifted)" off the end of s. A bracket that is glued to a
// word belongs to it: "egg(s)".
func trailingParens(s string) (before, inside string) {
	if !strings.HasSuffix(s, ")") {
		return s, ""
	}
	open := strings.LastIndexByte(s, '(')
	if open <= 0 || strings.ContainsRune(s[open:len(s)-1], ')') {
		return s, ""
	}
	before = strings.TrimSpace(s[:open])
	inside = strings.TrimSpace(s[open+1 : len(s)-1])
	if before == "" || inside == "" || s[open-1] != ' ' || strings.ContainsAny(pluralEnding.ReplaceAllString(before, ""), "()") {
		return s, ""
	}
	return before, inside
}

// splitWanted handles lines without a number: "salt to taste".
func splitWanted(line string) Ingredient {
	lower := strings.ToLower(line)
	if len(lower) != len(line) { // offsets would not agree
		return Ingredient{Name: line}
	}
	for _, phrase := range asWanted {
		before, ok := strings.CutSuffix(lower, phrase)
		if !ok || !strings.HasSuffix(before, " ") {
			continue
		}
		name := strings.TrimRight(line[:len(before)], " ,;")
		if r, _ := utf8.DecodeRuneInString(name); unicode.IsLetter(r) {
			return Ingredient{Name: name, Notes: line[len(before):]}
		}
	}
	return Ingredient{Name: line}
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
	for _, line := range lines {
		if sameIngredient(ParseIngredient(line), in) {
			return line
		}
	}
	return lines[0]
}

func sameIngredient(a, b Ingredient) bool {
	if a.Name != b.Name || a.Unit != b.Unit || a.Notes != b.Notes || (a.Quantity == nil) != (b.Quantity == nil) {
		return false
	}
	return a.Quantity == nil || *a.Quantity == *b.Quantity
}
