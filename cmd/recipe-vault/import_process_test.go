package main

import (
	"bufio"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mcp-adapters/mcp-adapters/internal/screen"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
)

// command is the program as a process of its own, in the environment of h.
func (h *home) command(args ...string) *harness.Command {
	h.t.Helper()
	c := harness.Part(h.t, "recipe-vault", args...)
	for name, value := range h.env {
		c.Set(name + "=" + value)
	}
	return c
}

// allOnce checks that the vault holds each recipe of lines(n) once, as it is.
func (h *home) allOnce(n int) {
	h.t.Helper()
	fresh := embedded(h.t)
	if got := fresh.run("import", fresh.file("a.jsonl", lines(n))); got.code != exitOK {
		h.t.Fatalf("%+v", got)
	}
	if diff := cmp.Diff(fresh.stored(), h.stored()); diff != "" {
		h.t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestImport_Killed kills an import into a file at several of its recipes, as
// kill -9 does. What was told as created is there, and the next run brings the
// rest, each once.
func TestImport_Killed(t *testing.T) {
	t.Parallel()
	h := embedded(t)
	file := h.file("a.jsonl", lines(40))
	for _, after := range []int{1, 7, 12} {
		p := h.command("import", "--verbose", file).Start()
		created := 0
		for told := bufio.NewScanner(p.Out); told.Scan(); {
			if strings.HasPrefix(told.Text(), "created") {
				if created++; created == after {
					p.Kill()
				}
			}
		}
		p.Wait()
		if got := len(h.titles()); got < created {
			t.Errorf("%d told, %d there", created, got)
		}
	}
	if got := h.run("import", file); got.code != exitOK {
		t.Errorf("%+v", got)
	}
	h.allOnce(40)
}

// TestImport_KilledRemote kills the program while its create is under way: the
// vault saves it, and nobody hears of that.
func TestImport_KilledRemote(t *testing.T) {
	t.Parallel()
	var process atomic.Pointer[harness.Process]
	dead := make(chan struct{})
	h := remote(t, onPost(4, func(_ http.ResponseWriter, r *http.Request, next http.Handler) {
		next.ServeHTTP(httptest.NewRecorder(), r)
		process.Load().Kill()
		<-dead
	}))
	file := h.file("a.jsonl", lines(9))
	p := h.command("import", "-").Start()
	// It reads all of its input before it creates anything.
	process.Store(p)
	p.Write(lines(9))
	p.CloseInput()
	if p.Wait() == 0 {
		t.Error("it was not killed")
	}
	close(dead)
	if got := h.run("import", file); got.code != exitOK || !strings.HasPrefix(got.stdout, "5 created, 4 skipped as present, 0 failed") {
		t.Errorf("%+v", got)
	}
	h.allOnce(9)
}

// TestImport_Signal sends what Ctrl-C sends while a create is under way.
func TestImport_Signal(t *testing.T) {
	t.Parallel()
	needsUnix(t)
	var process atomic.Pointer[harness.Process]
	noticed := make(chan struct{})
	h := remote(t, onPost(2, func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		process.Load().Signal(syscall.SIGINT)
		next.ServeHTTP(w, r)
		close(noticed)
	}))
	p := h.command("import", "-").Start()
	process.Store(p)
	p.Write(lines(200))
	p.CloseInput()
	out, code := p.Rest(), p.Wait()
	<-noticed
	there := len(h.titles())
	// The signal is another process's to deliver: a recipe more may be done.
	if code != exitFailed || there < 2 || there == 200 {
		t.Errorf("exit code %d, %d there\n%s", code, there, out)
	}
	for _, want := range []string{"Stopped as requested", screen.Amount(there, "", "created, 0 skipped as present, 0 failed")} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
}
