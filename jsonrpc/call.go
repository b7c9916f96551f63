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
	waiting callState = iota // accepted; perhaps it has its turn, but Run was not called
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

// prepare asks the handler what to do; a panic becomes a call that fails.
func (c *Conn) prepare(call *call) {
	defer c.recovered("the handler panicked", func() {
		call.order = Inline
		call.run = func(context.Context, Client) (Result, error) { return nil, internalError() }
	})
	prepared := c.handler.Prepare(&call.req)
	call.order, call.run = prepared.Order, prepared.Run
}

// work runs a call that has its turn, and then others on the same goroutine: its
// stack has grown to what calls need. With a goroutine for each call, the benchmark's
// 16 calls in flight took a tenth more processor time (1.27 of the floor's instead of
// 1.11, on a busy machine). A turn lasts until the answer is written, so that
// MaxConcurrency bounds the results in memory.
func (c *Conn) work(call *call) {
	for call != nil {
		c.execute(call)
		call = c.next(call)
	}
}

// next ends the turn of a call and returns another that has its turn, for which it
// waits until the Conn is closed.
func (c *Conn) next(done *call) *call {
	c.mu.Lock()
	c.queue.done(done)
	call := c.queue.pop()
	c.startLocked()
	c.changed.Broadcast()
	if call != nil || c.closed {
		c.mu.Unlock()
		return call
	}
	c.idle++
	c.mu.Unlock()
	return <-c.idlers
}

// runHere gives a call that has its turn the goroutine that it was delivered on.
func (c *Conn) runHere(call *call) {
	c.execute(call)
	c.mu.Lock()
	c.queue.done(call)
	c.startLocked()
	c.changed.Broadcast()
	c.mu.Unlock()
}

// execute runs and answers a call, unless it has been settled or nothing may
// begin any more.
func (c *Conn) execute(call *call) {
	ctx, ok := c.begin(call)
	if !ok {
		c.settle(call, failure(notRunError()))
		return
	}
	defer call.cancel()
	start := time.Now()
	answered := c.settle(call, c.try(ctx, call))
	// Not the method itself: it is the client's text too.
	c.opts.Log.Debug().Int("method_bytes", len(call.req.Method)).Int("id_bytes", len(call.req.ID)).
		Dur("took", time.Since(start)).Bool("dropped", !answered).Msg("call done")
}

// begin marks a call as running and makes its context, both under the lock: what
// ends a call knows whether it has run, and finds what to cancel.
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
	if call.order == Stream && c.closed { // closeLocked has come too soon to find it
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

// wireError finds the error that the client gets. At the end of the drain a read
// timed out, whatever its handler makes of the end of its context; what a write
// says of its outcome says more.
func (c *Conn) wireError(ctx context.Context, call *call, err error) *Error {
	var e *Error
	typed := errors.As(err, &e) && e != nil
	givenUp := ctx.Err() != nil && c.isExpired()
	switch {
	case givenUp && (call.order != Write || !typed):
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

// recovered is deferred around the handler's code. Only the runtime's own
// panics are logged with their text: any other value may hold what a user sent.
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
