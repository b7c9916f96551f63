package vault

import (
	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// titleKey returns what titles are compared and ordered by: two titles that
// differ only in case, or only in how their accents are encoded, have the same
// key. This is Unicode's canonical caseless match (D145) kept in composed form.
func titleKey(title string) string {
	// A Caser must not be shared between goroutines.
	return norm.NFC.String(cases.Fold().String(norm.NFD.String(title)))
}
