package requestid_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/requestid"
)

func TestOf(t *testing.T) {
	t.Parallel()
	for id, taken := range map[string]bool{
		"0af76519-16cd.43dd_8448": true, strings.Repeat("a", 64): true,
		"": false, strings.Repeat("a", 65): false, "a b": false, "a\"b": false, "alice@example.com": false, "é": false,
	} {
		if got := requestid.Of(http.Header{requestid.Header: {id}}); (got == id) != taken || got == "" {
			t.Errorf("%q becomes %q", id, got)
		}
	}
	if got := requestid.Of(http.Header{requestid.Header: {"one", "two"}}); got == "one" || got == "two" {
		t.Errorf("one of two was taken: %q", got)
	}
	if a, b := requestid.Of(nil), requestid.Of(nil); a == b || requestid.Of(http.Header{requestid.Header: {a}}) != a {
		t.Errorf("made %q and %q", a, b)
	}
}

func TestFrom(t *testing.T) {
	t.Parallel()
	if got := requestid.From(requestid.With(t.Context(), "x")) + requestid.From(t.Context()); got != "x" {
		t.Errorf("%q", got)
	}
}
