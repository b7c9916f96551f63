package site

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestDocs holds that the document has every route and every code, and no others.
func TestDocs(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../docs/app-builder-api.md")
	if err != nil {
		t.Fatal(err)
	}
	written := func(pattern string) (rows []string) {
		for _, m := range regexp.MustCompile(`(?m)`+pattern).FindAllStringSubmatch(string(text), -1) {
			rows = append(rows, strings.Join(m[1:], " "))
		}
		slices.Sort(rows)
		return rows
	}
	var routes []string
	for _, r := range (&Site{}).routes() {
		routes = append(routes, r.pattern)
	}
	slices.Sort(routes)
	if got := written("^\\| `([A-Z]+ /api/[^`]*)` \\|"); !slices.Equal(got, routes) {
		t.Errorf("routes\n%q, and there are\n%q", got, routes)
	}
	codes := []string{"RATE_LIMITED 429"}
	for _, row := range table {
		if code := fmt.Sprint(row.code, " ", row.status); !slices.Contains(codes, code) {
			codes = append(codes, code)
		}
	}
	slices.Sort(codes)
	if got := written("^\\| `([A-Z_]+)` \\| (\\d+) \\|"); !slices.Equal(got, codes) {
		t.Errorf("codes\n%q, and there are\n%q", got, codes)
	}
}
