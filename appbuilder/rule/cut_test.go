package rule_test

import (
	"testing"
	"unicode/utf8"

	"github.com/mcp-adapters/mcp-adapters/appbuilder/rule"
)

func TestShorten(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		s            string
		n            int
		shorten, cut string
	}{
		{"", 5, "", ""},
		{"soups", 5, "soups", "soups"},
		{"größe", 5, "größe", "größe"},
		{"größen", 5, "größ…", "größe"},
		{"get my soups", 7, "get my…", "get my"},
		{"get_soups", 4, "get…", "get"},
	} {
		if got := rule.Shorten(row.s, row.n); got != row.shorten || utf8.RuneCountInString(got) > row.n {
			t.Errorf("Shorten(%q, %d) = %q, want %q", row.s, row.n, got, row.shorten)
		}
		if got := rule.Cut(row.s, row.n); got != row.cut {
			t.Errorf("Cut(%q, %d) = %q, want %q", row.s, row.n, got, row.cut)
		}
	}
	if got := rule.Line(" a\tb\n\n c "); got != "a b c" {
		t.Errorf("%q", got)
	}
}
