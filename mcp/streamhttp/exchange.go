package streamhttp

import (
	"net/http"
	"time"

	"github.com/mcp-adapters/mcp-adapters/jsonrpc"
)

// exchange is one POST: the message, and its answer.
type exchange struct {
	reply

	r       *http.Request
	begun   time.Time
	body    *body           // nil until it is read
	message jsonrpc.Decoded // the body's
	id      []byte          // of the only request, in the body; nil when unknown
	method  string          // of the only message
	version string          // of the protocol
	trace   string          // that the only message says it is part of, or ""
	in      int             // bytes of the body
	batch   bool
	refused bool // rather than answered by a call
}

func (s *Server) newExchange(w http.ResponseWriter, r *http.Request) *exchange {
	return &exchange{
		r: r, begun: time.Now(),
		reply: reply{
			w: w, control: http.NewResponseController(w), request: r.Context(),
			events: takesEvents(r.Header), answered: make(chan struct{}), stopping: s.closed.Load,
			writeTimeout: s.options.WriteTimeout, keepAlive: s.options.KeepAlive,
		},
	}
}

// failed answers a call that failed before it began.
func (x *exchange) failed(e *jsonrpc.Error) *Refusal {
	return &Refusal{Status: status(x.modern, e), Err: e}
}

// refuse answers with a refusal.
func (x *exchange) refuse(refusal *Refusal) {
	x.refused = true
	x.renewDeadline()
	x.status, x.failure = refusal.Status, refusal.Err
	x.out = refusal.write(x.w, x.id)
}

// accept answers a message that needs no answer.
func (x *exchange) accept() {
	x.status = http.StatusAccepted
	x.w.WriteHeader(http.StatusAccepted)
}

// copied says that the calls have their parts of the body.
func (x *exchange) copied() {
	x.message.Free()
	x.body.copied()
	x.id = nil
}

// release gives back what the exchange holds.
func (x *exchange) release() {
	if x.body == nil {
		return
	}
	if !x.body.isCopied() {
		x.message.Free()
	}
	x.body.release()
	x.body = nil
}
