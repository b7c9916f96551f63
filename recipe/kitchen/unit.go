package kitchen

import (
	"maps"
	"math/big"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

type dimension int

const (
	counted dimension = iota
	weight            // in grams
	volume            // in millilitres
	trace             // a pinch: never scaled
)

type system int

const (
	everyone system = iota // spoons, and what is counted
	metric
	us
)

// unit is a unit of measure. A unit that isn't in the table has a name alone.
type unit struct {
	name      string // short, singular: "tbsp"
	long      string // "tablespoon"; "": there is none
	dimension dimension
	system    system
	size      *big.Rat // in grams or millilitres; nil: none, or not sure
	ladder    string   // units of one ladder are shown in each other
	holds     bool     // it is a container, whose size may be beside it
}

// spelling is one way to write a unit.
type spelling struct {
	unit     *unit
	singular string
	plural   string
	written  string // the form that was found
	letter   bool   // a single letter, which text is too full of
}

// spellings has every form of the table, and in lower case what that doesn't confuse: a
// Tasse has the plural Tassen, a tasse tasses.
var spellings = sync.OnceValue(func() map[string]spelling {
	forms := make(map[string]spelling, 500)
	rows := unitTable()
	for i := range rows {
		row := &rows[i]
		for _, form := range row.forms() {
			singular, plural, several := strings.Cut(form, "|")
			if !several {
				plural = singular
			}
			s := spelling{&row.unit, singular, plural, "", utf8.RuneCountInString(singular) == 1}
			forms[singular], forms[plural] = s, s
		}
	}
	for _, form := range slices.Sorted(maps.Keys(forms)) {
		if lower := strings.ToLower(form); forms[lower].unit == nil {
			forms[lower] = forms[form]
		}
	}
	return forms
})

// unitOf returns the unit that a member of a recipe names, as it is spelled there. An
// unknown one is counted.
func unitOf(written string) spelling {
	if len(written) <= mostName {
		if s, ok := spellingOf(strings.TrimSpace(written)); ok {
			return s
		}
	}
	return spelling{unit: &unit{name: strings.TrimSpace(written)}, singular: written, plural: written}
}

// spellingOf looks for a spelling in the table, whatever its full stops. The cook's own
// form is kept, as in Tbsp, and a capital for the other number too.
func spellingOf(written string) (spelling, bool) {
	plain := strings.Join(strings.Fields(strings.ReplaceAll(written, ".", " ")), " ")
	s, ok := spellings()[plain]
	if !ok {
		s, ok = spellings()[strings.ToLower(plain)]
	}
	if !ok {
		return s, false
	}
	if first, _ := utf8.DecodeRuneInString(plain); unicode.IsUpper(first) && !s.letter {
		s.singular, s.plural = capital(s.singular), capital(s.plural)
	}
	s.written = written
	singular, plural := strings.EqualFold(plain, s.singular), strings.EqualFold(plain, s.plural)
	if singular {
		s.singular = written
	}
	if plural {
		s.plural = written
	}
	return s, true
}

func capital(word string) string {
	first, n := utf8.DecodeRuneInString(word)
	return string(unicode.ToUpper(first)) + word[n:]
}

// named returns the spelling for so many of them.
func (s spelling) named(n *big.Rat) string {
	if n.Cmp(ratio(1, 1)) > 0 {
		return s.plural
	}
	return s.singular
}

// like returns another unit of the same ladder, long if s is: teaspoons become
// tablespoons, and tsp tbsp.
func (s spelling) like(name string) spelling {
	if s.unit.name == name {
		return s
	}
	other := spellings()[name]
	if s.unit.long != "" && other.unit.long != "" && utf8.RuneCountInString(s.singular) > 4 {
		other = spellings()[other.unit.long]
	}
	return other
}

const longestUnit = 4 // words, as in "c. à soupe" once its full stop is a space

// leadingUnit reads a unit at the start of text, the longest that there is. Single
// letters but g and l are not sure in text.
func leadingUnit(s string) (u spelling, rest string, ok bool) {
	ends := make([]int, 0, longestUnit)
	for i := 0; i < len(s) && len(ends) < longestUnit; {
		n := strings.IndexFunc(s[i:], func(r rune) bool { return !unicode.IsLetter(r) && r != '.' && r != '’' && r != '\'' })
		if n < 0 {
			n = len(s) - i
		}
		if n == 0 {
			break
		}
		i += n
		ends = append(ends, i)
		if !strings.HasPrefix(s[i:], " ") {
			break
		}
		i++
	}
	for k := len(ends) - 1; k >= 0; k-- {
		u, ok := spellingOf(s[:ends[k]])
		if ok && (!u.letter || u.singular == "g" || u.singular == "l") {
			return u, s[ends[k]-fullStop(s, ends[k]):], true
		}
	}
	return spelling{}, s, false
}

// fullStop returns 1 if the full stop before end closes a sentence, and not just
// an abbreviation.
func fullStop(s string, end int) int {
	next, _ := utf8.DecodeRuneInString(strings.TrimPrefix(s[end:], " "))
	if s[end-1] == '.' && (end == len(s) || unicode.IsUpper(next)) {
		return 1
	}
	return 0
}
