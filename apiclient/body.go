package apiclient

import (
	"context"
	"errors"
	"io"
	"net/http"
	"runtime"
	"slices"

	"github.com/go-json-experiment/json/jsontext"
	"golang.org/x/sync/semaphore"
)

const (
	maxBody      = 32 << 20 // of an answer, after decompression
	maxErrorBody = 64 << 10
)

// What can be wrong with the body of a good answer. None of them holds any of it.
// A request's check returns ErrShape and ErrOther.
var (
	errTooLarge = errors.New("the answer is over 32 MiB")
	ErrNotJSON  = errors.New("the answer is not JSON in UTF-8")
	ErrShape    = errors.New("the answer is JSON of another shape")
	ErrOther    = errors.New("the answer has an id other than the one requested")
)

// cutError says that a body ended early or could not be read.
type cutError struct{ err error }

func (e *cutError) Error() string { return "answer cut: " + e.err.Error() }
func (e *cutError) Unwrap() error { return e.err }

// readBody reads the body of a good answer whole. It takes room for a long one as
// soon as that is known to be long, and l keeps it.
func readBody(resp *http.Response, budget *semaphore.Weighted, l *lease) ([]byte, error) {
	ctx := resp.Request.Context()
	size := int(min(resp.ContentLength, maxBody+1))
	switch {
	case size > maxBody:
		return nil, errTooLarge
	case size < 0:
		size = 4 << 10
	case size > free:
		if err := l.take(ctx, budget, size); err != nil {
			return nil, err
		}
	}
	// One byte more than announced, so that the last read can see the end.
	body := make([]byte, 0, size+1)
	for {
		n, err := resp.Body.Read(body[len(body):cap(body)])
		body = body[:len(body)+n]
		switch {
		case len(body) > maxBody:
			return nil, errTooLarge
		case errors.Is(err, io.EOF):
			return body, nil
		case err != nil:
			return nil, &cutError{err}
		case len(body) < cap(body):
			continue
		case len(body) > free && l.n == 0: // and as long as it may be
			if err := l.take(ctx, budget, maxBody); err != nil {
				return nil, err
			}
		}
		if l.n == 0 {
			body = slices.Grow(body, min(len(body), free+1-len(body)))
		} else {
			body = append(body, 0)[:len(body)]
		}
	}
}

// readErrorBody reads what a failure has to say, up to a limit.
func readErrorBody(resp *http.Response) []byte {
	b, err := io.ReadAll(io.LimitReader(resp.Body, maxErrorBody))
	if err != nil {
		return nil // what was cut is not quoted
	}
	return b
}

// valid reports whether b is one JSON value in UTF-8 without lone surrogates.
// Names may repeat: keeping track of them doubles the time and misleads no one,
// since each of them must have the right shape.
func valid(b []byte) bool {
	return jsontext.Value(b).IsValid(jsontext.AllowDuplicateNames(true))
}

const (
	// free is the longest answer that needs no room.
	free = 1 << 20
	// budgetSize is how many bytes all longer answers of a client have together. One
	// whose length isn't known takes two thirds of it while it is read.
	budgetSize = 144 << 20
	// perByte is what an answer takes while it is read and checked, in bytes for
	// each of its own: it may be copied when it grows or gains members.
	perByte = 3
	// collectFrom is the room from which take collects garbage first.
	collectFrom = 32 << 20
)

// lease is the room of one answer. It is taken all at once, and an answer that waits for
// one has none, so no two can wait for each other.
type lease struct {
	budget *semaphore.Weighted
	n      int64
}

// take waits for room for an answer of size bytes, first come, first served. Before a long
// answer it collects garbage. On a busy machine the collector starts late, and what earlier
// answers left would take as much memory again as the budget allows.
func (l *lease) take(ctx context.Context, budget *semaphore.Weighted, size int) error {
	n := int64(size) * perByte
	if err := budget.Acquire(ctx, n); err != nil {
		return err
	}
	l.budget, l.n = budget, n
	if n >= collectFrom {
		runtime.GC()
	}
	return nil
}

// keep gives back what an answer that takes size bytes does not need.
func (l *lease) keep(size int) {
	if n := int64(size); n < l.n {
		l.budget.Release(l.n - n)
		l.n = n
	}
}

func (l *lease) release() { l.keep(0) }

type holdKey struct{}

// Hold returns a context for one request, whose answer has its room until release
// is called; without it, only while it is read and checked. A client's answers
// over 1 MiB have 144 MiB together. While that is taken, others wait, each within
// its time. Release may be called at any time and more than once, but not at the
// same time as the request is made.
func Hold(ctx context.Context) (_ context.Context, release func()) {
	h := &holder{Context: ctx}
	return h, h.release
}

// holder is the context that carries the lease of its request.
type holder struct {
	context.Context
	lease
}

// Value returns the lease for holdKey.
func (h *holder) Value(key any) any {
	if key == (holdKey{}) {
		return &h.lease
	}
	return h.Context.Value(key)
}

// leaseFor returns where the room of an answer is kept: with the caller who holds
// it, or in own.
func leaseFor(ctx context.Context, own *lease) (l *lease, held bool) {
	if l, held = ctx.Value(holdKey{}).(*lease); held {
		l.release() // of what it was used for before
		return l, true
	}
	return own, false
}
