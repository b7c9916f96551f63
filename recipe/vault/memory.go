package vault

import (
	"bytes"
	"context"
	"fmt"
	"sync/atomic"

	"golang.org/x/sync/semaphore"
)

const (
	// short is the longest body, and the longest answer, that needs no room of
	// those that all share. Nearly every recipe is shorter, so that long ones
	// hold up one another and nothing else.
	short = 32 << 10
	// bodyBudget is for long bodies, which count twice: as they came, and decoded.
	bodyBudget = 128 << 20
	// answerBudget is for long answers, until their clients have taken them.
	answerBudget = 128 << 20
)

// budget is memory that requests share. One that waits for room for its answer may
// hold some for its body, and never the other way round; one that has room for
// its answer waits for no other. So they never wait in a circle.
type budget struct {
	*semaphore.Weighted
	size int64
}

func newBudget(size int64) *budget { return &budget{semaphore.NewWeighted(size), size} }

// lease is the room of one body or answer. One goroutine uses it; release may come from
// any.
type lease struct {
	budget *budget
	n      atomic.Int64
}

// cover has the lease last for size bytes, without waiting. An answer that is
// larger than the whole room needs no more than that.
func (l *lease) cover(size int) bool {
	has, want := l.n.Load(), min(int64(size), l.budget.size)
	if want <= short || want <= has {
		return true
	}
	if !l.budget.TryAcquire(want - has) {
		return false
	}
	l.n.Store(want)
	return true
}

// wait gives back what the lease has and waits for n bytes, first come, first
// served.
func (l *lease) wait(ctx context.Context, n int64) error {
	l.release()
	n = min(n, l.budget.size)
	if err := l.budget.Acquire(ctx, n); err != nil {
		return err
	}
	l.n.Store(n)
	return nil
}

// keep gives back what size bytes do not need.
func (l *lease) keep(size int) {
	has, want := l.n.Load(), int64(size)
	if size <= short {
		want = 0
	}
	if has > want {
		l.budget.Release(has - want)
		l.n.Store(want)
	}
}

// release gives back everything; calling it again does nothing.
func (l *lease) release() {
	if n := l.n.Swap(0); n > 0 {
		l.budget.Release(n)
	}
}

// page is an answer while it is written. When there is no room for it, what was
// written is dropped, and the rest is only counted.
type page struct {
	b       []byte
	mem     *lease
	crowded bool
	counted int
}

// newPage returns a page for likely so many bytes, or for as many as were waited
// for. It fails with [crowded], before anything is read.
func newPage(mem *lease, likely int) (*page, error) {
	if waited := int(mem.n.Load()); waited > 0 {
		likely = waited
	}
	if !mem.cover(likely) {
		return nil, &crowded{int64(likely)}
	}
	return &page{mem: mem, b: make([]byte, 0, likely)}, nil
}

func (p *page) append(s string) { p.b = append(p.b, s...) }

// fit is called when the page has grown.
func (p *page) fit() {
	switch {
	case p.crowded:
		p.counted += len(p.b)
		p.b = p.b[:0]
	case !p.mem.cover(cap(p.b)):
		p.crowded, p.counted, p.b = true, len(p.b), nil
	}
}

// done returns the answer, or [crowded].
func (p *page) done() ([]byte, error) {
	if p.fit(); p.crowded {
		return nil, &crowded{int64(p.counted + p.counted/64)}
	}
	if cap(p.b) > 2*len(p.b)+short {
		return bytes.Clone(p.b), nil // it was to be much longer
	}
	return p.b, nil
}

// crowded says that there was no room for an answer of n bytes.
type crowded struct{ n int64 }

func (c *crowded) Error() string { return fmt.Sprintf("no room for an answer of %d bytes", c.n) }
