package main_test

import (
	"os"
	"path/filepath"
	"testing"

	"mcp-adapters/internal/harness"
	"mcp-adapters/internal/pgtest"
)

// replicas are servers on one PostgreSQL database.
type replicas struct {
	t   *testing.T
	pg  *pgtest.Server
	url string // of the database
}

func newReplicas(t *testing.T) *replicas {
	t.Helper()
	pg := pgtest.Start(t)
	return &replicas{t, pg, pg.Database(t)}
}

// command runs app-builder on the database.
func (r *replicas) command(args ...string) *harness.Command {
	r.t.Helper()
	file := filepath.Join(r.t.TempDir(), "url")
	if err := os.WriteFile(file, []byte(r.url+"\n"), 0o600); err != nil {
		r.t.Fatal(err)
	}
	return command(r.t, r.t.TempDir(), args...).Set("DATABASE_URL_FILE=" + file)
}

// start starts another one.
func (r *replicas) start() *harness.Server {
	r.t.Helper()
	return r.command().Serve()
}
