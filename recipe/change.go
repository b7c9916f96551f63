package recipe

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/mcp-adapters/mcp-adapters/apiclient"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

// errChanged is the cause of a conflict with what someone else has written since the
// recipe was read.
var errChanged = errors.New("the recipe has changed since it was read")

// Edit reads a recipe, has change make the body of an update from it, and sends that
// unless the recipe has changed meanwhile. It returns the recipe before and after. Its
// errors are those of [Client.Update], that of change, and a [fault.Conflict] if the
// recipe has changed: then nothing was done. An API that gives no ETag is asked for the
// recipe once more right before the update; a change after that is overwritten.
func (c *Client) Edit(ctx context.Context, id string, change func(recipe json.RawMessage) (json.RawMessage, error)) (before, after json.RawMessage, err error) {
	began := time.Now()
	ctx, cancel := c.api.Limit(ctx)
	defer cancel()
	read, err := c.get(ctx, id)
	if err != nil {
		return nil, nil, c.leadOn(ctx, began, id, "", err)
	}
	body, err := change(read.Body)
	if err != nil {
		return nil, nil, err
	}
	if err := c.checkLengths(ctx, body); err != nil {
		return nil, nil, err
	}
	r := c.request(ctx, http.MethodPut, id, body)
	if err := c.onlyIf(ctx, &r, read); err != nil {
		return nil, nil, err
	}
	r.Resend = true
	r.Look = func(ctx context.Context) (apiclient.Seen, error) {
		return c.lookForUpdated(ctx, id, sumOf(read.Body), body)
	}
	after, err = c.write(ctx, r)
	if err != nil {
		return nil, nil, err
	}
	c.sights.keep(id, after)
	return read.Body, after, nil
}

// Delete reads a recipe, and deletes it unless check objects or it has changed meanwhile. It
// returns the recipe as it was. Its errors are those of [Client.Get], that of check, and a
// [fault.Conflict] and a [fault.UnknownOutcome] as those of [Client.Edit].
func (c *Client) Delete(ctx context.Context, id string, check func(recipe json.RawMessage) error) (deleted json.RawMessage, err error) {
	began := time.Now()
	ctx, cancel := c.api.Limit(ctx)
	defer cancel()
	read, err := c.get(ctx, id)
	if err != nil {
		return nil, c.leadOn(ctx, began, id, "", err)
	}
	if err := check(read.Body); err != nil {
		return nil, err
	}
	r := c.request(ctx, http.MethodDelete, id, nil)
	if err := c.onlyIf(ctx, &r, read); err != nil {
		return nil, err
	}
	r.Check = nil // there is no body
	r.Resend = true
	r.Look = func(ctx context.Context) (apiclient.Seen, error) {
		return c.lookForDeleted(ctx, id, sumOf(read.Body))
	}
	if _, err := c.write(ctx, r); err != nil {
		return nil, err
	}
	return read.Body, nil
}

// onlyIf makes a write depend on the recipe being as it was read. Where there is no tag,
// or a weak one, which frameworks make that don't look at If-Match, the recipe is read
// once more.
func (c *Client) onlyIf(ctx context.Context, r *apiclient.Request, read apiclient.Response) error {
	tag, weak := strings.CutPrefix(read.Tag, "W/")
	r.IfMatch = tag
	if tag != "" && !weak {
		return nil
	}
	now, err := c.get(ctx, r.ID)
	if err == nil && !bytes.Equal(now.Body, read.Body) {
		err = &fault.Error{Kind: fault.Conflict, Message: changedSince.Text, Err: errChanged}
	}
	return err
}
