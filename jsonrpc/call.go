package jsonrpc

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"time"
)

// callOverhead is what a call costs beside its message: its record, its place in the table, its
// context and stack.
const callOverhead = 512

type callState int

const (
	waiting callState = iota // accepted; Run has not been called
	running
	settled // its answer is decided, or that there is none; later settles are ignored
)

// call is one request on its way, or a message that is answered with a fault.
type call struct {
	req      Request
	size     int
	order    Order
	run      func(ctx context.Context, client Client) (Result, error)
	delivery *delivery

	// Conn.mu guards the fields below.
	state    callState
	cancel   context.CancelFunc // of a running call
	response response           // of a settled call; not written to after that
}

// prepare asks the handler what to do. A panic becomes a call that fails.
func (c *Conn) prepare(call *call) {
	defer c.recovered("the handler panicked", func() {
		call.order = Inline
		call.run = func(context.Context, Client) (Result, error) { return nil, internalError() }
	})
	prepared := c.handler.Prepare(&call.req)
	call.order, call.run = prepared.Order, prepared.Run
}

// execute runs and answers a call, unless it is settled or nothing may begin any more.
func (c *Conn) execute(call *call) {
	ctx, ok := c.begin(call)
	if !ok {
		c.settle(call, failure(notRunError()))
		return
	}
	defer call.cancel()
	start := time.Now()
	answered := c.settle(call, c.try(ctx, call))
	// The method itself is not logged, because the client chose its text.
	c.opts.Log.Debug().Int("method_bytes", len(call.req.Method)).Int("id_bytes", len(call.req.ID)).
		Dur("took", time.Since(start)).Bool("dropped", !answered).Msg("call done")
}

// begin marks a call as running and makes its context, both under the lock: what ends a call knows
// whether it has run, and finds what to cancel.
func (c *Conn) begin(call *call) (ctx context.Context, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if call.state != waiting || c.expired || c.aborted {
		return nil, false
	}
	call.state = running
	if call.order == Inline { // it is over before anything could cancel it
		call.cancel = func() {}
		return call.delivery.ctx, true
	}
	ctx, call.cancel = context.WithCancel(call.delivery.ctx)
	if call.order == Stream && c.closed { // closeLocked came before the stream was running
		call.cancel()
	}
	return ctx, true
}

// try turns whatever the handler does into a response.
func (c *Conn) try(ctx context.Context, call *call) (r response) {
	var result Result
	defer c.recovered("the handler panicked", func() {
		c.release(result)
		r = failure(internalError())
	})
	result, err := call.run(ctx, Client{call.delivery})
	if err != nil {
		return failure(c.wireError(ctx, call, err))
	}
	if result == nil {
		result = Raw(nil)
	}
	size := result.Len()
	if d := call.delivery; d.batch && call.order != Write && !d.fits(size) {
		c.release(result)
		return failure(newError(CodeInternal, kindInternal,
			"the answers of this batch are too large to be held together; send this call on its own"))
	}
	return response{body: result, size: size}
}

// wireError returns the error that the client gets. At the end of the drain a read timed out,
// whatever its handler makes of the end of its context. A write with an error of its own knows
// more about its outcome.
func (c *Conn) wireError(ctx context.Context, call *call, err error) *Error {
	var e *Error
	typed := errors.As(err, &e) && e != nil
	switch {
	case ctx.Err() != nil && c.isExpired() && (call.order != Write || !typed):
		return timeoutError()
	case typed:
		return e
	}
	c.opts.Log.Error().Err(err).Msg("a call failed with an error that has no code")
	return internalError()
}

// release tells a result that it has been written, or never will be.
func (c *Conn) release(r Result) {
	if r, ok := r.(interface{ Release() }); ok {
		defer c.recovered("a result panicked at its release", func() {})
		r.Release()
	}
}

// recovered is deferred around the handler's code. It logs the text only of the runtime's own
// panics, because any other value may hold what a user sent.
func (c *Conn) recovered(what string, then func()) {
	p := recover()
	if p == nil {
		return
	}
	text := fmt.Sprintf("%T", p)
	var rt runtime.Error
	if err, ok := p.(error); ok && errors.As(err, &rt) {
		text = rt.Error()
	}
	c.opts.Log.Error().Str("panic", text).Bytes("stack", debug.Stack()).Msg(what)
	then()
}
