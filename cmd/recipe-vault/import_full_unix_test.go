//go:build linux || darwin

package main

import (
	"context"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/screen"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
)

func init() { parts["importWithQuota"] = importWithQuota }

// TestImport_DiskQuota imports in a process whose files may not grow over a limit,
// which is the process's and so can't be set here.
func TestImport_DiskQuota(t *testing.T) {
	t.Parallel()
	h := embedded(t)
	file := h.file("a.jsonl", strings.ReplaceAll(lines(60), "Bake.", strings.Repeat("Bake well. ", 2000)))
	full := harness.Part(t, "importWithQuota", file).Set("DATABASE_URL=" + h.env["DATABASE_URL"]).Run()
	if full.Code != exitFailed {
		t.Fatalf("%+v", full)
	}
	there := len(h.titles())
	if there == 0 || there >= 60 || !strings.Contains(full.Stdout, "Stopped because the vault keeps failing") ||
		!strings.Contains(full.Stdout, screen.Amount(there, "", "created, 0 skipped as present, 3 failed")) {
		t.Errorf("%d are there\n%s%s", there, full.Stdout, full.Stderr)
	}
	if got := h.run("import", file); got.code != exitOK || len(h.titles()) != 60 {
		t.Errorf("with room again: %+v", got)
	}
	if _, err := os.Stat(filepath.Join(h.dir, "data", "recipes.db")); err != nil {
		t.Error(err)
	}
}

func importWithQuota(args []string) int {
	// Without this the limit would kill the process instead of failing the write.
	signal.Ignore(syscall.SIGXFSZ)
	limit := syscall.Rlimit{}
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		return exitUsage
	}
	limit.Cur = 300 << 10
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		return exitUsage
	}
	return run(context.Background(), append([]string{"import"}, args...), nil, os.Stdout, os.Stderr)
}
