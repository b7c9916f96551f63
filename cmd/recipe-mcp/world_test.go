package main_test

import (
	"bytes"
	"database/sql"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	_ "modernc.org/sqlite" // the tests look into the database themselves

	"github.com/mcp-adapters/mcp-adapters/recipe/vault"
)

const apiKey = "the-key-of-the-house"

// noRecipe is a well-formed id that no recipe has.
const noRecipe = "123e4567-e89b-42d3-a456-426614174000"

// api is a Recipe Vault behind real HTTP that remembers what it was asked.
type api struct {
	*httptest.Server

	mu       sync.Mutex // guards requests
	requests []*http.Request
}

// serve answers with the handler, below a path prefix.
func serve(t *testing.T, handler http.Handler) *api {
	t.Helper()
	a := &api{}
	inner := http.StripPrefix("/house", handler)
	a.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		a.mu.Lock()
		a.requests = append(a.requests, r.Clone(t.Context()))
		a.mu.Unlock()
		inner.ServeHTTP(w, r)
	}))
	t.Cleanup(a.Close)
	return a
}

// serveVault serves a vault that asks for apiKey.
func serveVault(t *testing.T, o vault.Options) *api {
	t.Helper()
	o.Key = apiKey
	v := vault.New(o)
	t.Cleanup(func() {
		if err := v.Close(); err != nil {
			t.Error(err)
		}
	})
	return serve(t, v.Handler())
}

// setting is the environment entry that points recipe-mcp here.
func (a *api) setting() string { return "API_BASE_URL=" + a.URL + "/house/" }

// seen gives the requests so far.
func (a *api) seen() []*http.Request {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.requests[:len(a.requests):len(a.requests)]
}

// families are two households: smith with alice and bob, jones with carol.
func families(t *testing.T) *vault.Families {
	t.Helper()
	f, err := vault.NewFamilies([]string{"alice@example.com", "bob@example.com"}, []string{"carol@example.com"})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// world is a database and what recipe-mcp must be told to use it.
type world struct {
	database string
	settings []string
}

func (w world) start(t *testing.T) *server {
	t.Helper()
	return start(t, w.settings...)
}

// eachVault runs a scenario against both places recipes can be: a server, and
// the vault that recipe-mcp embeds.
func eachVault(t *testing.T, scenario func(t *testing.T, w world)) {
	t.Helper()
	t.Parallel()
	t.Run("API", func(t *testing.T) {
		t.Parallel()
		path := filepath.Join(t.TempDir(), "recipes.db")
		a := serveVault(t, vault.Options{Path: path})
		scenario(t, world{path, []string{a.setting(), "API_KEY=" + apiKey}})
	})
	t.Run("embedded", func(t *testing.T) {
		t.Parallel()
		path := filepath.Join(t.TempDir(), "recipes.db")
		scenario(t, world{path, []string{"DATABASE_URL=sqlite:" + path}})
	})
}

// open is the test's own connection to a database that exists.
func open(t *testing.T, path string) *sql.DB {
	t.Helper()
	address := url.URL{Scheme: "file", Path: "/" + strings.TrimPrefix(filepath.ToSlash(path), "/"), RawQuery: "mode=rw&_pragma=busy_timeout(20000)"}
	db, err := sql.Open("sqlite", address.String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return db
}

func execute(t *testing.T, db *sql.DB, statement string) {
	t.Helper()
	if _, err := db.ExecContext(t.Context(), statement); err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
}

// stored gives the one value that a query finds.
func stored[T any](t *testing.T, w world, query string, args ...any) T {
	t.Helper()
	var value T
	if err := open(t, w.database).QueryRowContext(t.Context(), query, args...).Scan(&value); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return value
}

// recipe has every member of RecipeWithDetails that the vault sends.
type recipe struct {
	ID              string       `json:"id"`
	Title           string       `json:"title"`
	Description     *string      `json:"description"`
	PrepTimeMinutes *int         `json:"prep_time_minutes"`
	CookTimeMinutes *int         `json:"cook_time_minutes"`
	Servings        *int         `json:"servings"`
	Difficulty      *int         `json:"difficulty"`
	CreatedAt       string       `json:"created_at"`
	UpdatedAt       string       `json:"updated_at"`
	CreatedBy       string       `json:"created_by"`
	UpdatedBy       string       `json:"updated_by"`
	Ingredients     []ingredient `json:"ingredients"`
	Steps           []step       `json:"steps"`
}

type ingredient struct {
	ID       string   `json:"id"`
	RecipeID string   `json:"recipe_id"`
	Position int      `json:"position"`
	Name     string   `json:"name"`
	Quantity *float64 `json:"quantity"`
	Unit     string   `json:"unit"`
	Notes    string   `json:"notes"`
}

type step struct {
	ID               string `json:"id"`
	RecipeID         string `json:"recipe_id"`
	Position         int    `json:"position"`
	Instruction      string `json:"instruction"`
	DurationMinutes  *int   `json:"duration_minutes"`
	TemperatureValue *int   `json:"temperature_value"`
	TemperatureUnit  string `json:"temperature_unit"`
}

// content decodes a tool's result strictly, and checks that its text holds the same as
// its structured content, but for the marks around what people wrote.
func content[T any](t *testing.T, a answer) T {
	t.Helper()
	var value T
	if a.Error != nil {
		t.Fatalf("the call failed: %s", a.line)
	}
	var result struct {
		Content []struct {
			Type string `json:"type"`
			Text string `json:"text"`
		} `json:"content"`
		Structured json.RawMessage `json:"structuredContent"`
		IsError    bool            `json:"isError"`
	}
	if err := json.Unmarshal(a.Result, &result); err != nil {
		t.Fatal(err)
	}
	if result.IsError || len(result.Content) != 1 || result.Content[0].Type != "text" ||
		result.Content[0].Text != string(result.Structured) {
		t.Fatalf("the text of the result is not its structured content: %s", a.line)
	}
	decoder := json.NewDecoder(bytes.NewReader(result.Structured))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&value); err != nil {
		t.Fatalf("%v: %s", err, a.line)
	}
	return value
}

func (a answer) recipe(t *testing.T) recipe {
	t.Helper()
	return content[recipe](t, a)
}

func (a answer) recipes(t *testing.T) []recipe {
	t.Helper()
	list := content[struct {
		Recipes []recipe `json:"recipes"`
	}](t, a)
	if list.Recipes == nil {
		t.Fatalf("the list is not an array: %s", a.line)
	}
	return list.Recipes
}

// fails checks a failed call: its code, its kind, and words of its message.
func (a answer) fails(t *testing.T, code int, kind string, words ...string) {
	t.Helper()
	if a.Error == nil {
		t.Fatalf("the call did not fail: %s", a.line)
	}
	if a.Error.Code != code || a.Error.Data.Kind != kind {
		t.Errorf("failed with %d %s, want %d %s: %s", a.Error.Code, a.Error.Data.Kind, code, kind, a.line)
	}
	for _, word := range words {
		if !strings.Contains(strings.ToLower(a.Error.Message), strings.ToLower(word)) {
			t.Errorf("the message does not say %q: %s", word, a.line)
		}
	}
}

var (
	uuidForm = regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`)
	timeForm = regexp.MustCompile(`^\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d`)
)

// stew is a recipe with everything.
const stew = `{"title":"Stew","description":"A slow stew.","prep_time_minutes":20,"cook_time_minutes":120,"servings":6,"difficulty":3,` +
	`"ingredients":[{"name":"beef","quantity":1.5,"unit":"kg"},{"name":"onions","quantity":3},{"name":"salt","notes":"to taste"}],` +
	`"steps":[{"instruction":"Brown the beef.","duration_minutes":10},{"instruction":"Stew it.","duration_minutes":110,"temperature_value":160,"temperature_unit":"Celsius"}]}`
