package store_test

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/appbuilder/store"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/pgtest"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

// TestDump takes everything from a database of either kind to one of either kind, in place of
// what was there.
func TestDump(t *testing.T) {
	t.Parallel()
	onBoth(t, func(s *shop) {
		app := s.create("Lamps")
		published, err := s.Publish(s.ctx, s.owner, app.ID, store.Publication{})
		s.ok(err)
		app = s.rename(published, "Lamps and more")
		deleted := s.create("Gone")
		_, err = s.Publish(s.ctx, s.owner, deleted.ID, store.Publication{})
		s.ok(err)
		s.ok(s.Delete(s.ctx, s.owner, deleted.ID))
		run, err := s.Begin(s.ctx, s.owner, app.ID, "make it blue")
		s.ok(err)
		_, _, err = s.End(s.ctx, run, store.Outcome{Reply: "It can't be.", State: store.Complete})
		s.ok(err)
		secret := s.create("Secret")
		_, err = s.Publish(s.ctx, s.owner, secret.ID, store.Publication{})
		s.ok(err)
		_, err = s.NewCallToken(s.ctx, s.owner, secret.ID)
		s.ok(err)
		blocked := s.create("Blocked")
		_, err = s.Publish(s.ctx, s.owner, blocked.ID, store.Publication{})
		s.ok(err)
		s.ok(s.Takedown(s.ctx, "blocked"))
		s.ok(s.Beat(s.ctx, "a-server"))
		s.ok(s.AddCalls(s.ctx, map[string]store.Calls{app.ID: {Calls: 3, Errors: 1}}))
		file := filepath.Join(s.TempDir(), "backup.db")
		if n, err := store.Dump(s.ctx, s.db, file); n != 3 || err != nil {
			s.Fatalf("%d apps, %v", n, err)
		}
		if _, err := store.Dump(s.ctx, s.db, file); err == nil {
			s.Error("a backup was overwritten")
		}
		targets := map[string]store.DB{"a file": store.SQLite(filepath.Join(s.TempDir(), "apps.db"), zerolog.Nop())}
		if strings.HasSuffix(s.Name(), "/postgres") {
			targets["a server"] = onServer(s.T)
		}
		for name, db := range targets {
			other := &shop{Store: store.New(db, store.Options{Now: s.now.Now}), T: s.T, ctx: s.ctx, now: s.now}
			_, o, err := other.NewSession(s.ctx)
			s.ok(err)
			other.owner = o.ID
			before := other.create("Before")
			if n, err := store.Load(s.ctx, db, file); n != 3 || err != nil {
				s.Fatalf("%s: %d apps, %v", name, n, err)
			}
			_, err = other.App(s.ctx, o.ID, before.ID)
			_ = s.fails(err, fault.NotFound)
			for what, look := range map[string]func(*store.Store) (any, error){
				"app":      func(st *store.Store) (any, error) { return st.App(s.ctx, s.owner, app.ID) },
				"messages": func(st *store.Store) (any, error) { return st.Messages(s.ctx, s.owner, app.ID, 0, 100) },
				"blocked":  func(st *store.Store) (any, error) { return st.App(s.ctx, s.owner, blocked.ID) },
				"secret":   func(st *store.Store) (any, error) { return st.Live(s.ctx, "secret") },
				"versions": func(st *store.Store) (any, error) { return st.Versions(s.ctx, s.owner, app.ID) },
				"live":     func(st *store.Store) (any, error) { return st.Live(s.ctx, *app.Slug) },
				"snapshot": func(st *store.Store) (any, error) { return st.Snapshot(s.ctx, store.Live{App: app.ID, Version: 1}) },
				"slug":     func(st *store.Store) (any, error) { return st.SlugFree(s.ctx, "gone") },
				"list": func(st *store.Store) (any, error) {
					list, _, err := st.Apps(s.ctx, s.owner, "", 10)
					return list[len(list)-1].Calls, err
				},
			} {
				want, err := look(s.Store)
				s.ok(err)
				got, err := look(other.Store)
				s.ok(err)
				if diff := cmp.Diff(text(s.T, want), text(s.T, got)); diff != "" {
					s.Errorf("%s, %s: -want +got:\n%s", name, what, diff)
				}
			}
			if n, err := other.Servers(s.ctx); n != 0 || err != nil {
				s.Errorf("%s: the backup has %d servers, %v", name, n, err)
			}
			undone, err := other.Undo(s.ctx, s.owner, app.ID)
			s.ok(err)
			if undone.Name != "Lamps" {
				s.Errorf("%s: undone to %q", name, undone.Name)
			}
			s.ok(db.Close())
		}
	})
}

func onServer(t *testing.T) store.DB {
	t.Helper()
	db, err := store.Postgres(pgtest.Shared(t).Database(t), zerolog.Nop())
	if err != nil {
		t.Fatal(err)
	}
	return db
}

func text(t *testing.T, v any) string {
	t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
