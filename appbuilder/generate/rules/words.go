package rules

import (
	"slices"
	"strings"
	"unicode"
)

// words are the words of a text in lower case, in their order, without the 's of a genitive.
func words(s string) []string {
	all := strings.FieldsFunc(strings.ToLower(strings.ReplaceAll(s, "’", "'")), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsDigit(r) && r != '\''
	})
	kept := all[:0]
	for _, w := range all {
		if w = strings.Trim(strings.TrimSuffix(w, "'s"), "'"); w != "" {
			kept = append(kept, w)
		}
	}
	return kept
}

// plurals that no rule makes, and words that have none.
var plurals = map[string]string{
	"person": "people", "child": "children", "content": "content", "news": "news", "history": "histories",
	"inventory": "inventory", "staff": "staff", "feedback": "feedback", "data": "data", "equipment": "equipment",
	"series": "series", "species": "species", "status": "statuses", "furniture": "furniture", "music": "music", "weather": "weather", "life": "lives", "leaf": "leaves", "half": "halves",
	"wish": "wishes", "clothes": "clothes", "grocery": "groceries", "movie": "movies", "cookie": "cookies", "hobby": "hobbies", "man": "men", "woman": "women",
	"jewelry": "jewelry", "jewellery": "jewellery", "bread": "bread", "tomato": "tomatoes", "potato": "potatoes", "tennis": "tennis", "sports": "sports", "logistics": "logistics", "analysis": "analyses",
	"faq": "FAQs", "shelf": "shelves", "bus": "buses", "yoga": "yoga", "housing": "housing", "mouse": "mice", "bonus": "bonuses",
}

// singulars are the plurals, the other way round.
var singulars = func() map[string]string {
	all := make(map[string]string, len(plurals))
	for one, many := range plurals {
		all[strings.ToLower(many)] = one
	}
	return all
}()

// plural is a noun's plural: "orders", "stories", "boxes".
func plural(noun string) string {
	switch {
	case plurals[noun] != "":
		return plurals[noun]
	case strings.Contains(noun, " "):
		i := strings.LastIndexByte(noun, ' ') + 1
		return noun[:i] + plural(noun[i:])
	case strings.HasSuffix(noun, "y") && !strings.ContainsAny(noun[max(0, len(noun)-2):len(noun)-1], "aeiou"):
		return noun[:len(noun)-1] + "ies"
	case strings.HasSuffix(noun, "s"), strings.HasSuffix(noun, "x"), strings.HasSuffix(noun, "ch"), strings.HasSuffix(noun, "sh"):
		return noun + "es"
	}
	return noun + "s"
}

// singular is the noun of which word is the plural, or word.
func singular(word string) string {
	if one, ok := singulars[word]; ok {
		return one
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
	for i := max(0, len(said)-3); i < len(said); i++ {
		if slices.Contains(negations, said[i]) && (i+1 == len(said) || !slices.Contains(notRefused, said[i+1])) {
			return true
		}
	}
	return false
}

// sentence is s with a capital at its beginning.
func sentence(s string) string {
	r := []rune(s)
	if len(r) == 0 {
		return s
	}
	return string(append([]rune{unicode.ToUpper(r[0])}, r[1:]...))
}
