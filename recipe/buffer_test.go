package recipe_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/apiclient"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/mcptest"
	"github.com/mcp-adapters/mcp-adapters/mcp"
	"github.com/mcp-adapters/mcp-adapters/recipe"
)

// bodyOf is the API's answer for an id: as long and as full of its id as no
// other's.
func bodyOf(id string, n int) string {
	return fmt.Sprintf(`{"id":%q,"title":%q,"description":%q,"ingredients":[],"steps":[]}`,
		id, "Dish "+id, strings.Repeat(id+` "x" `, 50+n*7%60))
}

// TestBuffers_EachAnswerHoldsItsOwnBody makes many calls at once, by way of the
// real client. The bodies lie in memory that is used again: memory that is given
// back too early, or twice, would show as the body of another id.
func TestBuffers_EachAnswerHoldsItsOwnBody(t *testing.T) {
	t.Parallel()
	const ids, calls, sessions = 40, 500, 2
	bodies := make(map[string]string, ids)
	for n := range ids {
		bodies[recipeIDOf(n)] = bodyOf(recipeIDOf(n), n)
	}
	api := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		id := r.URL.Path[strings.LastIndexByte(r.URL.Path, '/')+1:]
		w.Header().Set("Content-Type", "application/json")
		if body, ok := bodies[id]; ok {
			_, _ = w.Write([]byte(body))
			return
		}
		http.Error(w, `{"error":"Not found"}`, http.StatusNotFound)
	}))
	t.Cleanup(api.Close)
	client, err := recipe.NewClient(recipe.Options{Options: apiclient.Options{BaseURL: api.URL}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	for session := range sessions {
		t.Run(fmt.Sprint(session), func(t *testing.T) {
			t.Parallel()
			checkBodies(t, mcptest.Pipe(t, recipeServer(t, client), callsOf(ids, calls)), bodies, ids, calls)
		})
	}
}

// callsOf is the input: reads of one id after the other, in each era, some of
// which fail on the way or are refused, and here and there a batch.
func callsOf(ids, calls int) string {
	var in strings.Builder
	for i := range calls {
		id := recipeIDOf(i % (ids + 1)) // the last isn't there
		line := fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"get_recipe","arguments":{"recipe_id":%q}%s}}`,
			i, id, []string{mcptest.Legacy, mcptest.Progress, mcptest.Modern}[i%3])
		if i%10 == 9 {
			line = fmt.Sprintf(`[%s,{"jsonrpc":"2.0","id":"b%d","method":"tools/call","params":{"name":"get_recipe"}}]`, line, i)
		}
		in.WriteString(line + "\n")
	}
	return in.String()
}

func checkBodies(t *testing.T, out string, bodies map[string]string, ids, calls int) {
	t.Helper()
	seen := 0
	for _, line := range mcptest.Lines(out) {
		var replies []mcptest.Reply
		if !strings.HasPrefix(line, "[") {
			line = "[" + line + "]"
		}
		if err := json.Unmarshal([]byte(line), &replies); err != nil {
			t.Fatalf("%v: %.300s", err, line)
		}
		for _, r := range replies {
			var n int
			if json.Unmarshal(r.ID, &n) != nil { // the refused one of a batch
				continue
			}
			seen++
			want, ok := bodies[recipeIDOf(n%(ids+1))]
			switch {
			case !ok && r.Error == nil && !r.Result.IsError, ok && r.Result == nil:
				t.Errorf("call %d: result %v, error %v", n, r.Result, r.Error)
			case ok && (r.Result.Content[0].Text != mcp.Visible(want) || string(r.Result.StructuredContent) != want):
				t.Errorf("call %d holds another body:\n got %.200s\nwant %.200s", n, r.Result.StructuredContent, want)
			}
		}
	}
	if seen != calls {
		t.Errorf("%d calls were answered, want %d", seen, calls)
	}
}
