// Package pgtest starts PostgreSQL servers for tests: Debian's programs, each server
// with a directory and a loopback port of its own.
package pgtest

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
)

// startLimit bounds the start of a server on a busy machine, and its end.
const startLimit = time.Minute

// account is whom a server runs as where the tests run as root, which it refuses.
const account = "postgres"

// Server is a running server, which ends with its test.
type Server struct {
	dir     string
	address string // also while the server is down
	cmd     *exec.Cmd
	done    chan struct{} // closed when the process has ended
	made    atomic.Int64  // databases
}

// Start starts a server, where tests may use one.
func Start(t testing.TB) *Server {
	t.Helper()
	harness.Needs(t, "postgres")
	s := &Server{dir: directory(t)}
	initdb := s.command(t, "initdb", "-D", s.data(), "-U", account, "-A", "trust", "-E", "UTF8", "--no-locale", "-N")
	if text, err := initdb.CombinedOutput(); err != nil {
		t.Fatalf("initdb: %v\n%s", err, text)
	}
	s.begin(t)
	return s
}

// begin starts a server for the first time. It ends with the test.
func (s *Server) begin(t testing.TB) {
	t.Helper()
	s.address = harness.Address(t)
	s.Restart(t)
	t.Cleanup(func() { s.Stop(t) })
}

// directory makes one for a server.
func directory(t testing.TB) string {
	t.Helper()
	// The account can't enter a directory of the test's.
	dir, err := os.MkdirTemp("", "pgtest-") //nolint:usetesting // see above
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := os.RemoveAll(dir); err != nil {
			t.Error(err)
		}
	})
	if os.Geteuid() == 0 {
		if text, err := exec.CommandContext(t.Context(), "chown", account+":", dir).CombinedOutput(); err != nil { //nolint:gosec // a directory of the test's
			t.Fatalf("%v: %s", err, text)
		}
	}
	return dir
}

// shared is the server of a test binary.
var shared struct {
	sync.Mutex
	server *Server
	ended  bool // at the end of the binary, by [Tests]
	end    []func()
}

// Shared returns a server that all tests of a binary use, whose TestMain is [Main].
func Shared(t testing.TB) *Server {
	t.Helper()
	shared.Lock()
	defer shared.Unlock()
	if shared.server == nil {
		shared.server = Start(last(t))
	}
	return shared.server
}

// lasting has cleanups that wait for the end of the binary.
type lasting struct{ testing.TB }

func (lasting) Cleanup(f func()) { shared.end = append(shared.end, f) }

func last(t testing.TB) lasting {
	t.Helper()
	if !shared.ended {
		t.Fatal("the server would outlive the tests: the package's TestMain has to be pgtest.Main")
	}
	return lasting{t}
}

// Main is the body of a TestMain. It ends the shared server, and does not return.
func Main(m interface{ Run() int }) { os.Exit(Tests{m}.Run()) }

// Tests runs the tests and ends the shared server, for a TestMain that can't use [Main].
type Tests struct{ M interface{ Run() int } }

// Run returns the exit code of the test binary.
func (s Tests) Run() int {
	shared.ended = true
	code := s.M.Run()
	for _, f := range slices.Backward(shared.end) {
		f()
	}
	return code
}

func (s *Server) data() string { return filepath.Join(s.dir, "data") }

// command is one of the server's programs, as whoever may run it.
func (s *Server) command(t testing.TB, name string, args ...string) *exec.Cmd {
	t.Helper()
	path, err := harness.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	args = append([]string{path}, args...)
	if os.Geteuid() == 0 {
		args = append([]string{"setpriv", "--reuid=" + account, "--regid=" + account, "--clear-groups", "--"}, args...)
	}
	// It is ended by [Server.Stop]; the context of a test ends before its cleanups.
	c := exec.CommandContext(context.Background(), args[0], args[1:]...) //nolint:gosec // the server's programs
	c.Dir = s.dir
	return c
}

// Restart starts the server again after [Server.Kill] or [Server.Stop], at the same
// address.
func (s *Server) Restart(t testing.TB) {
	t.Helper()
	for began := time.Now(); time.Since(began) < startLimit; {
		if s.run(t) {
			return
		}
		// What a killed server has left is still ending.
		time.Sleep(50 * time.Millisecond)
	}
	log, _ := os.ReadFile(filepath.Join(s.dir, "log"))
	t.Fatalf("the server does not start:\n%s", log)
}

// run reports whether the server has come up.
func (s *Server) run(t testing.TB) bool {
	t.Helper()
	log, err := os.OpenFile(filepath.Join(s.dir, "log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = log.Close() }()
	// Tests kill processes, never the machine: nothing needs to be flushed.
	host, port, err := net.SplitHostPort(s.address)
	if err != nil {
		t.Fatal(err)
	}
	s.cmd = s.command(t, "postgres", "-D", s.data(), "-h", host, "-p", port, "-k", s.dir,
		"-c", "fsync=off", "-c", "full_page_writes=off", "-c", "shared_buffers=16MB", "-c", "max_connections=60")
	s.cmd.Stdout, s.cmd.Stderr = log, log
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = s.cmd.Wait()
	}()
	s.done = done
	ctx, cancel := context.WithTimeout(context.Background(), startLimit)
	defer cancel()
	for {
		conn, err := pgx.Connect(ctx, s.url("postgres"))
		if err == nil {
			var data string
			err = conn.QueryRow(ctx, "SHOW data_directory").Scan(&data)
			_ = conn.Close(ctx)
			if err == nil && data == s.data() {
				return true
			}
		}
		select {
		case <-done:
			return false
		case <-ctx.Done():
			t.Fatalf("the server does not answer: %v", err)
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// Addr is the server's address.
func (s *Server) Addr() string { return s.address }

func (s *Server) url(name string) string {
	return fmt.Sprintf("postgres://%s@%s/%s?sslmode=disable", account, s.Addr(), name)
}

// Database makes an empty database and returns its URL.
func (s *Server) Database(t testing.TB) string {
	t.Helper()
	name := fmt.Sprintf("test%d", s.made.Add(1))
	s.Exec(t, s.url("postgres"), "CREATE DATABASE "+name)
	return s.url(name)
}

// Exec runs statements in the database of a URL.
func (s *Server) Exec(t testing.TB, url, statements string) {
	t.Helper()
	ctx := context.Background() // of cleanups too
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(ctx) }()
	if _, err := conn.Exec(ctx, statements, pgx.QueryExecModeSimpleProtocol); err != nil {
		t.Fatalf("%s: %v", statements, err)
	}
}

// Stop ends the server and the connections to it.
func (s *Server) Stop(t testing.TB) {
	t.Helper()
	s.end(t, os.Interrupt)
}

// Kill ends the server as a crash would. Its next start recovers what was committed.
func (s *Server) Kill(t testing.TB) {
	t.Helper()
	backends := s.backends(t)
	s.end(t, os.Kill)
	// One could answer once more before it sees that the server is gone.
	for _, pid := range backends {
		if p, err := os.FindProcess(pid); err == nil {
			_ = p.Kill() // it may have ended
		}
	}
}

// backends are the processes of the server's connections.
func (s *Server) backends(t testing.TB) []int {
	t.Helper()
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, s.url("postgres"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(ctx) }()
	rows, _ := conn.Query(ctx, "SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()")
	pids, err := pgx.CollectRows(rows, pgx.RowTo[int])
	if err != nil {
		t.Fatal(err)
	}
	return pids
}

func (s *Server) end(t testing.TB, signal os.Signal) {
	t.Helper()
	_ = s.cmd.Process.Signal(signal) // it may have ended
	select {
	case <-s.done:
	case <-time.After(startLimit):
		_ = s.cmd.Process.Kill()
		t.Error("the server does not stop")
		<-s.done
	}
}
