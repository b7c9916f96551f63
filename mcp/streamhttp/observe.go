package streamhttp

import (
	"errors"
	"net/http"
	"regexp"
	"strings"
	"time"

	"github.com/mcp-adapters/mcp-adapters/jsonrpc"
	"github.com/mcp-adapters/mcp-adapters/mcp"
)

// Event describes one POST for metrics and logs. A client can choose only Trace freely.
type Event struct {
	Method   string // a method of MCP's, "batch", "other", or empty when none was read
	Outcome  Outcome
	Status   int          // of HTTP; 0 when the client has gone
	Code     jsonrpc.Code // of the error in the answer; 0 for none
	Duration time.Duration
	In, Out  int  // bytes of the body that was read, and of the answer's
	Stream   bool // it was answered with a stream of events
	// Trace is the id of the trace that traceparent in _meta names, 32 digits; "" for none. It is
	// for logs rather than metrics, because the client chooses it.
	Trace string
}

// Outcome says how a POST ended.
type Outcome string

// The outcomes.
const (
	OK       Outcome = "ok"       // answered with a result, or a batch of answers
	Failed   Outcome = "error"    // answered with the error of a call
	Accepted Outcome = "accepted" // nothing to answer
	Refused  Outcome = "refused"  // not given to a handler
	Gone     Outcome = "gone"     // the client left before the answer
	Torn     Outcome = "torn"     // the answer could not be written to its end
)

func (s *Server) observe(x *exchange) {
	x.mu.Lock()
	e := Event{
		Method: x.label(), Status: x.status, Duration: time.Since(x.begun),
		In: x.in, Out: x.out, Stream: x.streaming, Trace: x.trace,
	}
	if x.failure != nil {
		e.Code = x.failure.Code
	}
	switch {
	case errors.Is(x.err, errGone):
		e.Outcome = Gone
	case x.err != nil:
		e.Outcome = Torn
	case x.refused:
		e.Outcome = Refused
	case x.status == http.StatusAccepted:
		e.Outcome = Accepted
	case x.failure != nil:
		e.Outcome = Failed
	default:
		e.Outcome = OK
	}
	x.mu.Unlock()
	s.options.Observe(x.r.Context(), e)
}

// label returns the method if it is one of MCP's, for metrics and logs.
func (x *exchange) label() string {
	switch {
	case x.batch:
		return "batch"
	case x.method == "" || mcp.IsMethod(x.method):
		return x.method
	}
	return "other"
}

// traceParent is W3C Trace Context's traceparent. Versions after 00 may add to it.
var traceParent = regexp.MustCompile(`^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(-.*)?$`)

// TraceID returns the id of the trace that a traceparent names, 32 digits; "" when it names none.
func TraceID(traceparent string) string {
	if len(traceparent) > 256 {
		return ""
	}
	m := traceParent.FindStringSubmatch(traceparent)
	switch {
	case m == nil, m[1] == "ff", m[1] == "00" && m[4] != "":
		return ""
	case strings.Trim(m[2], "0") == "", strings.Trim(m[3], "0") == "":
		return ""
	}
	return m[2]
}
