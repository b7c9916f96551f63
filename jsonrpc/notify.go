package jsonrpc

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/go-json-experiment/json/jsontext"
)

var (
	errNoCall   = errors.New("the context is not that of a call")
	errAnswered = errors.New("the call has been answered")
)

// Notify sends a notification to the client, before the answer to the call whose
// context ctx is, or comes from. params is compact JSON, nil for none. It fails
// when ctx is not a call's or has ended, when the call has been answered, and when
// the output has failed.
func Notify(ctx context.Context, method string, params json.RawMessage) error {
	d, ok := ctx.Value(deliveryKey{}).(*delivery)
	if !ok {
		return errNoCall
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	message, err := jsontext.AppendQuote([]byte(`{"jsonrpc":"2.0","method":`), method)
	if err != nil {
		return err
	}
	if params != nil {
		message = append(append(message, `,"params":`...), params...)
	}
	message = append(message, '}')
	d.sending.Lock()
	defer d.sending.Unlock()
	if d.over {
		return errAnswered
	}
	return d.reply.Notify(message)
}
