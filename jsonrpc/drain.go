package jsonrpc

import (
	"context"
	"time"
)

// grace is how long calls whose context has been cancelled may take to return,
// and how long the last answers may take to be written.
const grace = time.Second

func notRunError() *Error {
	return newError(CodeInternal, kindInternal,
		"the server was stopping and this call was not run, so nothing was changed by it")
}

func timeoutError() *Error {
	return newError(CodeInternal, kindTimeout,
		"the server was stopping and gave up on this call; if it was to change something, look before trying again")
}

// drain accepts no more lines and returns when every call is done, or when the
// time for that has passed and what was left has been answered. It reports
// whether the output did not take all of those answers.
func (s *session) drain(cancelAll context.CancelFunc) (blocked bool) {
	limit := time.NewTimer(s.opts.DrainTimeout)
	defer limit.Stop()
	s.mu.Lock()
	s.stopping = true
	s.room.Broadcast()
	if s.open == 0 {
		close(s.drained)
	}
	s.mu.Unlock()
	select {
	case <-s.drained:
		return false
	case <-limit.C:
	case <-s.out.failed:
		// Nobody reads the answers: only a write under way is worth its time.
		if !s.abandon() {
			limit.Reset(grace)
		}
		select {
		case <-s.drained:
			return false
		case <-limit.C:
		}
	}
	s.opts.Log.Warn().Dur("limit", s.opts.DrainTimeout).Msg("calls did not end in time and are cancelled")
	finished := make(chan struct{})
	go func() {
		defer close(finished)
		s.expire(cancelAll)
	}()
	last := time.NewTimer(3 * grace)
	defer last.Stop()
	select {
	case <-finished:
		return s.out.busy() // in the answer of a call that was done in time
	case <-last.C:
		return true
	}
}

// abandon drops what is queued and cancels running reads. It reports whether a
// write is running, which may finish: its work is not torn apart.
func (s *session) abandon() (writing bool) {
	s.mu.Lock()
	dropped := s.takeQueueLocked()
	for _, c := range s.table {
		if c.state == running && c.order == Read {
			c.cancel()
		}
	}
	writing = s.turns.writing
	s.mu.Unlock()
	for _, c := range dropped {
		s.drop(c)
		s.leave()
	}
	return writing
}

// expire cancels what runs and answers what is left: at once what has not run,
// and after the grace what does not return.
func (s *session) expire(cancelAll context.CancelFunc) {
	s.mu.Lock()
	s.expired.Store(true)
	waiting := s.takeQueueLocked()
	s.mu.Unlock()
	cancelAll()
	for _, c := range waiting {
		s.answer(c, errorAnswer(c.req.ID, notRunError()))
		s.leave()
	}
	wait := time.NewTimer(grace)
	defer wait.Stop()
	select {
	case <-s.drained:
		return
	case <-wait.C:
	}
	s.mu.Lock()
	var stuck []*call
	for _, c := range s.table {
		if c.state != settled {
			s.settleLocked(c)
			stuck = append(stuck, c)
		}
	}
	s.mu.Unlock()
	for _, c := range stuck {
		s.answer(c, errorAnswer(c.req.ID, timeoutError()))
	}
}

// takeQueueLocked empties the queue and settles what was in it. The caller owes
// each call its answer, and then leave.
func (s *session) takeQueueLocked() []*call {
	var calls []*call
	for c := s.turns.head; c != nil; c = s.turns.head {
		s.turns.remove(c)
		s.settleLocked(c)
		s.held -= c.size
		calls = append(calls, c)
	}
	s.room.Broadcast()
	return calls
}
