package main_test

import (
	"bufio"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/mcp-adapters/mcp-adapters/internal/program/clients"
)

// stubborn is a server that heeds nothing but SIGKILL, with a child of its kind.
const stubborn = `#!/bin/sh
trap '' INT TERM HUP
exec 9> "$ALIVE"
sh -c 'trap "" INT TERM HUP; while :; do sleep 1; done' &
echo started >&9
while :; do sleep 1; done
`

// TestDoctor_Interrupted has doctor interrupted while it has servers running:
// neither they nor what they started outlive it, however soon the second signal
// comes.
func TestDoctor_Interrupted(t *testing.T) {
	t.Parallel()
	for name, signals := range map[string][]os.Signal{
		"once":            {os.Interrupt},
		"terminal closed": {syscall.SIGHUP},
		"twice":           {os.Interrupt, syscall.SIGTERM},
		"twice the other": {syscall.SIGTERM, os.Interrupt},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newHome(t)
			alive, server := filepath.Join(h.dir, "alive"), filepath.Join(h.dir, "server")
			awaitStart, awaitEnd := pipeOfTheLiving(t, alive)
			writeProgram(t, server, stubborn)
			ids := []string{"cursor", "windsurf", "codex"}
			for _, id := range ids {
				c, _ := clients.ByID(id)
				change, err := clients.Plan(c, clients.Places{GOOS: "linux", Home: h.dir}, clients.Entry{
					Name: "recipe-mcp", Command: server, Env: map[string]string{"ALIVE": alive, "DATABASE_URL": "sqlite:" + filepath.Join(h.dir, "recipes.db")},
				})
				if err != nil {
					t.Fatal(err)
				}
				if _, err := change.Apply(time.Now()); err != nil {
					t.Fatal(err)
				}
			}
			p := h.command("doctor").Start()
			awaitStart(len(ids))
			for _, signal := range signals {
				p.Signal(signal)
			}
			if code := p.Wait(); code != 1 {
				t.Errorf("exit code %d", code)
			}
			awaitEnd()
		})
	}
}

// pipeOfTheLiving makes a named pipe that processes open, write a line to when
// they have started, and pass on to what they start. awaitStart waits for so many
// lines, awaitEnd until no process has the pipe open: all have died.
func pipeOfTheLiving(t *testing.T, path string) (awaitStart func(lines int), awaitEnd func()) {
	t.Helper()
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	open := func(flag int) *os.File {
		f, err := os.OpenFile(path, flag, 0)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = f.Close() })
		return f
	}
	ours := open(os.O_RDWR) // until the first of them opens it
	pipe := open(os.O_RDONLY)
	if err := pipe.SetReadDeadline(time.Now().Add(patience)); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewReader(pipe)
	awaitStart = func(n int) {
		t.Helper()
		for started := range n {
			if _, err := lines.ReadString('\n'); err != nil {
				t.Fatalf("%d have started: %v", started, err)
			}
		}
		_ = ours.Close()
	}
	awaitEnd = func() {
		t.Helper()
		if more, err := io.ReadAll(lines); err != nil || len(more) > 0 {
			t.Fatalf("still there: %v, %q", err, more)
		}
	}
	return awaitStart, awaitEnd
}
