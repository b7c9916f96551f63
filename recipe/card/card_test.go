package card_test

import (
	"testing"

	"mcp-adapters/recipe/card"
)

// The page stays small: hosts keep it in each message of a chat that shows it.
func TestCard_Size(t *testing.T) {
	t.Parallel()
	w, err := card.New()
	if err != nil {
		t.Fatal(err)
	}
	if n := len(w.Page()); n > 40<<10 {
		t.Errorf("the page has %d bytes, want at most %d", n, 40<<10)
	}
}
