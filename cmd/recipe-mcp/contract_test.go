package main_test

// The client and the vault share no types, only the contract between them.
// Here one runs against the other.

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
	recipes "github.com/mcp-adapters/mcp-adapters/recipe"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault"
)

// contract makes clients of one vault.
type contract struct {
	connect func(o recipes.Options) recipes.Options
}

func (c contract) client(t *testing.T, key, email string) *recipes.Client {
	t.Helper()
	client, err := recipes.NewClient(c.connect(recipes.Options{Key: key, Email: email, Authors: true}))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	return client
}

// eachTransport runs a test over HTTP and in process.
func eachTransport(t *testing.T, o vault.Options, test func(t *testing.T, c contract)) {
	t.Helper()
	o.Key = apiKey
	for name, connect := range map[string]func(t *testing.T, v *vault.Vault) func(recipes.Options) recipes.Options{
		"HTTP": func(t *testing.T, v *vault.Vault) func(recipes.Options) recipes.Options {
			server := httptest.NewServer(v.Handler())
			t.Cleanup(server.Close)
			return func(o recipes.Options) recipes.Options {
				o.BaseURL = server.URL
				return o
			}
		},
		"in process": func(_ *testing.T, v *vault.Vault) func(recipes.Options) recipes.Options {
			return func(o recipes.Options) recipes.Options {
				o.BaseURL, o.Transport = "http://embedded.invalid", v.Transport()
				return o
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			mine := o
			if mine.Path == "" {
				mine.Path = filepath.Join(t.TempDir(), "recipes.db")
			}
			v := vault.New(mine)
			t.Cleanup(func() {
				if err := v.Close(); err != nil {
					t.Error(err)
				}
			})
			test(t, contract{connect(t, v)})
		})
	}
}

func TestContract_Routes(t *testing.T) {
	t.Parallel()
	eachTransport(t, vault.Options{}, func(t *testing.T, c contract) {
		ctx, client := t.Context(), c.client(t, apiKey, "Alice@example.com")
		if got := contractList(t, client); len(got) != 0 {
			t.Errorf("a new vault holds %+v", got)
		}
		created := decodeRecipe(t)(client.Create(ctx, json.RawMessage(stew)))
		checkContractStew(t, created)
		if got := decodeRecipe(t)(client.Get(ctx, created.ID)); got.UpdatedBy != "alice@example.com" || len(got.Steps) != 2 {
			t.Errorf("got %+v", got)
		}
		updated := decodeRecipe(t)(client.Update(ctx, created.ID, json.RawMessage(`{"title":"Goulash","steps":[]}`)))
		if updated.Title != "Goulash" || len(updated.Steps) != 0 || len(updated.Ingredients) != 3 || updated.UpdatedAt <= created.UpdatedAt {
			t.Errorf("updated to %+v", updated)
		}
		decodeRecipe(t)(client.Create(ctx, json.RawMessage(`{"title":"apple pie"}`)))
		if got := contractList(t, client); titles(got) != "apple pie,Goulash" || *got[0].Description != "" {
			t.Errorf("the list is %+v", got)
		}
	})
}

func checkContractStew(t *testing.T, got recipe) {
	t.Helper()
	if got.CreatedBy != "alice@example.com" {
		t.Errorf("created by %q", got.CreatedBy)
	}
	got.CreatedBy, got.UpdatedBy = "", ""
	checkStew(t, got)
}

func TestContract_Failures(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name       string
		key, email string
		call       func(ctx context.Context, c *recipes.Client, taken string) (json.RawMessage, error)
		kind       fault.Kind
		status     int
		words      string
	}{
		{"no key", "", "", list, fault.Unauthorized, 401, "API_KEY"},
		{"wrong key", "another key", "", list, fault.Unauthorized, 401, "API_KEY"},
		{"wrong key of a write", "another key", "", create(stew), fault.Unauthorized, 401, "API_KEY"},
		{"stranger", apiKey, "mallory@example.com", list, fault.Forbidden, 403, "USER_EMAIL"},
		{"stranger's write", apiKey, "mallory@example.com", create(stew), fault.Forbidden, 403, "USER_EMAIL"},
		{"get of nothing", apiKey, "", get(noRecipe), fault.NotFound, 404, noRecipe},
		{"get of an id with odd characters", apiKey, "", get("a/b?c#d%2e é"), fault.NotFound, 404, "found"},
		{"update of nothing", apiKey, "", update(noRecipe, `{"servings":2}`), fault.NotFound, 404, noRecipe},
		{"get of another family's", apiKey, "carol@example.com", getTaken, fault.NotFound, 404, "found"},
		{"update of another family's", apiKey, "carol@example.com", updateTaken(`{"servings":2}`), fault.NotFound, 404, "found"},
		{"title taken", apiKey, "alice@example.com", create(`{"title":"TAKEN"}`), fault.Conflict, 409, "already exists"},
		{"title taken by another family", apiKey, "carol@example.com", create(`{"title":"taken"}`), fault.Conflict, 409, `cannot see; choose another title, for example "taken (2)"`},
		{"update to a taken title", apiKey, "", updateTaken(`{"title":"Second"}`), fault.Conflict, 409, "already exists"},
		{"broken rule", apiKey, "", create(`{"title":"x","servings":0}`), fault.InvalidParams, 400, "servings must be 1 or more"},
		{"blank title", apiKey, "", updateTaken(`{"title":" "}`), fault.InvalidParams, 400, "title must not be blank"},
		{"no title", apiKey, "", create(`{}`), fault.InvalidParams, 422, "title is required"},
		{"wrong type", apiKey, "", updateTaken(`{"servings":"four"}`), fault.InvalidParams, 422, "servings must be"},
		{"too long", apiKey, "", create(`{"title":"x","description":"` + strings.Repeat("x", 10<<20) + `"}`), fault.InvalidParams, 413, "10 MiB"},
	}
	eachTransport(t, vault.Options{Families: families(t)}, func(t *testing.T, c contract) {
		alice := c.client(t, apiKey, "alice@example.com")
		taken := decodeRecipe(t)(alice.Create(t.Context(), json.RawMessage(`{"title":"Taken"}`)))
		decodeRecipe(t)(alice.Create(t.Context(), json.RawMessage(`{"title":"Second"}`)))
		for _, tt := range tests {
			t.Run(tt.name, func(t *testing.T) {
				t.Parallel()
				_, err := tt.call(t.Context(), c.client(t, tt.key, tt.email), taken.ID)
				checkFailure(t, err, tt.kind, tt.status, tt.words)
			})
		}
	})
}

func TestContract_DatabaseError(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "recipes.db")
	writeFile(t, path, bytes.Repeat([]byte("no database "), 500))
	eachTransport(t, vault.Options{Path: path}, func(t *testing.T, c contract) {
		for name, call := range map[string]func(context.Context, *recipes.Client, string) (json.RawMessage, error){
			"list": list, "get": get(noRecipe), "create": create(stew), "update": update(noRecipe, `{"servings":2}`),
		} {
			_, err := call(t.Context(), c.client(t, apiKey, ""), "")
			t.Log(name)
			kind := fault.Unavailable
			if name == "create" || name == "update" { // no 500 tells that nothing was saved
				kind = fault.UnknownOutcome
			}
			checkFailure(t, err, kind, 500, "database")
		}
	})
}

func checkFailure(t *testing.T, err error, kind fault.Kind, status int, words string) {
	t.Helper()
	var failed *fault.Error
	if !errors.As(err, &failed) {
		t.Fatalf("got the error %v", err)
	}
	if failed.Kind != kind || failed.Status != status || !strings.Contains(failed.Message, words) {
		t.Errorf("failed with %s %d %q, want %s %d and %q", failed.Kind, failed.Status, failed.Message, kind, status, words)
	}
}

func list(ctx context.Context, c *recipes.Client, _ string) (json.RawMessage, error) {
	return c.List(ctx)
}

func get(id string) func(context.Context, *recipes.Client, string) (json.RawMessage, error) {
	return func(ctx context.Context, c *recipes.Client, _ string) (json.RawMessage, error) {
		return c.Get(ctx, id)
	}
}

func getTaken(ctx context.Context, c *recipes.Client, taken string) (json.RawMessage, error) {
	return c.Get(ctx, taken)
}

func create(body string) func(context.Context, *recipes.Client, string) (json.RawMessage, error) {
	return func(ctx context.Context, c *recipes.Client, _ string) (json.RawMessage, error) {
		return c.Create(ctx, json.RawMessage(body))
	}
}

func update(id, body string) func(context.Context, *recipes.Client, string) (json.RawMessage, error) {
	return func(ctx context.Context, c *recipes.Client, _ string) (json.RawMessage, error) {
		return c.Update(ctx, id, json.RawMessage(body))
	}
}

func updateTaken(body string) func(context.Context, *recipes.Client, string) (json.RawMessage, error) {
	return func(ctx context.Context, c *recipes.Client, taken string) (json.RawMessage, error) {
		return c.Update(ctx, taken, json.RawMessage(body))
	}
}

// decodeRecipe takes what a call of the client gives.
func decodeRecipe(t *testing.T) func(json.RawMessage, error) recipe {
	t.Helper()
	return func(body json.RawMessage, err error) recipe {
		t.Helper()
		var r recipe
		if err == nil {
			decoder := json.NewDecoder(bytes.NewReader(body))
			decoder.DisallowUnknownFields()
			err = decoder.Decode(&r)
		}
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
}

func contractList(t *testing.T, c *recipes.Client) []recipe {
	t.Helper()
	body, err := c.List(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var rows []recipe
	if err := json.Unmarshal(body, &rows); err != nil || rows == nil {
		t.Fatalf("%v: %s", err, body)
	}
	return rows
}
