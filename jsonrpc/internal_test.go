package jsonrpc

import (
	"runtime"
	"strings"
	"sync"
	"testing"
)

// gated blocks in each Write until it is opened.
type gated struct {
	entered, open chan struct{}
	got           []string
}

func (g *gated) Write(p []byte) (int, error) {
	if len(g.got) == 0 {
		close(g.entered)
	}
	<-g.open
	g.got = append(g.got, string(p))
	return len(p), nil
}

func TestWriter_AnswersReadyTogetherLeaveTogether(t *testing.T) {
	t.Parallel()
	out := &gated{entered: make(chan struct{}), open: make(chan struct{})}
	w := newWriter(out)
	var wg sync.WaitGroup
	put := func() { w.one(answer{id: []byte("1"), body: Raw("2")}) }
	wg.Go(put)
	<-out.entered
	for range 9 {
		wg.Go(put)
	}
	for w.waiting.Load() < 9 {
		runtime.Gosched()
	}
	close(out.open)
	wg.Wait()
	if len(out.got) != 2 || strings.Count(out.got[0], "\n") != 1 || strings.Count(out.got[1], "\n") != 9 {
		t.Errorf("%d writes, want the first answer and then the nine others: %q", len(out.got), out.got)
	}
}

func FuzzLine(f *testing.F) {
	for _, s := range []string{"", "\n", "a", "a\r\nb", "\ufeffa\n\ufeffb\n", strings.Repeat("x", 70000) + "\ny", "12345678901234567\n1"} {
		f.Add(s, 16)
	}
	f.Fuzz(func(t *testing.T, in string, limit int) {
		limit = limit&0xffff + 1
		lines := newLineReader(strings.NewReader(in), limit)
		var want []string
		for i, line := range strings.Split(in, "\n") {
			line = strings.TrimSuffix(line, "\r")
			if i == 0 {
				line = strings.TrimPrefix(line, "\ufeff")
			}
			if len(line) > limit || strings.Trim(line, " \t\r") != "" {
				want = append(want, line)
			}
		}
		for i, w := range want {
			got, err := lines.next()
			if long := len(w) > limit; long != (err != nil) || (!long && string(got) != w) {
				t.Fatalf("line %d: %q, %v; want %q with a bound of %d", i, got, err, w, limit)
			}
		}
		if got, err := lines.next(); err == nil {
			t.Fatalf("one line more: %q", got)
		}
	})
}
