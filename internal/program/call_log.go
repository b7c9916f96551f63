package program

import (
	"bytes"
	"sync"
)

// maxHeld bounds the log of one call; what comes then is dropped.
const maxHeld = 1 << 20

// heldLog keeps the log of a call until its outcome has been printed: a person wants the
// sentence first, and then perhaps how it came to that.
type heldLog struct {
	mu    sync.Mutex
	lines bytes.Buffer
}

func (h *heldLog) Write(line []byte) (int, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.lines.Len()+len(line) <= maxHeld {
		h.lines.Write(line)
	}
	return len(line), nil
}

// text gives the lines so far.
func (h *heldLog) text() []byte {
	h.mu.Lock()
	defer h.mu.Unlock()
	return bytes.Clone(h.lines.Bytes())
}

// loggedError is a failure with the log that led to it.
type loggedError struct {
	err error
	log []byte
}

func (e *loggedError) Error() string { return e.err.Error() }
func (e *loggedError) Unwrap() error { return e.err }
