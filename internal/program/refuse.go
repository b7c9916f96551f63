package program

import (
	"context"
	"strings"
	"time"

	"github.com/mcp-adapters/mcp-adapters/internal/program/cli"
	"github.com/mcp-adapters/mcp-adapters/jsonrpc"
	"github.com/mcp-adapters/mcp-adapters/jsonrpc/stdio"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

// startError is what kept the server from starting.
type startError struct{ err error }

func (e *startError) Error() string { return e.err.Error() }
func (e *startError) Unwrap() error { return e.err }

// requestLimit is how long a server that cannot start waits for a request.
const requestLimit = 10 * time.Second

// refuse answers the first request with e, whatever its method: a client shows its
// user the answer to initialize, and keeps stderr in a file that few people ever
// find. Without a client there is no request to wait for.
func (r *run) refuse(ctx context.Context, e *startError) {
	if cli.IsTerminal(r.Stdin) {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, requestLimit)
	defer cancel()
	refusal := refusal{&jsonrpc.Error{
		Code:    jsonrpc.CodeInternal,
		Message: r.sentence(e),
		Data:    &jsonrpc.Data{Kind: string(fault.Internal)},
	}, cancel}
	_ = stdio.Serve(ctx, r.Stdin, r.Stdout, refusal, stdio.Options{}) // stderr has the text already
}

func (r *run) sentence(e *startError) string {
	text := strings.TrimSuffix(strings.ReplaceAll(e.Error(), "\n", "; "), ".")
	return r.Name + " cannot start: " + text + ". Fix this in the server's configuration, and restart the server."
}

// refusal answers every request with one error. The first ends the serving.
type refusal struct {
	err *jsonrpc.Error
	end context.CancelFunc
}

func (r refusal) Prepare(*jsonrpc.Request) jsonrpc.Call {
	return jsonrpc.Call{Run: func(context.Context, jsonrpc.Client) (jsonrpc.Result, error) {
		r.end() // the line that holds this request is still answered
		return nil, r.err
	}}
}

func (refusal) Notify(context.Context, *jsonrpc.Request) {}
