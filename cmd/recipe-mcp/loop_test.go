package main_test

// What the stdio loop promises, seen from outside the process.

import (
	"fmt"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
)

// TestPipe_EveryCallIsAnswered pipes 500 calls in and closes the input at once.
func TestPipe_EveryCallIsAnswered(t *testing.T) {
	eachVault(t, func(t *testing.T, w world) {
		const calls = 500
		var input strings.Builder
		for i := range calls {
			tool, arguments := "list_recipes", `{}`
			if i%2 == 1 {
				tool, arguments = "get_recipe", `{"recipe_id":"`+noRecipe+`"}`
			}
			input.WriteString(callLine(strconv.Itoa(i), tool, arguments))
		}
		answers, stderr, code := pipe(t, input.String(), w.settings...)
		if code != 0 || len(answers) != calls {
			t.Fatalf("%d answers and exit code %d, want %d and 0; stderr:\n%s", len(answers), code, calls, stderr)
		}
		seen := map[string]bool{}
		for _, a := range answers {
			id, err := strconv.Atoi(string(a.ID))
			if err != nil || id < 0 || id >= calls || seen[string(a.ID)] {
				t.Fatalf("the id of %s was not asked for, or twice", a.line)
			}
			seen[string(a.ID)] = true
			if id%2 == 1 {
				a.fails(t, -32001, "not_found")
			} else {
				a.recipes(t)
			}
		}
	})
}

// TestPipe_OrderOfWrites pipes creates and lists in without waiting: each list
// shows exactly what was created before it.
func TestPipe_OrderOfWrites(t *testing.T) {
	eachVault(t, func(t *testing.T, w world) {
		const recipes = 20
		var input strings.Builder
		for i := 1; i <= recipes; i++ {
			input.WriteString(callLine(fmt.Sprintf(`"create %d"`, i), "create_recipe", fmt.Sprintf(`{"title":"Recipe %02d"}`, i)))
			input.WriteString(callLine(strconv.Itoa(i), "list_recipes", `{}`))
		}
		answers, stderr, code := pipe(t, strings.TrimSuffix(input.String(), "\n"), w.settings...)
		if code != 0 || len(answers) != 2*recipes {
			t.Fatalf("%d answers and exit code %d, want %d and 0; stderr:\n%s", len(answers), code, 2*recipes, stderr)
		}
		for _, a := range answers {
			n, err := strconv.Atoi(string(a.ID))
			if err != nil {
				a.recipe(t)
				continue
			}
			rows := a.recipes(t)
			if len(rows) != n || rows[n-1].Title != fmt.Sprintf("Recipe %02d", n) {
				t.Errorf("list %d shows %q", n, titles(rows))
			}
		}
	})
}

// TestLoop_PathOfTheVault holds that the embedded vault says where it lies and
// does lie there.
func TestLoop_PathOfTheVault(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" {
		t.Skip("the place is another on this system; package vault tests it")
	}
	data := t.TempDir()
	s := start(t, "XDG_DATA_HOME="+data, "LOG_FORMAT=json")
	path := filepath.Join(data, "recipe-vault", "recipes.db")
	s.Log.Await(t, path)
	s.call("create_recipe", stew).recipe(t)
	if n := stored[int](t, world{database: path}, "SELECT count(*) FROM recipes"); n != 1 {
		t.Errorf("%d recipes lie in %s", n, path)
	}
}
