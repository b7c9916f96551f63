package site_test

import (
	"context"
	"errors"
	"path/filepath"
	"sync/atomic"
	"testing"

	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/internal/database"
	"github.com/mcp-adapters/mcp-adapters/portfolio/store"
)

// leaving is a database that can go away.
type leaving struct {
	store.DB
	away atomic.Bool
	uses atomic.Int64 // since then
}

func (l *leaving) Read(ctx context.Context, f func(database.Tx) error) error {
	if l.away.Load() {
		l.uses.Add(1)
		return errors.Join(database.ErrUnavailable, context.DeadlineExceeded) // as after an attempt to connect
	}
	return l.DB.Read(ctx, f)
}

// A database server that can't be reached is named at once: the store has waited for it, so
// no one sends the request again.
func TestDatabaseIsAway(t *testing.T) {
	t.Parallel()
	db := &leaving{DB: store.SQLite(filepath.Join(t.TempDir(), "portfolio.db"), zerolog.Nop())}
	t.Cleanup(func() { _ = db.Close() })
	d := openOn(t, db)
	c := d.chat(d.token)
	id := d.create(`{}`)
	db.away.Store(true)
	for _, tool := range []string{"list_projects", "get_project_status"} {
		db.uses.Store(0)
		arguments := map[string]string{"list_projects": `{}`, "get_project_status": `{"project_id":"` + id + `"}`}[tool]
		r := c.call(tool, `%s`, arguments)
		if want := "The project database of the portfolio API is unavailable; try again later."; r.text != want || db.uses.Load() != 1 {
			t.Errorf("%s: %q after %d uses, want %q after one", tool, r.text, db.uses.Load(), want)
		}
	}
	if r := d.api("GET", "", ""); r.status != 503 || r.header.Get("Retry-After") != "5" {
		t.Errorf("%d %v", r.status, r.header)
	}
}
