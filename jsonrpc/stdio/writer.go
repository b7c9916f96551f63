package stdio

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"sync"
	"sync/atomic"

	"github.com/mcp-adapters/mcp-adapters/jsonrpc"
)

const (
	// maxWhole is the size up to which an answer is complete in memory before any of it is
	// written, so that a result that fails halfway can be replaced. With 1 MiB the benchmark's
	// answer of 0.7 MB raised the peak memory by 1 MiB, which is more than its goal allows.
	maxWhole = 256 << 10
	// maxBuffered is how many bytes wait to be written together.
	maxBuffered = 64 << 10
)

// writer is the only writer of the output. Answers that are ready together leave in one write, and
// none waits for another to become ready: the last writer flushes.
type writer struct {
	out     io.Writer
	abort   func()        // is called when the output has failed, with mu held
	failed  chan struct{} // closed when err is set
	waiting atomic.Int32  // goroutines that wait for mu

	mu  sync.Mutex    // guards the fields below
	buf bytes.Buffer  // whole lines
	big *bufio.Writer // for lines that are not held; nil until there is one
	err error         // the first failure; nothing is written after it
}

func newWriter(out io.Writer, abort func()) *writer {
	return &writer{out: out, abort: abort, failed: make(chan struct{})}
}

// Answer writes a line.
func (w *writer) Answer(a jsonrpc.Answer) {
	w.lock()
	defer w.unlock()
	switch {
	case w.err != nil:
	case a.Len() > maxWhole:
		w.flush()
		w.stream(a)
	default:
		a.AppendTo(&w.buf)
		w.buf.WriteByte('\n')
	}
}

// Notify writes a line.
func (w *writer) Notify(message json.RawMessage) error {
	w.lock()
	defer w.unlock()
	if w.err == nil {
		w.buf.Write(message)
		w.buf.WriteByte('\n')
	}
	return w.err
}

// stream writes a large line in pieces. When that fails, half a line may have been written, and
// nothing is written after it.
func (w *writer) stream(a jsonrpc.Answer) {
	if w.err != nil {
		return
	}
	if w.big == nil {
		w.big = bufio.NewWriterSize(w.out, maxBuffered)
	}
	_, err := a.WriteTo(w.big)
	if err == nil {
		_ = w.big.WriteByte('\n') // Flush repeats its error
		err = w.big.Flush()
	}
	w.fail(err)
}

func (w *writer) lock() {
	w.waiting.Add(1)
	w.mu.Lock()
	w.waiting.Add(-1)
}

func (w *writer) unlock() {
	if w.waiting.Load() == 0 || w.buf.Len() > maxBuffered {
		w.flush()
	}
	w.mu.Unlock()
}

func (w *writer) flush() {
	if w.err == nil && w.buf.Len() > 0 {
		_, err := w.out.Write(w.buf.Bytes())
		w.buf.Reset()
		w.fail(err)
	}
}

func (w *writer) fail(err error) {
	if err != nil && w.err == nil {
		w.err = err
		close(w.failed)
		w.abort()
	}
}

// cause returns the first failure, nil when there was none. It doesn't wait for a blocked writer.
func (w *writer) cause() error {
	select {
	case <-w.failed:
		w.mu.Lock()
		defer w.mu.Unlock()
		return w.err
	default:
		return nil
	}
}
