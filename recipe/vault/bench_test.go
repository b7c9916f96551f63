package vault_test

import (
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/recipe/vault"
)

// sizes are the numbers of recipes that get and list are measured with: get
// must not grow with them, list with the bytes alone.
var sizes = []int{10, 1_000, 50_000}

// fill makes n recipes of about the size of a real one, fast: past the handler.
func fill(b testing.TB, n int) (c client, id string) {
	b.Helper()
	path := filepath.Join(b.TempDir(), "recipes.db")
	c = inProcess(open(b, vault.Options{Path: path}))
	lists := `"description":"` + strings.Repeat("tasty ", 20) + `","prep_time_minutes":10,"servings":4,"difficulty":2,` +
		`"ingredients":[{"name":"water","quantity":1.5,"unit":"l"},{"name":"salt","quantity":3,"unit":"g"},{"name":"pepper"}],` +
		`"steps":[{"instruction":"` + strings.Repeat("stir ", 60) + `","duration_minutes":10},{"instruction":"serve"}]}`
	id = c.create(b, `{"title":"Recipe 0",`+lists)
	db := rawDB(b, path)
	copyOf := func(table, columns string) string {
		return fmt.Sprintf(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i < %d)
			INSERT INTO %s SELECT %s FROM n, %s AS r WHERE n.i < %d ORDER BY n.i`, n, table, columns, strings.Fields(table)[0], n)
	}
	const newID = "printf('%%08d', n.i) || substr(r.%s, 9)"
	const recipes = "recipes (id, title, title_key, description, prep_time_minutes, cook_time_minutes, servings, difficulty, " +
		"photo_filename, created_at, updated_at, created_by, updated_by)"
	execSQL(b, db, "BEGIN")
	execSQL(b, db, copyOf(recipes, fmt.Sprintf(newID, "id")+`, 'Recipe ' || n.i, 'recipe ' || n.i, description, prep_time_minutes,
		cook_time_minutes, servings, difficulty, photo_filename, created_at, updated_at, created_by, updated_by`))
	execSQL(b, db, copyOf("ingredients", fmt.Sprintf(newID, "recipe_id")+`, position, id, name, quantity, unit, notes`))
	execSQL(b, db, copyOf("steps", fmt.Sprintf(newID, "recipe_id")+`, position, id, instruction, duration_minutes, temperature_value, temperature_unit`))
	execSQL(b, db, "COMMIT")
	return c, id
}

func eachSize(b *testing.B, run func(b *testing.B, c client, id string, n int)) {
	for _, n := range sizes {
		b.Run(fmt.Sprintf("vault=%d", n), func(b *testing.B) {
			if n > 1000 && testing.Short() {
				b.Skip("the large vault takes seconds to make")
			}
			c, id := fill(b, n)
			b.ReportAllocs()
			run(b, c, id, n)
		})
	}
}

// call takes the answer as the embedded client does and returns its length.
func (c client) call(b *testing.B, method, path, body string) int {
	b.Helper()
	req, err := http.NewRequestWithContext(b.Context(), method, c.base+path, strings.NewReader(body))
	if err != nil {
		b.Fatal(err)
	}
	res, err := c.rt.RoundTrip(req)
	if err != nil || res.StatusCode >= 300 {
		b.Fatal(res, err)
	}
	defer func() { _ = res.Body.Close() }()
	if whole, ok := res.Body.(interface{ Bytes() []byte }); ok {
		return len(whole.Bytes())
	}
	n, err := io.Copy(io.Discard, res.Body)
	if err != nil {
		b.Fatal(err)
	}
	return int(n)
}

func BenchmarkGet(b *testing.B) {
	eachSize(b, func(b *testing.B, c client, id string, _ int) {
		for b.Loop() {
			c.call(b, "GET", "/api/recipes/"+id, "")
		}
	})
}

func BenchmarkList(b *testing.B) {
	eachSize(b, func(b *testing.B, c client, _ string, n int) {
		var bytes int
		for b.Loop() {
			bytes = c.call(b, "GET", "/api/recipes", "")
		}
		b.SetBytes(int64(bytes))
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/recipe")
	})
}

// BenchmarkPage must not grow with the number of recipes.
func BenchmarkPage(b *testing.B) {
	eachSize(b, func(b *testing.B, c client, _ string, _ int) {
		for b.Loop() {
			c.call(b, "GET", "/api/recipes?limit=50", "")
		}
	})
}

// BenchmarkSearch finds one recipe, and half of them, of which it shows 20.
func BenchmarkSearch(b *testing.B) {
	for _, n := range []int{100, 10_000} {
		if n > 1000 && testing.Short() {
			continue
		}
		c := inProcess(open(b, vault.Options{}))
		for i := range n {
			c.create(b, fmt.Sprintf(`{"title":"Recipe %d","description":"%s","ingredients":[{"name":"water"},{"name":"sea salt"}]}`, i, []string{"A soup.", "A stew."}[i%2]))
		}
		for _, query := range []string{"recipe+99", "soups"} {
			b.Run(fmt.Sprintf("vault=%d/%s", n, query), func(b *testing.B) {
				for b.Loop() {
					c.call(b, "GET", "/api/recipes?limit=20&total=true&query="+query, "")
				}
			})
		}
	}
}

func BenchmarkCreate(b *testing.B) {
	eachSize(b, func(b *testing.B, c client, _ string, _ int) {
		i := 0
		for b.Loop() {
			i++
			c.call(b, "POST", "/api/recipes", fmt.Sprintf(`{"title":"New %d","ingredients":[{"name":"a"}],"steps":[{"instruction":"b"}]}`, i))
		}
	})
}

func BenchmarkUpdate(b *testing.B) {
	eachSize(b, func(b *testing.B, c client, id string, _ int) {
		for b.Loop() {
			c.call(b, "PUT", "/api/recipes/"+id, `{"servings":3}`)
		}
	})
}
