package main_test

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"mcp-adapters/program/clients"
)

// stubborn is a server that heeds nothing but SIGKILL, with a child of its kind.
const stubborn = `#!/bin/sh
trap '' INT TERM HUP
sh -c 'trap "" INT TERM HUP; while :; do sleep 1; done' &
echo started >> "$LOG"
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
			log, server := filepath.Join(h.dir, "started.log"), filepath.Join(h.dir, "server")
			if err := os.WriteFile(server, []byte(stubborn), 0o700); err != nil {
				t.Fatal(err)
			}
			ids := []string{"cursor", "windsurf", "codex"}
			for _, id := range ids {
				c, _ := clients.ByID(id)
				change, err := clients.Plan(c, clients.Places{GOOS: "linux", Home: h.dir}, clients.Entry{
					Name: "recipe-mcp", Command: server, Env: map[string]string{"LOG": log, "DATABASE_URL": "sqlite:" + filepath.Join(h.dir, "recipes.db")},
				})
				if err != nil {
					t.Fatal(err)
				}
				if _, err := change.Apply(time.Now()); err != nil {
					t.Fatal(err)
				}
			}
			cmd := command(t)
			cmd.Args = append(cmd.Args, "doctor")
			cmd.Env = []string{"HOME=" + h.dir}
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			for end := time.Now().Add(patience); strings.Count(read(log), "started") < len(ids); runtime.Gosched() {
				if time.Now().After(end) {
					t.Fatalf("doctor started %q", read(log))
				}
			}
			for _, signal := range signals {
				if err := cmd.Process.Signal(signal); err != nil {
					t.Fatal(err)
				}
			}
			if code := exitCode(t, cmd.Wait()); code != 1 {
				t.Errorf("exit code %d", code)
			}
			for end := time.Now().Add(patience); ; runtime.Gosched() { // the killed take a moment to die
				left := having(t, "LOG="+log)
				if len(left) == 0 {
					return
				}
				if time.Now().After(end) {
					t.Fatalf("still there: %v", left)
				}
			}
		})
	}
}

// having lists the processes that have a text in their environment.
func having(t *testing.T, text string) []string {
	t.Helper()
	all, err := filepath.Glob("/proc/[0-9]*/environ")
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, path := range all {
		environ, _ := os.ReadFile(path) // others' can't be read
		if bytes.Contains(environ, []byte(text)) {
			found = append(found, path)
		}
	}
	return found
}
