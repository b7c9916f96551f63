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
	// Joiners are allowed though the text is Plain: they are part of words in Persian and of
	// emoji. Something has to be seen beside them.
	Joiners bool
}

// Clean brings text to the form that it is stored in: NFC, without space at either end.
func Clean(s string) string {
	return strings.TrimSpace(norm.NFC.String(s))
}

// Line brings text to one line, with one space between words.
func Line(s string) string { return strings.Join(strings.Fields(s), " ") }

// Shorten returns s in n code points at most. What was longer ends in "…".
func Shorten(s string, n int) string {
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	return strings.TrimSpace(string([]rune(s)[:n-1])) + "…"
}

// ShortenBytes is [Shorten] to n bytes, which are 3 at least.
func ShortenBytes(s string, n int) string {
	if len(s) <= n {
		return s
	}
	n -= len("…")
	for !utf8.RuneStart(s[n]) {
		n--
	}
	return strings.TrimSpace(s[:n]) + "…"
}

// Cut returns the first n code points of s at most, without a mark and without what is left
// hanging between words: for names.
func Cut(s string, n int) string {
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	return strings.TrimRight(string([]rune(s)[:n]), " _-")
}

// Check adds to faults what is wrong with s, which is as [Clean] leaves it.
func (t Text) Check(faults *Faults, field, s string) {
	switch n := utf8.RuneCountInString(s); {
	case !utf8.ValidString(s):
		faults.Add(field, "characters", "The text is not valid UTF-8.")
		return
	case n == 0 && t.Min > 0:
		faults.Add(field, "required", "Please fill this in: %s.", t.lengths())
	case t.Min > 0 && t.Plain && Visible(s) == "":
		faults.Add(field, "required", "Nothing of this can be seen. Please write a text: %s.", t.lengths())
		return
	case n < t.Min || n > t.Max:
		unit := "characters"
		if n == 1 {
			unit = "character"
		}
		faults.Add(field, "length", "This has %d %s; it may have %s.", n, unit, t.lengths())
	}
	var before rune
	for _, r := range s {
		if refused(before, r, t) {
			faults.Add(field, "characters", "The character U+%04X can't be used here; remove it.", r)
			return
		}
		before = r
	}
}

func (t Text) lengths() string {
	if t.Min == 0 {
		return fmt.Sprintf("up to %d", t.Max)
	}
	return fmt.Sprintf("%d to %d characters", t.Min, t.Max)
}

// refused reports whether r has no place in text after the rune before.
func refused(before, r rune, t Text) bool {
	switch {
	case r == '\n' || r == '\t':
		return !t.Lines
	case unicode.IsControl(r):
		return true
	case isJoiner(r) && !t.Joiners:
		return t.Plain
	}
	return t.Plain && hidden(before, r)
}

func isJoiner(r rune) bool { return r == 0x200C || r == 0x200D }

// hasLooks reports whether U+FE0E or U+FE0F may follow r, which say whether it is shown as a sign
// or as a picture.
func hasLooks(r rune) bool {
	return unicode.IsSymbol(r) || unicode.IsPunct(r) || unicode.IsNumber(r) || r == 'ℹ'
}

// blank is drawn as nothing, and no format character.
const blank = 0x2800

// hidden reports whether r can't be seen, or moves what is around it, where it follows the rune
// before. What is a part of an emoji or of a word is hidden where it is part of none: rows of such
// characters can spell a text that models read and people don't see.
func hidden(before, r rune) bool {
	switch {
	case isJoiner(r):
		return isJoiner(before)
	case r == 0xFE0E || r == 0xFE0F:
		return !hasLooks(before)
	}
	return unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point) || r == blank
}

// Visible returns s without what can't be seen and what changes the direction of text, and ""
// if nothing can be seen then.
func Visible(s string) string {
	var before rune
	s = strings.TrimSpace(strings.Map(func(r rune) rune {
		if hidden(before, r) {
			return -1
		}
		before = r
		return r
	}, s))
	if strings.IndexFunc(s, func(r rune) bool { return unicode.IsGraphic(r) && !unicode.IsSpace(r) && !unicode.Is(unicode.M, r) }) < 0 {
		return ""
	}
	return s
}
