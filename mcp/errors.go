package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"math"

	"github.com/rs/zerolog"

	"github.com/mark3labs/mcp-go/mcp"

	"mcp-adapters/apiclient"
	"mcp-adapters/jsonrpc"
)

// The codes that this package adds to those of JSON-RPC. MCP once used -32002
// for "resource not found", so data.kind always tells which is meant.
const (
	CodeNotFound jsonrpc.Code = -32001
	CodeConflict jsonrpc.Code = -32002
)

// code is the one table from a failure's kind to its code; what isn't listed
// is -32603.
func code(kind apiclient.Kind) jsonrpc.Code {
	switch kind {
	case apiclient.KindNotFound:
		return CodeNotFound
	case apiclient.KindConflict:
		return CodeConflict
	case apiclient.KindInvalidParams:
		return jsonrpc.CodeInvalidParams
	default:
		return jsonrpc.CodeInternal
	}
}

// wireError is the only way from a Go error to the wire. What a person may see
// and what the log keeps are different members of the error.
func wireError(err error, log zerolog.Logger) *jsonrpc.Error {
	var wire *jsonrpc.Error
	if errors.As(err, &wire) {
		return wire
	}
	var failure *apiclient.Error
	if !errors.As(err, &failure) {
		log.Error().Err(err).Msg("call failed")
		return &jsonrpc.Error{
			Code:    jsonrpc.CodeInternal,
			Message: "Something went wrong inside the server; its log has the cause.",
			Data:    &jsonrpc.Data{Kind: string(apiclient.KindInternal)},
		}
	}
	logFailure(failure, log)
	return &jsonrpc.Error{
		Code:    code(failure.Kind),
		Message: failure.Message,
		Data: &jsonrpc.Data{
			Kind:              string(failure.Kind),
			Status:            failure.Status,
			Field:             failure.Field,
			RetryAfterSeconds: int(math.Ceil(failure.RetryAfter.Seconds())),
		},
	}
}

// logFailure keeps what only the server's owner can mend above debug level.
func logFailure(failure *apiclient.Error, log zerolog.Logger) {
	event := log.Debug()
	if code(failure.Kind) == jsonrpc.CodeInternal && !errors.Is(failure, context.Canceled) {
		event = log.Warn()
	}
	if failure.Status != 0 {
		event = event.Int("status", failure.Status)
	}
	event.Str("kind", string(failure.Kind)).AnErr("cause", failure.Err).Msg("call failed")
}

// protocolError passes on an error that mcp-go worded: MCP's own codes and
// data stay as they are. method is the request's.
func (s *Server) protocolError(method string, details mcp.JSONRPCErrorDetails) *jsonrpc.Error {
	e := &jsonrpc.Error{Code: jsonrpc.Code(details.Code), Message: details.Message}
	if details.Data != nil {
		data, err := json.Marshal(details.Data)
		if err != nil {
			return wireError(err, s.log)
		}
		e.Data = json.RawMessage(data)
		return e
	}
	kind := string(apiclient.KindInternal)
	switch e.Code {
	case jsonrpc.CodeMethodNotFound:
		e.Message += s.toolsHint()
		kind = "method_not_found"
	case jsonrpc.CodeInvalidRequest:
		// mcp-go gives params of a wrong shape this code; the envelope has
		// passed the loop's checks, so only params can be wrong.
		e.Code = jsonrpc.CodeInvalidParams
		e.Message = "The params of " + method + " do not have the shape that MCP gives them."
		kind = string(apiclient.KindInvalidParams)
	case jsonrpc.CodeInvalidParams:
		kind = string(apiclient.KindInvalidParams)
	}
	e.Data = &jsonrpc.Data{Kind: kind}
	return e
}
