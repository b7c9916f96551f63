package vault_test

import (
	"database/sql"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	_ "github.com/jackc/pgx/v5/stdlib" // to look at a database from outside

	"github.com/mcp-adapters/mcp-adapters/internal/testing/pgtest"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault/postgres"
)

// onBoth runs a test of what every vault does, whatever keeps its recipes. Each call of
// place is the place of another database, for Options.Path, which [open] knows.
func onBoth(t *testing.T, test func(t *testing.T, place func() string)) {
	t.Helper()
	t.Run("sqlite", func(t *testing.T) {
		t.Parallel()
		test(t, func() string { return filepath.Join(t.TempDir(), "recipes.db") })
	})
	t.Run("postgres", func(t *testing.T) {
		t.Parallel()
		server := pgtest.Shared(t)
		test(t, func() string { return server.Database(t) })
	})
}

func onServer(place string) bool { return strings.HasPrefix(place, "postgres:") }

// makeVault makes a vault at o.Path, which may be a server's address.
func makeVault(o vault.Options) *vault.Vault {
	if onServer(o.Path) {
		store, err := postgres.New(o.Path, o.Log)
		if err != nil {
			panic(err)
		}
		o.Store = store
	}
	return vault.New(o)
}

// rawDB opens a database as another program would.
func rawDB(t testing.TB, place string) *sql.DB {
	t.Helper()
	driver := "sqlite"
	if onServer(place) {
		driver = "pgx"
	}
	db, err := sql.Open(driver, place)
	if err != nil {
		t.Fatal(err)
	}
	db.SetMaxOpenConns(1)
	t.Cleanup(func() { _ = db.Close() })
	return db
}

// TestVault_Exact has numbers and texts that a store could change on their way.
func TestVault_Exact(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, place func() string) {
		c := inProcess(open(t, vault.Options{Path: place()}))
		sent := `"ingredients":[{"name":"a","quantity":0.1},{"name":"b","quantity":1e-7},{"name":"c","quantity":5e-324},` +
			`{"name":"d","quantity":1.7976931348623157e308},{"name":"e","quantity":100000000000000000000},{"name":"f","quantity":0.3333333333333333},` +
			`{"name":"g","quantity":-12345.678},{"name":"h","quantity":9007199254740993},{"name":"\u2028\"\\ {}[],:' 味噌汁 🍲","unit":"","notes":"a\tb\r\nc"}],` +
			`"steps":[{"instruction":"null","duration_minutes":2147483647,"temperature_value":-2147483648,"temperature_unit":"Fahrenheit"},{"instruction":" "}]`
		made := c.do(t, "POST", "/api/recipes", `{"title":"Exact",`+sent+`}`)
		if made.status != http.StatusCreated {
			t.Fatalf("%d %s", made.status, made.body)
		}
		if d := cmp.Diff(bareRecipe(answer{body: []byte(`{"title":"Exact",` + sent + `}`)}.object(t)), bareRecipe(made.object(t))); d != "" {
			t.Error(d)
		}
		got := c.do(t, "GET", "/api/recipes/"+made.object(t)["id"].(string), "")
		if string(got.body) != string(made.body) || got.header.Get("ETag") != made.header.Get("ETag") {
			t.Errorf("%s\n%s", got.body, made.body)
		}
		for _, text := range []string{`"quantity":1e-07}`, `"quantity":5e-324}`, `"quantity":100000000000000000000}`, `"quantity":-12345.678}`} {
			if !strings.Contains(string(got.body), text) {
				t.Errorf("%s is not in %s", text, got.body)
			}
		}
	})
}

// TestVault_LongName keeps what the rules accept, however many parts of words a search could
// look for in it.
func TestVault_LongName(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, place func() string) {
		c := inProcess(open(t, vault.Options{Path: place()}))
		var name strings.Builder
		for r := range rune(20_000) {
			name.WriteRune('一' + r)
		}
		if made := c.do(t, "POST", "/api/recipes", `{"title":"Long","ingredients":[{"name":"`+name.String()+`"}]}`); made.status != http.StatusCreated {
			t.Errorf("%d %.300s", made.status, made.body)
		}
		if found := c.do(t, "GET", "/api/recipes?query=一丁丂", ""); !strings.Contains(string(found.body), "Long") {
			t.Errorf("%d %.300s", found.status, found.body)
		}
	})
}

// TestVault_NegativeZero saves and reads -0 as 0, in whatever store and from whatever release.
func TestVault_NegativeZero(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, place func() string) {
		at := place()
		c := inProcess(open(t, vault.Options{Path: at}))
		made := c.do(t, "POST", "/api/recipes", `{"title":"Zero","ingredients":[{"name":"a","quantity":-0.0}]}`)
		if !strings.Contains(string(made.body), `"quantity":0}`) {
			t.Errorf("%d %s", made.status, made.body)
		}
		earlier := `UPDATE ingredients SET quantity = '-0'`
		if onServer(at) {
			earlier = `UPDATE recipes SET ingredients = replace(ingredients::text, ',0,', ',-0,')::json`
		}
		if _, err := rawDB(t, at).ExecContext(t.Context(), earlier); err != nil {
			t.Fatal(err)
		}
		got := c.do(t, "GET", "/api/recipes/"+made.object(t)["id"].(string), "")
		if string(got.body) != string(made.body) || got.header.Get("ETag") != made.header.Get("ETag") {
			t.Errorf("%s\n%s", got.body, made.body)
		}
	})
}
