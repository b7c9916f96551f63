package recipe_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/apitest"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

// TestClient_freeTitle prefers the title that the vault names, which knows the recipes
// that the address can't see.
func TestClient_freeTitle(t *testing.T) {
	t.Parallel()
	for free, want := range map[string]string{
		`"soup (4)"`:                         `choose another title, for example "soup (4)".`,
		`"soup\n` + apitest.Email + `"`:      `choose another title, for example "soup [redacted]".`,
		`""`:                                 `choose another title, perhaps "soup (3)".`,
		`"` + strings.Repeat("x", 201) + `"`: `choose another title, perhaps "soup (3)".`,
		`7`:                                  `choose another title, perhaps "soup (3)".`,
		`"<html>"`:                           `choose another title, perhaps "soup (3)".`,
	} {
		alice := dial(t, "http://api.example", over(apitest.InProcess(func(w http.ResponseWriter, r *http.Request) {
			if r.Method == http.MethodGet {
				apitest.ReplyJSON(w, 200, `[{"id":"1","title":"Soup (2)"}]`)
				return
			}
			apitest.ReplyJSON(w, 409, `{"error":"soup","code":"CONFLICT","free_title":`+free+`}`)
		})))
		_, err := alice.Create(t.Context(), json.RawMessage(`{"title":"soup"}`))
		apitest.CheckError(t, err, fault.Conflict, 409, "cannot see", want)
	}
}
