package rules

import (
	"slices"
	"strings"
	"unicode"
)

// words are the words of a text in lower case, in their order.
func words(s string) []string {
	return strings.FieldsFunc(strings.ToLower(s), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\''
	})
}

// plurals that no rule makes, and words that have none.
var plurals = map[string]string{
	"person": "people", "child": "children", "content": "content", "news": "news", "history": "histories",
	"inventory": "inventory", "staff": "staff", "feedback": "feedback", "data": "data", "equipment": "equipment",
}

// plural is a noun's plural: "orders", "stories", "boxes".
func plural(noun string) string {
	switch {
	case plurals[noun] != "":
		return plurals[noun]
	case strings.HasSuffix(noun, "y") && !strings.ContainsAny(noun[max(0, len(noun)-2):len(noun)-1], "aeiou"):
		return noun[:len(noun)-1] + "ies"
	case strings.HasSuffix(noun, "s"), strings.HasSuffix(noun, "x"), strings.HasSuffix(noun, "ch"), strings.HasSuffix(noun, "sh"):
		return noun + "es"
	}
	return noun + "s"
}

// singular is the noun of which word is the plural, or word.
func singular(word string) string {
	for one, many := range plurals {
		if word == many {
			return one
		}
	}
	switch {
	case strings.HasSuffix(word, "ies") && len(word) > 4:
		return word[:len(word)-3] + "y"
	case strings.HasSuffix(word, "ches"), strings.HasSuffix(word, "shes"), strings.HasSuffix(word, "xes"), strings.HasSuffix(word, "sses"):
		return word[:len(word)-2]
	case strings.HasSuffix(word, "s") && !strings.HasSuffix(word, "ss") && !strings.HasSuffix(word, "us") && len(word) > 3:
		return word[:len(word)-1]
	}
	return word
}

// is reports whether a word is one of nouns, in the singular or the plural.
func is(word string, nouns []string) bool {
	return slices.Contains(nouns, word) || slices.Contains(nouns, singular(word))
}

// find is the place of the first of said that is one of nouns and isn't refused ("not a
// table", "instead of cards"), or -1.
func find(said, nouns []string) int {
	for i, word := range said {
		if is(word, nouns) && !refused(said[:i]) {
			return i
		}
	}
	return -1
}

var negations = []string{"not", "no", "without", "never", "don't", "dont", "instead"}

// refused reports whether what comes after said was refused there.
func refused(said []string) bool {
	for _, word := range said[max(0, len(said)-3):] {
		if slices.Contains(negations, word) {
			return true
		}
	}
	return false
}

// title writes words as a heading.
func title(words []string) string {
	all := make([]string, len(words))
	for i, w := range words {
		r := []rune(w)
		all[i] = string(append([]rune{unicode.ToTitle(r[0])}, r[1:]...))
	}
	return strings.Join(all, " ")
}

// sentence is s with a capital at its beginning.
func sentence(s string) string {
	r := []rune(s)
	if len(r) == 0 {
		return s
	}
	return string(append([]rune{unicode.ToUpper(r[0])}, r[1:]...))
}
