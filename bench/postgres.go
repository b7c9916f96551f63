package main

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
)

// account is whom a PostgreSQL server runs as where this runs as root, which it refuses.
const account = "postgres"

// startPostgres starts a PostgreSQL server of the benchmark's own, where its programs are
// installed. It may take a moment to answer. Its data is in data. end, never nil, ends it and
// deletes that.
func startPostgres(ctx context.Context) (url, data string, end func(), err error) {
	// The account can't enter the benchmark's own directory.
	dir, err := os.MkdirTemp("", "bench-postgres-*")
	if err != nil {
		return "", "", func() {}, err
	}
	end = func() { _ = os.RemoveAll(dir) }
	as := func(name string, args ...string) (*exec.Cmd, error) {
		path, err := harness.Find(name)
		if err != nil {
			return nil, err
		}
		args = append([]string{path}, args...)
		if os.Geteuid() == 0 {
			args = append([]string{"setpriv", "--reuid=" + account, "--regid=" + account, "--clear-groups", "--"}, args...)
		}
		c := exec.CommandContext(ctx, args[0], args[1:]...) //nolint:gosec // the server's programs
		c.Dir = dir
		c.Cancel = func() error { return c.Process.Signal(os.Interrupt) }
		c.WaitDelay = 10 * time.Second
		return c, nil
	}
	if os.Geteuid() == 0 {
		if err := command(ctx, dir, "chown", account+":", dir); err != nil {
			return "", "", end, err
		}
	}
	data = filepath.Join(dir, "data")
	initdb, err := as("initdb", "-D", data, "-U", account, "-A", "trust", "-E", "UTF8", "--no-locale", "-N")
	if err != nil {
		return "", "", end, err
	}
	if text, err := initdb.CombinedOutput(); err != nil {
		return "", "", end, fmt.Errorf("initdb: %w: %.300s", err, text)
	}
	address, err := freeAddr(ctx)
	if err != nil {
		return "", "", end, err
	}
	_, port, err := net.SplitHostPort(address)
	if err != nil {
		return "", "", end, err
	}
	server, err := as("postgres", "-D", data, "-h", "127.0.0.1", "-p", port, "-k", dir)
	if err != nil {
		return "", "", end, err
	}
	if err := server.Start(); err != nil {
		return "", "", end, err
	}
	end = func() {
		_ = server.Process.Signal(os.Interrupt)
		_ = server.Wait()
		_ = os.RemoveAll(dir)
	}
	return "postgres://" + account + "@" + address + "/postgres?sslmode=disable", data, end, nil
}
