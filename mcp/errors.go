package mcp

import (
	"context"
	"errors"
	"math"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/jsonrpc"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

// The codes of this package. MCP once used -32002 for "resource not found", so data.kind always says
// which is meant.
const (
	CodeNotFound jsonrpc.Code = -32001
	CodeConflict jsonrpc.Code = -32002
)

// Kind is a row of the table of failures.
type Kind struct {
	Name fault.Kind // data.kind
	Code jsonrpc.Code
	When string // what a person needs to know, for documents
}

// Kinds is the one table from the kind of a failure to its code. An unknown kind has the code of the
// last row. A system adds its own kinds with [Options].Kinds.
func Kinds() []Kind {
	return []Kind{
		{"parse_error", jsonrpc.CodeParse, "the message is not JSON, or not UTF-8"},
		{"invalid_request", jsonrpc.CodeInvalidRequest, "the message is not a JSON-RPC 2.0 request"},
		{kindMethodNotFound, jsonrpc.CodeMethodNotFound, "there is no such method or tool"},
		{fault.InvalidParams, jsonrpc.CodeInvalidParams, "arguments break a rule, found here or by the API (400, 413, 422)"},
		{fault.NotFound, CodeNotFound, "nothing has that id, or this person may not see it"},
		{fault.Conflict, CodeConflict, "it clashes with something that exists, such as a title that is taken"},
		{fault.Unauthorized, jsonrpc.CodeInternal, "the API refused the key"},
		{fault.Forbidden, jsonrpc.CodeInternal, "the API does not allow this person"},
		{fault.Unavailable, jsonrpc.CodeInternal, "the API, its database or the network is down, or the address is not the API's"},
		{fault.Timeout, jsonrpc.CodeInternal, "a read took longer than API_TIMEOUT"},
		{fault.UnknownOutcome, jsonrpc.CodeInternal, "a write was sent, and it is unknown whether it was saved"},
		{fault.Internal, jsonrpc.CodeInternal, "anything else; the cause is in the log on stderr"},
	}
}

const (
	kindMethodNotFound    = "method_not_found"
	kindMissingCapability = "missing_capability"
)

// protocolCode replaces the contract's own codes in answers to other requests than tools/call, where
// MCP gives -32002 another meaning or forbids it.
func (s *Server) protocolCode(e *jsonrpc.Error, r *Request) *jsonrpc.Error {
	if r.method != string(mcp.MethodToolsCall) && (e.Code == CodeNotFound || e.Code == CodeConflict) {
		if _, ours := e.Data.(*jsonrpc.Data); ours {
			return &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: e.Message, Data: e.Data}
		}
	}
	return e
}

func (s *Server) code(kind fault.Kind) jsonrpc.Code {
	for _, row := range s.kinds {
		if row.Name == kind {
			return row.Code
		}
	}
	return jsonrpc.CodeInternal
}

// wireError is the only way from a Go error to the client. The sentence for a person and the cause
// for the log are different fields of the error.
func (s *Server) wireError(err error, log zerolog.Logger) *jsonrpc.Error {
	var wire *jsonrpc.Error
	if errors.As(err, &wire) {
		return wire
	}
	var failure *fault.Error
	if !errors.As(err, &failure) {
		log.Error().Err(err).Msg("call failed")
		return &jsonrpc.Error{
			Code:    jsonrpc.CodeInternal,
			Message: fault.InternalMessage,
			Data:    &jsonrpc.Data{Kind: string(fault.Internal)},
		}
	}
	code := s.code(failure.Kind)
	logFailure(failure, code, log)
	data := &jsonrpc.Data{
		Kind:              string(failure.Kind),
		Status:            failure.Status,
		Field:             failure.Field,
		RetryAfterSeconds: int(math.Ceil(failure.RetryAfter.Seconds())),
	}
	if len(failure.Candidates) > 0 {
		data.Candidates = failure.Candidates
	}
	return &jsonrpc.Error{Code: code, Message: failure.Message, Data: data}
}

// logFor returns the log for a call, which names its principal if that is known.
func (s *Server) logFor(ctx context.Context) zerolog.Logger {
	if s.options.Principal != nil {
		if p := s.options.Principal(ctx); p != "" {
			return s.options.Log.With().Str("principal", p).Logger()
		}
	}
	return s.options.Log
}

// logFailure logs failures that only the server's operator can fix above debug level.
func logFailure(failure *fault.Error, code jsonrpc.Code, log zerolog.Logger) {
	event := log.Debug()
	if code == jsonrpc.CodeInternal && !errors.Is(failure, context.Canceled) {
		event = log.Warn()
	}
	if failure.Status != 0 {
		event = event.Int("status", failure.Status)
	}
	event.Str("kind", string(failure.Kind)).AnErr("cause", failure.Err).Msg("call failed")
}
