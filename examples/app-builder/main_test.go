package main

import (
	"bytes"
	"strings"
	"testing"
)

// TestTour runs the tour, and looks for what each step of it prints.
func TestTour(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	if err := tour(t.Context(), t.TempDir(), &out); err != nil {
		t.Fatal(err)
	}
	rest := out.String()
	for _, part := range []string{
		"Order History, a table with the tool get_orders", "Updated primary color to blue", "card list", "/servers/order-history/mcp",
		"Here is the sample data of Order History", "\n  - ", "Unpublish it: nobody can reach it any more",
	} {
		_, after, ok := strings.Cut(rest, part)
		if !ok {
			t.Fatalf("there is no %q in its place:\n%s", part, out.String())
		}
		rest = after
	}
}
