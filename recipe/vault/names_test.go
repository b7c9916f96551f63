package vault_test

import (
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mcp-adapters/mcp-adapters/recipe/vault"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault/family"
)

// addName adds a family. If it is refused since its name is taken, it returns what was said.
func addName(t *testing.T, v *vault.Vault, name string) (refusal string) {
	t.Helper()
	_, err := v.Registry().Add(t.Context(), family.New{Name: name})
	if e, ok := errors.AsType[*family.Error](err); ok && e.Kind == family.Conflict && e.Field == "name" {
		return e.Message
	}
	if err != nil {
		t.Errorf("%s: %v", name, err)
	}
	return ""
}

func familyNames(t *testing.T, v *vault.Vault) (names []string) {
	t.Helper()
	all, err := v.Registry().List(t.Context(), "", 999)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range all {
		names = append(names, f.Name)
	}
	return names
}

func taken(by string) string { return fmt.Sprintf("there is a family with the name %q already", by) }

// TestFamilies_Names has each store refuse the same names: those that differ from another in case
// alone, of letters of any script, or in how an accent is encoded.
func TestFamilies_Names(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, place func() string) {
		v := open(t, vault.Options{Path: place()})
		for _, row := range [][2]string{
			{"smith", ""}, {"Smith", "smith"}, {"smith", "smith"}, {"Émile", ""}, {"émile", "Émile"}, {"E\u0301MILE", "Émile"},
			{"Emile", ""}, {"Straße", ""}, {"STRASSE", "Straße"}, {"Ωμέγα", ""}, {"ωμέγα", "Ωμέγα"}, {"smiths", ""},
			{"istanbul", ""}, {"İstanbul", "istanbul"}, {"I\u0307STANBUL", "istanbul"}, {"ISTANBUL", "istanbul"}, {"Işıl", ""}, {"ışıl", "Işıl"}, {"IŞIL", "Işıl"},
		} {
			want := ""
			if row[1] != "" {
				want = taken(row[1])
			}
			if got := addName(t, v, row[0]); got != want {
				t.Errorf("%s: %q", row[0], got)
			}
		}
	})
}

// TestFamilies_NamesMeanwhile adds a family in the middle of the addition of another that has its
// name but for case. One of them is refused.
func TestFamilies_NamesMeanwhile(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, place func() string) {
		path := place()
		v := open(t, vault.Options{Path: path})
		addName(t, v, "jones")
		var second string
		adding, wait := pausing(t, path, "INSERT INTO families", func() { second = addName(t, v, "émile") })
		first := addName(t, adding, "Émile")
		wait()
		names := familyNames(t, v)
		if len(names) != 2 || first != taken("émile") && second != taken("Émile") {
			t.Errorf("%q: %q, %q", names, first, second)
		}
	})
}

// TestFamilies_NamesFromBefore opens a database that has two names of which only one could be added
// today, and one to which a replica of an earlier release adds such a name. Both families stay, and
// neither name is given to a third as long as one of them is there.
func TestFamilies_NamesFromBefore(t *testing.T) {
	t.Parallel()
	const before = `INSERT INTO families (id, name, created_at) VALUES ('1', 'Doe', ''), ('2', 'doe', ''), ('3', 'Émile', ''), ('4', 'smith', ''), ('5', 'jones', '')`
	onBoth(t, func(t *testing.T, place func() string) {
		path := place()
		db := rawDB(t, path)
		release(t, path, db, 7)
		execSQL(t, db, before)
		v := open(t, vault.Options{Path: path})
		if d := cmp.Diff([]string{"Doe", "doe", "jones", "smith", "Émile"}, familyNames(t, v)); d != "" {
			t.Error(d)
		}
		refused := func(name, by string) {
			t.Helper()
			if got := addName(t, v, name); got != taken(by) {
				t.Errorf("%s: %q", name, got)
			}
		}
		refused("émile", "Émile")
		addName(t, v, "brown") // which stores keys
		refused("émile", "Émile")
		refused("JONES", "jones")
		refused("DOE", "Doe")
		if _, err := v.Registry().Remove(t.Context(), "Doe", family.Fate{}); err != nil {
			t.Error(err)
		}
		refused("DOE", "doe")
		addName(t, v, "white")
		refused("DOE", "doe")
		execSQL(t, db, `INSERT INTO families (id, name, created_at) VALUES ('6', 'Later', ''), ('7', 'BROWN', '')`) // by an earlier release
		refused("LATER", "Later")
		refused("Brown", "brown")
		if d := cmp.Diff([]string{"BROWN", "Later", "brown", "doe", "jones", "smith", "white", "Émile"}, familyNames(t, v)); d != "" {
			t.Error(d)
		}
	})
}

// release makes a database as the release has left it that knew versions up to this one.
func release(t *testing.T, path string, db *sql.DB, version int) {
	t.Helper()
	dir := "migrations"
	after := fmt.Sprintf("PRAGMA application_id = %d; PRAGMA user_version = %d", 0x52656356, version)
	if onServer(path) {
		dir = "postgres/migrations"
		after = fmt.Sprintf(`CREATE TABLE vault_versions (version INTEGER PRIMARY KEY, made_at TIMESTAMPTZ NOT NULL DEFAULT now(), oldest INTEGER);
			INSERT INTO vault_versions (version) SELECT generate_series(0, %d)`, version)
	}
	steps, err := filepath.Glob(filepath.FromSlash(dir + "/*.sql"))
	if err != nil || len(steps) < version {
		t.Fatal(steps, err)
	}
	for _, step := range steps[:version] {
		text, err := os.ReadFile(step)
		if err != nil {
			t.Fatal(err)
		}
		execSQL(t, db, string(text))
	}
	execSQL(t, db, after)
}
