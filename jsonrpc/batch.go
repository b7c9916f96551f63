package jsonrpc

import "sync/atomic"

// maxHeld bounds the results that one batch holds until it is complete. Those
// of writes are kept beyond it: what they did must be told.
const maxHeld = 64 << 20

// batch gathers the answers of one array. Its ids stay in flight until it is
// written, since until then the client waits for each of them.
type batch struct {
	held atomic.Int64 // bytes

	// The fields below are guarded by session.mu.
	answers []answer // by slot; empty for a cancelled call
	calls   []*call
	open    int // answers to come, and one for the reader that still adds
}

// fits takes room for a result that is not a write's.
func (b *batch) fits(res Result) bool {
	n := int64(res.Len())
	if b.held.Add(n) <= maxHeld {
		return true
	}
	b.held.Add(-n)
	return false
}

// joinLocked gives a call its place in b.
func (b *batch) joinLocked(c *call) {
	c.batch, c.slot = b, len(b.answers)
	b.answers = append(b.answers, answer{})
	b.calls = append(b.calls, c)
	b.open++
}

// release says that one answer of b has come, or will not come, and writes b
// when that was the last.
func (s *session) release(b *batch) {
	s.mu.Lock()
	b.open--
	complete := b.open == 0
	if complete {
		for _, c := range b.calls {
			delete(s.table, string(c.req.ID))
		}
	}
	s.mu.Unlock()
	if complete {
		s.out.batch(b.answers)
		for _, a := range b.answers {
			release(a.body)
		}
	}
}
