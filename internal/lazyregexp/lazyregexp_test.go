package lazyregexp_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mcp-adapters/mcp-adapters/internal/lazyregexp"
)

// TestRegexp compares each method with regexp's.
func TestRegexp(t *testing.T) {
	t.Parallel()
	const text = `(\p{L})(\d)?`
	lazy, eager := lazyregexp.MustCompile(text), regexp.MustCompile(text)
	for _, s := range []string{"a1 b c3", "--", ""} {
		for name, row := range map[string][2]any{
			"MatchString":                {lazy.MatchString(s), eager.MatchString(s)},
			"FindStringIndex":            {lazy.FindStringIndex(s), eager.FindStringIndex(s)},
			"FindStringSubmatch":         {lazy.FindStringSubmatch(s), eager.FindStringSubmatch(s)},
			"FindStringSubmatchIndex":    {lazy.FindStringSubmatchIndex(s), eager.FindStringSubmatchIndex(s)},
			"FindAllString":              {lazy.FindAllString(s, 2), eager.FindAllString(s, 2)},
			"FindAllStringIndex":         {lazy.FindAllStringIndex(s, -1), eager.FindAllStringIndex(s, -1)},
			"FindAllStringSubmatch":      {lazy.FindAllStringSubmatch(s, -1), eager.FindAllStringSubmatch(s, -1)},
			"FindAllStringSubmatchIndex": {lazy.FindAllStringSubmatchIndex(s, -1), eager.FindAllStringSubmatchIndex(s, -1)},
			"ReplaceAllString":           {lazy.ReplaceAllString(s, "<$1>"), eager.ReplaceAllString(s, "<$1>")},
			"ReplaceAllStringFunc":       {lazy.ReplaceAllStringFunc(s, strings.ToUpper), eager.ReplaceAllStringFunc(s, strings.ToUpper)},
			"Split":                      {lazy.Split(s, -1), eager.Split(s, -1)},
		} {
			if diff := cmp.Diff(row[1], row[0]); diff != "" {
				t.Errorf("%s of %q: %s", name, s, diff)
			}
		}
	}
}

// TestMustCompile doesn't wait in a test until a wrong expression is used.
func TestMustCompile(t *testing.T) {
	t.Parallel()
	defer func() {
		if recover() == nil {
			t.Error("a wrong expression was taken")
		}
	}()
	lazyregexp.MustCompile(`(`)
}
