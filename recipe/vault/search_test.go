package vault_test

import (
	"database/sql"
	"fmt"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mcp-adapters/mcp-adapters/recipe/vault"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault/family"
)

// A file from before searches is searched as if it had always had them, also if the first
// program that wanted to change it was killed.
func TestSearch_FromBefore(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "recipes.db")
	fromBefore(t, path, "Onion Soup", " Miso soup", "Stew")
	db := rawDB(t, path)
	execSQL(t, db, `INSERT INTO ingredients (recipe_id, position, id, name) SELECT id, 0, id, 'Würzige Zwiebeln' FROM recipes WHERE title = 'Stew'`)
	bad := newSchema(t, path, "CREATE TABLE recipes (x)") // fails after the search was made
	checkDatabaseError(t, inProcess(bad).do(t, "GET", "/api/recipes?query=soup", ""))
	c := inProcess(open(t, vault.Options{Path: path}))
	for query, want := range map[string][]string{"soups": {" Miso soup", "Onion Soup"}, "wurzig": {"Stew"}, "onion": {"Onion Soup"}} {
		if got := c.page(t, "query="+query).titles; !cmp.Equal(got, want) {
			t.Errorf("%s finds %q", query, got)
		}
	}
	if titles, _ := c.pages(t, "limit=1"); !cmp.Equal(titles, []string{" Miso soup", "Onion Soup", "Stew"}) {
		t.Errorf("by page: %q", titles)
	}
}

// A backup is searched as the vault is whose it is.
func TestSearch_Backup(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "recipes.db")
	c := inProcess(open(t, vault.Options{Path: path}))
	gone := c.create(t, `{"title":"Gone soup"}`)
	for _, body := range []string{`{"title":"Soup"}`, `{"title":"Stew"}`, `{"title":"Another soup"}`} {
		c.create(t, body)
	}
	if a := c.do(t, "DELETE", "/api/recipes/"+gone, ""); a.status != 204 {
		t.Fatalf("%d %s", a.status, a.body)
	}
	target := filepath.Join(t.TempDir(), "backup.db")
	if n, err := vault.Backup(t.Context(), path, target); n != 3 || err != nil {
		t.Fatal(n, err)
	}
	copied := open(t, vault.Options{Path: target})
	if err := copied.Check(t.Context()); err != nil {
		t.Error(err)
	}
	if got := inProcess(copied).page(t, "query=soup").titles; !cmp.Equal(got, []string{"Another soup", "Soup"}) {
		t.Errorf("the backup finds %q", got)
	}
}

// A family's search finds its recipes alone and all of them, whatever has made them its own; so
// does that of the server's key, which looks among all.
func TestSearch_Families(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, place func() string) {
		path := place()
		v := open(t, vault.Options{Path: path, Key: serverKey})
		c := inProcess(v).with(serverKey)
		check := func(when string, by client, want ...string) {
			t.Helper()
			for _, query := range []string{"query=sou", "query=soups", "query=SOUP+leek", "ingredient=leek"} {
				if got := by.page(t, query).titles; !slices.Equal(got, want) {
					t.Errorf("%s: %s finds %q, want %q", when, query, got, want)
				}
				if total := by.do(t, "GET", "/api/recipes?limit=1&total=true&"+query, "").header.Get("X-Total-Count"); total != fmt.Sprint(len(want)) {
					t.Errorf("%s: %s counts %s, want %d", when, query, total, len(want))
				}
			}
		}
		soup := func(by client, title string) string {
			return by.create(t, `{"title":"`+title+` soup","ingredients":[{"name":"Leeks"}]}`)
		}
		soup(c.as("alice@example.com"), "Alice's")
		soup(c.as("left@example.com"), "Left")
		soup(c, "Nobody's")
		check("one household", c.as("bob@example.com"), "Alice's soup", "Left soup", "Nobody's soup")
		addFamilies(t, v)
		bob, kate := c.as("bob@example.com"), c.as("kate@example.com")
		check("a member's come along", bob, "Alice's soup")
		soup(bob, "Bob's")
		pie := kate.create(t, `{"title":"Kate's pie"}`)
		check("another's", kate)
		kate.do(t, "PUT", "/api/recipes/"+pie, `{"title":"Kate's soup","ingredients":[{"name":"leek"}]}`)
		check("changed", kate, "Kate's soup")
		c.do(t, "PUT", "/api/recipes/"+pie, `{"title":"Kates soup"}`)
		check("changed by the server's key", kate, "Kates soup")
		check("all", c, "Alice's soup", "Bob's soup", "Kates soup", "Left soup", "Nobody's soup")

		r := v.Registry()
		if _, err := r.AddMember(t.Context(), "smith", "left@example.com"); err != nil {
			t.Fatal(err)
		}
		check("one more member", bob, "Alice's soup", "Bob's soup", "Left soup")
		if _, err := r.Adopt(t.Context(), "jones", "kate@example.com"); err != nil {
			t.Fatal(err)
		}
		check("adopted", kate, "Kates soup", "Nobody's soup")
		if _, err := r.Remove(t.Context(), "smith", family.Fate{To: "jones"}); err != nil {
			t.Fatal(err)
		}
		check("given to another family", kate, "Alice's soup", "Bob's soup", "Kates soup", "Left soup", "Nobody's soup")
		if !onServer(path) {
			filedApart(t, rawDB(t, path))
		}
		if _, err := r.Add(t.Context(), family.New{Name: "last", Members: []string{"dan@example.com"}}); err != nil {
			t.Fatal(err)
		}
		soup(c.as("dan@example.com"), "Dan's")
		if _, err := r.Remove(t.Context(), "jones", family.Fate{Release: true}); err != nil {
			t.Fatal(err)
		}
		check("the last family's", c.as("dan@example.com"), "Dan's soup")
		check("released", c, "Alice's soup", "Bob's soup", "Dan's soup", "Kates soup", "Left soup", "Nobody's soup")
	})
}

// filedApart holds that nothing of any family is in the part of the index that a search of another
// one, or of none, reads.
func filedApart(t *testing.T, db *sql.DB) {
	t.Helper()
	var untagged, own, all int
	err := db.QueryRowContext(t.Context(), `SELECT (SELECT count(*) FROM search WHERE search MATCH '"tsoup"* OR "usoup"'), count(*), (SELECT count(*) FROM recipes)
		FROM families CROSS JOIN search WHERE search MATCH '"f' || replace(id, '-', '') || 'usoup"'`).Scan(&untagged, &own, &all)
	if err != nil || untagged != 0 || own != all {
		t.Errorf("%d are found without a family, %d of %d with theirs: %v", untagged, own, all, err)
	}
}

// A file from before searches were of a family finds what it had.
func TestSearch_FamiliesFromBefore(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "recipes.db")
	before := vault.New(vault.Options{Path: path, Key: serverKey})
	addFamilies(t, before)
	c := inProcess(before).with(serverKey)
	c.as("alice@example.com").create(t, `{"title":"Soup"}`)
	c.as("carol@example.com").create(t, `{"title":"Soup"}`)
	c.create(t, `{"title":"Nobody's soup"}`)
	if err := before.Close(); err != nil {
		t.Fatal(err)
	}
	db := rawDB(t, path)
	execSQL(t, db, `UPDATE documents SET family = ''`)
	execSQL(t, db, `DELETE FROM search`)
	execSQL(t, db, `INSERT INTO search (rowid, terms) SELECT document, 'tsoup usoup' FROM documents`)
	execSQL(t, db, `ALTER TABLE documents DROP COLUMN family`)
	execSQL(t, db, `DROP INDEX families_name_key; ALTER TABLE families DROP COLUMN name_key`)
	execSQL(t, db, `PRAGMA user_version = 5`)
	bad := newSchema(t, path, "CREATE TABLE recipes (x)") // fails after the migration
	checkDatabaseError(t, inProcess(bad).do(t, "GET", "/api/recipes", ""))
	c = inProcess(open(t, vault.Options{Path: path, Key: serverKey})).with(serverKey)
	for by, want := range map[*client]int{new(c.as("alice@example.com")): 1, new(c.as("carol@example.com")): 1, &c: 3} {
		if got := by.page(t, "query=soups").titles; len(got) != want {
			t.Errorf("%q, want %d", got, want)
		}
	}
}
