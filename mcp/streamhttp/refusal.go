package streamhttp

import (
	"maps"
	"net/http"
	"strconv"

	"github.com/mcp-adapters/mcp-adapters/jsonrpc"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

// Refusal answers a request with an HTTP status of its own, and not as a call is answered.
// Options.Handler and Options.Allow may return it as an error.
type Refusal struct {
	Status int
	Header http.Header    // more fields, such as WWW-Authenticate; nil: none
	Err    *jsonrpc.Error // the body
}

// Error returns the message.
func (r *Refusal) Error() string { return r.Err.Message }

// Unwrap returns the body.
func (r *Refusal) Unwrap() error { return r.Err }

// The kinds of this package's own errors.
const (
	kindInvalidRequest = "invalid_request"
	kindInvalidParams  = "invalid_params"
	kindForbidden      = "forbidden"
	kindHeaders        = "header_mismatch"
	kindBusy           = "busy"
	kindTimeout        = "timeout"
	kindInternal       = "internal"
)

func newError(code jsonrpc.Code, kind, message string) *jsonrpc.Error {
	return &jsonrpc.Error{Code: code, Message: message, Data: &jsonrpc.Data{Kind: kind}}
}

// refused refuses a request that this endpoint doesn't accept.
func refused(status int, message string) *Refusal {
	kind := kindInvalidRequest
	switch status {
	case http.StatusForbidden:
		kind = kindForbidden
	case http.StatusRequestTimeout:
		kind = kindTimeout
	}
	return &Refusal{Status: status, Err: newError(jsonrpc.CodeInvalidRequest, kind, message)}
}

// busy refuses a request that may be sent again in a moment, because nothing was done.
func busy(status int, message string) *Refusal {
	return &Refusal{Status: status, Err: &jsonrpc.Error{
		Code: jsonrpc.CodeInternal, Message: message,
		Data: &jsonrpc.Data{Kind: kindBusy, RetryAfterSeconds: retryAfter},
	}}
}

func errInternal() *jsonrpc.Error {
	return newError(jsonrpc.CodeInternal, kindInternal, fault.InternalMessage)
}

const retryAfter = 1 // seconds

func errBusy() *Refusal { return busy(http.StatusServiceUnavailable, jsonrpc.ErrFull.Message) }

func errStopping() *Refusal {
	return busy(http.StatusServiceUnavailable, "the server is stopping and did not run this call, so it changed nothing; try again in a moment")
}

// write sends the refusal. id is the request's, nil if it is not known.
func (r *Refusal) write(w http.ResponseWriter, id []byte) int {
	body := r.Err.AppendResponse(make([]byte, 0, 256), id)
	h := w.Header()
	maps.Copy(h, r.Header)
	h["Content-Type"] = jsonType
	h.Set("Content-Length", strconv.Itoa(len(body)))
	if r.Status == http.StatusServiceUnavailable || r.Status == http.StatusTooManyRequests {
		h.Set("Retry-After", strconv.Itoa(retryAfter))
	}
	w.WriteHeader(r.Status)
	_, _ = w.Write(body) // a client that has gone needs no answer
	return len(body)
}

// status returns the HTTP status of an answer; e is nil for a result. In the handshake era errors of
// JSON-RPC have status 200.
func status(modern bool, e *jsonrpc.Error) int {
	if !modern || e == nil {
		return http.StatusOK
	}
	switch e.Code {
	case jsonrpc.CodeMethodNotFound:
		return http.StatusNotFound
	case jsonrpc.CodeParse, jsonrpc.CodeInvalidRequest, jsonrpc.CodeInvalidParams,
		codeHeaderMismatch, codeMissingCapability, codeUnsupportedVersion:
		return http.StatusBadRequest
	}
	return http.StatusOK
}
