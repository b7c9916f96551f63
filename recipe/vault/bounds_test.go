package vault_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/recipe/vault"
)

// entries are n entries of a list, with commas between them.
func entries(entry string, n int) string {
	return strings.TrimSuffix(strings.Repeat(entry+",", n), ",")
}

// members are n members with names of their own, each with a comma before it.
func members(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `,"x%d":1`, i)
	}
	return b.String()
}

// TestVault_BoundsOfABody sends, with each route that takes a body, as much as a
// recipe may have of everything, and one more.
func TestVault_BoundsOfABody(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, place func() string) {
		const ingredient, step = `{"name":"a"}`, `{"instruction":"a"}`
		nested := func(levels int) string {
			return `,"x":` + strings.Repeat("[", levels-1) + strings.Repeat("]", levels-1)
		}
		for name, row := range map[string]struct{ most, over, want string }{
			"ingredients": {
				`,"ingredients":[` + entries(ingredient, 10_000) + `]`,
				`,"ingredients":[` + entries(ingredient, 10_001) + `]`,
				"ingredients must have at most 10000 entries",
			},
			"steps": {
				`,"steps":[` + entries(step, 10_000) + `]`,
				`,"steps":[` + entries(step, 10_001) + `]`,
				"steps must have at most 10000 entries",
			},
			"a list with an escape in its name": {
				`,"step\u0073":[` + entries(step, 10_000) + `]`,
				`,"step\u0073":[` + entries(step, 10_001) + `]`,
				"steps must have at most 10000 entries",
			},
			"members of the body":    {members(999), members(1000), "the body must have at most 1000 members"},
			"members of an entry":    {`,"steps":[{"instruction":"a"` + members(999) + `}]`, `,"steps":[{"instruction":"a"` + members(1000) + `}]`, "steps[0] must have at most 1000 members"},
			"members of what is not": {`,"x":{"y":{"z":1` + members(999) + `}}`, `,"x":{"y":{"z":1` + members(1000) + `}}`, "x.y must have at most 1000 members"},
			"nesting":                {nested(64), nested(65), "the body must not nest deeper than 64 levels"},
		} {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				c := inProcess(open(t, vault.Options{Path: place()}))
				id := c.create(t, `{"title":"Soup"`+row.most+`}`)
				if a := c.do(t, "PUT", "/api/recipes/"+id, `{"servings":4`+row.most+`}`); a.status != http.StatusOK {
					t.Errorf("as much as may be: %d %.200s", a.status, a.body)
				}
				for method, path := range map[string]string{"POST": "/api/recipes", "PUT": "/api/recipes/" + id} {
					a := c.do(t, method, path, `{"title":"Stew"`+row.over+`}`)
					if got := a.object(t); a.status != http.StatusBadRequest || got["code"] != "VALIDATION_ERROR" || got["error"] != row.want {
						t.Errorf("%s: %d %.200s; want %q", method, a.status, a.body, row.want)
					}
				}
			})
		}
	})
}

// TestVault_IgnoresLongLists has long lists that the contract does not name.
func TestVault_IgnoresLongLists(t *testing.T) {
	t.Parallel()
	c := inProcess(open(t, vault.Options{}))
	c.create(t, `{"title":"Soup","tags":[`+entries("1", 20_000)+`],"x":{"steps":[`+entries("{}", 20_000)+`]}}`)
}

// TestVault_KeepsLongLists has a recipe from before the bounds: it is read,
// changed in other members, and brought back.
func TestVault_KeepsLongLists(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, place func() string) {
		path := place()
		v := open(t, vault.Options{Path: path})
		c := inProcess(v)
		id := c.create(t, `{"title":"Soup","ingredients":[{"name":"a"}]}`)
		more := `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i < 12000)
			INSERT INTO ingredients (recipe_id, position, id, name) SELECT recipe_id, n.i, printf('%036d', n.i), 'a' FROM n, ingredients`
		if onServer(path) {
			more = `UPDATE recipes SET ingredients = (SELECT json_agg(json_build_array(lpad(i::text, 36, '0'), 'a', NULL, NULL, NULL)) FROM generate_series(0, 12000) AS i)`
		}
		execSQL(t, rawDB(t, path), more)
		count := func(a answer) int { return len(a.object(t)["ingredients"].([]any)) }
		if n := count(c.do(t, "GET", "/api/recipes/"+id, "")); n != 12_001 {
			t.Errorf("%d ingredients are read", n)
		}
		if n := count(c.do(t, "PUT", "/api/recipes/"+id, `{"servings":4}`)); n != 12_001 {
			t.Errorf("%d ingredients are there after an update", n)
		}
		restored := client{base: c.base, rt: v.RestoringTransport()}.do(t, "POST", "/api/recipes", `{"title":"Stew","ingredients":[`+entries(`{"name":"a"}`, 12_001)+`]}`)
		if restored.status != http.StatusCreated || count(restored) != 12_001 {
			t.Errorf("restored: %d %.200s", restored.status, restored.body)
		}
	})
}
