package streamhttp

import (
	"bytes"
	"errors"
	"net/http"
	"sync"
	"time"
)

// A stream has events of one kind, each with one JSON-RPC message in one line, and
// comments that keep it from looking dead.
const (
	eventHead = "event: message\ndata: "
	eventTail = "\n\n"
	comment   = ": keep-alive\n\n"
)

// texts are buffers for what is written.
var texts = sync.Pool{New: func() any { return new(bytes.Buffer) }}

func recycle(b *bytes.Buffer) {
	if b.Cap() <= maxWhole {
		b.Reset()
		texts.Put(b)
	}
}

// beginStreamLocked turns the answer into a stream, unless it is one.
func (r *reply) beginStreamLocked() {
	if r.streaming {
		return
	}
	h := r.w.Header()
	h["Content-Type"] = eventType
	h["Cache-Control"] = noCache
	h["X-Accel-Buffering"] = unpooled
	r.status = http.StatusOK
	r.w.WriteHeader(r.status)
	r.streaming = true
	r.silence = time.AfterFunc(r.keepAlive, r.beat)
}

// sendLocked writes to a stream, and sees it on its way. The silence begins after
// it: a comment needn't wait for a writer that is stuck.
func (r *reply) sendLocked(b []byte) {
	r.silence.Stop()
	r.writeLocked(b)
	if r.err == nil {
		if err := r.control.Flush(); !errors.Is(err, http.ErrNotSupported) {
			r.err = err
		}
	}
	if r.err == nil {
		_ = r.control.SetWriteDeadline(time.Time{}) // HTTP/2 ends a stream at its deadline, also a silent one
		r.silence.Reset(r.keepAlive)
	}
}

// beat writes a comment after a silence, unless the answer has come.
func (r *reply) beat() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.over && r.err == nil {
		r.sendLocked([]byte(comment))
	}
}
