package main_test

// The scenarios of "Error Handling".

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mcp-adapters/mcp-adapters/recipe/vault"
)

func TestErrorHandling(t *testing.T) {
	t.Parallel()
	t.Run("Database connection error", func(t *testing.T) {
		t.Parallel()
		for name, prepare := range map[string]func(t *testing.T, dir string) (path string){
			"a directory": func(_ *testing.T, dir string) string { return dir },
			"below a file": func(t *testing.T, dir string) string {
				writeFile(t, filepath.Join(dir, "file"), nil)
				return filepath.Join(dir, "file", "recipes.db")
			},
			"garbage": func(t *testing.T, dir string) string {
				writeFile(t, filepath.Join(dir, "recipes.db"), bytes.Repeat([]byte("no database. "), 1000))
				return filepath.Join(dir, "recipes.db")
			},
			"another program's database": func(t *testing.T, dir string) string {
				path := filepath.Join(dir, "recipes.db")
				writeFile(t, path, nil)
				execute(t, open(t, path), "CREATE TABLE notes (text TEXT)")
				return path
			},
			"a newer vault": func(t *testing.T, dir string) string {
				path := filepath.Join(dir, "recipes.db")
				start(t, "DATABASE_URL=sqlite:"+path).call("list_recipes", `{}`).recipes(t)
				execute(t, open(t, path), "PRAGMA user_version = 1000")
				return path
			},
			"a directory without the right to write": func(t *testing.T, dir string) string {
				sealed := filepath.Join(dir, "sealed")
				if err := os.Mkdir(sealed, 0o500); err != nil {
					t.Fatal(err)
				}
				if file, err := os.Create(filepath.Join(sealed, "probe")); err == nil {
					_ = file.Close()
					t.Skip("this user may write into a read-only directory")
				}
				return filepath.Join(sealed, "recipes.db")
			},
		} {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				path := prepare(t, t.TempDir())
				t.Run("embedded", func(t *testing.T) {
					t.Parallel()
					checkUnavailable(t, start(t, "DATABASE_URL=sqlite:"+path))
				})
				t.Run("API", func(t *testing.T) {
					t.Parallel()
					a := serveVault(t, vault.Options{Path: path})
					checkUnavailable(t, start(t, a.setting(), "API_KEY="+apiKey))
				})
			})
		}
	})
	t.Run("Transaction rollback", func(t *testing.T) {
		eachVault(t, func(t *testing.T, w world) {
			s := w.start(t)
			kept := s.call("create_recipe", `{"title":"Kept","ingredients":[{"name":"a"}],"steps":[{"instruction":"b"}]}`).recipe(t)
			execute(t, open(t, w.database), `CREATE TRIGGER refuse BEFORE INSERT ON steps WHEN NEW.position = 1
				BEGIN SELECT RAISE(ABORT, 'constraint'); END`)
			s.call("create_recipe", stew).fails(t, -32603, "unknown_outcome", "database", "unavailable", "A check did not find it")
			for _, table := range []string{"recipes", "ingredients", "steps"} {
				if n := stored[int](t, w, "SELECT count(*) FROM "+table); n != 1 {
					t.Errorf("%d %s are stored, want the one from before", n, table)
				}
			}
			// A change that fails halfway leaves the recipe as it was.
			s.call("update_recipe", `{"recipe_id":"`+kept.ID+`","title":"Changed","ingredients":[],"steps":[{"instruction":"c"},{"instruction":"d"}]}`).
				fails(t, -32603, "unknown_outcome", "database", "unavailable", "without what was sent")
			if diff := cmp.Diff(kept, s.call("get_recipe", `{"recipe_id":"`+kept.ID+`"}`).recipe(t)); diff != "" {
				t.Errorf("a change was saved in part (-before +after):\n%s", diff)
			}
			// The title was not used up.
			execute(t, open(t, w.database), "DROP TRIGGER refuse")
			checkStew(t, s.call("create_recipe", stew).recipe(t))
		})
	})
}

// checkUnavailable checks that every tool says that the database is
// unavailable. What a write did is unknown: a 500 is also answered by servers
// that have saved.
func checkUnavailable(t *testing.T, s *server) {
	t.Helper()
	for tool, arguments := range map[string]string{
		"list_recipes":  `{}`,
		"get_recipe":    `{"recipe_id":"` + noRecipe + `"}`,
		"create_recipe": stew,
		"update_recipe": `{"recipe_id":"` + noRecipe + `","servings":2}`,
	} {
		kind := "unavailable"
		if strings.HasPrefix(tool, "create") || strings.HasPrefix(tool, "update") {
			kind = "unknown_outcome"
		}
		s.call(tool, arguments).fails(t, -32603, kind, "database", "unavailable")
	}
}

func writeFile(t *testing.T, path string, data []byte) {
	t.Helper()
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
}
