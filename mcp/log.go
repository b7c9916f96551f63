package mcp

import (
	"cmp"
	"context"
	"slices"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/mcp-adapters/mcp-adapters/jsonrpc"
)

// LogMessage sends data, which is anything that JSON can hold, to the client of the
// call whose context ctx is, as a log message of that level ("debug" to
// "emergency"). Clients since 2026-07-28 get it if the request asks for that level,
// earlier ones by the level that they have set on their connection, and before that by
// [Options].LogLevel. It does nothing for a server without Options.Logging. What is sent
// is for whoever is at the client: no secret and no address, and nothing of other calls.
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

// logFailed sends a log message of a tool call that failed. It says what kind of failure
// it was, and not the sentence: that is in the answer, for those whom it is for.
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

// setLevel answers a logging/setLevel. Where nothing is kept between requests it has no
// effect.
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

// level is from which the client wants log messages; "" if it hasn't said.
func (s *Session) level() mcp.LoggingLevel {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.logLevel
}
