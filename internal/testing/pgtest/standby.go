package pgtest

import (
	"context"
	"fmt"
	"net/url"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// Standby starts a server that follows this one, and has this one acknowledge nothing that
// the standby doesn't have. It ends with the test.
func (s *Server) Standby(t testing.TB) *Server {
	t.Helper()
	b := &Server{dir: directory(t)}
	copied := b.command(t, "pg_basebackup", "-D", b.data(), "-d", s.url("postgres"), "-R", "-X", "stream", "--checkpoint=fast", "--no-sync")
	if text, err := copied.CombinedOutput(); err != nil {
		t.Fatalf("pg_basebackup: %v\n%s", err, text)
	}
	b.begin(t)
	s.Exec(t, s.url("postgres"), "ALTER SYSTEM SET synchronous_standby_names = '*'")
	s.Exec(t, s.url("postgres"), "SELECT pg_reload_conf()")
	s.await(t, "SELECT sync_state = 'sync' FROM pg_stat_replication")
	return b
}

// Promote has a standby take writes.
func (s *Server) Promote(t testing.TB) {
	t.Helper()
	s.Exec(t, s.url("postgres"), "SELECT pg_promote()")
	s.await(t, "SELECT NOT pg_is_in_recovery()")
}

// await waits until a query says true.
func (s *Server) await(t testing.TB, query string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), startLimit)
	defer cancel()
	conn, err := pgx.Connect(ctx, s.url("postgres"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(ctx) }()
	for done := false; !done; {
		if err := conn.QueryRow(ctx, query).Scan(&done); err != nil && ctx.Err() != nil {
			t.Fatalf("%s: %v", query, err)
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// Either returns the address of a database on this server or another, whichever takes writes.
func (s *Server) Either(t testing.TB, other *Server, database string) string {
	t.Helper()
	u, err := url.Parse(database)
	if err != nil {
		t.Fatal(err)
	}
	u.Host = fmt.Sprintf("%s,%s", s.Addr(), other.Addr())
	return u.String() + "&target_session_attrs=read-write"
}
