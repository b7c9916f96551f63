package main

import (
	"context"
	"io"
	"strings"
	"time"

	"mcp-adapters/fault"
	"mcp-adapters/jsonrpc"
	"mcp-adapters/jsonrpc/stdio"
)

// startError is what kept the server from starting.
type startError struct{ err error }

func (e *startError) Error() string { return e.err.Error() }
func (e *startError) Unwrap() error { return e.err }

// requestLimit is how long a server that cannot start waits for a request.
const requestLimit = 10 * time.Second

// answer answers the first request with e, whatever its method: a client shows
// its user the answer to initialize, and keeps stderr in a file that few people
// ever find. Without a client there is no request to wait for.
func (e *startError) answer(ctx context.Context, stdin io.Reader, stdout io.Writer) {
	if isTerminal(stdin) {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, requestLimit)
	defer cancel()
	refusal := refusal{&jsonrpc.Error{
		Code:    jsonrpc.CodeInternal,
		Message: e.sentence(),
		Data:    &jsonrpc.Data{Kind: string(fault.Internal)},
	}, cancel}
	_ = stdio.Serve(ctx, stdin, stdout, refusal, stdio.Options{}) // stderr has the text already
}

func (e *startError) sentence() string {
	text := strings.TrimSuffix(strings.ReplaceAll(e.Error(), "\n", "; "), ".")
	return "recipe-mcp cannot start: " + text + ". Correct that where this server is set up, and restart it."
}

// refusal answers every request with one error. The first ends the serving.
type refusal struct {
	err *jsonrpc.Error
	end context.CancelFunc
}

func (r refusal) Prepare(*jsonrpc.Request) jsonrpc.Call {
	return jsonrpc.Call{Run: func(context.Context) (jsonrpc.Result, error) {
		r.end() // the line that holds this request is still answered
		return nil, r.err
	}}
}

func (refusal) Notify(context.Context, *jsonrpc.Request) {}
