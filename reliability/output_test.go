package reliability_test

import (
	"bytes"
	"strings"
	"sync"
	"testing"
)

// marker is part of every key, address, password and recipe text in this
// package, and of nothing else: no path, no id, no name of a test.
const marker = "zq7"

const (
	apiKey = "key-zq7-0123456789abcdef"
	email  = "cook.zq7@example.com"
)

// leaks fails the test if text holds a secret.
func leaks(t testing.TB, what, text string) {
	t.Helper()
	if at := strings.Index(strings.ToLower(text), marker); at >= 0 {
		t.Errorf("%s holds a secret: ...%s...", what, text[max(0, at-120):min(len(text), at+80)])
	}
	if at := strings.Index(text, "WARNING: DATA RACE"); at >= 0 {
		t.Errorf("%s: %s", what, text[at:min(len(text), at+3000)])
	}
}

// output is what a process writes to stderr.
type output struct {
	mu   sync.Mutex // guards the fields below
	more *sync.Cond
	text bytes.Buffer
	done bool
}

func newOutput() *output {
	o := &output{}
	o.more = sync.NewCond(&o.mu)
	return o
}

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.more.Broadcast()
	return o.text.Write(p)
}

// end says that nothing more comes.
func (o *output) end() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.done = true
	o.more.Broadcast()
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.String()
}

// await waits until the text holds part; false: it ended without.
func (o *output) await(part string) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	for !strings.Contains(o.text.String(), part) {
		if o.done {
			return false
		}
		o.more.Wait()
	}
	return true
}
