package title_test

import (
	"strings"
	"testing"
	"unicode"

	"github.com/mcp-adapters/mcp-adapters/recipe/title"
)

func TestClean(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"Soup":                                "Soup",
		" Soup":                               "Soup",
		"Soup ":                               "Soup",
		"\t Bean  soup\r\n":                   "Bean  soup",
		"\u00a0\u2003\u3000Soup\u0085":        "Soup",
		"\u2028Soup\u2029":                    "Soup",
		"\ufeffSoup\u200b \u2060\u180e":       "Soup",
		"So\u200bup":                          "So\u200bup",
		"\u2764\ufe0f":                        "\u2764\ufe0f",
		"\u0646\u0627\u0646\u200c":            "\u0646\u0627\u0646\u200c",
		" \u0301Soup":                         "\u0301Soup",
		"":                                    "",
		" \u200b ":                            "",
		"\x1bSoup":                            "\x1bSoup",
		"\u200eSoup\u200f":                    "\u200eSoup\u200f",
		"Soup for \U0001f469\u200d\U0001f373": "Soup for \U0001f469\u200d\U0001f373",
	} {
		if got := title.Clean(in); got != want {
			t.Errorf("%q becomes %q, want %q", in, got, want)
		}
	}
}

func TestKey(t *testing.T) {
	t.Parallel()
	for _, same := range [][]string{
		{"Soup", "soup", "SOUP", " Soup", "Soup\u00a0", "\u200bsoup\n"},
		{"Straße", "STRASSE", "strasse"},
		{"Crème Brûlée", "CRE\u0300ME BRU\u0302LE\u0301E", "crème brûlée"},
		{"ΣΊΣΥΦΟΣ", "σίσυφος", "σίσυφοσ"},
		{"ﬀ", "FF"},
		{"Å", "\u212b", "a\u030a"},
	} {
		for _, s := range same {
			if title.Key(s) != title.Key(same[0]) {
				t.Errorf("%q and %q differ", same[0], s)
			}
		}
	}
	for _, pair := range [][2]string{{"Creme", "Crème"}, {"a", "b"}, {"Bean soup", "Bean  soup"}, {"Soup", "So up"}} {
		if title.Key(pair[0]) == title.Key(pair[1]) {
			t.Errorf("%q and %q are the same", pair[0], pair[1])
		}
	}
	for _, s := range []string{" Soup", "Soup ", "\u200bSoup"} {
		if title.ExactKey(s) == title.ExactKey("soup") || title.ExactKey(s) != title.ExactKey(strings.ToUpper(s)) {
			t.Errorf("the exact key of %q is %q", s, title.ExactKey(s))
		}
	}
}

func TestBlank(t *testing.T) {
	t.Parallel()
	for _, s := range []string{
		"", " ", "\t\n", "\u00a0\u3000", "\u200b", "\u200b\u200c\u200d", "\ufeff", "\u2060\u2064", "\u00ad", "\u034f",
		"\u202e\u202c", "\u2066\u2069", "\u061c", "\ufe0f", "\U000e0001\U000e0020", "\u115f\u1160\u3164\uffa0", "\u180e", "\x1b", "\u0085",
	} {
		if !title.Blank(s) {
			t.Errorf("%q is not blank", s)
		}
	}
	for _, s := range []string{"a", " a ", "0", ".", "\u0301", "\u2764\ufe0f", "\U0001f372", "\u0600", "\ufffd", "\u200b\u4e00"} {
		if title.Blank(s) {
			t.Errorf("%q is blank", s)
		}
	}
}

// FuzzKey holds what the vault's index relies on: folding and cleaning may come
// in either order, and cleaning again changes nothing.
func FuzzKey(f *testing.F) {
	for _, s := range []string{"Soup", " \u0301Soup", "\u2000\u2001 x", "\ufeff\u0345 \u1e9e ", "İ\u0307\u200b", "\u00b4 ", "\u1fbe\u00a0"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		key := title.Key(s)
		if again := title.Clean(title.ExactKey(s)); again != key {
			t.Errorf("%q: %q, and cleaned afterwards %q", s, key, again)
		}
		clean := title.Clean(s)
		if title.Clean(clean) != clean || title.Key(clean) != key || title.Blank(clean) != title.Blank(s) {
			t.Errorf("%q cleaned is %q", s, clean)
		}
	})
}

// TestKey_everyEnd holds the same for every character at both ends.
func TestKey_everyEnd(t *testing.T) {
	t.Parallel()
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if s := string(r) + "Soup" + string(r); title.Clean(title.ExactKey(s)) != title.Key(s) {
			t.Errorf("U+%04X: %q, %q", r, title.Clean(title.ExactKey(s)), title.Key(s))
		}
	}
}
