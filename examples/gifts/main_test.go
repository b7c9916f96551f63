package main

import (
	"bytes"
	"regexp"
	"strings"
	"testing"
)

// TestTour runs the tour: three lists of five, of which the second and the third have
// nothing of the first, and then the gift that was starred.
func TestTour(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	if err := tour(t.Context(), t.TempDir(), &out); err != nil {
		t.Fatal(err)
	}
	text := out.String()
	lists := regexp.MustCompile(`(?m)^(?:Who is it for\?|More like|Other ideas|Open the one)`).Split(text, -1)
	if len(lists) != 5 {
		t.Fatalf("the tour printed:\n%s", text)
	}
	id := regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}`)
	first := id.FindAllString(lists[1], -1)
	if len(first) != 5 || strings.Contains(lists[2], first[0]) {
		t.Errorf("the list, or the one after the star:\n%s", text)
	}
	for _, one := range first {
		if strings.Contains(lists[3], one) {
			t.Errorf("%s is in the list of other ideas too:\n%s", one, text)
		}
	}
	if !regexp.MustCompile(`\n\n\*\*.+\*\* \((?:under \$25|\$25-75)\)\n\n(?s:.*)\*Where to find\*: `).MatchString(lists[4]) {
		t.Errorf("the gift:\n%s", lists[4])
	}
}
