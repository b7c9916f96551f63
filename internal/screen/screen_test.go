package screen_test

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode"

	"github.com/mcp-adapters/mcp-adapters/internal/screen"
)

func TestLine(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"":                    "",
		"Crème brûlée, 100 %": "Crème brûlée, 100 %",
		"\U0001f469\u200d\U0001f373 \u2764\ufe0f": "\U0001f469\u200d\U0001f373 \u2764\ufe0f",
		"a\u00a0b":              "a\u00a0b",
		"a\nb\r\tc":             `a\nb\r\tc`,
		"\x1b[2J\x07\x7f\x00":   `\x1b[2J\a\x7f\x00`,
		"\u009b2J\u0085":        `\u009b2J\u0085`,
		"left\u202eright\u2066": `left\u202eright\u2066`,
		"\u200e\u200f\u061c":    `\u200e\u200f\u061c`,
		"\u2028\u2029\ufff9":    `\u2028\u2029\ufff9`,
		"a\xffb\xc2\x9b\xc2":    `a\xffb\u009b\xc2`,
		"\ufffd":                "\ufffd",
	} {
		if got := screen.Line(in); got != want {
			t.Errorf("%q becomes %q, want %q", in, got, want)
		}
	}
}

func TestText(t *testing.T) {
	t.Parallel()
	if got, want := screen.Text("a\n\tb\r\n\x1b\u202e"), "a\n\tb\\r\n"+`\x1b\u202e`; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestEveryControl has nothing left that any terminal obeys, and JSON that means
// what it meant.
func TestEveryControl(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	for r := rune(0); r < 0x10000; r++ {
		if unicode.In(r, unicode.Cc, unicode.Bidi_Control, unicode.Zl, unicode.Zp) {
			b.WriteString("<" + string(r))
		}
	}
	all := b.String()
	obeyed := func(r rune) bool { return unicode.In(r, unicode.Cc, unicode.Bidi_Control, unicode.Zl, unicode.Zp) }
	encoded, err := json.Marshal(map[string]string{all: all})
	if err != nil {
		t.Fatal(err)
	}
	for _, got := range []string{screen.Line(all), string(screen.JSON(encoded))} {
		if strings.ContainsFunc(got, obeyed) || strings.Count(all, "<") != 79 {
			t.Errorf("%d, %q", strings.Count(all, "<"), got)
		}
	}
	var back map[string]string
	if err := json.Unmarshal(screen.JSON(encoded), &back); err != nil || back[all] != all {
		t.Errorf("%q, %v", back, err)
	}
	if plain := []byte(`{"a":"é"}`); &screen.JSON(plain)[0] != &plain[0] {
		t.Error("what needs nothing is copied")
	}
}
