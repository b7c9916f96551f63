package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

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

// Kind is one row of the table of failures.
type Kind struct {
	Name string // data.kind
	Code jsonrpc.Code
	When string // what a person needs to know, for documents
}

// Kinds is the one table from a failure's kind to its code. A kind that isn't
// in it has the code of the last row.
func Kinds() []Kind {
	return []Kind{
		{"parse_error", jsonrpc.CodeParse, "the line is not JSON, or not UTF-8"},
		{"invalid_request", jsonrpc.CodeInvalidRequest, "the message is not a JSON-RPC 2.0 request"},
		{kindMethodNotFound, jsonrpc.CodeMethodNotFound, "there is no such method or tool"},
		{string(apiclient.KindInvalidParams), jsonrpc.CodeInvalidParams, "arguments break a rule, found here or by the API (400, 413, 422)"},
		{string(apiclient.KindNotFound), CodeNotFound, "nothing has that id, or it is not yours to see"},
		{string(apiclient.KindConflict), CodeConflict, "the title is taken"},
		{string(apiclient.KindUnauthorized), jsonrpc.CodeInternal, "the API refused the key"},
		{string(apiclient.KindForbidden), jsonrpc.CodeInternal, "the e-mail address is not configured for access"},
		{string(apiclient.KindUnavailable), jsonrpc.CodeInternal, "the API, its database or the way to it is down, or it is another API"},
		{string(apiclient.KindTimeout), jsonrpc.CodeInternal, "a read took longer than API_TIMEOUT"},
		{string(apiclient.KindUnknownOutcome), jsonrpc.CodeInternal, "a write was sent, and nobody can tell whether it was saved"},
		{string(apiclient.KindInternal), jsonrpc.CodeInternal, "anything else; the cause is in the log on stderr"},
	}
}

const kindMethodNotFound = "method_not_found"

func code(kind apiclient.Kind) jsonrpc.Code {
	for _, row := range Kinds() {
		if row.Name == string(kind) {
			return row.Code
		}
	}
	return jsonrpc.CodeInternal
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
	kind := string(apiclient.KindInvalidParams)
	switch e.Code {
	case jsonrpc.CodeMethodNotFound:
		kind = kindMethodNotFound
		// mcp-go quotes a method of the other protocol era, and says why.
		if !strings.Contains(e.Message, strconv.Quote(method)) {
			e.Message = fmt.Sprintf("There is no method %q", shorten(method))
		}
		e.Message += s.toolsHint()
	case jsonrpc.CodeInvalidRequest:
		// mcp-go gives params of a wrong shape this code; the envelope has
		// passed the loop's checks, so only params can be wrong.
		e.Code = jsonrpc.CodeInvalidParams
		e.Message = "The params of " + method + " do not have the shape that MCP gives them."
	case jsonrpc.CodeInvalidParams:
		e.Message = "The params of " + method + " are not valid: " + e.Message + "."
	default:
		return wireError(fmt.Errorf("mcp-go answered %q with %d: %s", shorten(method), details.Code, details.Message), s.log)
	}
	e.Data = &jsonrpc.Data{Kind: kind}
	return e
}
