package vault_test

import (
	"fmt"
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"mcp-adapters/vault"
)

// TestContract holds the vault to the REST contract, over HTTP and in process.
func TestContract(t *testing.T) {
	t.Parallel()
	t.Run("over HTTP", func(t *testing.T) {
		t.Parallel()
		c := overHTTP(t, open(t, vault.Options{Key: "a-key-of-the-contract"}))
		c.header = http.Header{"X-Api-Key": {"a-key-of-the-contract"}}
		contract(t, c, true)
	})
	t.Run("in process", func(t *testing.T) {
		t.Parallel()
		contract(t, inProcess(open(t, vault.Options{})), true)
	})
}

// TestContract_Deployed holds the server at VAULT_CONTRACT_URL to the same
// contract, with the key in VAULT_CONTRACT_KEY. It makes recipes with titles of
// its own and deletes them again; it touches no others.
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
	contract(t, c, false)
}

// contract runs the suite. Ours also keeps what the contract leaves open: texts
// of its own and the order of checks.
func contract(t *testing.T, c client, ours bool) {
	mark := "contract " + uuid.NewString()
	full := `{"title":"` + mark + ` Été","description":"d","prep_time_minutes":5,"cook_time_minutes":0,"servings":4,"difficulty":3,
		"ingredients":[{"name":"water","quantity":1.5,"unit":"l","notes":"cold"},{"name":"salt","quantity":2}],
		"steps":[{"instruction":"boil","duration_minutes":10,"temperature_value":100,"temperature_unit":"Celsius"},{"instruction":"eat"}],
		"colour":"unknown members are ignored"}`
	made := c.do(t, "POST", "/api/recipes", full)
	if made.status != http.StatusCreated {
		t.Fatalf("create: %d %s", made.status, made.body)
	}
	id := made.object(t)["id"].(string)
	t.Cleanup(func() { c.do(t, "DELETE", "/api/recipes/"+id, "") })

	t.Run("create answers with the recipe", func(t *testing.T) {
		checkShape(t, made.object(t), id)
		if u, err := uuid.Parse(id); err != nil || u.Version() != 4 {
			t.Errorf("id %q is no UUID v4", id)
		}
	})
	t.Run("get answers with the same", func(t *testing.T) {
		got := c.do(t, "GET", "/api/recipes/"+id, "")
		if got.status != http.StatusOK {
			t.Fatalf("%d %s", got.status, got.body)
		}
		if d := cmp.Diff(made.object(t), got.object(t)); d != "" {
			t.Error(d)
		}
	})
	t.Run("list has the row", func(t *testing.T) {
		var row map[string]any
		for _, r := range c.do(t, "GET", "/api/recipes", "").list(t) {
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
	t.Run("failures", func(t *testing.T) { contractFailures(t, c, mark, id, ours) })
	t.Run("updates", func(t *testing.T) { contractUpdates(t, c, mark) })
	t.Run("members without a value are left out", func(t *testing.T) {
		id := c.create(t, `{"title":"`+mark+` bare","description":null,"ingredients":null,"steps":[]}`)
		defer c.do(t, "DELETE", "/api/recipes/"+id, "")
		got := c.do(t, "GET", "/api/recipes/"+id, "").object(t)
		for _, m := range []string{"created_at", "updated_at"} {
			delete(got, m)
		}
		want := map[string]any{"id": id, "title": mark + " bare", "ingredients": []any{}, "steps": []any{}}
		if d := cmp.Diff(want, got); d != "" {
			t.Error(d)
		}
	})
	t.Run("order is by title without regard to case", func(t *testing.T) {
		for _, s := range []string{"b", "C", "A"} {
			id := c.create(t, fmt.Sprintf(`{"title":"%s %s"}`, mark, s))
			defer c.do(t, "DELETE", "/api/recipes/"+id, "")
		}
		var got []string
		for _, s := range titles(c.do(t, "GET", "/api/recipes", "").list(t)) {
			if rest, ok := strings.CutPrefix(s, mark+" "); ok && len(rest) == 1 {
				got = append(got, rest)
			}
		}
		if d := cmp.Diff([]string{"A", "b", "C"}, got); d != "" {
			t.Error(d)
		}
	})
	t.Run("delete", func(t *testing.T) {
		id := c.create(t, `{"title":"`+mark+` gone","steps":[{"instruction":"x"}]}`)
		if a := c.do(t, "DELETE", "/api/recipes/"+id, ""); a.status != http.StatusNoContent || len(a.body) > 0 {
			t.Errorf("delete: %d %q", a.status, a.body)
		}
		for _, method := range []string{"GET", "DELETE"} {
			if a := c.do(t, method, "/api/recipes/"+id, ""); a.status != http.StatusNotFound {
				t.Errorf("%s after delete: %d", method, a.status)
			}
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

// failureRow is one row of the contract's tables: a request and how it fails.
type failureRow struct {
	name, method, path, body string
	status                   int
	code                     string // empty: plain text, or none at all
	text                     string // what the vault of this project says
}

func contractFailures(t *testing.T, c client, mark, id string, ours bool) {
	const list = "/api/recipes"
	one, none := list+"/"+id, list+"/"+uuid.NewString()
	long := strings.Repeat("é", 201)
	title := func(rest string) string { return `{"title":"` + mark + ` f"` + rest + `}` }
	rows := []failureRow{
		{"get unknown", "GET", none, "", 404, "NOT_FOUND", strings.TrimPrefix(none, list+"/")},
		{"get what is no UUID", "GET", list + "/nonsense", "", 404, "NOT_FOUND", "nonsense"},
		{"put unknown", "PUT", none, `{"servings":1}`, 404, "NOT_FOUND", strings.TrimPrefix(none, list+"/")},
		{"delete unknown", "DELETE", none, "", 404, "NOT_FOUND", strings.TrimPrefix(none, list+"/")},
		{"title taken", "POST", list, `{"title":"` + mark + ` été"}`, 409, "CONFLICT", mark + " été"},
		{"title taken in upper case", "POST", list, `{"title":"` + strings.ToUpper(mark) + ` ÉTÉ"}`, 409, "CONFLICT", strings.ToUpper(mark) + " ÉTÉ"},
		{"blank title", "POST", list, `{"title":" \t"}`, 400, "VALIDATION_ERROR", "title must not be blank"},
		{"empty title", "POST", list, `{"title":""}`, 400, "VALIDATION_ERROR", "title must not be blank"},
		{"long title", "POST", list, `{"title":"` + long + `"}`, 400, "VALIDATION_ERROR", "title must have at most 200 characters"},
		{"long description", "POST", list, title(`,"description":"` + strings.Repeat("é", 2001) + `"`), 400, "VALIDATION_ERROR", "description must have at most 2000 characters"},
		{"difficulty 0", "POST", list, title(`,"difficulty":0`), 400, "VALIDATION_ERROR", "difficulty must be between 1 and 5"},
		{"difficulty 6", "POST", list, title(`,"difficulty":6`), 400, "VALIDATION_ERROR", "difficulty must be between 1 and 5"},
		{"put a blank title", "PUT", one, `{"title":" "}`, 400, "VALIDATION_ERROR", "title must not be blank"},
		{"put difficulty 6", "PUT", one, `{"difficulty":6}`, 400, "VALIDATION_ERROR", "difficulty must be between 1 and 5"},
		{"servings in words", "POST", list, title(`,"servings":"four"`), 422, "", "servings must be an integer"},
		{"servings 4.0", "POST", list, title(`,"servings":4.0`), 422, "", "servings must be an integer"},
		{"servings beyond 32 bits", "POST", list, title(`,"servings":2147483648`), 422, "", "servings must be an integer"},
		{"title a number", "POST", list, `{"title":1}`, 422, "", "title must be a string"},
		{"ingredients an object", "POST", list, title(`,"ingredients":{}`), 422, "", "ingredients must be an array"},
		{"step without instruction", "POST", list, title(`,"steps":[{"duration_minutes":1}]`), 422, "", "steps[0].instruction is required"},
		{"put servings 4.0", "PUT", one, `{"servings":4.0}`, 422, "", "servings must be an integer"},
		{"method of the list", "PATCH", list, "", 405, "", ""},
		{"method of one", "PATCH", one, "", 405, "", ""},
		{"unknown path", "GET", "/api/nothing", "", 404, "", ""},
	}
	if ours {
		rows = append(rows, ownFailures(list, one, title)...)
	}
	for _, r := range rows {
		t.Run(r.name, func(t *testing.T) {
			a := c.do(t, r.method, r.path, r.body)
			if a.status != r.status {
				t.Fatalf("status %d, want %d: %s", a.status, r.status, a.body)
			}
			checkFailure(t, r, a, ours)
		})
	}
}

func checkFailure(t *testing.T, r failureRow, a answer, ours bool) {
	t.Helper()
	if r.code == "" {
		if ct := a.header.Get("Content-Type"); ours && !strings.HasPrefix(ct, "text/plain") {
			t.Errorf("content type %q", ct)
		}
		if ours && r.status == http.StatusMethodNotAllowed && a.header.Get("Allow") == "" {
			t.Error("no Allow")
		}
		if ours && !strings.HasPrefix(string(a.body), r.text) {
			t.Errorf("body %q", a.body)
		}
		return
	}
	got := a.object(t)
	if got["code"] != r.code {
		t.Errorf("code %v", got["code"])
	}
	if exact := r.status == 404 || r.status == 409; (ours || exact) && got["error"] != r.text {
		t.Errorf("error %q, want %q", got["error"], r.text)
	}
}

// ownFailures are cases where the contract is silent and this project decided.
func ownFailures(list, one string, title func(string) string) []failureRow {
	const bad = "VALIDATION_ERROR"
	return []failureRow{
		{"no body", "POST", list, "", 400, bad, "the body is not valid JSON in UTF-8, at byte 0"},
		{"half a body", "POST", list, `{"title":"a"`, 400, bad, "the body is not valid JSON in UTF-8, at byte 12"},
		{"two bodies", "POST", list, `{"title":"a"}{}`, 400, bad, "the body is not valid JSON in UTF-8, at byte 13"},
		{"invalid UTF-8", "POST", list, "{\"title\":\"\xff\"}", 400, bad, "the body is not valid JSON in UTF-8, at byte 10"},
		{"a lone surrogate", "POST", list, `{"title":"\ud800"}`, 400, bad, "the body is not valid JSON in UTF-8, at byte 10"},
		{"a member twice", "POST", list, `{"title":"a","title":"b"}`, 400, bad, "the body is not usable JSON: a member occurs twice, before byte 13"},
		{"U+0000", "POST", list, `{"title":"a\u0000b"}`, 400, bad, "title must not contain the character U+0000"},
		{"negative time", "POST", list, title(`,"prep_time_minutes":-1`), 400, bad, "prep_time_minutes must be 0 or more"},
		{"no servings", "PUT", one, `{"servings":0}`, 400, bad, "servings must be 1 or more"},
		{"another unit", "POST", list, title(`,"steps":[{"instruction":"x","temperature_unit":"K"}]`), 400, bad, "steps[0].temperature_unit must be Celsius or Fahrenheit"},
		{"no title", "POST", list, `{}`, 422, "", "title is required"},
		{"title in other case", "POST", list, `{"TITLE":"a"}`, 422, "", "title is required"},
		{"null", "POST", list, `null`, 422, "", "the body must be a JSON object"},
		{"an array", "PUT", one, `[]`, 422, "", "the body must be a JSON object"},
		{"a null ingredient", "PUT", one, `{"ingredients":[null]}`, 422, "", "ingredients[0].name is required"},
		{"beyond a double", "PUT", one, `{"ingredients":[{"name":"x","quantity":1e400}]}`, 422, "", "ingredients[0].quantity must be a number"},
		{"HEAD", "HEAD", list, "", 405, "", ""},
		{"a slash behind", "GET", list + "/", "", 404, "", ""},
		{"outside", "GET", "/", "", 404, "", ""},
		{"api-like", "GET", "/apis", "", 404, "", ""},
	}
}

func contractUpdates(t *testing.T, c client, mark string) {
	rows := []struct{ name, body, want string }{
		{"one member", `{"servings":9}`, `{"servings":9}`},
		{"null says nothing", `{"description":null,"servings":null}`, `{}`},
		{"ingredients replace", `{"ingredients":[{"name":"tofu"}]}`, `{"ingredients":[{"name":"tofu"}]}`},
		{"an empty list clears", `{"steps":[]}`, `{"steps":[]}`},
		{"its own title in other case", `{"title":"` + strings.ToUpper(mark) + ` U"}`, `{"title":"` + strings.ToUpper(mark) + ` U"}`},
	}
	for _, r := range rows {
		t.Run(r.name, func(t *testing.T) {
			id := c.create(t, `{"title":"`+mark+` u","description":"d","servings":2,"ingredients":[{"name":"egg"}],"steps":[{"instruction":"fry"}]}`)
			path := "/api/recipes/" + id
			defer c.do(t, "DELETE", path, "")
			want := c.do(t, "GET", path, "").object(t)
			before := want["updated_at"].(string)
			put := c.do(t, "PUT", path, r.body)
			if put.status != http.StatusOK {
				t.Fatalf("%d %s", put.status, put.body)
			}
			got := put.object(t)
			if after := got["updated_at"].(string); after < before {
				t.Errorf("updated_at went from %s to %s", before, after)
			}
			for m, v := range (answer{body: []byte(r.want)}).object(t) {
				want[m] = v
			}
			for _, m := range []map[string]any{want, got} {
				delete(m, "updated_at")
				for _, list := range []string{"ingredients", "steps"} {
					for _, x := range m[list].([]any) {
						for _, k := range []string{"id", "recipe_id", "position"} {
							delete(x.(map[string]any), k)
						}
					}
				}
			}
			if d := cmp.Diff(want, got); d != "" {
				t.Error(d)
			}
			if d := cmp.Diff(put.object(t), c.do(t, "GET", path, "").object(t)); d != "" {
				t.Errorf("the answer is not what was stored: %s", d)
			}
		})
	}
	t.Run("a taken title", func(t *testing.T) {
		id := c.create(t, `{"title":"`+mark+` mine"}`)
		defer c.do(t, "DELETE", "/api/recipes/"+id, "")
		a := c.do(t, "PUT", "/api/recipes/"+id, `{"title":"`+mark+` Été","servings":7}`)
		if a.status != http.StatusConflict || a.object(t)["error"] != mark+" Été" {
			t.Errorf("%d %s", a.status, a.body)
		}
		if got := c.do(t, "GET", "/api/recipes/"+id, "").object(t); got["servings"] != nil {
			t.Errorf("half of the update was stored: %v", got)
		}
	})
}
