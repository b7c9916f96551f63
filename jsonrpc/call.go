package jsonrpc

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"time"
)

// callOverhead is what a call costs beside its message: its record, its place
// in the table, its context and stack.
const callOverhead = 512

type callState int

const (
	accepted callState = iota // in the table, not in the queue yet
	queued
	running
	settled // answered or cancelled: whoever comes second does nothing
)

// call is one accepted request on its way.
type call struct {
	req   Request
	size  int
	order Order
	run   func(ctx context.Context) (Result, error)
	batch *batch // nil outside a batch
	slot  int    // the answer's place in batch

	// The fields below are guarded by session.mu.
	state      callState
	cancel     context.CancelFunc // of a running call
	prev, next *call              // in the queue
}

// newCall copies what the message points to out of the line.
func newCall(m *message) *call {
	n := len(m.id)
	own := make([]byte, n+len(m.params))
	copy(own, m.id)
	copy(own[n:], m.params)
	c := &call{req: Request{Method: m.method}, size: m.size + callOverhead}
	if m.id != nil {
		c.req.ID = own[:n:n]
	}
	if m.params != nil {
		c.req.Params = own[n:]
	}
	return c
}

// execute runs a call, which has its turn, and answers it unless it has been
// settled in the meantime.
func (s *session) execute(ctx context.Context, c *call) {
	var start time.Time
	if s.debug {
		start = time.Now()
	}
	a := s.try(ctx, c)
	s.mu.Lock()
	late := c.state == settled
	if !late {
		s.settleLocked(c)
	}
	s.mu.Unlock()
	if !late {
		s.answer(c, a)
	} else {
		release(a.body)
	}
	if s.debug {
		// The method is the client's text too.
		s.opts.Log.Debug().Int("method_bytes", len(c.req.Method)).Int("id_bytes", len(c.req.ID)).Dur("took", time.Since(start)).Bool("dropped", late).Msg("call done")
	}
}

// try turns whatever the handler does into an answer.
func (s *session) try(ctx context.Context, c *call) (a answer) {
	defer s.recovered(func() { a = errorAnswer(c.req.ID, internalError()) })
	res, err := c.run(ctx)
	if err == nil {
		if res == nil {
			res = Raw(nil)
		}
		if c.batch != nil && c.order != Write && !c.batch.fits(res) {
			release(res)
			return errorAnswer(c.req.ID, newError(CodeInternal, kindInternal,
				"the answers of this batch are too large to be held together; send this call on its own"))
		}
		return answer{id: c.req.ID, body: res}
	}
	var e *Error
	switch {
	case errors.As(err, &e) && e != nil:
	case s.expired.Load() && ctx.Err() != nil:
		e = timeoutError()
	default:
		s.opts.Log.Error().Err(err).Msg("a call failed with an error that has no code")
		e = internalError()
	}
	return errorAnswer(c.req.ID, e)
}

// recovered is deferred around the handler's code. Only the runtime's own
// panics are logged with their text: any other value may hold what a user sent.
func (s *session) recovered(then func()) {
	p := recover()
	if p == nil {
		return
	}
	text := fmt.Sprintf("%T", p)
	var rt runtime.Error
	if err, ok := p.(error); ok && errors.As(err, &rt) {
		text = rt.Error()
	}
	s.opts.Log.Error().Str("panic", text).Bytes("stack", debug.Stack()).Msg("the handler panicked")
	then()
}
