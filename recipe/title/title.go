// Package title defines how the title of a recipe is stored, when two titles are
// the same, and what is not a title. The vault, the import and the client that
// checks for a recipe all use it, so that they never disagree.
package title

import (
	"strings"
	"unicode"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// Clean returns s as it is stored: without what a person took for nothing at
// either end. That is white space (Unicode's White_Space: blanks of every
// width, no-break ones too, tabs and line ends) and the four characters that
// have no width and join nothing: U+180E, U+200B, U+2060 and U+FEFF. What
// changes how its neighbor looks, such as a variation selector after a sign,
// stays, and so does everything between the ends.
func Clean(s string) string { return strings.TrimFunc(s, trimmed) }

// trimmed is the set that [Clean] takes off. The vault's migrations repeat it
// in SQL, so a change here needs another migration; a test compares the two.
func trimmed(r rune) bool {
	switch r {
	case '\u180e', '\u200b', '\u2060', '\ufeff':
		return true
	}
	return unicode.IsSpace(r)
}

// Key returns what titles are compared and ordered by: two titles are the same
// when their keys are. It is Unicode's canonical caseless match (D145) of the
// cleaned titles, in composed form (NFC): neither case nor the way that an accent
// is encoded counts.
func Key(s string) string { return fold(Clean(s)) }

// ExactKey is [Key] without the cleaning. By it the titles of recipes from
// before titles were cleaned differ, such as "Soup" and " Soup".
func ExactKey(s string) string { return fold(s) }

func fold(s string) string {
	// A Caser must not be shared between goroutines.
	return norm.NFC.String(cases.Fold().String(norm.NFD.String(s)))
}

// Blank reports whether there is nothing to see in s: only white space, control
// characters and characters that Unicode tells programs not to show
// (Default_Ignorable_Code_Point), such as zero-width spaces and joiners. A blank
// title is refused.
func Blank(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return !invisible(r) })
}

func invisible(r rune) bool {
	return unicode.IsSpace(r) || unicode.IsControl(r) || ignorable(r)
}

// ignorable is Default_Ignorable_Code_Point as DerivedCoreProperties.txt defines
// it from the properties that package unicode has.
func ignorable(r rune) bool {
	switch {
	case unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector):
		return true
	case !unicode.Is(unicode.Cf, r), unicode.Is(unicode.Prepended_Concatenation_Mark, r):
		return false
	}
	annotation := r >= '\ufff9' && r <= '\ufffb'
	hieroglyphs := r >= 0x13430 && r <= 0x13455
	return !annotation && !hieroglyphs
}
