package reliability_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
)

// TestBigVault works on a vault of many recipes, and states what it takes.
//
//nolint:paralleltest // it measures, and would be disturbed
func TestBigVault(t *testing.T) {
	n := light(400, 50_000)
	vault := startServer(t, filepath.Join(scratch(t), "recipes.db"))
	began := time.Now()
	ids := make([]string, n)
	var wg sync.WaitGroup
	for worker := range 8 {
		wg.Go(func() {
			for i := worker; i < n; i += 8 {
				ids[i] = vault.make(fmt.Sprintf("zq7 recipe number %d of a big vault", i))
			}
		})
	}
	wg.Wait()
	t.Logf("%d recipes saved in %s", n, time.Since(began).Round(time.Millisecond))
	a := startAdapter(t, toAPI(vault.base())...)
	times := map[string][]time.Duration{}
	call := func(tool string, with args) answer {
		got := a.call(tool, with)
		if got.Kind != fine {
			t.Errorf("%s: %s", tool, got.Message)
		}
		times[tool] = append(times[tool], got.Took)
		return got
	}
	bytes := 0
	for i := range 10 {
		id := ids[i*len(ids)/10]
		made := decode[recipe](t, call("create_recipe", args{"title": fmt.Sprintf("zq7 one more %d", i)}).Body)
		if r := decode[recipe](t, call("update_recipe", args{"recipe_id": id, "servings": 7}).Body); r.Servings != 7 {
			t.Errorf("updated to %d", r.Servings)
		}
		if r := decode[recipe](t, call("get_recipe", args{"recipe_id": made.ID}).Body); r.Title != made.Title {
			t.Errorf("got %q", r.Title)
		}
		got := call("list_recipes", args{})
		bytes = len(got.Body)
		if rows := decode[struct{ Recipes []recipe }](t, got.Body).Recipes; len(rows) != n+i+1 {
			t.Errorf("%d rows, want %d", len(rows), n+i+1)
		}
	}
	for _, tool := range []string{"list_recipes", "get_recipe", "create_recipe", "update_recipe"} {
		slices.Sort(times[tool])
		t.Logf("%s: median %s, worst %s", tool, times[tool][5].Round(10*time.Microsecond), times[tool][9].Round(10*time.Microsecond))
		if worst := times[tool][9]; worst > 10*time.Second {
			t.Errorf("%s took %s", tool, worst)
		}
	}
	t.Logf("a list is %d bytes", bytes)
	if u, ok := usageOf(t, a.process.Pid()); ok {
		v, _ := usageOf(t, vault.Pid())
		t.Logf("most memory: recipe-mcp %d MiB, recipe-vault %d MiB", u.peak>>10, v.peak>>10)
		if limit := 64<<10 + 12*bytes>>10; !harness.Race() && u.peak > limit {
			t.Errorf("recipe-mcp took %d KiB, more than %d", u.peak, limit)
		}
	}
}
