package recipe_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/apitest"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/original"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
	"github.com/mcp-adapters/mcp-adapters/recipe"
)

// onOriginal sends requests to a stand-in for the original server, and counts
// those that reach it, by method.
func onOriginal(o original.Options) (edit func(*recipe.Options), sent func(method string) int) {
	o.Key = apitest.Key
	o.Later = func(d time.Duration, rate func()) { time.AfterFunc(d, rate) }
	s := original.New(o)
	var posts, puts atomic.Int32
	rt := apitest.InProcess(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Date", time.Now().UTC().Format(http.TimeFormat))
		switch r.Method {
		case http.MethodPost:
			posts.Add(1)
		case http.MethodPut:
			puts.Add(1)
		}
		s.ServeHTTP(w, r)
	})
	return over(rt), func(method string) int {
		if method == http.MethodPost {
			return int(posts.Load())
		}
		return int(puts.Load())
	}
}

// TestClient_originalUnderLoad has five clients create recipes on a server that
// is locked for every third request, and reads every fourth write not back. None
// is lost, doubled or refused, though the server rates what it gets meanwhile.
func TestClient_originalUnderLoad(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"database is locked", "Database error occurred"} {
		synctest.Test(t, func(t *testing.T) {
			edit, sent := onOriginal(original.Options{
				Families: [][]string{{apitest.Email}}, LockedText: text,
				Locked: original.Every(3), Unread: original.Every(4),
			})
			const clients, each = 5, 50
			var wg sync.WaitGroup
			for c := range clients {
				wg.Go(func() {
					client := dial(t, "http://api.example", edit, retries(3))
					for i := range each {
						title := fmt.Sprintf("Soup %d of %d", i, c)
						body := `{"title":"` + title + `","ingredients":[{"name":"leek","quantity":2}]}`
						made, err := client.Create(t.Context(), json.RawMessage(body))
						if err != nil {
							t.Errorf("create: %v", err)
							continue
						}
						if _, err := client.Update(t.Context(), idOf(t, made), json.RawMessage(`{"servings":3}`)); err != nil {
							t.Errorf("update: %v", err)
						}
					}
				})
			}
			wg.Wait()
			synctest.Wait()
			list, err := dial(t, "http://api.example", edit, retries(3)).List(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			titles := map[string]bool{}
			for _, row := range decodeRows(t, list) {
				if titles[row.Title] || row.Servings != 3 {
					t.Errorf("%q is there twice or was not updated: %d servings", row.Title, row.Servings)
				}
				titles[row.Title] = true
			}
			if len(titles) != clients*each {
				t.Errorf("%d recipes, want %d", len(titles), clients*each)
			}
			if n := sent(http.MethodPost); n <= clients*each {
				t.Errorf("%d POSTs: the server was never locked", n)
			}
		})
	}
}

type seenRow struct {
	ID, Title string
	Servings  int
}

func decodeRows(t *testing.T, list []byte) (rows []seenRow) {
	t.Helper()
	if err := json.Unmarshal(list, &rows); err != nil {
		t.Fatal(err)
	}
	return rows
}

func idOf(t *testing.T, recipe []byte) string {
	t.Helper()
	var r seenRow
	if err := json.Unmarshal(recipe, &r); err != nil {
		t.Error(err)
	}
	return r.ID
}

// TestClient_conflictWithWhatCannotBeSeen asserts that a title which another
// family has is told as such, with one that is free.
func TestClient_conflictWithWhatCannotBeSeen(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("汁", 66) // 198 bytes
	edit, _ := onOriginal(original.Options{Families: [][]string{{apitest.Email}, {"carol@example.com"}}})
	carol := dial(t, "http://api.example", edit, func(o *recipe.Options) { o.Email = "carol@example.com" })
	for _, title := range []string{"Soup", "Stew (2)", "Bread", long} {
		mustCreate(t, carol, title)
	}
	alice := dial(t, "http://api.example", edit)
	god := dial(t, "http://api.example", edit, func(o *recipe.Options) { o.Email = "" })
	mine := mustCreate(t, alice, "SOUP (2)")
	mustCreate(t, alice, "Soup (3)")
	tests := []struct {
		title, free string
	}{
		{"soup", `perhaps "soup (4)"`},
		{"Bread", `perhaps "Bread (2)"`},
		{"Stew (2)", `perhaps "Stew (2) (2)"`},
		{long, `perhaps "` + strings.Repeat("汁", 65) + ` (2)"`},
	}
	for _, tt := range tests {
		body, err := json.Marshal(map[string]string{"title": tt.title})
		if err != nil {
			t.Fatal(err)
		}
		_, err = alice.Create(t.Context(), body)
		if e := apitest.InspectError(t, err, fault.Conflict, 409, "USER_EMAIL", "cannot see", tt.free); strings.Contains(e.Message, "change the one") {
			t.Error(e.Message)
		}
		_, err = alice.Update(t.Context(), mine, body)
		apitest.CheckError(t, err, fault.Conflict, 409, "USER_EMAIL", "cannot see", tt.free)
		_, err = god.Create(t.Context(), body)
		apitest.CheckError(t, err, fault.Conflict, 409, "already exists", "change the existing recipe")
	}
	_, err := alice.Create(t.Context(), json.RawMessage(`{"title":"soup (3)"}`))
	apitest.CheckError(t, err, fault.Conflict, 409, "already exists", "change the existing recipe")
	mustCreate(t, alice, "soup (4)")
}

func mustCreate(t *testing.T, c *recipe.Client, title string) (id string) {
	t.Helper()
	body, err := json.Marshal(map[string]string{"title": title})
	if err != nil {
		t.Fatal(err)
	}
	made, err := c.Create(t.Context(), body)
	if err != nil {
		t.Fatal(err)
	}
	return idOf(t, made)
}
