package vault_test

import (
	"bytes"
	"net/http"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/recipe/vault"
)

// TestVault_LogsByWhoseFailure asserts that what a client gets wrong does not
// fill the log of a server, while what the server gets wrong is an error there.
func TestVault_LogsByWhoseFailure(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, place func() string) {
		var log bytes.Buffer
		v := open(t, vault.Options{Path: place(), Key: "the-right-key", Log: zerolog.New(&log).Level(zerolog.InfoLevel)})
		c := inProcess(v)
		c.do(t, "GET", "/api/recipes", "") // 401
		c.header = http.Header{"X-Api-Key": {"the-right-key"}}
		c.create(t, `{"title":"Soup"}`)
		log.Reset() // of the opening
		for _, r := range []struct{ method, path, body string }{
			{"POST", "/api/recipes", `{"title":"soup"}`}, {"POST", "/api/recipes", `{"title":""}`}, {"POST", "/api/recipes", `{"title":5}`},
			{"GET", "/api/recipes/" + uuid.NewString(), ""}, {"PATCH", "/api/recipes", ""}, {"GET", "/api/nothing", ""},
		} {
			if a := c.do(t, r.method, r.path, r.body); a.status < 400 || a.status > 499 {
				t.Errorf("%s %s: %d", r.method, r.path, a.status)
			}
		}
		if log.Len() > 0 {
			t.Errorf("failures of a client are logged:\n%s", &log)
		}
		if err := v.Close(); err != nil {
			t.Fatal(err)
		}
		if a := c.do(t, "GET", "/api/recipes", ""); a.status != http.StatusInternalServerError || !strings.Contains(log.String(), `"level":"error"`) {
			t.Errorf("%d, and the log says:\n%s", a.status, &log)
		}
	})
}
