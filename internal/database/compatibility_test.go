package database_test

import (
	"errors"
	"path/filepath"
	"slices"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/database"
)

func TestOldest(t *testing.T) {
	t.Parallel()
	for name, row := range map[string]struct {
		steps []string
		want  int
	}{
		"nothing said":                 {[]string{"CREATE", "ALTER"}, 2},
		"for older ones":               {[]string{"CREATE", "-- oldest: 1\nALTER"}, 1},
		"Windows line ends":            {[]string{"CREATE", "-- oldest: 1\r\nALTER"}, 1},
		"a later one says nothing":     {[]string{"CREATE", "-- oldest: 1\nALTER", "DROP"}, 3},
		"one before said nothing":      {[]string{"CREATE", "ALTER", "-- oldest: 1\nALTER"}, 2},
		"for the one before alone":     {[]string{"CREATE", "-- oldest: 1\nALTER", "-- oldest: 2\nDROP"}, 2},
		"later than itself":            {[]string{"CREATE", "-- oldest: 7\nALTER"}, 2},
		"no number":                    {[]string{"CREATE", "-- oldest: one\nALTER"}, 2},
		"not in the first line":        {[]string{"CREATE", "-- A column.\n-- oldest: 1\nALTER"}, 2},
		"no steps, which none are for": {nil, 0},
	} {
		if got := database.Oldest(row.steps); got != row.want {
			t.Errorf("%s: %d, want %d", name, got, row.want)
		}
	}
}

// with is a later release of the notes, with more steps.
func with(steps ...string) database.Schema {
	s := notes
	s.Migrations = append(slices.Clip(notes.Migrations), steps...)
	return s
}

const (
	expands  = "-- oldest: 1\nALTER TABLE notes ADD COLUMN author TEXT NOT NULL DEFAULT 'A.'"
	followed = "-- oldest: 2\nUPDATE notes SET author = 'B.'"
)

// TestDatabase_Releases: programs go on with what a later release has made of their file, those
// that have it open and those that open it, as long as it says that they can.
func TestDatabase_Releases(t *testing.T) {
	t.Parallel()
	ctx, path := t.Context(), filepath.Join(t.TempDir(), "notes.db")
	check := func(name string, db *database.Database, want error) {
		t.Helper()
		if err := add(ctx, db, name); !errors.Is(err, want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	migrate := func(s database.Schema) *database.Database {
		t.Helper()
		db := open(t, path, s)
		if err := db.Check(ctx); err != nil {
			t.Fatal(err)
		}
		return db
	}
	running := open(t, path, notes)
	check("running", running, nil)
	next := migrate(with(expands))
	check("running, after the next", running, nil)
	check("opened after the next", open(t, path, notes), nil)
	if list, err := titles(ctx, next); err != nil || len(list) != 3 {
		t.Errorf("%q, %v", list, err)
	}

	migrate(with(expands, followed))
	check("two releases behind", running, database.ErrNewer)
	check("opened two releases behind", open(t, path, notes), database.ErrNewer)
	if err := open(t, path, with(expands)).Check(ctx); err != nil {
		t.Errorf("opened one release behind: %v", err)
	}
	check("one release behind", next, nil)

	migrate(with(expands, followed, "CREATE TABLE more (n INTEGER)"))
	check("after a step that says nothing", next, database.ErrNewer)
}

// TestSchema_Newer: a backup of what a later release has migrated, made and restored by one that
// can go on with it.
func TestSchema_Newer(t *testing.T) {
	t.Parallel()
	ctx, dir := t.Context(), t.TempDir()
	path, file := filepath.Join(dir, "notes.db"), filepath.Join(dir, "backup.db")
	db := database.New(database.Options{Path: path, Schema: with(expands)})
	if err := errors.Join(add(ctx, db, "Soup"), db.Close()); err != nil {
		t.Fatal(err)
	}
	if n, err := notes.Backup(ctx, path, file); n != 1 || err != nil {
		t.Fatal(n, err)
	}
	if done, err := notes.Restore(ctx, path, file); done.Count != 1 || err != nil {
		t.Fatal(done, err)
	}
	checkHeld(t, path, []string{"Soup"})
	later := with("CREATE TABLE more (n INTEGER)")
	other := filepath.Join(dir, "other.db")
	db = database.New(database.Options{Path: other, Schema: later})
	if err := errors.Join(add(ctx, db, "Stew"), db.Close()); err != nil {
		t.Fatal(err)
	}
	if _, err := notes.Restore(ctx, path, other); !errors.Is(err, database.ErrNewer) {
		t.Errorf("restored what it can't go on with: %v", err)
	}
	checkHeld(t, path, []string{"Soup"})
}
