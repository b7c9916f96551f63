package rule_test

import (
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/appbuilder/rule"
)

func TestText(t *testing.T) {
	t.Parallel()
	for name, row := range map[string]struct {
		text rule.Text
		s    string
		want string // the rule that is broken
	}{
		"good":               {rule.Text{Min: 1, Max: 5}, "Café", ""},
		"empty":              {rule.Text{Min: 1, Max: 5}, "", "required"},
		"empty, may be":      {rule.Text{Max: 5}, "", ""},
		"short":              {rule.Text{Min: 3, Max: 5}, "ab", "length"},
		"long":               {rule.Text{Min: 1, Max: 5}, "abcdef", "length"},
		"emoji count as one": {rule.Text{Min: 1, Max: 5}, strings.Repeat("🚀", 5), ""},
		"a control":          {rule.Text{Max: 5}, "a\x00b", "characters"},
		"a line break":       {rule.Text{Max: 5}, "a\nb", "characters"},
		"lines":              {rule.Text{Max: 5, Lines: true}, "a\n\tb", ""},
		"bidi in plain":      {rule.Text{Max: 5, Plain: true}, "a\u202eb", "characters"},
		"zero width":         {rule.Text{Max: 5, Plain: true}, "a\u200bb", "characters"},
		"a tag":              {rule.Text{Max: 5, Plain: true}, "a\U000E0041", "characters"},
		"an isolate":         {rule.Text{Max: 5, Plain: true, Joiners: true}, "a\u2066b", "characters"},
		"a joiner in plain":  {rule.Text{Max: 5, Plain: true}, "a\u200db", "characters"},
		"a joiner in a name": {rule.Text{Min: 1, Max: 5, Plain: true, Joiners: true}, "👩\u200d💻", ""},
		"joiners alone":      {rule.Text{Min: 1, Max: 5, Plain: true, Joiners: true}, "\u200d\u200c", "required"},
		"only zero width":    {rule.Text{Min: 1, Max: 5, Plain: true}, "\u200b", "required"},
		"a blank letter":     {rule.Text{Min: 1, Max: 5, Plain: true}, "\u3164", "required"},
		"an emoji's look":    {rule.Text{Max: 5, Plain: true}, "❤\ufe0f1\ufe0f\u20e3", ""},
		"an emoji of two":    {rule.Text{Max: 5, Plain: true, Joiners: true}, "❤\ufe0f\u200d🔥", ""},
		"a letter's look":    {rule.Text{Max: 5, Plain: true}, "ℹ\ufe0f", ""},
		"two looks":          {rule.Text{Max: 5, Plain: true}, "❤\ufe0f\ufe0e", "characters"},
		"a look of nothing":  {rule.Text{Max: 5, Plain: true}, "\ufe0f❤", "characters"},
		"a look of text":     {rule.Text{Max: 5, Plain: true}, "a\ufe0eb\ufe0f", "characters"},
		"a look of a joiner": {rule.Text{Max: 5, Plain: true, Joiners: true}, "❤\u200d\ufe0f", "characters"},
		"two joiners":        {rule.Text{Max: 5, Plain: true, Joiners: true}, "a\u200c\u200db", "characters"},
		"other selectors":    {rule.Text{Max: 5, Plain: true}, "❤\ufe00", "characters"},
		"bytes":              {rule.Text{Max: 5, Plain: true}, "❤\U000E0158\U000E0159", "characters"},
		"a Mongolian one":    {rule.Text{Max: 5, Plain: true}, "a\u180b", "characters"},
		"a grapheme joiner":  {rule.Text{Max: 5, Plain: true}, "a\u034fb", "characters"},
		"reserved":           {rule.Text{Max: 5, Plain: true}, "a\U000E0FFFb", "characters"},
		"bytes elsewhere":    {rule.Text{Max: 5}, "葛\U000E0100", ""},
		"a joiner elsewhere": {rule.Text{Max: 5}, "a\u200db", ""},
		"not UTF-8":          {rule.Text{Max: 5}, "a\xff", "characters"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var faults rule.Faults
			row.text.Check(&faults, "name", row.s)
			switch {
			case row.want == "" && len(faults) > 0:
				t.Errorf("%v", faults)
			case row.want != "" && (len(faults) != 1 || faults[0].Rule != row.want || faults[0].Field != "name"):
				t.Errorf("%v, want %s", faults, row.want)
			}
		})
	}
}

func TestText_Length(t *testing.T) {
	t.Parallel()
	for s, want := range map[string]string{
		"a":      "This has 1 character; it may have 3 to 5 characters.",
		"ab":     "This has 2 characters; it may have 3 to 5 characters.",
		"abcdef": "This has 6 characters; it may have 3 to 5 characters.",
	} {
		var faults rule.Faults
		rule.Text{Min: 3, Max: 5}.Check(&faults, "name", s)
		if len(faults) != 1 || faults[0].Message != want {
			t.Errorf("%q: %v", s, faults)
		}
	}
}

func TestFaults_Bound(t *testing.T) {
	t.Parallel()
	var all, part rule.Faults
	for range 1000 {
		part.Add("x", "type", "No.")
		all.Within("rows[1]", part)
	}
	if len(all) != 50 || all[0].Field != "rows[1].x" {
		t.Errorf("%d faults, %v", len(all), all[0])
	}
}

func TestVisible(t *testing.T) {
	t.Parallel()
	for s, want := range map[string]string{
		"Shop": "Shop", "\u202eShop\u2069 ": "Shop", "\u200b": "", " \ufeff ": "", "\u200d": "", "👩\u200d💻": "👩\u200d💻", "日本語": "日本語", "!": "!",
		"❤\ufe0f": "❤\ufe0f", "❤\ufe0f\ufe0e\U000E0100\u034f": "❤\ufe0f", "\ufe0f": "",
	} {
		if got := rule.Visible(s); got != want {
			t.Errorf("%q: %q", s, got)
		}
	}
}
