package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/mcp-adapters/mcp-adapters/jsonrpc"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

// Operation is a request of MCP that is being answered.
type Operation struct {
	Method string // one of MCP's
	Tool   string // that is called, one of the server's; "" for another method

	meta json.RawMessage
}

// Meta returns the text of a member of the request's _meta, "" if there is none or it isn't text.
func (o Operation) Meta(name string) (value string) {
	_ = eachMember(o.meta, func(member []byte, raw json.RawMessage) error {
		if string(member) == name {
			value, _ = text(raw)
		}
		return nil
	}) // it was read before
	return value
}

// Observed is a tool call that is done.
type Observed struct {
	Tool string     // one of the server's
	Kind fault.Kind // of its failure; "": it went well
	Took time.Duration
}

type observerKey struct{}

type observer = func(context.Context, Operation) (context.Context, func(fault.Kind))

// Follow returns a context whose operations are reported to begin, but not streams, which last
// as long as the client likes. It returns the context in which the operation is done, and what
// is called then with the kind of its failure, "" if it went well. Both functions must be quick
// and safe for concurrent use. Whom the operations of ctx are reported to already comes before
// begin.
func Follow(ctx context.Context, begin func(context.Context, Operation) (context.Context, func(fault.Kind))) context.Context {
	if outer, ok := ctx.Value(observerKey{}).(observer); ok {
		inner := begin
		begin = func(ctx context.Context, o Operation) (context.Context, func(fault.Kind)) {
			ctx, last := outer(ctx, o)
			ctx, first := inner(ctx, o)
			return ctx, func(kind fault.Kind) {
				first(kind)
				last(kind)
			}
		}
	}
	return context.WithValue(ctx, observerKey{}, observer(begin))
}

// Observe returns a context whose tool calls are reported to f, which must be quick
// and safe for concurrent use.
func Observe(ctx context.Context, f func(Observed)) context.Context {
	return Follow(ctx, func(ctx context.Context, o Operation) (context.Context, func(fault.Kind)) {
		if o.Tool == "" {
			return ctx, func(fault.Kind) {}
		}
		began := time.Now()
		return ctx, func(kind fault.Kind) { f(Observed{o.Tool, kind, time.Since(began)}) }
	})
}

// begin reports that the request is being answered, by a tool if it calls one.
func (r *request) begin(ctx context.Context, tool string) (context.Context, func(error)) {
	begin, ok := ctx.Value(observerKey{}).(observer)
	if !ok {
		return ctx, func(error) {}
	}
	ctx, done := begin(ctx, Operation{r.method, tool, r.meta})
	return ctx, func(err error) { done(kindOf(err)) }
}

// kindOf is the kind of a failure, "" if it is none: a call that asks its client for more has
// not failed.
func kindOf(err error) fault.Kind {
	failure, failed := errors.AsType[*fault.Error](err)
	_, asks := errors.AsType[*InputRequired](err)
	switch {
	case failed:
		return failure.Kind
	case err == nil || asks:
		return ""
	}
	if wire, ok := errors.AsType[*jsonrpc.Error](err); ok {
		if data, ok := wire.Data.(*jsonrpc.Data); ok {
			return fault.Kind(data.Kind)
		}
	}
	return fault.Internal
}
