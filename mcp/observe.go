package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"slices"

	"github.com/mcp-adapters/mcp-adapters/jsonrpc"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

// Operation is a request of MCP that is answered.
type Operation struct {
	Method string // one of MCP's
	Tool   string // the tool that is called, one of the server's; "" for another method

	meta json.RawMessage
}

// Meta returns a member of the request's _meta, "" if it is absent or not text.
func (o Operation) Meta(name string) (value string) {
	_ = eachMember(o.meta, func(member []byte, raw json.RawMessage) error {
		if string(member) == name {
			value, _ = text(raw)
		}
		return nil
	}) // it was read before
	return value
}

// Observer is called when a request begins to be answered, but not for a stream, which lasts as
// long as its client likes. It returns the context in which the request is answered, and what
// is called at the end with the kind of its failure, "" if it succeeded. Both must be quick and
// safe for concurrent use.
type Observer func(ctx context.Context, o Operation) (context.Context, func(fault.Kind))

// observe calls the observers in their order. The function that it returns calls their ends in
// reverse order.
func (s *Session) observe(ctx context.Context, r *Request, tool string) (context.Context, func(error)) {
	if len(s.observers) == 0 {
		return ctx, func(error) {}
	}
	var ends []func(fault.Kind)
	for _, begin := range s.observers {
		if begin != nil {
			var end func(fault.Kind)
			ctx, end = begin(ctx, Operation{r.method, tool, r.meta})
			ends = append(ends, end)
		}
	}
	return ctx, func(err error) {
		for _, end := range slices.Backward(ends) {
			end(kindOf(err))
		}
	}
}

// kindOf is the kind of a failure, "" for none. A call that asks its client for input has not
// failed.
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
