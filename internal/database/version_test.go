package database_test

import (
	"context"
	"errors"
	"path/filepath"
	"sync"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/database"
)

// The version changes with each commit, whoever makes it, and not with reads.
func TestDatabase_Version(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "notes.db")
	db, other := open(t, path, notes), open(t, path, notes)
	seen := map[string]bool{}
	version := func() string {
		t.Helper()
		v, err := db.Version(t.Context())
		if err != nil || v == "" {
			t.Fatal(v, err)
		}
		return v
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for _, step := range []struct {
		name    string
		do      func() error
		changes bool
	}{
		{"the first", func() error { return nil }, true},
		{"nothing", func() error { return nil }, false},
		{"a read", func() error { _, err := titles(t.Context(), db); return err }, false},
		{"a write", func() error { return add(t.Context(), db, "1") }, true},
		{"a read after it", func() error { _, err := titles(t.Context(), db); return err }, false},
		{"a write of another", func() error { return add(t.Context(), other, "2") }, true},
		{"a second one", func() error { return add(t.Context(), other, "3") }, true},
		{"a call that was cancelled", func() error { _, _ = db.Version(ended); return nil }, false},
		{"restored from a backup of itself", func() error {
			file := filepath.Join(t.TempDir(), "backup.db")
			if _, err := notes.Backup(t.Context(), path, file); err != nil {
				return err
			}
			if err := errors.Join(db.Close(), other.Close()); err != nil {
				return err
			}
			_, err := notes.Restore(t.Context(), path, file)
			db = open(t, path, notes)
			return err
		}, true},
	} {
		if err := step.do(); err != nil {
			t.Fatalf("%s: %v", step.name, err)
		}
		v := version()
		if seen[v] == step.changes {
			t.Errorf("%s: version %s, and before %v", step.name, v, seen)
		}
		seen[v] = true
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if v, err := db.Version(t.Context()); !errors.Is(err, database.ErrClosed) || v != "" {
		t.Errorf("closed: %q, %v", v, err)
	}
}

// While others write, what was read under a version is what is there as long as that stays.
func TestDatabase_VersionIsTrue(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "notes.db")
	db, other := open(t, path, notes), open(t, path, notes)
	var written sync.Map // titles
	var writing sync.WaitGroup
	for _, by := range []*database.Database{db, other} {
		writing.Go(func() {
			for i := range 30 {
				title := string(rune('a'+i)) + map[bool]string{true: "1", false: "2"}[by == db]
				if err := add(t.Context(), by, title); err != nil {
					t.Error(err)
				}
				written.Store(title, true)
			}
		})
	}
	done := make(chan struct{})
	go func() { writing.Wait(); close(done) }()
	known, list := "", 0
	for running := true; running; {
		select {
		case <-done:
			running = false
		default:
		}
		atLeast := 0
		written.Range(func(any, any) bool { atLeast++; return true })
		v, err := db.Version(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if v != known {
			now, err := titles(t.Context(), db)
			if err != nil {
				t.Fatal(err)
			}
			known, list = v, len(now)
		}
		if list < atLeast {
			t.Fatalf("version %s is that of %d notes, where there are %d", v, list, atLeast)
		}
	}
}
