package postgres_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/mcp-adapters/mcp-adapters/internal/database"
	"github.com/mcp-adapters/mcp-adapters/internal/database/postgres"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/pgtest"
)

// notes is the schema of a small system.
var notes = postgres.Schema{
	Name: "notes",
	Migrations: []string{
		"CREATE TABLE notes (title TEXT NOT NULL UNIQUE, text TEXT); CREATE TABLE counts (n INTEGER NOT NULL); INSERT INTO counts VALUES (0)",
		"CREATE INDEX notes_text ON notes (text)",
	},
}

const insertNote = `INSERT INTO notes (title, text) VALUES ($1, $2)`

// open opens a database of notes and closes it with the test.
func open(t *testing.T, url string, s postgres.Schema) *postgres.Database {
	t.Helper()
	db, err := postgres.New(postgres.Options{URL: url, Schema: s})
	if err != nil {
		t.Fatal(err)
	}
	harness.CloseAfter(t, db)
	return db
}

func add(ctx context.Context, db *postgres.Database, title string) error {
	return db.Write(ctx, func(t database.Tx) error {
		_, err := t.Exec(insertNote, title, "Soup.")
		return err
	})
}

func titles(ctx context.Context, db *postgres.Database) (list []string, err error) {
	err = db.Read(ctx, func(t database.Tx) error {
		list = nil
		rows, err := t.Query(`SELECT title FROM notes ORDER BY title`)
		if err != nil {
			return err
		}
		defer func() { _ = rows.Close() }()
		for rows.Next() {
			var title string
			if err := rows.Scan(&title); err != nil {
				return err
			}
			list = append(list, title)
		}
		return rows.Err()
	})
	return list, err
}

func TestPostgres(t *testing.T) {
	t.Parallel()
	s := pgtest.Start(t)
	for name, test := range map[string]func(*testing.T, *pgtest.Server){
		"transactions":         transactions,
		"releases":             releases,
		"rolling":              rolling,
		"rolling from before":  rollingFromBefore,
		"a lock in the way":    lockInTheWay,
		"starts together":      startsTogether,
		"meeting":              meeting,
		"no update is lost":    noUpdateLost,
		"no end of collisions": collisions,
		"full pool":            fullPool,
		"statement limit":      statementLimit,
		"foreign":              foreign,
		"refused":              refused,
		"read only":            readOnly,
		"connections lost":     connectionsLost,
		"commit lost":          commitLost,
		"loose":                loose,
		"encodings":            encodings,
		"client encoding":      clientEncoding,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, s)
		})
	}
}

func transactions(t *testing.T, s *pgtest.Server) {
	ctx := t.Context()
	db := open(t, s.Database(t), notes)
	for _, title := range []string{"Soup", "Stew"} {
		if err := add(ctx, db, title); err != nil {
			t.Fatal(err)
		}
	}
	if err := add(ctx, db, "Soup"); !database.IsUnique(err) {
		t.Errorf("a title that is taken: %v", err)
	}
	failed := errors.New("failed")
	err := db.Write(ctx, func(tx database.Tx) error {
		if n, err := tx.Exec("DELETE FROM notes"); err != nil || n != 2 {
			t.Errorf("%d, %v", n, err)
		}
		return failed
	})
	if !errors.Is(err, failed) {
		t.Error(err)
	}
	err = db.Write(ctx, func(tx database.Tx) error {
		_, _ = tx.Exec("INSERT INTO nowhere VALUES (1)") // forgotten
		return nil
	})
	if err == nil || errors.Is(err, database.ErrUnknown) {
		t.Errorf("a write with a failed statement: %v", err)
	}
	err = db.Read(ctx, func(tx database.Tx) error {
		_, err := tx.Exec(insertNote, "Read", "")
		return err
	})
	if err == nil {
		t.Error("a read has written")
	}
	if got, err := titles(ctx, db); err != nil || !slices.Equal(got, []string{"Soup", "Stew"}) {
		t.Errorf("%v, %v", got, err)
	}
	const one = `SELECT text FROM notes WHERE title = $1`
	var text string
	if err := db.Row(ctx, one, []any{"Stew"}, &text); err != nil || text != "Soup." {
		t.Errorf("a row: %q, %v", text, err)
	}
	if err := db.Row(ctx, one, []any{"Bread"}, &text); !errors.Is(err, sql.ErrNoRows) {
		t.Errorf("a row that isn't there: %v", err)
	}
	if err := db.Check(ctx); err != nil {
		t.Error(err)
	}
	gone, cancel := context.WithCancel(ctx)
	err = db.Write(gone, func(tx database.Tx) error {
		_, err := tx.Exec(insertNote, "Gone", "")
		cancel()
		return err
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("a client that has gone: %v", err)
	}
	if err := errors.Join(db.Close(), db.Close()); err != nil {
		t.Error(err)
	}
	if _, err := titles(ctx, db); !errors.Is(err, database.ErrClosed) {
		t.Error(err)
	}
}

// loose: a statement by itself reads rows, also after a connection was lost.
func loose(t *testing.T, s *pgtest.Server) {
	ctx, url := t.Context(), s.Database(t)
	db := open(t, url, notes)
	if err := add(ctx, db, "Soup"); err != nil {
		t.Fatal(err)
	}
	s.Exec(t, url, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()")
	var title string
	err := db.Loose(ctx, func(query func(string, ...any) (*sql.Rows, error)) error {
		rows, err := query("SELECT title FROM notes WHERE title = $1", "Soup")
		if err != nil {
			return err
		}
		defer func() { _ = rows.Close() }()
		for rows.Next() {
			if err := rows.Scan(&title); err != nil {
				return err
			}
		}
		return rows.Err()
	})
	if err != nil || title != "Soup" {
		t.Errorf("%q, %v", title, err)
	}
	err = db.Loose(ctx, func(query func(string, ...any) (*sql.Rows, error)) error {
		rows, err := query("SELECT nothing")
		if err == nil {
			err = errors.Join(errors.New("it was found"), rows.Close(), rows.Err())
		}
		return err
	})
	if postgres.Code(err) != "42703" {
		t.Error(err)
	}
}

// releases: a later release migrates what a former one has made, which then refuses it.
func releases(t *testing.T, s *pgtest.Server) {
	ctx, url := t.Context(), s.Database(t)
	if err := add(ctx, open(t, url, notes), "Soup"); err != nil {
		t.Fatal(err)
	}
	later := notes
	later.Migrations = append(slices.Clip(notes.Migrations), "ALTER TABLE notes ADD COLUMN author TEXT; UPDATE notes SET author = 'A.'")
	if got, err := titles(ctx, open(t, url, later)); err != nil || !slices.Equal(got, []string{"Soup"}) {
		t.Errorf("%v, %v", got, err)
	}
	if err := open(t, url, notes).Check(ctx); !errors.Is(err, database.ErrNewer) {
		t.Errorf("the former release: %v", err)
	}
	broken := later
	broken.Migrations = append(slices.Clip(later.Migrations), "ALTER TABLE notes ADD COLUMN place TEXT; ALTER TABLE nowhere ADD COLUMN place TEXT")
	if err := open(t, url, broken).Check(ctx); err == nil {
		t.Error("a migration failed and was taken for made")
	}
	if err := open(t, url, later).Check(ctx); err != nil {
		t.Errorf("after a migration that failed: %v", err)
	}
}

// meeting: programs that find no table of versions at the same moment may each try to make
// it, and the server refuses the later ones in one of several ways.
func meeting(t *testing.T, s *pgtest.Server) {
	const programs = 4
	for i := range 25 {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			url := s.Database(t)
			start := make(chan struct{})
			var wg sync.WaitGroup
			for range programs {
				db := open(t, url, notes)
				wg.Go(func() {
					<-start
					if err := db.Check(t.Context()); err != nil {
						t.Error(err)
					}
				})
			}
			close(start)
			wg.Wait()
		})
	}
}

// startsTogether: of programs that start together each migration is made once.
func startsTogether(t *testing.T, s *pgtest.Server) {
	url := s.Database(t)
	var wg sync.WaitGroup
	for i := range 6 {
		db := open(t, url, notes)
		wg.Go(func() {
			if err := add(t.Context(), db, fmt.Sprint("Soup ", i)); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	db := open(t, url, notes)
	if got, err := titles(t.Context(), db); err != nil || len(got) != 6 {
		t.Errorf("%v, %v", got, err)
	}
	var versions, counts int
	err := db.Read(t.Context(), func(tx database.Tx) error {
		return tx.QueryRow("SELECT (SELECT count(*) FROM notes_versions), (SELECT count(*) FROM counts)").Scan(&versions, &counts)
	})
	if err != nil || versions != len(notes.Migrations)+1 || counts != 1 {
		t.Errorf("%d versions, %d counts, %v", versions, counts, err)
	}
}

// noUpdateLost: a rule that a write has checked holds when it is committed.
func noUpdateLost(t *testing.T, s *pgtest.Server) {
	url := s.Database(t)
	replicas := []*postgres.Database{open(t, url, notes), open(t, url, notes)}
	const writers, times = 6, 10
	var wg sync.WaitGroup
	for i := range writers {
		db := replicas[i%len(replicas)]
		wg.Go(func() {
			for range times {
				err := db.Write(t.Context(), func(tx database.Tx) error {
					var n int
					if err := tx.QueryRow("SELECT n FROM counts").Scan(&n); err != nil {
						return err
					}
					_, err := tx.Exec("UPDATE counts SET n = $1", n+1)
					return err
				})
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	var n int
	err := replicas[0].Read(t.Context(), func(tx database.Tx) error { return tx.QueryRow("SELECT n FROM counts").Scan(&n) })
	if err != nil || n != writers*times {
		t.Errorf("%d of %d, %v", n, writers*times, err)
	}
}

// collisions that never end are given up after a bounded time.
func collisions(t *testing.T, s *pgtest.Server) {
	db := open(t, s.Database(t), notes)
	tries := 0
	err := db.Write(t.Context(), func(tx database.Tx) error {
		tries++
		_, err := tx.Exec(`DO $$ BEGIN RAISE EXCEPTION 'collided' USING ERRCODE = '40001'; END $$`)
		return err
	})
	if !errors.Is(err, database.ErrBusy) || tries < 2 {
		t.Errorf("%v after %d tries", err, tries)
	}
}

// fullPool: who finds no connection waits for one, until the context ends.
func fullPool(t *testing.T, s *pgtest.Server) {
	db := open(t, s.Database(t)+"&pool_max_conns=1", notes)
	err := db.Read(t.Context(), func(database.Tx) error {
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		defer cancel()
		if err := add(ctx, db, "Soup"); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("without a connection: %v", err)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	if err := add(t.Context(), db, "Soup"); err != nil {
		t.Error(err)
	}
}

func statementLimit(t *testing.T, s *pgtest.Server) {
	db := open(t, s.Database(t)+"&statement_timeout=50", notes)
	err := db.Read(t.Context(), func(tx database.Tx) error {
		_, err := tx.Exec("SELECT pg_sleep(60)")
		return err
	})
	if !errors.Is(err, database.ErrBusy) {
		t.Error(err)
	}
}

// foreign: another program's table is left alone.
func foreign(t *testing.T, s *pgtest.Server) {
	url := s.Database(t)
	s.Exec(t, url, "CREATE TABLE notes (mine TEXT)")
	if err := open(t, url, notes).Check(t.Context()); !errors.Is(err, database.ErrForeign) {
		t.Error(err)
	}
}

// sibling is the address of another database on a server.
func sibling(t *testing.T, address, name string) string {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	u.Path = "/" + name
	return u.String()
}

func refused(t *testing.T, s *pgtest.Server) {
	if err := open(t, sibling(t, s.Database(t), "none"), notes).Check(t.Context()); !errors.Is(err, database.ErrRefused) {
		t.Errorf("no such database: %v", err)
	}
	_, err := postgres.New(postgres.Options{URL: "postgres://cook:se%cret@example.com/notes", Schema: notes})
	if err == nil || strings.Contains(err.Error(), "cret") {
		t.Errorf("a URL that is none: %v", err)
	}
}

// connectionsLost: a connection that is lost before the commit is not noticed.
func connectionsLost(t *testing.T, s *pgtest.Server) {
	url := s.Database(t)
	db := open(t, url, notes)
	tries := 0
	err := db.Write(t.Context(), func(tx database.Tx) error {
		if _, err := tx.Exec(insertNote, "Soup", ""); err != nil {
			return err
		}
		if tries++; tries == 1 {
			s.Exec(t, url, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()")
		}
		_, err := tx.Exec(insertNote, "Stew", "")
		return err
	})
	if err != nil || tries != 2 {
		t.Errorf("%v after %d tries", err, tries)
	}
	if got, err := titles(t.Context(), db); err != nil || !slices.Equal(got, []string{"Soup", "Stew"}) {
		t.Errorf("%v, %v", got, err)
	}
}

// readOnly has a server take no writes, as one that was demoted, and then take them again.
func readOnly(t *testing.T, s *pgtest.Server) {
	at := s.Database(t)
	first := open(t, at, notes)
	if err := first.Check(t.Context()); err != nil {
		t.Fatal(err)
	}
	u, _ := url.Parse(at)
	name := strings.TrimPrefix(u.Path, "/")
	s.Exec(t, at, `ALTER DATABASE "`+name+`" SET default_transaction_read_only = on`)
	db := open(t, at, notes)
	if err := db.Check(t.Context()); !errors.Is(err, database.ErrReadOnly) || !errors.Is(err, database.ErrUnavailable) {
		t.Errorf("a server that takes no writes: %v", err)
	}
	if _, err := titles(t.Context(), db); err != nil {
		t.Errorf("it can be read: %v", err)
	}
	if err := add(t.Context(), db, "Soup"); !errors.Is(err, database.ErrReadOnly) {
		t.Errorf("a write: %v", err)
	}
	if err := first.Write(t.Context(), func(tx database.Tx) error {
		_, err := tx.Exec(`ALTER DATABASE "` + name + `" RESET default_transaction_read_only`)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	// A connection keeps what it began with. The look that finds it out ends it.
	_ = db.Check(t.Context())
	if err := db.Check(t.Context()); err != nil {
		t.Errorf("a server that takes writes again: %v", err)
	}
}

// TestPostgres_Crash: what was acknowledged is there after a crash of the server,
// which is reported while it lasts.
func TestPostgres_Crash(t *testing.T) {
	t.Parallel()
	s := pgtest.Start(t)
	db := open(t, s.Database(t), notes)
	if err := add(t.Context(), db, "Soup"); err != nil {
		t.Fatal(err)
	}
	s.Kill(t)
	if err := add(t.Context(), db, "Stew"); !errors.Is(err, database.ErrUnavailable) {
		t.Errorf("without a server: %v", err)
	}
	s.Restart(t)
	if got, err := titles(t.Context(), db); err != nil || !slices.Equal(got, []string{"Soup"}) {
		t.Errorf("%v, %v", got, err)
	}
}
