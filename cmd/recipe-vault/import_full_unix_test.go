//go:build linux || darwin

package main

import (
	"context"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"mcp-adapters/internal/screen"
)

// quota names the files of TestImport_DiskQuota to the process that has one.
const quota = "RECIPE_VAULT_TEST_QUOTA"

// TestImport_DiskQuota runs itself in a process whose files may not grow over
// a limit, which is the process's and so can't be set here.
func TestImport_DiskQuota(t *testing.T) {
	if file := os.Getenv(quota); file != "" {
		os.Exit(importWithQuota(file))
	}
	t.Parallel()
	h := embedded(t)
	file := h.file("a.jsonl", strings.ReplaceAll(lines(60), "Bake.", strings.Repeat("Bake well. ", 2000)))
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestImport_DiskQuota$")
	cmd.Env = append(os.Environ(), quota+"="+file, "DATABASE_URL="+h.env["DATABASE_URL"])
	var out, log strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &log
	if err := cmd.Run(); err == nil || cmd.ProcessState.ExitCode() != exitFailed {
		t.Fatalf("%v\n%s%s", err, out.String(), log.String())
	}
	there := len(h.titles())
	if there == 0 || there >= 60 || !strings.Contains(out.String(), "Stopped because the vault keeps failing") ||
		!strings.Contains(out.String(), screen.Amount(there, "", "created, 0 skipped as present, 3 failed")) {
		t.Errorf("%d are there\n%s%s", there, out.String(), log.String())
	}
	if got := h.run("import", file); got.code != exitOK || len(h.titles()) != 60 {
		t.Errorf("with room again: %+v", got)
	}
	if _, err := os.Stat(filepath.Join(h.dir, "data", "recipes.db")); err != nil {
		t.Error(err)
	}
}

func importWithQuota(file string) int {
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
	return run(context.Background(), []string{"import", file}, os.Getenv, nil, os.Stdout, os.Stderr)
}
