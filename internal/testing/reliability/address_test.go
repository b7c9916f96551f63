package reliability_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/original"
)

// TestScope_oddAddresses gives people addresses that the original server drops,
// and then shows them every family's recipes: letters that aren't ASCII, and what
// a paste brings along unseen, at each end and in the middle. No program starts
// with one, and a served vault refuses it.
func TestScope_oddAddresses(t *testing.T) {
	t.Parallel()
	var asked atomic.Int32
	played := original.New(original.Options{Key: apiKey, Families: [][]string{{alice, bob}, {carol}}})
	api := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		played.ServeHTTP(w, r)
	}))
	t.Cleanup(api.Close)
	dropping := &server{&harness.Server{Address: api.Listener.Addr().String(), Client: api.Client()}, t}
	strict := startFamilies(t)
	tried := 0
	characters := []string{"ü", "\u212a", "漢", "😀", "\u0301", "\u200b", "\ufeff", "\u00a0", "é", "а", "\u200d", "\u2060", "\u00ad", "\u202e"}
	for _, odd := range characters[:size(8, len(characters))] {
		for _, address := range []string{odd + carol, strings.Replace(carol, "@", odd+"@", 1), carol + odd} {
			if strings.TrimSpace(address) == carol {
				continue // blanks around an address are taken off
			}
			tried++
			if status, _, err := dropping.do("GET", "/api/recipes", "", address); err != nil || status != http.StatusOK {
				t.Errorf("%+q: the original answers %d, %v: the test's fault", address, status, err)
			}
			for _, method := range []string{"GET", "POST"} {
				status, body, err := strict.do(method, "/api/recipes", `{"title":"zq7"}`, address)
				if err != nil || status != http.StatusForbidden {
					t.Errorf("%s as %+q: %d %s, %v", method, address, status, body, err)
				}
			}
			before := asked.Load()
			for program, arguments := range map[string][]string{"recipe-mcp": nil, "recipe-vault": {"export"}} {
				code, wrote := once(t, program, arguments, toAPI(api.URL, "USER_EMAIL="+address), "")
				if code != 2 || !strings.Contains(wrote, "USER_EMAIL must be visible ASCII, and has U+") {
					t.Errorf("%s as %+q: exit code %d: %s", program, address, code, wrote)
				}
				leaks(t, "what "+program+" wrote", wrote)
			}
			if n := asked.Load() - before; n > 0 {
				t.Errorf("%+q: %d requests were sent", address, n)
			}
		}
	}
	t.Logf("%d addresses", tried)
}
