package apiclient

import (
	"context"

	"golang.org/x/sync/semaphore"
)

const (
	// free is the longest answer that needs no room.
	free = 1 << 20
	// budgetSize is how many bytes all longer answers of a client have together. One
	// whose length isn't known takes two thirds of it while it is read.
	budgetSize = 144 << 20
	// perByte is what an answer takes while it is read and checked, in bytes for
	// each of its own: it may be copied when it grows or gains members.
	perByte = 3
)

// lease is the room of one answer. It is taken all at once, and an answer that waits for
// one has none, so no two can wait for each other.
type lease struct {
	budget *semaphore.Weighted
	n      int64
}

// take waits for room for an answer of size bytes, first come, first served.
func (l *lease) take(ctx context.Context, budget *semaphore.Weighted, size int) error {
	n := int64(size) * perByte
	if err := budget.Acquire(ctx, n); err != nil {
		return err
	}
	l.budget, l.n = budget, n
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
