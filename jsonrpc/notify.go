package jsonrpc

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/go-json-experiment/json/jsontext"
)

var (
	errNoClient = errors.New("there is no client to notify")
	errAnswered = errors.New("the call has been answered")
)

// Client is the client of a call, which may be notified until the call is answered. It is safe
// for concurrent use. The zero value has no one to notify.
type Client struct{ d *delivery }

// Notify sends a notification before the answer to the call. params is compact JSON, nil for
// none. It fails when ctx has ended, when the call has been answered, and when the output has
// failed.
func (c Client) Notify(ctx context.Context, method string, params json.RawMessage) error {
	if c.d == nil {
		return errNoClient
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
	c.d.sending.Lock()
	defer c.d.sending.Unlock()
	if c.d.over {
		return errAnswered
	}
	return c.d.reply.Notify(message)
}
