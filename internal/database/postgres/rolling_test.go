package postgres_test

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/database"
	"github.com/mcp-adapters/mcp-adapters/internal/database/postgres"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/pgtest"
)

// with is a later release of the notes, with more steps.
func with(steps ...string) postgres.Schema {
	s := notes
	s.Migrations = append(slices.Clip(notes.Migrations), steps...)
	return s
}

const (
	expands   = "-- oldest: 2\nALTER TABLE notes ADD COLUMN author TEXT NOT NULL DEFAULT 'A.'"
	contracts = "ALTER TABLE notes DROP COLUMN text"
	// followed is as the release after the one that has expanded may contract.
	followed = "-- oldest: 3\nALTER TABLE notes DROP COLUMN text"
)

// checkUses has a database read, and write a note, with that outcome.
func checkUses(t *testing.T, name string, db *postgres.Database, want error) {
	t.Helper()
	_, read := titles(t.Context(), db)
	if write := add(t.Context(), db, name); !errors.Is(read, want) || !errors.Is(write, want) || want == nil && errors.Join(read, write) != nil {
		t.Errorf("%s: %v, %v", name, read, write)
	}
}

// rolling: programs go on with what a later release has made, those that ran and those that
// start, as long as it says that they can.
func rolling(t *testing.T, s *pgtest.Server) {
	url := s.Database(t)
	running := open(t, url, notes)
	checkUses(t, "running", running, nil)
	next := open(t, url, with(expands))
	checkUses(t, "next", next, nil)
	running.Doubt()
	checkUses(t, "running, after that", running, nil)
	checkUses(t, "started after that", open(t, url, notes), nil)

	last := open(t, url, with(expands, followed))
	if err := last.Check(t.Context()); err != nil {
		t.Fatal(err)
	}
	running.Doubt()
	checkUses(t, "two releases behind", running, database.ErrNewer)
	checkUses(t, "started two releases behind", open(t, url, notes), database.ErrNewer)
	next.Doubt()
	if err := next.Check(t.Context()); err != nil {
		t.Errorf("one release behind: %v", err)
	}
	if err := open(t, url, with(expands)).Check(t.Context()); err != nil {
		t.Errorf("started one release behind: %v", err)
	}
	again := open(t, url, with(expands, followed, "CREATE TABLE more (n INTEGER)"))
	if err := again.Check(t.Context()); err != nil {
		t.Fatal(err)
	}
	last.Doubt()
	if err := last.Check(t.Context()); !errors.Is(err, database.ErrNewer) {
		t.Errorf("a step that says nothing admits the release before: %v", err)
	}
}

// rollingFromBefore: tables of a release that noted nothing beside their version.
func rollingFromBefore(t *testing.T, s *pgtest.Server) {
	for name, row := range map[string]struct {
		step string
		want error
	}{"expands": {expands, nil}, "contracts": {contracts, database.ErrNewer}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			url := s.Database(t)
			former := open(t, url, notes)
			checkUses(t, "former", former, nil)
			s.Exec(t, url, "ALTER TABLE notes_versions DROP COLUMN oldest")
			former.Doubt()
			checkUses(t, "the same release", former, nil)
			checkUses(t, "the same release, started", open(t, url, notes), nil)
			var both sync.WaitGroup
			for range 2 {
				db := open(t, url, with(row.step))
				both.Go(func() {
					if err := db.Check(t.Context()); err != nil {
						t.Error(err)
					}
				})
			}
			both.Wait()
			former.Doubt()
			checkUses(t, "after the next", former, row.want)
			// What a release that noted nothing has made is for no older one.
			s.Exec(t, url, "ALTER TABLE notes_versions DROP COLUMN oldest")
			if err := open(t, url, notes).Check(t.Context()); !errors.Is(err, database.ErrNewer) {
				t.Errorf("nothing is noted: %v", err)
			}
		})
	}
}

// lockInTheWay: a migration waits for who works with a table, but not for long, since all who come
// later wait for it.
func lockInTheWay(t *testing.T, s *pgtest.Server) {
	url := s.Database(t)
	running := open(t, url, notes)
	checkUses(t, "running", running, nil)
	next := open(t, url, with(expands))
	err := running.Read(t.Context(), func(tx database.Tx) error {
		var n int
		if err := tx.QueryRow("SELECT count(*) FROM notes").Scan(&n); err != nil {
			return err
		}
		if err := next.Check(t.Context()); !errors.Is(err, database.ErrBusy) {
			t.Errorf("migrated under a transaction: %v", err)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	if err := next.Check(context.WithoutCancel(t.Context())); err != nil {
		t.Error(err)
	}
	checkUses(t, "running, after that", running, nil)
}
