package jsonrpc

import (
	"bufio"
	"errors"
	"io"
	"sync"
	"sync/atomic"
)

const writeBuffer = 64 << 10

var (
	errTorn    = errors.New("a result failed halfway through its line")
	errBlocked = errors.New("nobody took the last answers in time")
)

// answer is what one request gets; the zero value is none. An error has been
// encoded before it comes here, so that only w can fail.
type answer struct {
	id     []byte // nil for null
	failed bool   // body is an error object
	body   Result
}

func errorAnswer(id []byte, e *Error) answer {
	return answer{id: id, failed: true, body: e.encode()}
}

// writer is the one place that writes to the output. Answers that are ready
// together leave in one write, and none waits for another to become ready:
// whoever sees nobody behind it flushes.
type writer struct {
	waiting atomic.Int32
	failed  chan struct{} // closed when err is set

	mu  sync.Mutex // guards the fields below
	bw  *bufio.Writer
	err error // the first failure; nothing is written after it
}

func newWriter(w io.Writer) *writer {
	return &writer{failed: make(chan struct{}), bw: bufio.NewWriterSize(w, writeBuffer)}
}

// one writes the answer to a single request.
func (w *writer) one(a answer) {
	w.lock()
	defer w.unlock()
	w.put(a)
	w.text("\n")
}

// line writes what is a whole line already.
func (w *writer) line(b []byte) {
	w.lock()
	defer w.unlock()
	if w.err == nil {
		_, err := w.bw.Write(b)
		w.fail(err)
	}
}

// batch writes the answers that are there as one array, or nothing.
func (w *writer) batch(answers []answer) {
	w.lock()
	defer w.unlock()
	open := "["
	for _, a := range answers {
		if a.body == nil {
			continue
		}
		w.text(open)
		w.put(a)
		open = ","
	}
	if open == "," {
		w.text("]\n")
	}
}

// cause returns the first failure, nil when there was none. It doesn't wait for
// a writer that is blocked.
func (w *writer) cause() error {
	if !w.broken() {
		return nil
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.err
}

// broken reports whether the output has failed. It takes no lock.
func (w *writer) broken() bool {
	select {
	case <-w.failed:
		return true
	default:
		return false
	}
}

// busy reports whether somebody is writing at this moment.
func (w *writer) busy() bool {
	if !w.mu.TryLock() {
		return true
	}
	w.mu.Unlock()
	return false
}

func (w *writer) lock() {
	w.waiting.Add(1)
	w.mu.Lock()
	w.waiting.Add(-1)
}

// unlock is deferred, so that a Result that panics ends the output and not the
// process: the rest of its line can't be known.
func (w *writer) unlock() {
	defer w.mu.Unlock()
	if recover() != nil {
		w.fail(errTorn)
	}
	if w.err == nil && w.waiting.Load() == 0 {
		w.fail(w.bw.Flush())
	}
}

func (w *writer) fail(err error) {
	if err != nil && w.err == nil {
		w.err = err
		close(w.failed)
	}
}

func (w *writer) put(a answer) {
	w.text(`{"jsonrpc":"2.0","id":`)
	if a.id == nil {
		w.text(null)
	} else if w.err == nil {
		_, err := w.bw.Write(a.id)
		w.fail(err)
	}
	if a.failed {
		w.text(`,"error":`)
	} else {
		w.text(`,"result":`)
	}
	if w.err == nil {
		_, err := a.body.WriteTo(w.bw)
		w.fail(err)
	}
	w.text("}")
}

func (w *writer) text(s string) {
	if w.err == nil {
		_, err := w.bw.WriteString(s)
		w.fail(err)
	}
}
