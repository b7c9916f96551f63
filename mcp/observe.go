package mcp

import (
	"context"
	"errors"
	"time"

	"mcp-adapters/fault"
	"mcp-adapters/jsonrpc"
)

// Observed is a tool call that is done.
type Observed struct {
	Tool string     // one of the server's
	Kind fault.Kind // of its failure; "": it went well
	Took time.Duration
}

type observerKey struct{}

// Observe returns a context whose tool calls are reported to f, which must be quick
// and safe for concurrent use.
func Observe(ctx context.Context, f func(Observed)) context.Context {
	return context.WithValue(ctx, observerKey{}, f)
}

// observe reports a call that has begun then.
func (t *tool) observe(ctx context.Context, begun time.Time, err error) {
	f, ok := ctx.Value(observerKey{}).(func(Observed))
	if !ok {
		return
	}
	o := Observed{Tool: t.Name, Took: time.Since(begun)}
	failure, failed := errors.AsType[*fault.Error](err)
	_, asks := errors.AsType[*InputRequired](err)
	switch {
	case failed:
		o.Kind = failure.Kind
	case err != nil && !asks:
		o.Kind = fault.Internal
		if wire, ok := errors.AsType[*jsonrpc.Error](err); ok {
			if data, ok := wire.Data.(*jsonrpc.Data); ok {
				o.Kind = fault.Kind(data.Kind)
			}
		}
	}
	f(o)
}
