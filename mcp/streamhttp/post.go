package streamhttp

import (
	"context"
	"errors"
	"net/http"
	"runtime/debug"
	"sync"

	"github.com/mcp-adapters/mcp-adapters/jsonrpc"
	"github.com/mcp-adapters/mcp-adapters/mcp"
)

// post answers one POST that passed the guard and Middleware. Its path:
//
//	post -> serve -> read -> admit -> run -> Conn.DeliverDecoded -> reply
//
// Each step may return a Refusal, which is written here.
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

// serve reads the message, and runs it or returns why not.
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
	var handler jsonrpc.Handler
	refusal = s.ask(x, func() (err error) {
		handler, err = s.options.Handler(x.r, x.version)
		return err
	})
	if refusal != nil {
		return refusal
	}
	return s.run(x, kind, handler)
}

// ask calls an option and returns how its error is answered, nil for none. A panic becomes an
// internal error.
func (s *Server) ask(x *exchange, option func() error) (refusal *Refusal) {
	defer func() {
		if recover() != nil {
			s.options.Log.Error().Bytes("stack", debug.Stack()).Msg("an option panicked")
			refusal = x.failed(errInternal())
		}
	}()
	var e *jsonrpc.Error
	switch err := option(); {
	case err == nil:
		return nil
	case errors.As(err, &refusal):
		return refusal
	case errors.As(err, &e):
		return x.failed(e)
	default:
		s.options.Log.Error().Err(err).Msg("an option failed with an error that has no code")
		return x.failed(errInternal())
	}
}

// run runs the calls of a message and waits for their answer.
func (s *Server) run(x *exchange, kind jsonrpc.Kind, h jsonrpc.Handler) *Refusal {
	ctx := x.r.Context()
	if !x.modern { // a client that leaves cancels nothing
		ctx = context.WithoutCancel(ctx)
	}
	limit := 1
	if x.batch {
		limit = min(batchWeight, s.options.MaxConcurrency)
		h = ignoreCancel{h}
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
	x.copied() // a subscription lasts long
	<-x.answered
	return nil
}

// place takes the places that a message with requests needs to run, and returns how to give them
// back. Subscriptions last long, so they don't take the places of calls.
func (s *Server) place(ctx context.Context, x *exchange, calls int) (free func(), refusal *Refusal) {
	if x.method == listenMethod {
		principal := ""
		if s.options.Principal != nil {
			principal = s.options.Principal(x.r)
		}
		x.events = true // a subscription without events would be silent
		return func() { s.streams.give(principal) }, s.streams.take(principal)
	}
	if !acquire(ctx, s.calls, int64(calls), s.options.QueueTimeout) {
		return nil, errBusy()
	}
	return func() { s.calls.Release(int64(calls)) }, nil
}

// ignoreCancel drops cancellations: without sessions, an id doesn't say whose call it is.
type ignoreCancel struct{ jsonrpc.Handler }

func (h ignoreCancel) Notify(ctx context.Context, req *jsonrpc.Request) {
	if req.Method != cancelMethod {
		h.Handler.Notify(ctx, req)
	}
}

const (
	cancelMethod = "notifications/cancelled"
	listenMethod = "subscriptions/listen"
)

// batchWeight is how many calls of a batch run at the same time, and how many places it takes.
// batchResults is how many bytes of their results it holds.
const (
	batchWeight  = 16
	batchResults = 8 << 20
)

// admit finds out the era of a message, and refuses a message that breaks its rules. A batch with
// requests is of their kind.
func (s *Server) admit(x *exchange) (jsonrpc.Kind, *Refusal) {
	kind, req := x.message.Message(0)
	if x.batch = x.message.Batch(); !x.batch {
		x.id, x.method = req.ID, req.Method
		if kind == jsonrpc.KindFaulty {
			return kind, &Refusal{Status: http.StatusBadRequest, Err: x.message.Fault(0)}
		}
	}
	header, refusal := s.headerVersion(x.r.Header)
	if refusal != nil {
		return kind, refusal
	}
	x.version, x.modern = header, isModern(header)
	if header == "" {
		x.version = assumed
	}
	if x.batch {
		return s.admitBatch(x)
	}
	if kind == jsonrpc.KindResponse {
		if x.modern {
			return kind, refused(http.StatusBadRequest, "the server asks nothing, so there is nothing to respond to")
		}
		return kind, nil
	}
	p, err := mcp.ReadRouting(req.Method, req.Params)
	x.trace = TraceID(p.TraceParent)
	if err != nil {
		return kind, badParams(err.Error())
	}
	x.modern, refusal = checkVersion(header, kind, &p)
	if refusal == nil && kind == jsonrpc.KindRequest {
		refusal = checkHeaders(x.r.Header, x.modern, req.Method, &p)
	}
	if refusal == nil && kind == jsonrpc.KindRequest {
		refusal = s.allow(x, req.Method, p.Name)
	}
	return kind, refusal
}

// allow asks whether the request is allowed.
func (s *Server) allow(x *exchange, method, name string) *Refusal {
	if s.options.Allow == nil {
		return nil
	}
	return s.ask(x, func() error { return s.options.Allow(x.r.Context(), method, name) })
}

// admitBatch admits a batch, which only one version has.
func (s *Server) admitBatch(x *exchange) (jsonrpc.Kind, *Refusal) {
	if x.version != assumed || s.options.NoBatches {
		return 0, refused(http.StatusBadRequest, "this version of the protocol has no batches: send each message in a request of its own")
	}
	if len(x.r.Header[methodHeader])+len(x.r.Header[nameHeader]) > 0 {
		return 0, mismatch("a batch can't have the headers Mcp-Method and Mcp-Name")
	}
	all := jsonrpc.KindNotification
	for i := range x.message.Len() {
		kind, req := x.message.Message(i)
		p, err := mcp.ReadRouting(req.Method, req.Params)
		if err != nil {
			return 0, badParams(err.Error())
		}
		if isModern(p.Version) {
			return 0, refused(http.StatusBadRequest, "the version of the protocol in _meta has no batches: send each message in a request of its own")
		}
		if kind == jsonrpc.KindRequest {
			if refusal := s.allow(x, req.Method, p.Name); refusal != nil {
				return 0, refusal
			}
			all = jsonrpc.KindRequest
		}
	}
	return all, nil
}

// streams counts the subscriptions of the process and of each principal.
type streams struct {
	most, each int

	mu  sync.Mutex // guards the fields below
	all int
	of  map[string]int
}

// take takes a place for one more subscription, which give gives back. An empty principal has no
// bound of its own.
func (s *streams) take(principal string) *Refusal {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case principal != "" && s.of[principal] >= s.each:
		return busy(http.StatusTooManyRequests, "there are too many subscriptions of this account; end one of them first")
	case s.all >= s.most:
		return busy(http.StatusServiceUnavailable, "the server has too many subscriptions; try again later")
	}
	s.all++
	if principal != "" {
		if s.of == nil {
			s.of = make(map[string]int)
		}
		s.of[principal]++
	}
	return nil
}

func (s *streams) give(principal string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.all--
	if principal != "" {
		if s.of[principal]--; s.of[principal] == 0 {
			delete(s.of, principal)
		}
	}
}

func (s *streams) count() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.all
}
