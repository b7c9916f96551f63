package cli_test

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/mcp-adapters/mcp-adapters/internal/program/cli"
)

func TestSink_WritesEveryLineInOrder(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	s := cli.NewSink(&out)
	var want strings.Builder
	for i := range 500 {
		line := []byte(fmt.Sprintf("line %d\n", i))
		want.Write(line)
		if n, err := s.Write(line); n != len(line) || err != nil {
			t.Fatalf("%d, %v", n, err)
		}
		clear(line) // the caller's again
	}
	s.Close()
	if out.String() != want.String() {
		t.Errorf("got %d bytes, want %d", out.Len(), want.Len())
	}
}

// What was written makes room again: a log of any length passes through.
func TestSink_LongLog(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		s := cli.NewSink(&out)
		line := []byte(strings.Repeat("x", 64<<10) + "\n")
		const lines = 64 // 4 MiB, more than is ever kept
		for range lines {
			_, _ = s.Write(line)
			synctest.Wait() // until it is written
		}
		s.Close()
		if want := lines * len(line); out.Len() != want {
			t.Errorf("%d bytes came out, want %d", out.Len(), want)
		}
	})
}

// blocked takes nothing until it is closed.
type blocked struct {
	release chan struct{}
	mu      sync.Mutex
	took    bytes.Buffer
}

func (b *blocked) Write(p []byte) (int, error) {
	<-b.release
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.took.Write(p)
}

func TestSink_NeverWaits(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		out := &blocked{release: make(chan struct{})}
		s := cli.NewSink(out)
		began := time.Now()
		for range 5000 {
			_, _ = io.WriteString(s, "a line\n")
		}
		_, _ = io.WriteString(s, strings.Repeat("x", 2<<20)) // longer than all that is kept
		if waited := time.Since(began); waited > 0 {
			t.Errorf("writing took %v", waited)
		}
		close(out.release)
		s.Close()
		got := out.took.String()
		if lines := strings.Count(got, "a line\n"); lines < 1000 || lines > 1100 {
			t.Errorf("%d lines are written, want as many as are kept", lines)
		}
		if !strings.Contains(got, "lines of the log were dropped") || strings.Contains(got, "xx") {
			t.Error("what was dropped is not told")
		}
		_, _ = io.WriteString(s, "too late\n")
	})
}

func TestSink_BoundsBytes(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		out := &blocked{release: make(chan struct{})}
		s := cli.NewSink(out)
		for range 100 {
			_, _ = io.WriteString(s, strings.Repeat("y", 64<<10))
		}
		close(out.release)
		s.Close()
		if got := out.took.Len(); got < 1<<19 || got > 1<<20+64<<10+200 {
			t.Errorf("%d bytes were kept", got)
		}
	})
}

func TestSink_CloseGivesUp(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		out := &blocked{release: make(chan struct{})}
		s := cli.NewSink(out)
		_, _ = io.WriteString(s, "a line\n")
		began := time.Now()
		s.Close()
		if waited := time.Since(began); waited != time.Second {
			t.Errorf("it took %v", waited)
		}
		close(out.release) // the bubble's goroutines must end
	})
}
