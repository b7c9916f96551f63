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
	case s.expired.Load() || s.out.broken():
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

// nextLocked takes the call whose turn it is; nil when there is none. Nothing
// begins behind a failed output, whoever learns of the failure first: the client
// would not know what its call did. abandon drops what stays in the queue.
func (s *session) nextLocked() *call {
	if s.out.broken() {
		return nil
	}
	return s.turns.pop()
}

// startLocked gives every call whose turn it is a worker: one that is idle, whose
// stack has grown to what calls need, or else a new one. There are never more
// workers than calls that may run at once.
func (s *session) startLocked(base context.Context) {
	for c := s.nextLocked(); c != nil; c = s.nextLocked() {
		t := task{c.beginLocked(base), c}
		if s.idle == 0 {
			go s.work(base, t)
			continue
		}
		s.idle--
		s.tasks <- t // has room: an idle worker is waiting for it
	}
}

// task is a call that has its turn.
type task struct {
	ctx context.Context
	*call
}

// beginLocked makes the call's context while the lock is held: a cancel that
// finds the call running also finds what to cancel.
func (c *call) beginLocked(base context.Context) context.Context {
	ctx, cancel := context.WithCancel(base)
	c.cancel = cancel
	return ctx
}

// work runs a call and then, on the same stack, calls whose turn comes later,
// until base ends. A turn lasts until the answer is written: results in memory
// are bounded by the concurrency.
func (s *session) work(base context.Context, t task) {
	for {
		s.execute(t.ctx, t.call)
		t.cancel()
		s.mu.Lock()
		s.turns.done()
		s.freeLocked(t.call)
		next := s.nextLocked()
		if next != nil {
			t = task{next.beginLocked(base), next}
			s.startLocked(base)
		} else {
			s.idle++
		}
		s.mu.Unlock()
		if next != nil {
			continue
		}
		select {
		case t = <-s.tasks:
		case <-base.Done(): // nothing is queued any more, see expire
			return
		}
	}
}

// freeLocked gives back what a queued or running call held.
func (s *session) freeLocked(c *call) {
	s.held -= c.size
	s.room.Signal()
	s.leaveLocked()
}
