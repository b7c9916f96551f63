package jsonrpc

import (
	"errors"
	"maps"
	"slices"
	"time"
)

// grace is how long calls may take to return after their context is cancelled. The last answers may
// take twice as long to be written.
const grace = time.Second

// ErrBlocked is returned by [Conn.Drain] when the client doesn't read the last answers.
var ErrBlocked = errors.New("the last answers were not read in time")

func notRunError() *Error {
	return newError(CodeInternal, kindInternal,
		"the server was stopping and did not run this call, so it changed nothing")
}

func timeoutError() *Error {
	return newError(CodeInternal, kindTimeout,
		"the server was stopping and gave up on this call; if it was meant to change something, check before trying again")
}

// Drain accepts nothing more and returns when every call is done. After limit it cancels running
// calls and answers queued calls without running them. A call that doesn't return within a second
// of that is answered with a timeout; Drain leaves it behind and drops its later result. If answers
// are not written within two more seconds, Drain returns [ErrBlocked].
//
// After [Conn.Abort] a running write has until limit, and any other call a second.
func (c *Conn) Drain(limit time.Duration) error {
	c.mu.Lock()
	c.closeLocked()
	c.mu.Unlock()
	if c.await(limit, func() bool { return c.idleLocked() || c.aborted && !c.queue.writing }) &&
		c.await(grace, c.idleLocked) {
		return nil
	}
	c.opts.Log.Warn().Dur("limit", limit).Msg("calls did not end in time and are cancelled")
	go c.giveUp(c.expire())
	if c.await(grace, c.idleLocked) {
		return nil
	}
	c.mu.Lock()
	left := slices.Collect(maps.Values(c.calls))
	c.mu.Unlock()
	go c.giveUp(left)
	if !c.await(2*grace, c.answeredLocked) {
		return ErrBlocked
	}
	return nil
}

// Abort says that the output is gone: nothing is accepted, begun or answered any more. Running
// calls are cancelled, except a write, which may finish. It returns at once; [Conn.Drain] waits for
// the calls that still run.
func (c *Conn) Abort() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.aborted = true
	c.closeLocked()
	for _, call := range c.calls {
		if call.state == running && call.order != Write {
			call.cancel()
		}
	}
}

// await waits until done, which is called with the lock held, reports true or d has passed. It
// returns the last report.
func (c *Conn) await(d time.Duration, done func() bool) bool {
	late := false
	defer time.AfterFunc(d, func() {
		c.mu.Lock()
		late = true
		c.changed.Broadcast()
		c.mu.Unlock()
	}).Stop()
	c.mu.Lock()
	defer c.mu.Unlock()
	for !done() && !late {
		c.changed.Wait()
	}
	return done()
}

// idleLocked reports whether nothing is running.
func (c *Conn) idleLocked() bool {
	return c.answeredLocked() && c.queue.running == 0 && c.streams == 0 && c.delivering == 0
}

// answeredLocked reports whether every call has its answer, or needs none.
func (c *Conn) answeredLocked() bool {
	return len(c.calls) == 0 && c.answering == 0
}

// expire lets nothing begin any more and cancels running calls. It returns the queued calls in
// order.
func (c *Conn) expire() []*call {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.expired = true
	for _, call := range c.calls {
		if call.state == running {
			call.cancel()
		}
	}
	return c.queue.clear()
}

// giveUp answers calls that will not answer in time.
func (c *Conn) giveUp(calls []*call) {
	for _, call := range calls {
		c.mu.Lock()
		e := notRunError()
		if call.state == running {
			e = timeoutError()
		}
		c.mu.Unlock()
		c.settle(call, failure(e))
	}
}

func (c *Conn) isExpired() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.expired
}
