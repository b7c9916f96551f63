package mcp

import (
	"cmp"
	"context"
	"slices"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/mcp-adapters/mcp-adapters/jsonrpc"
)

// LogMessage sends data, any value that JSON can encode, as a log message of a level ("debug" to
// "emergency") to the client of the call that ctx belongs to. It takes a context rather than a
// [Request], so that the client of a REST API can warn too. Clients since 2026-07-28 get the message
// if their request asks for the level. Earlier clients get it by the level that they set on their
// connection, or by [Options].LogLevel. Without Options.Logging nothing is sent. The data must hold
// no secret, no address, and nothing of other calls.
func LogMessage(ctx context.Context, level string, data any) error {
	r := requestOf(ctx)
	if r.session == nil || !r.session.options.Logging {
		return nil
	}
	least := cmp.Or(r.session.level(), mcp.LoggingLevel(r.session.options.LogLevel))
	if r.modern {
		asked, _ := text(r.logLevel)
		least = mcp.LoggingLevel(asked)
	}
	if least == "" || !mcp.LoggingLevel(level).ShouldSendTo(least) {
		return nil
	}
	params, err := encode(map[string]any{"level": level, "data": data})
	if err != nil {
		return err
	}
	return r.client.Notify(ctx, "notifications/message", params)
}

// logFailed sends a log message of a tool call that failed, with the kind of the failure. The
// sentence about it is only in the answer.
func (s *Session) logFailed(ctx context.Context, tool string, failure *jsonrpc.Error) {
	message := struct {
		Message string `json:"message"`
		Tool    string `json:"tool"`
		Kind    string `json:"kind,omitempty"`
		Field   string `json:"field,omitempty"`
	}{Message: "The call failed.", Tool: tool}
	if data, ok := failure.Data.(*jsonrpc.Data); ok {
		message.Kind, message.Field = data.Kind, data.Field
	}
	if i := slices.IndexFunc(s.kinds, func(k Kind) bool { return string(k.Name) == message.Kind }); i >= 0 {
		message.Message = "The call failed: " + s.kinds[i].When + "."
	}
	level := mcp.LoggingLevelInfo
	if failure.Code == jsonrpc.CodeInternal {
		level = mcp.LoggingLevelWarning
	}
	_ = LogMessage(ctx, string(level), message) // a client that is gone misses it
}

// setLevel answers a logging/setLevel. A session for one request keeps nothing, so it has no effect
// there.
func (s *Session) setLevel(ctx context.Context, r *Request) (jsonrpc.Result, error) {
	var params struct{ Level mcp.LoggingLevel }
	if r.read(&params) != nil || !params.Level.ShouldSendTo(mcp.LoggingLevelDebug) {
		return nil, invalid("level", "params.level must be the name of a level, from debug to emergency")
	}
	if !s.perRequest {
		s.mu.Lock()
		s.logLevel = params.Level
		s.mu.Unlock()
	}
	return s.accept(ctx, r)
}

// level is the level that the client set; "" if it set none.
func (s *Session) level() mcp.LoggingLevel {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.logLevel
}
