package vault_test

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"github.com/mcp-adapters/mcp-adapters/recipe/title"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault"
)

// fromBefore makes a vault that holds recipes of the given titles as the first release
// stored them: in a file of that release, or brought back to a server.
func fromBefore(t *testing.T, path string, titles ...string) {
	t.Helper()
	if onServer(path) {
		v := open(t, vault.Options{Path: path})
		for _, s := range titles {
			restorer(v).create(t, fmt.Sprintf(`{"title":%q}`, s))
		}
		return
	}
	schema, err := os.ReadFile("migrations/0001_recipes.sql")
	if err != nil {
		t.Fatal(err)
	}
	db := rawDB(t, path)
	execSQL(t, db, string(schema)+"; PRAGMA application_id = 1382376278; PRAGMA user_version = 1")
	for _, s := range titles {
		_, err := db.ExecContext(t.Context(), `INSERT INTO recipes (id, title, title_key, created_at, updated_at)
			VALUES (?, ?, ?, '2026-01-02 03:04:05', '2026-01-02 03:04:05')`, uuid.NewString(), s, title.ExactKey(s))
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
}

func (c client) titles(t *testing.T) []string {
	t.Helper()
	return titles(c.do(t, "GET", "/api/recipes", "").list(t))
}

// idOf is the id of the recipe with exactly this title.
func (c client) idOf(t *testing.T, title string) string {
	t.Helper()
	for _, r := range c.do(t, "GET", "/api/recipes", "").list(t) {
		if r["title"] == title {
			return r["id"].(string)
		}
	}
	t.Fatalf("no %q", title)
	return ""
}

// TestTitle_Cleaned has titles stored as the person means them.
func TestTitle_Cleaned(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, place func() string) {
		c := inProcess(open(t, vault.Options{Path: place()}))
		id := c.create(t, `{"title":" \t\u00a0Bean  soup\u200b\n"}`)
		if got := c.titles(t); !cmp.Equal(got, []string{"Bean  soup"}) {
			t.Errorf("created: %q", got)
		}
		if a := c.do(t, "POST", "/api/recipes", `{"title":"bean  SOUP "}`); a.status != http.StatusConflict {
			t.Errorf("%d %s", a.status, a.body)
		}
		if a := c.do(t, "PUT", "/api/recipes/"+id, `{"title":"\ufeffLeek soup "}`); a.status != http.StatusOK || a.object(t)["title"] != "Leek soup" {
			t.Errorf("%d %s", a.status, a.body)
		}
		long := strings.Repeat("é", 200)
		if a := c.do(t, "POST", "/api/recipes", `{"title":" `+long+` "}`); a.status != http.StatusCreated || a.object(t)["title"] != long {
			t.Errorf("%d %s", a.status, a.body)
		}
	})
}

// TestTitle_FromBefore keeps what a vault holds from before titles were cleaned,
// and lets no new recipe take the same title.
func TestTitle_FromBefore(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, place func() string) {
		old := []string{" Soup", "Soup", "Soup ", "\u200bSoup", "Stew\u00a0", "\u200b"}
		path := place()
		fromBefore(t, path, old...)
		c := inProcess(open(t, vault.Options{Path: path}))
		if got := c.titles(t); len(got) != len(old) {
			t.Fatalf("%q", got)
		}
		for _, s := range []string{"Soup", "SOUP ", "stew", " stew"} {
			if a := c.do(t, "POST", "/api/recipes", `{"title":"`+s+`"}`); a.status != http.StatusConflict {
				t.Errorf("%q: %d %s", s, a.status, a.body)
			}
		}
		change := func(from, body string, status int, want string) {
			t.Helper()
			a := c.do(t, "PUT", "/api/recipes/"+c.idOf(t, from), body)
			if a.status != status || status == http.StatusOK && a.object(t)["title"] != want {
				t.Errorf("%q, %s: %d %s", from, body, a.status, a.body)
			}
		}
		change(" Soup", `{"servings":2}`, 200, " Soup")                 // another member
		change(" Soup", `{"title":" Soup","servings":3}`, 200, " Soup") // as it was read
		change("Soup", `{"title":"SOUP"}`, 200, "SOUP")                 // case alone
		change(" Soup", `{"title":"Soup"}`, 409, "")
		change("Stew\u00a0", `{"title":"stew"}`, 200, "stew")
		change("stew", `{"title":"soup"}`, 409, "")
		change("\u200b", `{"title":"Rice"}`, 200, "Rice")
		c.do(t, "DELETE", "/api/recipes/"+c.idOf(t, "SOUP"), "")
		change("Rice", `{"title":"soup"}`, 409, "") // that of " Soup" and others
		for _, s := range []string{" Soup", "\u200bSoup"} {
			c.do(t, "DELETE", "/api/recipes/"+c.idOf(t, s), "")
		}
		change("Soup ", `{"title":" soup "}`, 200, "soup")
		if a := c.do(t, "PUT", "/api/recipes/"+uuid.NewString(), `{"title":"soup"}`); a.status != http.StatusNotFound {
			t.Errorf("%d %s", a.status, a.body)
		}
	})
}

// TestTitle_FromBeforeOfOthers is the one thing told across families, as ever.
func TestTitle_FromBeforeOfOthers(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, place func() string) {
		path := place()
		fromBefore(t, path, " Soup")
		c := inProcess(open(t, vault.Options{Path: path, Families: loadFamilies(t, twoFamilies)}))
		alice := c.as("alice@example.com")
		if a := alice.do(t, "POST", "/api/recipes", `{"title":"Soup"}`); a.status != http.StatusConflict {
			t.Errorf("%d %s", a.status, a.body)
		}
		if a := alice.do(t, "PUT", "/api/recipes/"+c.idOf(t, " Soup"), `{"title":"Soup"}`); a.status != http.StatusNotFound {
			t.Errorf("%d %s", a.status, a.body)
		}
	})
}

// TestTitle_Migration compares the list of characters in SQL with that in Go.
func TestTitle_Migration(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "recipes.db")
	leaveRecipes(t, path, 1)
	db := rawDB(t, path)
	execSQL(t, db, "BEGIN")
	for r := rune(1); r <= 0xffff; r++ {
		if r == 0x3100 {
			r = 0xfe00 // of scripts only between
		}
		key := title.ExactKey(string(r) + "soup 0")
		var clean string
		if err := db.QueryRowContext(t.Context(), `UPDATE recipes SET title_key = ? RETURNING clean_key`, key).Scan(&clean); err != nil {
			t.Fatal(err)
		}
		if want := title.Clean(key); clean != want {
			t.Errorf("U+%04X: SQL has %q, Go %q", r, clean, want)
		}
	}
	execSQL(t, db, "ROLLBACK")
	var plan string
	var id, parent, unused int
	err := db.QueryRowContext(t.Context(), "EXPLAIN QUERY PLAN "+vault.SelectUnclean, "", "soup", "x").Scan(&id, &parent, &unused, &plan)
	if err != nil || !strings.Contains(plan, "recipes_unclean_title") {
		t.Errorf("%q %v", plan, err)
	}
}

// TestTitle_Free has a conflict name a title that can be had, though other families and
// an earlier release have some.
func TestTitle_Free(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, place func() string) {
		path := place()
		fromBefore(t, path, "Soup", "Soup (2)", " Soup (5)")
		db := rawDB(t, path)
		execSQL(t, db, `UPDATE recipes SET created_by = 'carol@example.com'`)
		v := open(t, vault.Options{Path: path, Families: loadFamilies(t, twoFamilies)})
		alice, carol := inProcess(v).as("alice@example.com"), inProcess(v).as("carol@example.com")
		carol.create(t, `{"title":"SOUP (3)"}`)
		mine := alice.create(t, `{"title":"Soup (4)"}`)
		for _, r := range [][2]string{{"POST", "/api/recipes"}, {"PUT", "/api/recipes/" + mine}} {
			a := alice.do(t, r[0], r[1], `{"title":"soup "}`)
			if want := `{"error":"soup","code":"CONFLICT","free_title":"soup (6)"}`; a.status != http.StatusConflict || string(a.body) != want {
				t.Errorf("%s: %d %s", r[0], a.status, a.body)
			}
		}
		alice.create(t, `{"title":"soup (6)"}`)
		if got := alice.do(t, "POST", "/api/recipes", `{"title":"Soup (5)"}`).object(t); got["free_title"] != "Soup (5) (2)" {
			t.Errorf("%v", got)
		}

		if onServer(path) {
			execSQL(t, db, `INSERT INTO recipes (family, id, title, title_key, clean_key, created_at, updated_at)
				SELECT '', lpad(i::text, 36, '0'), 'Soup (' || i || ')', convert_to('soup (' || i || ')', 'UTF8'), '', now(), now()
				FROM generate_series(7, 1100) AS i`)
		} else {
			execSQL(t, db, `WITH RECURSIVE n(i) AS (SELECT 7 UNION ALL SELECT i + 1 FROM n WHERE i < 1100)
				INSERT INTO recipes (id, title, title_key, created_at, updated_at)
				SELECT printf('%036d', i), 'Soup (' || i || ')', 'soup (' || i || ')', '2026-01-02 03:04:05', '2026-01-02 03:04:05' FROM n`)
		}
		if a := alice.do(t, "POST", "/api/recipes", `{"title":"Soup"}`); a.status != http.StatusConflict || string(a.body) != `{"error":"Soup","code":"CONFLICT"}` {
			t.Errorf("%d %s", a.status, a.body)
		}
	})
}
