package reliability_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// TestShared has many recipe-mcp share one database file from its first opening
// on. Two processes each count in different members of one recipe, all of them
// replace the lists of another, and each makes recipes of its own. No count is
// lost, no list is a mixture, and nobody hears of a lock.
func TestShared(t *testing.T) {
	t.Parallel()
	processes, rounds := size(6, 32), size(5, 25)
	db := filepath.Join(scratch(t), "data", "recipes.db")
	first := startAdapter(t, "DATABASE_URL=sqlite:"+db)
	must := func(a *adapter, tool string, with args) recipe {
		got := a.call(tool, with)
		if got.Kind != fine {
			t.Errorf("%s: %s: %s", tool, got.Kind, got.Message)
			return recipe{}
		}
		return decode[recipe](t, got.Body)
	}
	all := make([]*adapter, processes)
	var opening sync.WaitGroup
	for p := range processes {
		all[p] = startAdapter(t, "DATABASE_URL=sqlite:"+db)
		opening.Go(func() { must(all[p], "create_recipe", args{"title": fmt.Sprintf("zq7 first of %d", p)}) })
	}
	opening.Wait()
	shared := must(first, "create_recipe", args{"title": "zq7 shared"}).ID
	pairs := make([]string, (processes+1)/2)
	for i := range pairs {
		pairs[i] = must(first, "create_recipe", args{"title": fmt.Sprintf("zq7 pair %d", i), "prep_time_minutes": 0, "servings": 1}).ID
	}
	var wg sync.WaitGroup
	for p, a := range all {
		wg.Go(func() {
			mine := pairs[p/2]
			for i := range rounds {
				r := must(a, "get_recipe", args{"recipe_id": mine})
				if p%2 == 0 {
					if got := must(a, "update_recipe", args{"recipe_id": mine, "prep_time_minutes": r.Prep + 1}); got.Prep != i+1 {
						t.Errorf("counted to %d, want %d", got.Prep, i+1)
					}
				} else if got := must(a, "update_recipe", args{"recipe_id": mine, "servings": r.Servings + 1}); got.Servings != i+2 {
					t.Errorf("counted to %d, want %d", got.Servings, i+2)
				}
				word := fmt.Sprintf("zq7 %d-%d", p, i)
				must(a, "update_recipe", args{"recipe_id": shared, "description": word, "ingredients": []args{{"name": word}, {"name": word}}})
				checkShared(t, must(a, "get_recipe", args{"recipe_id": shared}))
				must(a, "create_recipe", args{"title": fmt.Sprintf("zq7 of %d number %d", p, i)})
				if got := a.call("list_recipes", args{}); got.Kind != fine {
					t.Errorf("list: %s", got.Message)
				}
			}
		})
	}
	wg.Wait()
	for i, id := range pairs {
		r := must(first, "get_recipe", args{"recipe_id": id})
		if want := 1 + rounds; r.Prep != rounds || 2*i+1 < processes && r.Servings != want {
			t.Errorf("pair %d counted to %d and %d of %d", i, r.Prep, r.Servings-1, rounds)
		}
	}
	rows := decode[struct{ Recipes []recipe }](t, first.call("list_recipes", args{}).Body).Recipes
	if want := processes*(rounds+1) + 1 + len(pairs); len(rows) != want {
		t.Errorf("%d recipes, want %d", len(rows), want)
	}
	for _, a := range append(all, first) {
		a.end()
		if strings.Contains(a.log.String(), "is locked") {
			t.Errorf("a lock reached the log:\n%s", a.log)
		}
	}
	checkFile(t, db)
	t.Logf("%d processes, %d rounds each, %d calls", processes, rounds, processes*rounds*6)
}

// checkShared asserts that all of a recipe comes from one update.
func checkShared(t *testing.T, r recipe) {
	t.Helper()
	if len(r.Ingredients) != 2 || r.Ingredients[0].Name != r.Description || r.Ingredients[1].Name != r.Description {
		t.Errorf("a mixture of updates: %q, %v", r.Description, r.Ingredients)
	}
}
