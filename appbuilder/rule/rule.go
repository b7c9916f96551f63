// Package rule has what the parts of an app are checked with: faults that name the field,
// and the rules for text that all parts share.
package rule

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Fault is a rule that a value breaks.
type Fault struct {
	Field   string `json:"field"`   // its path: "mockData.rows[3].price"
	Rule    string `json:"rule"`    // a word for programs: "required", "length", "range", "format", "unique", "unknown", "type", "characters"
	Message string `json:"message"` // a sentence for a person
}

// Faults are collected, so that a person hears of all of them at once.
type Faults []Fault

// most bounds how many faults are kept: a table of nonsense has one per cell.
const most = 50

// Add adds a fault.
func (f *Faults) Add(field, rule, format string, args ...any) {
	if len(*f) < most {
		*f = append(*f, Fault{field, rule, fmt.Sprintf(format, args...)})
	}
}

// Within adds the faults of a part, whose fields are then below prefix.
func (f *Faults) Within(prefix string, part Faults) {
	for _, fault := range part {
		if len(*f) < most {
			fault.Field = strings.TrimSuffix(prefix+"."+fault.Field, ".")
			*f = append(*f, fault)
		}
	}
}

// Text says what a text may be. Lengths are in code points after [Clean].
type Text struct {
	Min, Max int
	Lines    bool // line breaks and tabs are allowed
	// Plain refuses what can't be seen and what changes the direction of text: for what
	// strangers' models read.
	Plain bool
}

// Clean brings text to the form that it is stored in: NFC, without space at either end.
func Clean(s string) string {
	return strings.TrimSpace(norm.NFC.String(s))
}

// Check adds to faults what is wrong with s, which is as [Clean] leaves it.
func (t Text) Check(faults *Faults, field, s string) {
	switch n := utf8.RuneCountInString(s); {
	case !utf8.ValidString(s):
		faults.Add(field, "characters", "The text is not valid UTF-8.")
		return
	case n == 0 && t.Min > 0:
		faults.Add(field, "required", "Please fill this in: %s.", t.lengths())
	case n < t.Min || n > t.Max:
		faults.Add(field, "length", "This has %d characters; it may have %s.", n, t.lengths())
	}
	for _, r := range s {
		if refused(r, t) {
			faults.Add(field, "characters", "The character U+%04X can't be used here; remove it.", r)
			return
		}
	}
}

func (t Text) lengths() string {
	if t.Min == 0 {
		return fmt.Sprintf("up to %d", t.Max)
	}
	return fmt.Sprintf("%d to %d characters", t.Min, t.Max)
}

// refused reports whether r has no place in text. A joiner is part of words in Persian and
// of emoji, and only plain text has to do without.
func refused(r rune, t Text) bool {
	switch {
	case r == '\n' || r == '\t':
		return !t.Lines
	case unicode.IsControl(r):
		return true
	case !t.Plain:
		return false
	case r >= 0xE0000 && r <= 0xE007F: // tags
		return true
	}
	return unicode.Is(unicode.Cf, r) || r == 0x2028 || r == 0x2029
}
