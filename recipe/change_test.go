package recipe_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/apitest"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/mcptest"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/original"
	"github.com/mcp-adapters/mcp-adapters/mcp"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
	"github.com/mcp-adapters/mcp-adapters/recipe"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault"
)

// newVault returns a vault of ours, as a transport.
func newVault(t *testing.T) http.RoundTripper {
	t.Helper()
	v := vault.New(vault.Options{Path: filepath.Join(t.TempDir(), "recipes.db")})
	harness.CloseAfter(t, v)
	return v.Transport()
}

// newOriginal returns what plays the original server, which knows no ETag.
func newOriginal(*testing.T) http.RoundTripper {
	s := original.New(original.Options{Key: apitest.Key, Families: [][]string{{apitest.Email}}})
	return apitest.InProcess(s.ServeHTTP)
}

// weakly makes tags weak, as a proxy that compresses does.
func weakly(rt http.RoundTripper) http.RoundTripper {
	return apitest.Transport(func(r *http.Request) (*http.Response, error) {
		resp, err := rt.RoundTrip(r)
		if err == nil && resp.Header.Get("ETag") != "" {
			resp.Header.Set("ETag", "W/"+resp.Header.Get("ETag"))
		}
		return resp, err
	})
}

// servers are those that an edit must be safe on.
var servers = map[string]func(*testing.T) http.RoundTripper{
	"ours":                    newVault,
	"ours behind a proxy":     func(t *testing.T) http.RoundTripper { return weakly(newVault(t)) },
	"the original":            newOriginal,
	"one that ignores it all": func(t *testing.T) http.RoundTripper { return ignoring(newVault(t)) },
}

// ignoring is a framework's weak tags on a server that doesn't look at If-Match.
func ignoring(rt http.RoundTripper) http.RoundTripper {
	return weakly(apitest.Transport(func(r *http.Request) (*http.Response, error) {
		r = r.Clone(r.Context())
		r.Header.Del("If-Match")
		return rt.RoundTrip(r)
	}))
}

const stew = `{"title":"Stew","servings":4,"ingredients":[{"name":"beef","quantity":500,"unit":"g"},{"name":"Onion","quantity":2},{"name":"salt"},{"name":"Salt","notes":"for the water"}],` +
	`"steps":[{"instruction":"Chop."},{"instruction":"Fry.","duration_minutes":10}]}`

// TestUpdate_edits goes through the tool, on every kind of server.
func TestUpdate_edits(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, arguments, ingredients string
		changes                      []string
		says                         []string // of a refusal: code and words
	}{
		{name: "one replaced", arguments: `"ingredient_edits":[{"op":"replace","position":0,"ingredient":{"name":"beef","quantity":600,"unit":"g"}}]`,
			ingredients: "600 g beef, 2 Onion, salt, Salt", changes: []string{"Ingredient at position 0: \"500 g beef\" → \"600 g beef\""}},
		{name: "by name, with steps and a field", arguments: `"servings":6,"ingredient_edits":[{"op":"remove","name":"ONION"}],"step_edits":[{"op":"add","position":1,"step":{"instruction":"Weep."}}]`,
			ingredients: "500 g beef, salt, Salt", changes: []string{"Servings: 4 → 6", "Ingredient at position 1 removed: \"2 Onion\"", "Step added at position 1: \"Weep.\""}},
		{name: "moved", arguments: `"ingredient_edits":[{"op":"move","position":2,"to":0}]`,
			ingredients: "salt, 500 g beef, 2 Onion, Salt", changes: []string{"Ingredient moved from position 2 to 0: \"salt\""}},
		{name: "what was read is sent", arguments: `"ingredient_edits":[{"op":"replace","name":"beef","ingredient":{"id":"x","recipe_id":"y","position":0,"name":"lamb"}}]`,
			ingredients: "lamb, 2 Onion, salt, Salt", changes: []string{"Ingredient at position 0: \"500 g beef\" → \"lamb\""}},
		{name: "nothing is different", arguments: `"ingredient_edits":[{"op":"move","position":0,"to":0}]`, ingredients: "500 g beef, 2 Onion, salt, Salt"},
		{name: "a whole list", arguments: `"ingredients":[{"name":"beef","quantity":500,"unit":"g"},{"name":"salt"},{"name":"leek"}]`,
			ingredients: "500 g beef, salt, leek", changes: []string{"Ingredient at position 1 removed: \"2 Onion\"", "Ingredient at position 3: \"Salt, for the water\" → \"leek\""}},
		{name: "a list cleared", arguments: `"steps":[]`, ingredients: "500 g beef, 2 Onion, salt, Salt", changes: []string{"Step at position 0 removed: \"Chop.\"", "Step at position 1 removed: \"Fry.\" (10 min)"}},
		{name: "a whole list, as expected", arguments: `"ingredients":[{"name":"leek"}],"expected_updated_at":"UPDATED"`,
			ingredients: "leek", changes: []string{"Ingredient at position 0: \"500 g beef\" → \"leek\"", "Ingredient at position 1 removed: \"2 Onion\"", "Ingredient at position 2 removed: \"salt\"", "Ingredient at position 3 removed: \"Salt, for the water\""}},
		{name: "a whole list, not as expected", arguments: `"ingredients":[],"expected_updated_at":"1999-01-01 12:00:00"`, says: []string{"-32002", "changed since expected_updated_at"}},
		{name: "as expected", arguments: `"servings":5,"expected_updated_at":"UPDATED"`, ingredients: "500 g beef, 2 Onion, salt, Salt", changes: []string{"Servings: 4 → 5"}},

		{name: "both", arguments: `"ingredients":[],"ingredient_edits":[{"op":"remove","position":0}]`, says: []string{"-32602", "exclude each other"}},
		{name: "ambiguous", arguments: `"servings":9,"ingredient_edits":[{"op":"remove","position":0},{"op":"remove","name":"salt"}]`,
			says: []string{"-32602", "ingredient_edits[1]: 2 ingredients have that name, at the positions 1, 2; give the position too. Nothing was changed. The ingredients by position: 0: \"beef\", 1: \"Onion\", 2: \"salt\", 3: \"Salt\"."}},
		{name: "no such step", arguments: `"step_edits":[{"op":"remove","position":2}]`, says: []string{"-32602", "step_edits[0]: there is no position 2: the recipe has 2 steps at that point"}},
		{name: "incomplete", arguments: `"step_edits":[{"op":"move","position":0}]`, says: []string{"-32602", "step_edits[0]: move needs to"}},
		{name: "not as expected", arguments: `"servings":5,"expected_updated_at":"1999-01-01 12:00:00"`, says: []string{"-32002", "changed since expected_updated_at", "get it again"}},
		{name: "nothing to change", arguments: `"expected_updated_at":"UPDATED"`, says: []string{"-32602", "nothing to change"}},
		{name: "no edits", arguments: `"step_edits":[]`, says: []string{"-32602", "nothing to change"}},
	}
	for server, rt := range servers {
		for _, tt := range tests {
			t.Run(server+"/"+tt.name, func(t *testing.T) {
				t.Parallel()
				client := dial(t, "http://api.example", over(rt(t)))
				made, err := client.Create(t.Context(), json.RawMessage(stew))
				if err != nil {
					t.Fatal(err)
				}
				before := decodeDish(t, made)
				arguments := strings.ReplaceAll(`{"recipe_id":"`+before.ID+`",`+tt.arguments+`}`, "UPDATED", strings.Replace(before.UpdatedAt, " ", "T", 1)+"Z")
				text, err := mcptest.Write(t, recipeServer(t, client), "tools/call", `{"name":"update_recipe","arguments":`+arguments+`}`)
				now, getErr := client.Get(t.Context(), before.ID)
				if getErr != nil {
					t.Fatal(getErr)
				}
				if tt.says != nil {
					failed, _ := json.Marshal(err)
					for _, words := range tt.says {
						if !strings.Contains(unquoted(string(failed)), words) {
							t.Errorf("%s doesn't say %q", failed, words)
						}
					}
					if string(now) != string(made) {
						t.Errorf("it was changed: %s", now)
					}
					return
				}
				var result struct {
					Structured json.RawMessage            `json:"structuredContent"`
					Meta       struct{ Changes []string } `json:"_meta"`
				}
				if err != nil || json.Unmarshal([]byte(text), &result) != nil {
					t.Fatalf("%s, %v", text, err)
				}
				if got := strings.Join(result.Meta.Changes, "\n"); got != strings.Join(tt.changes, "\n") {
					t.Errorf("changes: %s", got)
				}
				if got := decodeDish(t, now); got.list() != tt.ingredients || string(result.Structured) != string(now) {
					t.Errorf("ingredients %q\n%s", got.list(), result.Structured)
				}
			})
		}
	}
}

// TestUpdate_copiedPosition edits each entry by the position that get_recipe gives it.
func TestUpdate_copiedPosition(t *testing.T) {
	t.Parallel()
	client := dial(t, "http://api.example", over(newVault(t)))
	id := decodeDish(t, mustMake(t, client, stew)).ID
	session := recipeServer(t, client)
	for range 4 {
		got, err := client.Get(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		list := decodeDish(t, got).Ingredients
		last := list[len(list)-1]
		text, err := mcptest.Write(t, session, "tools/call", fmt.Sprintf(`{"name":"update_recipe","arguments":{"recipe_id":%q,"ingredient_edits":[{"op":"remove","position":%d}]}}`, id, last.Position))
		if want := fmt.Sprintf("Ingredient at position %d removed: \"", last.Position); err != nil || !strings.Contains(unquoted(text), want) || !strings.Contains(text, last.Name+`\"`) && !strings.Contains(text, `\"`+last.Name) {
			t.Fatalf("%s, %v", text, err)
		}
	}
}

// dishRead is what the tests read of a recipe.
type dishRead struct {
	ID          string
	UpdatedAt   string `json:"updated_at"`
	Ingredients []struct {
		Name, Unit string
		Quantity   *float64
		Position   int
	}
}

func decodeDish(t *testing.T, recipe []byte) (d dishRead) {
	t.Helper()
	if err := json.Unmarshal(recipe, &d); err != nil {
		t.Fatalf("%s: %v", recipe, err)
	}
	return d
}

func (d dishRead) list() string {
	var lines []string
	for _, i := range d.Ingredients {
		line := i.Name
		if i.Quantity != nil {
			line = strings.Join(strings.Fields(fmt.Sprint(*i.Quantity, " ", i.Unit, " ", i.Name)), " ")
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, ", ")
}

// TestEdit_changedMeanwhile has someone else change the recipe after it was read.
func TestEdit_changedMeanwhile(t *testing.T) {
	t.Parallel()
	for name, rt := range servers {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			api := rt(t)
			client, other := dial(t, "http://api.example", over(api)), dial(t, "http://api.example", over(api))
			id := mustCreate(t, client, "Soup")
			_, _, err := client.Edit(t.Context(), id, func(json.RawMessage) (json.RawMessage, error) {
				_, err := other.Update(t.Context(), id, json.RawMessage(`{"servings":3}`))
				return json.RawMessage(`{"servings":4}`), err
			})
			status := 0 // of our own comparison
			if name == "ours" {
				status = http.StatusPreconditionFailed
			}
			e := apitest.InspectError(t, err, fault.Conflict, status, "changed after this call had read it", "nothing was changed")
			if strings.Contains(e.Message, "title") {
				t.Error(e.Message)
			}
			got, err := other.Get(t.Context(), id)
			if err != nil || !strings.Contains(string(got), `"servings":3`) {
				t.Errorf("%s, %v", got, err)
			}
		})
	}
}

// TestEdit_ownWrite loses the answer to a write that was done. The next attempt finds
// another tag, which is no conflict.
func TestEdit_ownWrite(t *testing.T) {
	t.Parallel()
	for status, lost := range map[int]http.HandlerFunc{
		500: apitest.AnswerWith(500, "application/json", locked),
		502: apitest.AnswerWith(502, "", ""),
		0:   nil,
	} {
		for _, follows := range []bool{false, true} {
			t.Run(fmt.Sprintf("%d/%v", status, follows), func(t *testing.T) {
				t.Parallel()
				api := newVault(t)
				other := dial(t, "http://api.example", over(api))
				id := mustCreate(t, other, "Soup")
				var puts atomic.Int32
				client := dial(t, "http://api.example", over(apitest.Transport(func(r *http.Request) (*http.Response, error) {
					resp, err := api.RoundTrip(r)
					if r.Method != http.MethodPut || puts.Add(1) > 1 || err != nil {
						return resp, err
					}
					_ = resp.Body.Close()
					if follows { // someone else changes what was just written
						if _, err := other.Update(t.Context(), id, json.RawMessage(`{"servings":9}`)); err != nil {
							t.Error(err)
						}
					}
					if lost == nil {
						return nil, io.ErrUnexpectedEOF
					}
					return apitest.InProcess(lost)(r)
				})))
				_, after, err := client.Edit(t.Context(), id, func(json.RawMessage) (json.RawMessage, error) {
					return json.RawMessage(`{"servings":4}`), nil
				})
				if follows {
					apitest.CheckError(t, err, fault.UnknownOutcome, status, "may or may not have been saved", "before retrying")
					return
				}
				if err != nil || !strings.Contains(string(after), `"servings":4`) {
					t.Errorf("%s, %v", after, err)
				}
			})
		}
	}
}

// TestEdit_atOnce has two writers count in an ingredient of their own, 200 times each.
// Each finds what it was told was saved.
func TestEdit_atOnce(t *testing.T) {
	t.Parallel()
	const writers, each = 2, 200
	api := newVault(t)
	client := dial(t, "http://api.example", over(api))
	id := idOf(t, mustMake(t, client, `{"title":"Soup","ingredients":[{"name":"leek 0","quantity":0},{"name":"leek 1","quantity":0}]}`))
	var wg sync.WaitGroup
	var refused atomic.Int32
	for w := range writers {
		wg.Go(func() {
			session := recipeServer(t, dial(t, "http://api.example", over(api)))
			for i := range each {
				for !counted(t, session, id, w, i+1) {
					refused.Add(1)
				}
			}
		})
	}
	wg.Wait()
	got, err := client.Get(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	if want := fmt.Sprintf("%d leek 0, %d leek 1", each, each); decodeDish(t, got).list() != want {
		t.Errorf("in the end %s", got)
	}
	t.Logf("%d edits were refused", refused.Load())
}

// unquoted returns JSON with quotation marks as they are in the texts in it.
func unquoted(json string) string { return strings.ReplaceAll(json, `\"`, `"`) }

// counted has a writer count on to n, and reports whether that was saved; the only other
// answer is that someone else was faster.
func counted(t *testing.T, session *mcp.Session, id string, writer, n int) bool {
	t.Helper()
	arguments := fmt.Sprintf(`{"recipe_id":%q,"ingredient_edits":[{"op":"replace","name":"leek %d","ingredient":{"name":"leek %d","quantity":%d}}]}`, id, writer, writer, n)
	text, err := mcptest.Write(t, session, "tools/call", `{"name":"update_recipe","arguments":`+arguments+`}`)
	if err == nil {
		if want := fmt.Sprintf("\"%d leek %d\" → \"%d leek %d\"", n-1, writer, n, writer); !strings.Contains(unquoted(text), want) {
			t.Errorf("not %s: %s", want, text)
		}
		return true
	}
	if failed, _ := json.Marshal(err); !strings.Contains(string(failed), "changed after this call had read it") {
		t.Errorf("%s", failed)
		return true
	}
	return false
}

func mustMake(t *testing.T, c *recipe.Client, body string) json.RawMessage {
	t.Helper()
	made, err := c.Create(t.Context(), json.RawMessage(body))
	if err != nil {
		t.Fatal(err)
	}
	return made
}
