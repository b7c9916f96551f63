package streamhttp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"os"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/semaphore"
)

const (
	firstRead = 4 << 10   // a body's buffer at first: most messages fit
	paceRead  = 256 << 10 // the bytes that have to arrive within BodyTimeout
)

// body is the body of a request. Its memory counts until release.
type body struct {
	data    []byte
	buffer  *[]byte // from buffers; nil for a body that has outgrown it, or was copied
	memory  *semaphore.Weighted
	charged int
}

var buffers = sync.Pool{New: func() any {
	b := make([]byte, 0, firstRead)
	return &b
}}

// checkType refuses a body whose type is known and isn't JSON.
func checkType(h http.Header) *Refusal {
	value := h.Get("Content-Type")
	if value == "" || value == jsonType[0] {
		return nil
	}
	mediaType, _, err := mime.ParseMediaType(value)
	if err == nil || errors.Is(err, mime.ErrInvalidMediaParameter) {
		if mediaType == jsonType[0] || strings.HasSuffix(mediaType, "/octet-stream") {
			return nil
		}
	}
	return refused(http.StatusUnsupportedMediaType, "the header Content-Type must be application/json")
}

// read returns the request's body. Memory is taken as the body arrives, so that announcing a length
// holds none.
func (s *Server) read(r *http.Request, control *http.ResponseController) (*body, *Refusal) {
	limit := s.options.MaxMessageBytes
	if r.ContentLength > int64(limit) {
		return nil, tooLong(r, limit)
	}
	b := &body{memory: s.memory}
	if !acquire(r.Context(), b.memory, firstRead, s.options.QueueTimeout) {
		return nil, errBusy()
	}
	b.buffer = buffers.Get().(*[]byte)
	b.charged = firstRead
	b.data = (*b.buffer)[:0]
	for paced := 0; ; {
		n, err := r.Body.Read(b.data[len(b.data):min(cap(b.data), limit+1)])
		b.data = b.data[:len(b.data)+n]
		var refusal *Refusal
		switch {
		case len(b.data) > limit:
			refusal = tooLong(r, limit)
		case errors.Is(err, io.EOF):
			return b, nil
		case errors.Is(err, os.ErrDeadlineExceeded):
			refusal = refused(http.StatusRequestTimeout, "the message did not arrive in time")
		case err != nil:
			refusal = refused(http.StatusBadRequest, "the message ended before its end")
		case len(b.data) == cap(b.data) && !b.grow(r.Context(), limit, s.options.QueueTimeout):
			refusal = errBusy()
		}
		if refusal != nil {
			b.release()
			return nil, refusal
		}
		if len(b.data)-paced >= paceRead { // slow is not stuck
			paced = len(b.data)
			_ = control.SetReadDeadline(time.Now().Add(s.options.BodyTimeout))
		}
	}
}

// grow doubles the buffer, at most to one byte more than a message may have.
func (b *body) grow(ctx context.Context, limit int, wait time.Duration) bool {
	size := 2 * cap(b.data)
	if size >= limit {
		size = limit + 1
	}
	if !acquire(ctx, b.memory, int64(size-b.charged), wait) {
		return false
	}
	b.charged = size
	larger := make([]byte, len(b.data), size)
	copy(larger, b.data)
	b.recycle()
	b.data = larger
	return true
}

func (b *body) recycle() {
	if b.buffer != nil {
		buffers.Put(b.buffer)
		b.buffer = nil
	}
}

// isLarge reports whether the data has a buffer of its own, which is not reused.
func (b *body) isLarge() bool { return b.buffer == nil }

// copied says that the calls have what they need of the data.
func (b *body) copied() {
	if kept := min(len(b.data), b.charged); kept < b.charged {
		b.memory.Release(int64(b.charged - kept))
		b.charged = kept
	}
	b.recycle()
	b.data = nil
}

func (b *body) isCopied() bool { return b.data == nil }

// release gives everything back.
func (b *body) release() {
	b.recycle()
	b.memory.Release(int64(b.charged))
	b.charged = 0
}

// acquire takes n of w, and waits for them at most as long.
func acquire(ctx context.Context, w *semaphore.Weighted, n int64, wait time.Duration) bool {
	if w.TryAcquire(n) {
		return true
	}
	ctx, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	return w.Acquire(ctx, n) == nil
}

// tooLong refuses a message. Most clients read nothing before they have sent the whole message, so
// a message of at most four times the limit is read and dropped.
func tooLong(r *http.Request, limit int) *Refusal {
	if most := 4 * int64(limit); r.ContentLength <= most && r.Header.Get("Expect") == "" {
		_, _ = io.CopyN(io.Discard, r.Body, most)
	}
	return refused(http.StatusRequestEntityTooLarge, fmt.Sprintf("the message is longer than %d bytes", limit))
}
