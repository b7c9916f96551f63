package vault_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/internal/database"
	"github.com/mcp-adapters/mcp-adapters/internal/database/postgres"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/pgtest"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault"
)

// listsInTables makes a database as it was before a step, in which the lists of recipes are in
// tables of their own, with a soup that has 12 ingredients and 2 steps, and a bread without.
func listsInTables(t *testing.T, step string) (path, soup, bread string) {
	t.Helper()
	path = pgtest.Shared(t).Database(t)
	files, err := filepath.Glob("postgres/migrations/*.sql")
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(files)
	var steps []string
	for _, file := range files[:slices.Index(files, "postgres/migrations/"+step)] {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		steps = append(steps, string(text))
	}
	before, err := postgres.New(postgres.Options{URL: path, Schema: postgres.Schema{Name: "vault", Migrations: steps}, Log: zerolog.Nop()})
	if err != nil {
		t.Fatal(err)
	}
	soup, bread = uuid.NewString(), uuid.NewString()
	err = before.Write(t.Context(), func(tx database.Tx) error {
		for id, title := range map[string]string{soup: "Soup", bread: "Bread"} {
			if _, err := tx.Exec(`INSERT INTO recipes (id, family, title, title_key, clean_key, created_at, updated_at)
				VALUES ($1, '', $2, $3, $3, '2026-02-10 12:00:00Z', '2026-02-10 12:00:00Z')`, id, title, []byte(strings.ToLower(title))); err != nil {
				return err
			}
		}
		for _, insert := range []string{
			`INSERT INTO ingredients (recipe_id, position, id, name, quantity, unit, notes) SELECT $1, p, lpad(p::text, 36, '0'), 'n"' || p, p / 3.0, 'g', NULL FROM generate_series(11, 0, -1) AS p`,
			`INSERT INTO steps (recipe_id, position, id, instruction, duration_minutes, temperature_value, temperature_unit) SELECT $1, p, lpad(p::text, 36, '1'), '味 ' || p, NULL, 2147483647, 'Celsius' FROM generate_series(1, 0, -1) AS p`,
		} {
			if _, err := tx.Exec(insert, soup); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := before.Close(); err != nil {
		t.Fatal(err)
	}
	return path, soup, bread
}

// TestPostgres_ListsFromBefore has recipes whose lists were in tables of their own.
func TestPostgres_ListsFromBefore(t *testing.T) {
	t.Parallel()
	path, soup, bread := listsInTables(t, "0005_lists.sql")
	c := inProcess(open(t, vault.Options{Path: path}))
	got := c.do(t, "GET", "/api/recipes/"+soup, "").object(t)
	ingredients, _ := got["ingredients"].([]any)
	list, _ := got["steps"].([]any)
	if len(ingredients) != 12 || len(list) != 2 {
		t.Fatalf("%v", got)
	}
	for i, in := range ingredients {
		in, _ := in.(map[string]any)
		if in["position"] != float64(i) || in["recipe_id"] != soup || in["quantity"] != float64(i)/3 || in["unit"] != "g" || in["notes"] != nil {
			t.Errorf("%v", in)
		}
	}
	if st, _ := list[1].(map[string]any); st["instruction"] != "味 1" || st["temperature_value"] != float64(2147483647) || st["id"] != strings.Repeat("1", 36) {
		t.Errorf("%v", st)
	}
	if got := c.do(t, "GET", "/api/recipes/"+bread, "").object(t); len(got["ingredients"].([]any)) != 0 || len(got["steps"].([]any)) != 0 {
		t.Errorf("%v", got)
	}
}

// TestPostgres_ListsMeanwhile has a program of an earlier release save a recipe while the lists
// move: it is waited for, and its list comes along.
func TestPostgres_ListsMeanwhile(t *testing.T) {
	t.Parallel()
	path, _, bread := listsInTables(t, "0006_move_lists.sql")
	tx, err := rawDB(t, path).BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tx.Rollback() }()
	if _, err := tx.ExecContext(t.Context(), `INSERT INTO ingredients (recipe_id, position, id, name) VALUES ($1, 0, $2, 'flour')`, bread, uuid.NewString()); err != nil {
		t.Fatal(err)
	}
	got := make(chan []any, 1)
	go func() {
		list, _ := inProcess(open(t, vault.Options{Path: path})).do(t, "GET", "/api/recipes/"+bread, "").object(t)["ingredients"].([]any)
		got <- list
	}()
	db, waits := rawDB(t, path), false
	for !waits && t.Context().Err() == nil {
		if err := db.QueryRowContext(t.Context(), `SELECT EXISTS (SELECT 1 FROM pg_locks WHERE NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))`).Scan(&waits); err != nil {
			t.Fatal(err)
		}
	}
	if err := tx.Commit(); err != nil {
		t.Fatal(err)
	}
	if list := <-got; len(list) != 1 {
		t.Errorf("%v", list)
	}
}
