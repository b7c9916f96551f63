package recipe_test

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/apitest"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/mcptest"
	"github.com/mcp-adapters/mcp-adapters/mcp"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
	"github.com/mcp-adapters/mcp-adapters/recipe"
)

func manager(t *testing.T, api recipe.API) *mcp.Session {
	t.Helper()
	return mcptest.Serve(t, mcptest.Options(), recipe.Tools(api, recipe.ToolOptions{Sets: []string{recipe.CoreSet, recipe.ManageSet}}))
}

// deletion is what delete_recipe answers.
type deletion struct {
	Structured struct {
		Note    string
		Deleted map[string]any
	} `json:"structuredContent"`
	Requests map[string]struct {
		Method string
		Params struct{ Message string }
	} `json:"inputRequests"`
	State string `json:"requestState"`
}

func deleteCall(t *testing.T, s *mcp.Session, id, title, more string) (d deletion, failed string) {
	t.Helper()
	text, err := mcptest.Write(t, s, "tools/call", fmt.Sprintf(`{"name":"delete_recipe","arguments":{"recipe_id":%q,"title":%q}%s}`, id, title, more))
	if err != nil {
		encoded, _ := json.Marshal(err)
		return d, string(encoded)
	}
	if err := json.Unmarshal([]byte(text), &d); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	if strings.Contains(text, `"isError":true`) {
		return d, text
	}
	return d, ""
}

// TestDelete deletes a recipe on every kind of server, and saves again what it returned.
func TestDelete(t *testing.T) {
	t.Parallel()
	for name, rt := range servers {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			client := dial(t, "http://api.example", over(rt(t)))
			id := idOf(t, mustMake(t, client, stew))
			other := mustCreate(t, client, "Soup")
			s := manager(t, client)
			_, failed := deleteCall(t, s, id, "soup", "")
			failed = unquoted(failed)
			for _, words := range []string{"-32602", "title does not match: the recipe with that id is \"Stew\", and nothing was deleted", "(\"Soup\" has the id " + other + ")", `"field":"title"`} {
				if !strings.Contains(failed, words) {
					t.Errorf("%s doesn't say %q", failed, words)
				}
			}
			done, failed := deleteCall(t, s, id, " STEW", "")
			if failed != "" || !strings.HasPrefix(done.Structured.Note, "Deleted.") {
				t.Fatalf("%+v, %s", done, failed)
			}
			_, err := client.Get(t.Context(), id)
			apitest.CheckError(t, err, fault.NotFound, 404)
			if _, failed := deleteCall(t, s, id, "Stew", ""); !strings.Contains(failed, "-32001") {
				t.Errorf("a second time: %s", failed)
			}
			for _, member := range []string{"id", "created_at", "updated_at", "created_by", "updated_by", "photo_filename"} {
				delete(done.Structured.Deleted, member)
			}
			again, err := json.Marshal(done.Structured.Deleted)
			if err != nil {
				t.Fatal(err)
			}
			text, err := mcptest.Write(t, s, "tools/call", `{"name":"create_recipe","arguments":`+string(again)+`}`)
			if err != nil || !strings.Contains(text, `"quantity":500`) || !strings.Contains(text, `for the water`) {
				t.Errorf("%s, %v", text, err)
			}
		})
	}
}

// TestClient_Delete goes through what can happen to a deletion.
func TestClient_Delete(t *testing.T) {
	t.Parallel()
	agree := func(json.RawMessage) error { return nil }
	t.Run("changed meanwhile", func(t *testing.T) {
		t.Parallel()
		for name, rt := range servers {
			api := rt(t)
			client := dial(t, "http://api.example", over(api))
			id := mustCreate(t, client, "Soup")
			_, err := client.Delete(t.Context(), id, func(json.RawMessage) error {
				_, err := client.Update(t.Context(), id, json.RawMessage(`{"servings":3}`))
				return err
			})
			status := 0
			if name == "ours" {
				status = 412
			}
			apitest.CheckError(t, err, fault.Conflict, status, "changed after this call had read it")
			if _, err := client.Get(t.Context(), id); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	})
	for _, tt := range []struct {
		name   string
		passes bool // the first DELETE reaches the vault
		answer http.HandlerFunc
		gone   bool
		kind   fault.Kind
		status int
		says   string
	}{
		{name: "lost after it was done", passes: true, gone: true},
		{name: "lost before it was done", gone: true},
		{name: "done, and 500", passes: true, answer: apitest.AnswerWith(500, "application/json", `{"error":"x","code":"INTERNAL_ERROR"}`), gone: true},
		{name: "not done, and 500", answer: apitest.AnswerWith(500, "application/json", `{"error":"x","code":"INTERNAL_ERROR"}`), kind: fault.UnknownOutcome, status: 500, says: "may or may not have been deleted. A check found that it is still there."},
		{name: "locked", answer: apitest.AnswerWith(500, "application/json", locked), gone: true},
		{name: "done, locked it says", passes: true, answer: apitest.AnswerWith(500, "application/json", locked), gone: true},
		{name: "no such method", answer: apitest.AnswerWith(405, "text/plain", "no"), kind: fault.Unavailable, status: 405, says: "does not let recipes be deleted through its API (status 405), and nothing was deleted"},
		{name: "not implemented", answer: apitest.AnswerWith(501, "text/html", apitest.Page), kind: fault.Unavailable, status: 501, says: "does not let recipes be deleted"},
		{name: "gone meanwhile", answer: apitest.AnswerWith(404, "application/json", `{"error":"x","code":"NOT_FOUND"}`), kind: fault.NotFound, status: 404},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			api := newVault(t)
			id := mustCreate(t, dial(t, "http://api.example", over(api)), "Soup")
			var sent atomic.Int32
			client := dial(t, "http://api.example", retries(2), over(apitest.Transport(func(r *http.Request) (*http.Response, error) {
				if r.Method != http.MethodDelete || sent.Add(1) > 1 {
					return api.RoundTrip(r)
				}
				if tt.passes {
					resp, err := api.RoundTrip(r)
					if err != nil || resp.StatusCode != http.StatusNoContent {
						t.Errorf("%v %v", resp, err)
					}
					_ = resp.Body.Close()
				}
				if tt.answer == nil {
					return nil, io.ErrUnexpectedEOF
				}
				return apitest.InProcess(tt.answer)(r)
			})))
			deleted, err := client.Delete(t.Context(), id, agree)
			if tt.kind != "" {
				apitest.CheckError(t, err, tt.kind, tt.status, tt.says)
			} else if err != nil || !strings.Contains(string(deleted), `"title":"Soup"`) {
				t.Errorf("%s, %v", deleted, err)
			}
			_, err = dial(t, "http://api.example", over(api)).Get(t.Context(), id)
			if (err != nil) != tt.gone {
				t.Errorf("gone: %v", err)
			}
		})
	}
}

// TestDelete_confirmed asks the person where the client can, and deletes nothing without
// a yes to what the person was shown.
func TestDelete_confirmed(t *testing.T) {
	t.Parallel()
	const asking = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"test","version":"1"},"io.modelcontextprotocol/clientCapabilities":{"elicitation":{}}}`
	respond := func(d deletion, response string) string {
		return fmt.Sprintf(`,%s,"requestState":%q,"inputResponses":{"confirm":%s}`, asking, d.State, response)
	}
	const yes = `{"action":"accept","content":{"confirm":true}}`
	begin := func(t *testing.T) (*recipe.Client, *mcp.Session, string, deletion) {
		t.Helper()
		client := dial(t, "http://api.example", over(newVault(t)))
		id := idOf(t, mustMake(t, client, stew))
		s := manager(t, client)
		d, failed := deleteCall(t, s, id, "stew", ","+asking)
		r := d.Requests["confirm"]
		if failed != "" || d.State == "" || r.Method != "elicitation/create" || r.Params.Message != "Delete the recipe \"Stew\", with its 4 ingredients and 2 steps?" {
			t.Fatalf("%+v, %s", d, failed)
		}
		return client, s, id, d
	}
	there := func(t *testing.T, c *recipe.Client, id string, want bool) {
		t.Helper()
		if _, err := c.Get(t.Context(), id); (err == nil) != want {
			t.Errorf("there: %v", err)
		}
	}
	t.Run("yes", func(t *testing.T) {
		t.Parallel()
		client, s, id, d := begin(t)
		there(t, client, id, true)
		if d, failed := deleteCall(t, s, id, "stew", respond(d, yes)); failed != "" || d.Structured.Deleted["title"] != "Stew" {
			t.Errorf("%+v, %s", d, failed)
		}
		there(t, client, id, false)
	})
	for _, no := range []string{`{"action":"decline"}`, `{"action":"cancel"}`, `{"action":"accept"}`, `{"action":"accept","content":{"confirm":false}}`, `{"action":"accept","content":{"confirm":"true"}}`, `7`} {
		t.Run(no, func(t *testing.T) {
			t.Parallel()
			client, s, id, d := begin(t)
			d, failed := deleteCall(t, s, id, "stew", respond(d, no))
			if failed != "" || !strings.Contains(d.Structured.Note, "nothing was deleted") || d.Structured.Deleted != nil {
				t.Errorf("%+v, %s", d, failed)
			}
			there(t, client, id, true)
		})
	}
	t.Run("yes without having been asked", func(t *testing.T) {
		t.Parallel()
		client, s, id, _ := begin(t)
		if d, _ := deleteCall(t, s, id, "stew", `,"inputResponses":{"confirm":`+yes+`},`+asking); d.State == "" {
			t.Errorf("%+v", d)
		}
		there(t, client, id, true)
	})
	t.Run("changed while the question was open", func(t *testing.T) {
		t.Parallel()
		client, s, id, d := begin(t)
		if _, err := client.Update(t.Context(), id, json.RawMessage(`{"servings":9}`)); err != nil {
			t.Fatal(err)
		}
		if _, failed := deleteCall(t, s, id, "stew", respond(d, yes)); !strings.Contains(failed, "changed after the person had confirmed") {
			t.Error(failed)
		}
		there(t, client, id, true)
	})
	t.Run("another title", func(t *testing.T) {
		t.Parallel()
		client, s, id, _ := begin(t)
		if _, failed := deleteCall(t, s, id, "Soup", ","+asking); !strings.Contains(failed, "title does not match") {
			t.Error(failed)
		}
		there(t, client, id, true)
	})
}

// TestWholeRecipe_sent sends a recipe as get_recipe and delete_recipe give it: that saves
// it again, and changes nothing in one that is there.
func TestWholeRecipe_sent(t *testing.T) {
	t.Parallel()
	for name, rt := range map[string]func(*testing.T) http.RoundTripper{"ours": newVault, "the original": newOriginal} {
		for _, detail := range []string{"full", "cook"} {
			t.Run(name+"/"+detail, func(t *testing.T) {
				t.Parallel()
				client := dial(t, "http://api.example", over(rt(t)))
				s := manager(t, client)
				id := decodeDish(t, mustMake(t, client, stew)).ID
				read := func(id string) map[string]any {
					got := mcptest.Call(t, s, "get_recipe", fmt.Sprintf(`{"recipe_id":%q,"detail":%q}`, id, detail), mcptest.Modern)
					return object(t, got.Result.StructuredContent)
				}
				call := func(tool string, arguments map[string]any) json.RawMessage {
					t.Helper()
					sent, _ := json.Marshal(arguments)
					got := mcptest.Call(t, s, tool, string(sent), mcptest.Modern)
					if got.Result.IsError {
						t.Fatalf("%s %s: %s", tool, sent, got.Result.Content[0].Text)
					}
					return got.Result.StructuredContent
				}
				whole := read(id)
				want := content(whole)
				whole["recipe_id"], whole["photo_filename"], whole["created_by"] = id, "stew.jpg", "ann@example.com"
				call("update_recipe", whole)
				if diff := cmp.Diff(want, content(read(id))); diff != "" {
					t.Errorf("updated with itself: %s", diff)
				}
				delete(whole, "recipe_id")
				whole["title"] = "Second stew"
				second, _ := object(t, call("create_recipe", whole))["id"].(string)
				got := content(read(second))
				got["title"] = want["title"]
				if diff := cmp.Diff(want, got); diff != "" || second == id {
					t.Errorf("saved as %s: %s", second, diff)
				}
				if name != "ours" {
					return // it deletes nothing
				}
				deleted := object(t, call("delete_recipe", map[string]any{"recipe_id": id, "title": "Stew"}))["deleted"].(map[string]any)
				again, _ := object(t, call("create_recipe", deleted))["id"].(string)
				if diff := cmp.Diff(want, content(read(again))); diff != "" {
					t.Errorf("saved again: %s", diff)
				}
			})
		}
	}
}

func object(t *testing.T, body []byte) map[string]any {
	t.Helper()
	var o map[string]any
	if err := json.Unmarshal(body, &o); err != nil {
		t.Fatalf("%s: %v", body, err)
	}
	return o
}

// content is a copy of a recipe without what the vault sets.
func content(recipe map[string]any) map[string]any {
	c := maps.Clone(recipe)
	for _, name := range []string{"id", "created_at", "updated_at", "created_by", "updated_by"} {
		delete(c, name)
	}
	for _, list := range []string{"ingredients", "steps"} {
		var entries []any
		for _, entry := range c[list].([]any) {
			e := maps.Clone(entry.(map[string]any))
			delete(e, "id")
			delete(e, "recipe_id")
			entries = append(entries, e)
		}
		c[list] = entries
	}
	return c
}
