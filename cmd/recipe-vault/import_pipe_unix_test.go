//go:build linux || darwin

package main

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

func (h *home) pipe(name string) string {
	h.t.Helper()
	path := filepath.Join(h.dir, name)
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		h.t.Fatal(err)
	}
	return path
}

// TestImport_NamedPipe is refused at once, as is a link to one; opening it
// would wait for a writer.
func TestImport_NamedPipe(t *testing.T) {
	t.Parallel()
	h := embedded(t)
	pipe := h.pipe("recipes.jsonl")
	link := filepath.Join(h.dir, "link.jsonl")
	if err := os.Symlink(pipe, link); err != nil {
		t.Fatal(err)
	}
	good := h.file("good.jsonl", lines(1))
	got := h.run("import", pipe, link, good)
	if got.code != exitFailed || !strings.Contains(got.stdout, "\n1 created, 0 skipped as present, 2 failed") {
		t.Errorf("%+v", got)
	}
	for _, path := range []string{pipe, link} {
		if want := path + ": this is a named pipe, not a file; to read a program's output, use - for standard input."; !strings.Contains(got.stdout, want) {
			t.Errorf("no %q in %s", want, got.stdout)
		}
	}
	if got := h.run("import", h.dir); got.code != exitOK || !strings.HasPrefix(got.stdout, "0 created, 1 skipped") {
		t.Errorf("the directory around it: %+v", got)
	}
}

// TestImport_ProcessSubstitution reads /dev/fd/N, which is what a shell passes
// for "<(program)".
func TestImport_ProcessSubstitution(t *testing.T) {
	t.Parallel()
	h := embedded(t)
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = r.Close() })
	go func() {
		_, _ = w.WriteString(lines(3))
		_ = w.Close()
	}()
	got := h.run("import", "/dev/fd/"+strconv.Itoa(int(r.Fd())))
	if got.code != exitOK || !strings.HasPrefix(got.stdout, "3 created") {
		t.Errorf("%+v", got)
	}
}

// TestImport_PipeNeverEnds is left by Ctrl-C alone.
func TestImport_PipeNeverEnds(t *testing.T) {
	t.Parallel()
	h := embedded(t)
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = r.Close(), w.Close() })
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		_, _ = w.WriteString(strings.Repeat(" ", 1<<20)) // no pipe holds as much
		cancel()                                         // somebody reads by now
	}()
	got := h.runIn(ctx, nil, "import", "/dev/fd/"+strconv.Itoa(int(r.Fd())))
	if got.code != exitFailed || !strings.Contains(got.stdout, "Stopped as requested") {
		t.Errorf("%+v", got)
	}
}
