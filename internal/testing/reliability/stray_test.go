package reliability_test

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestSecrets_strayBytes has an answer come that nobody asked for, with recipe
// text in it. net/http writes the start of such a thing to the standard logger.
func TestSecrets_strayBytes(t *testing.T) {
	t.Parallel()
	vault := startServer(t, filepath.Join(scratch(t), "recipes.db"))
	p := startProxy(t, vault.Address)
	a := startAdapter(t, toAPI(p.base())...)
	p.set(func(string) *fault {
		return &fault{do: func(x *exchange) bool {
			return x.spoil(x.forward().raw(), strings.ReplaceAll(stray, "stray", "zq7ab"))
		}}
	})
	for range 3 {
		if got := a.call("list_recipes", args{}); got.Kind != fine {
			t.Errorf("%q %s", got.Kind, got.Message)
		}
		p.spoilt.Wait()
	}
	a.end() // scans what is on stderr
	if strings.Contains(a.log.String(), "Unsolicited response") {
		t.Error("net/http's own log reaches stderr")
	}
}
