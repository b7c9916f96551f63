package token_test

import (
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/token"
)

func TestNew(t *testing.T) {
	t.Parallel()
	a, b := token.New("x_"), token.New("x_")
	if a == b || token.Hash(a) == token.Hash(b) || len(token.Hash(a)) != 64 {
		t.Errorf("%s and %s", a, b)
	}
	for text, want := range map[string]bool{a: true, a[2:]: false, a + "A": false, a[:len(a)-1]: false, a[:len(a)-1] + "a": false, "": false} {
		if got := token.Is("x_", text); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}
