package doctor_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/mcp-adapters/mcp-adapters/internal/program/doctor"
)

// TestRun_LeavesNoProcess has entries start programs of their own: none of them
// outlives the run, whether its parent lives, serves or has died.
func TestRun_LeavesNoProcess(t *testing.T) {
	t.Parallel()
	for _, part := range []string{"notes-mcp", "silent", "parent", "serving parent"} {
		t.Run(part, func(t *testing.T) {
			t.Parallel()
			log := filepath.Join(t.TempDir(), "log")
			h := newHouse(t).install("cursor", playing(t, part, "DOCTOR_TEST_LOG="+log))
			if part != "notes-mcp" && part != "serving parent" {
				h.StartLimit = time.Second
			}
			h.run()
			if left := having(t, log); len(left) > 0 {
				t.Errorf("still running: %v", left)
			}
		})
	}
}

// TestRun_StartedByDoctor has an entry start doctor, which finds the entry: it
// starts nothing.
func TestRun_StartedByDoctor(t *testing.T) {
	t.Parallel()
	log := filepath.Join(t.TempDir(), "log")
	h := newHouse(t).install("cursor", playing(t, "doctor", "DOCTOR_TEST_LOG="+log))
	faults := leveled(h.run(), doctor.Fault)
	if len(faults) != 1 || !strings.Contains(faults[0], "ended before it answered") {
		t.Errorf("faults: %q", faults)
	}
	starts, err := os.ReadFile(log)
	if err != nil || bytes.Count(starts, []byte("\n")) != 1 {
		t.Errorf("doctor was started more than once: %q %v", starts, err)
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
