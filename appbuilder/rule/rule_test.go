package rule_test

import (
	"strings"
	"testing"

	"mcp-adapters/appbuilder/rule"
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
