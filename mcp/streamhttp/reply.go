package streamhttp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/mcp-adapters/mcp-adapters/jsonrpc"
)

// maxWhole is the size up to which an answer is complete in memory before any of it is sent, so that
// a result that fails halfway can be replaced.
const maxWhole = 256 << 10

// errGone says that there is no answer, because the client has cancelled.
var errGone = errors.New("the client closed the connection")

// Values of headers, which are shared.
var (
	jsonType  = []string{"application/json"}
	eventType = []string{"text/event-stream"}
	noCache   = []string{"no-cache, no-transform"}
	unpooled  = []string{"no"}
)

// reply writes the answer to one POST: one JSON text, or from the first notification on a stream of
// events. It is the [jsonrpc.Reply] of its message.
type reply struct {
	w            http.ResponseWriter
	control      *http.ResponseController
	request      context.Context // ends when the client has gone
	modern       bool            // then a client that has gone wants no answer
	events       bool            // the client takes a stream
	writeTimeout time.Duration
	keepAlive    time.Duration
	stopping     func() bool   // Shutdown has begun
	answered     chan struct{} // closed after the answer

	mu        sync.Mutex // guards the fields below, and w
	streaming bool
	over      bool        // the answer is there: nothing more is written
	silence   *time.Timer // of a stream; at its end there is a comment
	err       error       // why nothing more is written, and the connection is torn
	status    int         // of HTTP; 0 when nothing was written
	failure   *jsonrpc.Error
	out       int // bytes written
}

var _ jsonrpc.Reply = (*reply)(nil)

// takesEvents reports whether the client said that it reads event streams.
func takesEvents(h http.Header) bool {
	return accepts(h, "text/event-stream", "text/*", "*/*")
}

// accepts reports whether one of the types is among those that the client reads.
func accepts(h http.Header, types ...string) bool {
	for _, value := range h["Accept"] {
		for part := range strings.SplitSeq(value, ",") {
			mediaType, _, _ := strings.Cut(part, ";")
			if slices.Contains(types, strings.ToLower(strings.TrimSpace(mediaType))) {
				return true
			}
		}
	}
	return false
}

// Notify writes an event; the first event begins the stream. A client that doesn't take streams gets
// none.
func (r *reply) Notify(message json.RawMessage) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.events || r.err != nil {
		return r.err
	}
	r.beginStreamLocked()
	b := texts.Get().(*bytes.Buffer)
	defer recycle(b)
	b.WriteString(eventHead)
	b.Write(message)
	b.WriteString(eventTail)
	r.sendLocked(b.Bytes())
	return r.err
}

// Answer writes the answer, unless the client has gone.
func (r *reply) Answer(a jsonrpc.Answer) {
	defer close(r.answered)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.over = true
	if r.streaming {
		r.silence.Stop()
	}
	r.failure = a.Err()
	switch {
	case r.err != nil:
		return
	case r.modern && r.request.Err() != nil:
		r.err = errGone
		return
	}
	before, after := "", ""
	if r.streaming {
		before, after = eventHead, eventTail
	} else {
		r.status = status(r.modern, r.failure)
	}
	if a.Len() > maxWhole {
		r.writeLargeLocked(before, a, after)
	} else {
		b := texts.Get().(*bytes.Buffer)
		defer recycle(b)
		b.WriteString(before)
		a.AppendTo(b)
		b.WriteString(after)
		r.headLocked(b.Len())
		r.writeLocked(b.Bytes())
	}
	if r.stopping() && r.err == nil {
		_ = r.control.Flush() // the call may keep the server from flushing
	}
}

// headLocked begins an answer that is one JSON text.
func (r *reply) headLocked(length int) {
	if r.streaming {
		return
	}
	h := r.w.Header()
	h["Content-Type"] = jsonType
	h["Content-Length"] = []string{strconv.Itoa(length)}
	r.w.WriteHeader(r.status)
}

// writeLargeLocked writes an answer that is not held in memory. The connection is torn when its
// result fails halfway.
func (r *reply) writeLargeLocked(before string, a jsonrpc.Answer, after string) {
	r.headLocked(len(before) + a.Len() + len(after))
	r.writeLocked([]byte(before))
	if r.err == nil {
		_, err := a.WriteTo(paced{r})
		if r.err == nil {
			r.err = err
		}
	}
	r.writeLocked([]byte(after))
}

// writeLocked writes b piece by piece, each with a deadline of its own.
func (r *reply) writeLocked(b []byte) {
	for len(b) > 0 && r.err == nil {
		r.renewDeadline()
		var n int
		n, r.err = r.w.Write(b[:min(len(b), 64<<10)])
		r.out += n
		b = b[n:]
	}
}

func (r *reply) renewDeadline() {
	_ = r.control.SetWriteDeadline(time.Now().Add(r.writeTimeout)) // a writer without deadlines has none
}

// paced is the writer of a large answer.
type paced struct{ r *reply }

func (p paced) Write(b []byte) (int, error) {
	before := p.r.out
	p.r.writeLocked(b)
	return p.r.out - before, p.r.err
}

// torn reports whether the answer was not written to its end.
func (r *reply) torn() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.err != nil
}

// A stream has events of one kind, each with one JSON-RPC message in one line, and comments that
// show that the connection is alive.
const (
	eventHead = "event: message\ndata: "
	eventTail = "\n\n"
	comment   = ": keep-alive\n\n"
)

// texts are buffers for answers and events.
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

// sendLocked writes to a stream and flushes it. The silence begins after that, so that a comment
// never waits for a writer that is stuck.
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

// beat writes a comment after a silence, unless the answer was written.
func (r *reply) beat() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.over && r.err == nil {
		r.sendLocked([]byte(comment))
	}
}
