package streamhttp

import (
	"context"
	"errors"
	"net/http"
	"runtime/debug"

	"github.com/mcp-adapters/mcp-adapters/jsonrpc"
)

// post answers one POST that the guard and Middleware have let through. Its path:
//
//	post -> serve -> read -> admit -> run -> Conn.DeliverDecoded -> reply
//
// Whatever refuses it on the way returns a Refusal, which is written here.
func (s *Server) post(w http.ResponseWriter, r *http.Request) {
	x := s.newExchange(w, r)
	defer s.observe(x)
	defer x.release()
	if refusal := s.serve(x); refusal != nil {
		x.refuse(refusal)
	}
	if x.torn() {
		panic(http.ErrAbortHandler) // what was written is not the whole answer
	}
}

// serve reads the message and has it answered.
func (s *Server) serve(x *exchange) *Refusal {
	if s.closed.Load() {
		return errStopping()
	}
	if refusal := checkType(x.r.Header); refusal != nil {
		return refusal
	}
	body, refusal := s.read(x.r, x.control)
	if refusal != nil {
		return refusal
	}
	x.body, x.in = body, len(body.data)
	x.message = jsonrpc.Decode(body.data, s.options.MaxBatch)
	if body.isLarge() {
		x.message.Own()
	}
	kind, refusal := s.admit(x)
	if refusal != nil {
		return refusal
	}
	if kind == jsonrpc.KindResponse || kind == jsonrpc.KindNotification && x.method == cancelMethod {
		x.accept()
		return nil
	}
	handler, refusal := s.handler(x)
	if refusal != nil {
		return refusal
	}
	return s.run(x, kind, handler)
}

// handler asks for who answers.
func (s *Server) handler(x *exchange) (h jsonrpc.Handler, refusal *Refusal) {
	refusal = s.ask(x, func() (err error) {
		h, err = s.options.Handler(x.r, x.version)
		return err
	})
	return h, refusal
}

// ask asks an option. A panic costs the client this answer alone.
func (s *Server) ask(x *exchange, option func() error) (refusal *Refusal) {
	defer func() {
		if recover() != nil {
			s.options.Log.Error().Bytes("stack", debug.Stack()).Msg("an option panicked")
			refusal = x.failed(errInternal())
		}
	}()
	return s.refusalOf(x, option())
}

// refusalOf is how an error of an option is answered; nil for none.
func (s *Server) refusalOf(x *exchange, err error) *Refusal {
	var refusal *Refusal
	var e *jsonrpc.Error
	switch {
	case err == nil:
		return nil
	case errors.As(err, &refusal):
		return refusal
	case errors.As(err, &e):
		return x.failed(e)
	}
	s.options.Log.Error().Err(err).Msg("a message could not be given to its handler")
	return x.failed(errInternal())
}

// run makes the calls of a message and waits for their answer.
func (s *Server) run(x *exchange, kind jsonrpc.Kind, h jsonrpc.Handler) *Refusal {
	ctx := x.r.Context()
	if !x.modern { // leaving is not cancelling
		ctx = context.WithoutCancel(ctx)
	}
	limit := 1
	if x.batch {
		limit = min(batchWeight, s.options.MaxConcurrency)
		h = deaf{h}
	}
	if kind == jsonrpc.KindRequest {
		free, refusal := s.place(ctx, x, limit)
		if refusal != nil {
			return refusal
		}
		defer free()
	}
	conn := jsonrpc.NewConn(h, jsonrpc.Options{
		MaxConcurrency: limit, MaxQueuedBytes: s.options.MaxMessageBytes + s.options.MaxBatch<<10, MaxBatch: s.options.MaxBatch,
		MaxBatchBytes: batchResults, Foreground: !x.batch, OmitID: true, Log: s.options.Log,
	})
	if !s.begin(conn) {
		return errStopping()
	}
	defer s.end(conn)
	owed, err := conn.DeliverDecoded(ctx, x.message, &x.reply)
	switch {
	case err != nil:
		return errStopping()
	case !owed:
		x.accept()
		return nil
	}
	x.copied() // a subscription is under way for long
	<-x.answered
	return nil
}

// place takes what a message with requests needs to be run, and returns what gives
// it back. Subscriptions last long, so they don't take the places of calls.
func (s *Server) place(ctx context.Context, x *exchange, calls int) (free func(), refusal *Refusal) {
	if x.method == listenMethod {
		principal := ""
		if s.options.Principal != nil {
			principal = s.options.Principal(x.r)
		}
		x.events = true // else it would never say anything
		return func() { s.streams.give(principal) }, s.streams.take(principal)
	}
	if !acquire(ctx, s.calls, int64(calls), s.options.QueueTimeout) {
		return nil, errBusy()
	}
	return func() { s.calls.Release(int64(calls)) }, nil
}

// deaf keeps cancels of calls away: without sessions an id names no one's call.
type deaf struct{ jsonrpc.Handler }

func (d deaf) Notify(ctx context.Context, req *jsonrpc.Request) {
	if req.Method != cancelMethod {
		d.Handler.Notify(ctx, req)
	}
}
