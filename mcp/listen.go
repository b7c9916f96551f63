package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/mcp-adapters/mcp-adapters/jsonrpc"
)

// maxWatched bounds the resources that one subscriptions/listen names.
const maxWatched = 256

// wanted returns the part of what a subscriptions/listen asks for that there is.
func (s *Server) wanted(r *Request) (mcp.SubscriptionFilter, error) {
	var params struct {
		Notifications mcp.SubscriptionFilter `json:"notifications"`
	}
	if r.params != nil && json.Unmarshal(r.params, &params) != nil {
		return params.Notifications, invalid("", shapeMessage(r.method))
	}
	f := params.Notifications
	if len(f.ResourceSubscriptions) > maxWatched {
		return f, r.invalid(fmt.Sprintf("resourceSubscriptions holds more than %d", maxWatched))
	}
	offer := s.offer()
	f.ToolsListChanged = f.ToolsListChanged && offer.Tools
	f.PromptsListChanged = f.PromptsListChanged && offer.Prompts
	f.ResourcesListChanged = f.ResourcesListChanged && offer.Resources
	f.ResourceSubscriptions = slices.DeleteFunc(f.ResourceSubscriptions, func(uri string) bool {
		return !offer.Contents || s.find(uri) == nil
	})
	return f, nil
}

// listen answers a subscriptions/listen. It is over when there is nothing to listen
// to, and else when ctx ends, with a result at that.
func (s *Session) listen(ctx context.Context, r *Request, id json.RawMessage, filter mcp.SubscriptionFilter) (jsonrpc.Result, error) {
	p := &pending{wake: make(chan struct{}, 1), wanted: filter}
	if !filter.IsEmpty() {
		defer s.changes.Watch(ctx, changesOf(filter), p.report)() // before the client is told that it is heard
	}
	// The acknowledgement is sent even when ctx has ended meanwhile: it comes first.
	if err := notify(context.WithoutCancel(ctx), r.client, mcp.MethodNotificationSubscriptionsAcknowledged, id,
		map[string]any{"notifications": filter}); err != nil {
		return nil, fmt.Errorf("acknowledge a subscription: %w", err)
	}
	for over := filter.IsEmpty(); !over && ctx.Err() == nil; {
		select {
		case <-ctx.Done():
		case <-p.wake:
			var err error
			if over, err = p.send(ctx, r.client, id); err != nil && ctx.Err() == nil {
				return nil, fmt.Errorf("report a change: %w", err)
			}
		}
	}
	subscription := append(append([]byte(`{"`+mcp.MetaKeySubscriptionID+`":`), id...), '}')
	return jsonrpc.Raw(append(append([]byte{'{'}, s.tail(subscription, true)[1:]...), '}')), nil
}

// notify sends a notification that belongs to the subscription id.
func notify(ctx context.Context, client jsonrpc.Client, method string, id json.RawMessage, params map[string]any) error {
	params["_meta"] = map[string]any{mcp.MetaKeySubscriptionID: id}
	encoded, err := json.Marshal(params)
	if err != nil {
		return err
	}
	return client.Notify(ctx, method, encoded)
}
