package streamhttp

import (
	"net/http"

	"github.com/mcp-adapters/mcp-adapters/jsonrpc"
	"github.com/mcp-adapters/mcp-adapters/mcp"
)

const (
	cancelMethod = "notifications/cancelled"
	listenMethod = "subscriptions/listen"
)

// batchWeight is how many calls of a batch run at the same time, and as how many
// calls it counts. batchResults is how much of their results it holds.
const (
	batchWeight  = 16
	batchResults = 8 << 20
)

// admit finds out which protocol a message is of, and refuses one that breaks its
// rules. A batch that holds requests is of their kind.
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

// allow asks whether the request may be made.
func (s *Server) allow(x *exchange, method, name string) *Refusal {
	if s.options.Allow == nil {
		return nil
	}
	return s.ask(x, func() error { return s.options.Allow(x.r.Context(), method, name) })
}

// admitBatch admits a batch, which one revision alone has.
func (s *Server) admitBatch(x *exchange) (jsonrpc.Kind, *Refusal) {
	if x.version != assumed || s.options.NoBatches {
		return 0, refused(http.StatusBadRequest, "this version of the protocol has no batches: send each message in a request of its own")
	}
	if len(x.r.Header[methodHeader])+len(x.r.Header[nameHeader]) > 0 {
		return 0, mismatch("the headers Mcp-Method and Mcp-Name can't be those of a batch")
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
