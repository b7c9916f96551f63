package jsonrpc

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/go-json-experiment/json/jsontext"
)

// outputKey finds the writer in the context of a call.
type outputKey struct{}

var errNoOutput = errors.New("the context is not that of a call")

// Notify sends a notification to the client, before the answer of the call
// whose context ctx is, or comes from. params is compact JSON, nil for none. It
// fails when the output has failed, or ctx is no call's.
func Notify(ctx context.Context, method string, params json.RawMessage) error {
	w, ok := ctx.Value(outputKey{}).(*writer)
	if !ok {
		return errNoOutput
	}
	line, err := jsontext.AppendQuote([]byte(`{"jsonrpc":"2.0","method":`), method)
	if err != nil {
		return err
	}
	if params != nil {
		line = append(append(line, `,"params":`...), params...)
	}
	w.line(append(line, "}\n"...))
	return w.cause()
}
