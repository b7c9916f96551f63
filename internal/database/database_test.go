package database_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/mcp-adapters/mcp-adapters/internal/database"
)

// notes is the schema of a small system.
var notes = database.Schema{
	Name:          "notebook",
	ApplicationID: 0x4e6f7465,
	Migrations:    []string{"CREATE TABLE notes (title TEXT NOT NULL UNIQUE, text TEXT) STRICT"},
	Count:         "SELECT count(*) FROM notes",
}

const (
	insertNote   = `INSERT INTO notes (title, text) VALUES (?, ?)`
	selectTitles = `SELECT title FROM notes ORDER BY title`
)

// open opens a file of notes and closes it with the test.
func open(t *testing.T, path string, s database.Schema) *database.Database {
	t.Helper()
	db := database.New(database.Options{Path: path, Schema: s, Reads: []string{selectTitles}, Writes: []string{insertNote}})
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	return db
}

func add(ctx context.Context, db *database.Database, title string) error {
	return db.Write(ctx, func(t database.Tx) error {
		_, err := t.Exec(insertNote, title, strings.Repeat("Soup. ", 100))
		return err
	})
}

func titles(ctx context.Context, db *database.Database) (list []string, err error) {
	err = db.Read(ctx, func(t database.Tx) error {
		list = nil
		rows, err := t.Query(selectTitles)
		if err != nil {
			return err
		}
		for rows.Next() {
			var title string
			if err := rows.Scan(&title); err != nil {
				return err
			}
			list = append(list, title)
		}
		return errors.Join(rows.Err(), rows.Close())
	})
	return list, err
}

// leave leaves a file of n notes and no log beside it.
func leave(t *testing.T, path string, n int) {
	t.Helper()
	db := database.New(database.Options{Path: path, Schema: notes})
	for i := range n {
		if err := add(t.Context(), db, fmt.Sprint("Soup ", i)); err != nil {
			t.Fatal(err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
}

// held is what a file holds.
func held(t *testing.T, path string) []string {
	t.Helper()
	db := database.New(database.Options{Path: path, Schema: notes})
	list, err := titles(t.Context(), db)
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	return list
}

func checkHeld(t *testing.T, path string, want []string) {
	t.Helper()
	if d := cmp.Diff(want, held(t, path)); d != "" {
		t.Errorf("%s: %s", filepath.Base(path), d)
	}
}

var justRestored = []string{"Restored"}

// household is a closed file of n notes, none if n is 0, and a backup of another
// with one note, "Restored".
func household(t *testing.T, n int) (path, file string) {
	t.Helper()
	path, file = filepath.Join(t.TempDir(), "notes.db"), filepath.Join(t.TempDir(), "backup.db")
	if n > 0 {
		leave(t, path, n)
	}
	other := filepath.Join(t.TempDir(), "other.db")
	if err := add(t.Context(), open(t, other, notes), "Restored"); err != nil {
		t.Fatal(err)
	}
	if count, err := notes.Backup(t.Context(), other, file); err != nil || count != 1 {
		t.Fatal(count, err)
	}
	return path, file
}

func readFile(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func writeFile(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func namesIn(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	names := []string{}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

func zeroLastPage(t *testing.T, path string) {
	t.Helper()
	data := []byte(readFile(t, path))
	clear(data[len(data)-4096:])
	writeFile(t, path, string(data))
}

// TestDatabase is another system than recipes, from its first write to a later
// release of it.
func TestDatabase(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "notes.db")
	db := open(t, path, notes)
	if _, err := os.Stat(path); err == nil {
		t.Error("New made a file")
	}
	for _, title := range []string{"Soup", "Stew"} {
		if err := add(t.Context(), db, title); err != nil {
			t.Fatal(err)
		}
	}
	if err := add(t.Context(), db, "Soup"); !database.IsUnique(err) {
		t.Errorf("a title that is taken: %v", err)
	}
	failed := errors.New("failed")
	err := db.Write(t.Context(), func(tx database.Tx) error {
		if n, err := tx.Exec("DELETE FROM notes"); err != nil || n != 2 {
			t.Errorf("%d, %v", n, err)
		}
		return failed
	})
	if !errors.Is(err, failed) {
		t.Error(err)
	}
	err = db.Read(t.Context(), func(tx database.Tx) error {
		_, err := tx.Exec(insertNote, "Read", "")
		return err
	})
	if err == nil {
		t.Error("a read has written")
	}
	for _, one := range []string{selectTitles, `SELECT title FROM notes WHERE text <> $1 ORDER BY title`} { // prepared, and not
		var title string
		args := make([]any, strings.Count(one, "$1"))
		if err := db.Row(t.Context(), one, args, &title); len(args) == 0 && (err != nil || title != "Soup") || len(args) > 0 && !errors.Is(err, sql.ErrNoRows) {
			t.Errorf("%s: %q, %v", one, title, err)
		}
	}
	if err := db.Row(t.Context(), `DELETE FROM notes RETURNING title`, nil, new(string)); err == nil {
		t.Error("a read has written")
	}
	later := notes
	later.Migrations = append(slices.Clip(notes.Migrations), "ALTER TABLE notes ADD COLUMN author TEXT")
	if got, err := titles(t.Context(), open(t, path, later)); err != nil || !slices.Equal(got, []string{"Soup", "Stew"}) {
		t.Errorf("%v, %v", got, err)
	}
	if err := open(t, path, notes).Check(t.Context()); !errors.Is(err, database.ErrNewer) {
		t.Errorf("the former release: %v", err)
	}
	if err := errors.Join(db.Close(), db.Close()); err != nil {
		t.Error(err)
	}
	if _, err := titles(t.Context(), db); !errors.Is(err, database.ErrClosed) {
		t.Error(err)
	}
}

// TestBusyCode has the codes themselves: some come only when a crowd of processes
// meets, and a protocol error after 10 seconds of SQLite's own sleep.
func TestBusyCode(t *testing.T) {
	t.Parallel()
	for code, want := range map[int]bool{
		sqlite3.SQLITE_BUSY: true, sqlite3.SQLITE_BUSY_SNAPSHOT: true, sqlite3.SQLITE_BUSY_RECOVERY: true,
		sqlite3.SQLITE_LOCKED: true, sqlite3.SQLITE_LOCKED_SHAREDCACHE: true, sqlite3.SQLITE_PROTOCOL: true,
		0: false, sqlite3.SQLITE_FULL: false, sqlite3.SQLITE_IOERR: false, sqlite3.SQLITE_CORRUPT: false,
		sqlite3.SQLITE_READONLY: false, sqlite3.SQLITE_CONSTRAINT_UNIQUE: false, sqlite3.SQLITE_INTERRUPT: false,
	} {
		if got := database.BusyCode(code); got != want {
			t.Errorf("code %d is tried again: %v", code, got)
		}
	}
}

// TestDenied tells a file that may not be opened from other failures.
func TestDenied(t *testing.T) {
	t.Parallel()
	err := fmt.Errorf("make the database file: %w", &fs.PathError{Op: "open", Path: "portfolio.db", Err: syscall.EACCES})
	if got := database.Classify(err); !errors.Is(got, database.ErrDenied) || !errors.Is(got, err) {
		t.Error(got)
	}
}
