package mcp

import (
	"context"
	"encoding/json"

	"github.com/mark3labs/mcp-go/mcp"

	"mcp-adapters/jsonrpc"
)

// LogMessage sends data, which is anything that JSON can hold, to the client of the
// call whose context ctx is, as a log message of that level ("debug" to
// "emergency"). Clients since 2026-07-28 get it if the request asks for that level,
// earlier ones unless they have set a higher one. It does nothing for a server
// without Options.Logging.
func LogMessage(ctx context.Context, level string, data any) error {
	r := requestOf(ctx)
	if r.session == nil || !r.session.logging {
		return nil
	}
	least := client{r.session}.GetLogLevel()
	if r.modern {
		asked, _ := text(r.logLevel)
		if asked == "" {
			return nil
		}
		least = mcp.LoggingLevel(asked)
	}
	if least != "" && !mcp.LoggingLevel(level).ShouldSendTo(least) {
		return nil
	}
	params, err := encode(map[string]any{"level": level, "data": data})
	if err != nil {
		return err
	}
	return jsonrpc.Notify(ctx, "notifications/message", params)
}

// acceptLevel answers a logging/setLevel that has no effect, where nothing is kept
// between requests: clients of the handshake era send one to any server.
func acceptLevel(r *request) (jsonrpc.Result, error) {
	var params struct{ Level mcp.LoggingLevel }
	if json.Unmarshal(r.params, &params) != nil || !params.Level.ShouldSendTo(mcp.LoggingLevelDebug) {
		return nil, invalid("level", "params.level must be the name of a level, from debug to emergency")
	}
	return jsonrpc.Raw("{}"), nil
}
