package jsonrpc

import "context"

// turns decides who runs when: first come, first served, reads side by side, a
// write alone. Nothing overtakes, so a read never sees less than it would have
// seen if the calls had run one by one. session.mu guards it.
type turns struct {
	limit      int
	head, tail *call // accepted calls that wait
	running    int
	writing    bool
}

func (t *turns) push(c *call) {
	c.state = queued
	if c.prev = t.tail; t.tail == nil {
		t.head = c
	} else {
		t.tail.next = c
	}
	t.tail = c
}

func (t *turns) remove(c *call) {
	if c.prev == nil {
		t.head = c.next
	} else {
		c.prev.next = c.next
	}
	if c.next == nil {
		t.tail = c.prev
	} else {
		c.next.prev = c.prev
	}
	c.prev, c.next = nil, nil
}

// pop takes the call whose turn it is; nil when the head must wait.
func (t *turns) pop() *call {
	c := t.head
	if c == nil || t.writing || t.running >= t.limit || (c.order == Write && t.running > 0) {
		return nil
	}
	t.remove(c)
	c.state = running
	t.running++
	t.writing = c.order == Write
	return c
}

// done ends the turn of a call that pop returned.
func (t *turns) done() {
	t.running--
	t.writing = false
}

// enqueue hands a prepared call to its turn. When calls that are not done hold
// too many bytes, it waits, and so does the reading.
func (s *session) enqueue(base context.Context, c *call) {
	s.mu.Lock()
	for !s.stopping && s.held > 0 && s.held+c.size > s.opts.MaxQueuedBytes {
		s.room.Wait()
	}
	switch {
	case c.state == settled: // while it waited for room
		s.leaveLocked()
	case s.closed:
		s.settleLocked(c)
		s.mu.Unlock()
		s.drop(c)
		s.leave()
		return
	case s.expired.Load():
		s.settleLocked(c)
		s.mu.Unlock()
		s.answer(c, errorAnswer(c.req.ID, notRunError()))
		s.leave()
		return
	default:
		s.held += c.size
		s.turns.push(c)
		s.startLocked(base)
	}
	s.mu.Unlock()
}

// startLocked gives every call whose turn it is a goroutine.
func (s *session) startLocked(base context.Context) {
	for c := s.turns.pop(); c != nil; c = s.turns.pop() {
		go s.work(base, c.beginLocked(base), c)
	}
}

// beginLocked makes the call's context while the lock is held: a cancel that
// finds the call running also finds what to cancel.
func (c *call) beginLocked(base context.Context) context.Context {
	ctx, cancel := context.WithCancel(base)
	c.cancel = cancel
	return ctx
}

// work runs c and then, on the same stack, calls whose turn comes with its end.
// The turn lasts until the answer is written: results in memory are bounded by
// the concurrency.
func (s *session) work(base, ctx context.Context, c *call) {
	for c != nil {
		s.execute(ctx, c)
		c.cancel()
		s.mu.Lock()
		s.turns.done()
		s.freeLocked(c)
		if c = s.turns.pop(); c != nil {
			ctx = c.beginLocked(base)
			s.startLocked(base)
		}
		s.mu.Unlock()
	}
}

// freeLocked gives back what a queued or running call held.
func (s *session) freeLocked(c *call) {
	s.held -= c.size
	s.room.Signal()
	s.leaveLocked()
}
