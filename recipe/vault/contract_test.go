package vault_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/original"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault"
)

// server says whose answers the suite expects.
type server int

const (
	ours   server = iota // the vault of this project: its texts and its order of checks too
	theirs               // the original's: what it does otherwise is in [differs]
	either               // the one's or the other's, case by case
)

const contractKey = "a-key-of-the-contract"

// TestContract holds the vault to the REST contract, over HTTP and in process.
func TestContract(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, place func() string) {
		t.Run("over HTTP", func(t *testing.T) {
			t.Parallel()
			c := overHTTP(t, open(t, vault.Options{Path: place(), Key: contractKey}))
			c.header = http.Header{"X-Api-Key": {contractKey}}
			contract(t, c, ours)
		})
		t.Run("in process", func(t *testing.T) {
			t.Parallel()
			contract(t, inProcess(open(t, vault.Options{Path: place()})), ours)
		})
	})
}

// TestContract_Original holds what plays the original server to the contract,
// and [differs] to what that server does.
func TestContract_Original(t *testing.T) {
	t.Parallel()
	played := original.New(original.Options{Key: contractKey})
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		played.ServeHTTP(w, r)
		played.Rate() // at the worst moment
	}))
	t.Cleanup(srv.Close)
	c := client{base: srv.URL, rt: srv.Client().Transport, header: http.Header{"X-Api-Key": {contractKey}}}
	met := contract(t, c, theirs)
	for name := range differs {
		if !met[name] {
			t.Errorf("no case has the name %q", name)
		}
	}
}

// TestContract_Deployed holds the server at VAULT_CONTRACT_URL to the same
// contract, with the key in VAULT_CONTRACT_KEY. It makes recipes with titles of
// its own and deletes them again; it touches no others. The original may answer
// the cases in [differs] in its own way; -v tells which it did.
func TestContract_Deployed(t *testing.T) {
	t.Parallel()
	base := strings.TrimRight(os.Getenv("VAULT_CONTRACT_URL"), "/")
	if base == "" {
		t.Skip("VAULT_CONTRACT_URL is not set")
	}
	c := client{base: base, rt: http.DefaultTransport, header: http.Header{}}
	if key := os.Getenv("VAULT_CONTRACT_KEY"); key != "" {
		c.header.Set("X-API-Key", key)
	}
	contract(t, c, either)
}

// TestContract_RemovesAll breaks the suite in the middle of a case that must not
// create anything, and looks what is left.
func TestContract_RemovesAll(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, place func() string) {
		c := inProcess(open(t, vault.Options{Path: place()}))
		kept := c.create(t, `{"title":"Somebody's"}`)
		t.Run("suite", func(t *testing.T) {
			s := newSuite(t, c, ours)
			s.create(t, `{"title":"`+s.mark+` a"}`)
			s.create(t, `{"title":"not marked"}`)
			c.create(t, `{"title":"`+strings.ToUpper(s.mark)+` created, and answered with a failure"}`)
		})
		rows := c.do(t, "GET", "/api/recipes", "").list(t)
		if len(rows) != 1 || rows[0]["id"] != kept {
			t.Errorf("left are %v", titles(rows))
		}
	})
}

// suite is one run of the contract's cases. It removes what it made.
type suite struct {
	client
	mark   string // in every title that can have it
	server server

	mu   sync.Mutex
	made []string        // ids
	met  map[string]bool // cases of differs
}

func newSuite(t *testing.T, c client, whose server) *suite {
	s := &suite{client: c, mark: "contract " + uuid.NewString(), server: whose, met: map[string]bool{}}
	if s.header = c.header.Clone(); s.header == nil {
		s.header = http.Header{}
	}
	s.header.Set("Content-Type", "application/json")
	s.rt = recorder{c.rt, s}
	t.Cleanup(func() { s.sweep(t) })
	return s
}

// recorder notes the id of everything that was created, whatever the case made
// of the answer.
type recorder struct {
	http.RoundTripper
	suite *suite
}

func (r recorder) RoundTrip(req *http.Request) (*http.Response, error) {
	res, err := r.RoundTripper.RoundTrip(req)
	if err != nil || res.StatusCode != http.StatusCreated {
		return res, err
	}
	defer func() { _ = res.Body.Close() }()
	body, err := io.ReadAll(res.Body)
	var recipe struct{ ID string }
	if json.Unmarshal(body, &recipe) == nil && recipe.ID != "" {
		r.suite.mu.Lock()
		r.suite.made = append(r.suite.made, recipe.ID)
		r.suite.mu.Unlock()
	}
	res.Body = io.NopCloser(bytes.NewReader(body))
	return res, err
}

// sweep removes what is left of the run: whatever was answered as created, and
// whatever has the run's mark, since a create may be answered with a failure.
func (s *suite) sweep(t *testing.T) {
	for _, id := range s.made {
		if a := s.do(t, "DELETE", "/api/recipes/"+id, ""); a.status != http.StatusNoContent && a.status != http.StatusNotFound {
			t.Errorf("remove %s: %d %s", id, a.status, a.body)
		}
	}
	for _, r := range s.do(t, "GET", "/api/recipes", "").list(t) {
		if title, _ := r["title"].(string); strings.Contains(strings.ToLower(title), s.mark) {
			if a := s.do(t, "DELETE", "/api/recipes/"+r["id"].(string), ""); a.status != http.StatusNoContent {
				t.Errorf("remove %q: %d %s", title, a.status, a.body)
			}
		}
	}
}

// contract runs the suite and returns the cases of [differs] that it met.
func contract(t *testing.T, c client, whose server) map[string]bool {
	s := newSuite(t, c, whose)
	t.Run("one recipe", s.oneRecipe)
	t.Run("answers", s.answers)
	t.Run("updates", s.updates)
	t.Run("members without a value are left out", func(t *testing.T) {
		// The original rates what has no difficulty, at any time after the create.
		id := s.create(t, `{"title":"`+s.mark+` bare","description":null,"difficulty":1,"ingredients":[]}`)
		got := s.do(t, "GET", "/api/recipes/"+id, "").object(t)
		for _, m := range []string{"created_at", "updated_at"} {
			delete(got, m)
		}
		want := map[string]any{"id": id, "title": s.mark + " bare", "difficulty": 1.0, "ingredients": []any{}, "steps": []any{}}
		if d := cmp.Diff(want, got); d != "" {
			t.Error(d)
		}
	})
	t.Run("order is by title without regard to case", func(t *testing.T) {
		for _, end := range []string{"b", "C", "A"} {
			s.create(t, fmt.Sprintf(`{"title":"%s order %s"}`, s.mark, end))
		}
		var got []string
		for _, title := range titles(s.do(t, "GET", "/api/recipes", "").list(t)) {
			if rest, ok := strings.CutPrefix(title, s.mark+" order "); ok {
				got = append(got, rest)
			}
		}
		if d := cmp.Diff([]string{"A", "b", "C"}, got); d != "" {
			t.Error(d)
		}
	})
	t.Run("delete", func(t *testing.T) {
		id := s.create(t, `{"title":"`+s.mark+` gone","steps":[{"instruction":"x"}]}`)
		if a := s.do(t, "DELETE", "/api/recipes/"+id, ""); a.status != http.StatusNoContent || len(a.body) > 0 {
			t.Errorf("delete: %d %q", a.status, a.body)
		}
		for _, method := range []string{"GET", "DELETE"} {
			if a := s.do(t, method, "/api/recipes/"+id, ""); a.status != http.StatusNotFound {
				t.Errorf("%s after delete: %d", method, a.status)
			}
		}
	})
	return s.met
}

func (s *suite) oneRecipe(t *testing.T) {
	made := s.do(t, "POST", "/api/recipes", `{"title":"`+s.mark+` whole","description":"d","prep_time_minutes":5,"cook_time_minutes":0,"servings":4,"difficulty":3,
		"ingredients":[{"name":"water","quantity":1.5,"unit":"l","notes":"cold"},{"name":"salt","quantity":2}],
		"steps":[{"instruction":"boil","duration_minutes":10,"temperature_value":100,"temperature_unit":"Celsius"},{"instruction":"eat"}],
		"colour":"unknown members are ignored"}`)
	if made.status != http.StatusCreated {
		t.Fatalf("create: %d %s", made.status, made.body)
	}
	id := made.object(t)["id"].(string)
	t.Run("create answers with it", func(t *testing.T) {
		checkShape(t, made.object(t), id)
		if u, err := uuid.Parse(id); err != nil || u.Version() != 4 {
			t.Errorf("id %q is not a UUID v4", id)
		}
	})
	t.Run("get answers with the same", func(t *testing.T) {
		got := s.do(t, "GET", "/api/recipes/"+id, "")
		if got.status != http.StatusOK {
			t.Fatalf("%d %s", got.status, got.body)
		}
		if d := cmp.Diff(made.object(t), got.object(t)); d != "" {
			t.Error(d)
		}
	})
	t.Run("list has the row", func(t *testing.T) {
		var row map[string]any
		for _, r := range s.do(t, "GET", "/api/recipes", "").list(t) {
			if r["id"] == id {
				row = r
			}
		}
		want := made.object(t)
		delete(want, "ingredients")
		delete(want, "steps")
		if d := cmp.Diff(want, row); d != "" {
			t.Error(d)
		}
	})
}

var timestamp = regexp.MustCompile(`^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}:\d{2}`)

// checkShape compares a full recipe with what was sent, member by member.
func checkShape(t *testing.T, r map[string]any, id string) {
	t.Helper()
	for _, m := range []string{"created_at", "updated_at"} {
		if s, _ := r[m].(string); !timestamp.MatchString(s) {
			t.Errorf("%s is %v", m, r[m])
		}
	}
	ids := map[any]bool{}
	part := func(list string, i int, want map[string]any) {
		got, _ := r[list].([]any)[i].(map[string]any)
		if got["recipe_id"] != id || ids[got["id"]] || got["position"] != float64(i) {
			t.Errorf("%s[%d]: %v", list, i, got)
		}
		ids[got["id"]] = true
		for _, m := range []string{"id", "recipe_id", "position"} {
			delete(got, m)
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s[%d]: %s", list, i, d)
		}
	}
	part("ingredients", 0, map[string]any{"name": "water", "quantity": 1.5, "unit": "l", "notes": "cold"})
	part("ingredients", 1, map[string]any{"name": "salt", "quantity": 2.0})
	part("steps", 0, map[string]any{"instruction": "boil", "duration_minutes": 10.0, "temperature_value": 100.0, "temperature_unit": "Celsius"})
	part("steps", 1, map[string]any{"instruction": "eat"})
	want := map[string]any{"description": "d", "prep_time_minutes": 5.0, "cook_time_minutes": 0.0, "servings": 4.0, "difficulty": 3.0}
	for m, v := range want {
		if r[m] != v {
			t.Errorf("%s is %v, not %v", m, r[m], v)
		}
	}
}
