package harness

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"
	"sync"
	"testing"
)

// Log is a log while it is written.
type Log struct {
	mu   sync.Mutex // guards the fields below
	more *sync.Cond
	text bytes.Buffer
	done bool
}

// NewLog returns an empty log.
func NewLog() *Log {
	l := &Log{}
	l.more = sync.NewCond(&l.mu)
	return l
}

// Write adds to the log.
func (l *Log) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	defer l.more.Broadcast()
	return l.text.Write(p)
}

// Close says that nothing more comes.
func (l *Log) Close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.done = true
	l.more.Broadcast()
}

func (l *Log) fill(r io.Reader) {
	defer l.Close()
	_, _ = io.Copy(l, r)
}

// String returns what was logged so far.
func (l *Log) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// wait waits for the end.
func (l *Log) wait() {
	l.until(func(string) bool { return false })
}

// until waits until the text is as wanted, and reports whether it is; it is not if
// the log has ended before.
func (l *Log) until(wanted func(text string) bool) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	for !wanted(l.text.String()) {
		if l.done {
			return false
		}
		l.more.Wait()
	}
	return true
}

// Await waits until the log says part.
func (l *Log) Await(tb testing.TB, part string) {
	tb.Helper()
	l.AwaitTimes(tb, part, 1)
}

// AwaitTimes waits until the log has said part so many times.
func (l *Log) AwaitTimes(tb testing.TB, part string, times int) {
	tb.Helper()
	if !l.until(func(text string) bool { return strings.Count(text, part) >= times }) {
		tb.Fatalf("the log has ended and does not say %q %d times:\n%s", part, times, l)
	}
}

// listening waits until a server logs the address that it listens at, and returns
// the address.
func (l *Log) listening(tb testing.TB) (address string) {
	tb.Helper()
	if !l.until(func(text string) bool {
		for line := range strings.Lines(text) {
			var entry struct{ Listening string }
			if json.Unmarshal([]byte(line), &entry) == nil && entry.Listening != "" {
				address = entry.Listening
				return true
			}
		}
		return false
	}) {
		tb.Fatalf("it did not start:\n%s", l)
	}
	return address
}
