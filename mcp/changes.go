package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"sync"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/mcp-adapters/mcp-adapters/jsonrpc"
)

// Changes names what has changed, or what a client subscribes to.
type Changes struct {
	Tools, Prompts, Resources bool     // the list of them
	URIs                      []string // the contents of these resources
	// Over says that this is the last change, which ends subscriptions.
	Over bool
}

// Offer says what may change while a client listens. A [Server] doesn't change, so a program that
// changes a list answers later requests with another Server.
type Offer struct {
	Tools, Prompts, Resources bool // the list of them
	Contents                  bool // what resources hold
}

// Watcher reports changes to clients since 2026-07-28 while they listen. It is safe for concurrent
// use.
type Watcher interface {
	// Offers is constant.
	Offers() Offer
	// Watch calls report for wanted changes until stop is called. It returns at once. report
	// doesn't block and may be called from any goroutine. ctx is the call's: changes that its
	// principal may not see aren't reported.
	Watch(ctx context.Context, wanted Changes, report func(Changes)) (stop func())
}

// Feed is a [Watcher] for changes within one process that every client may see. It must not be
// copied.
type Feed struct {
	Offer Offer

	mu        sync.Mutex // guards the field below
	listeners map[*func(Changes)]struct{}
}

// Offers returns f.Offer.
func (f *Feed) Offers() Offer { return f.Offer }

// Watch passes what [Feed.Report] reports to report. The server filters it.
func (f *Feed) Watch(_ context.Context, _ Changes, report func(Changes)) (stop func()) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.listeners == nil {
		f.listeners = map[*func(Changes)]struct{}{}
	}
	f.listeners[&report] = struct{}{}
	return func() {
		f.mu.Lock()
		defer f.mu.Unlock()
		delete(f.listeners, &report)
	}
}

// Report reports changes to all listeners.
func (f *Feed) Report(c Changes) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for report := range f.listeners {
		(*report)(c)
	}
}

// pending has the changes that a client has not been told. Each is in it once, however often it
// happens, so pending holds no more than the client asked for.
type pending struct {
	wake   chan struct{}
	wanted mcp.SubscriptionFilter

	mu  sync.Mutex // guards the field below
	new Changes
}

// report adds the changes that the client asked for.
func (p *pending) report(c Changes) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.new.Tools = p.new.Tools || c.Tools && p.wanted.ToolsListChanged
	p.new.Prompts = p.new.Prompts || c.Prompts && p.wanted.PromptsListChanged
	p.new.Resources = p.new.Resources || c.Resources && p.wanted.ResourcesListChanged
	p.new.Over = p.new.Over || c.Over
	for _, uri := range c.URIs {
		if slices.Contains(p.wanted.ResourceSubscriptions, uri) && !slices.Contains(p.new.URIs, uri) {
			p.new.URIs = append(p.new.URIs, uri)
		}
	}
	select {
	case p.wake <- struct{}{}:
	default: // it is awake
	}
}

// send notifies the client of the pending changes, and reports whether they were the last.
func (p *pending) send(ctx context.Context, client jsonrpc.Client, id json.RawMessage) (over bool, err error) {
	p.mu.Lock()
	c := p.new
	p.new = Changes{}
	p.mu.Unlock()
	for _, list := range []struct {
		changed bool
		method  string
	}{
		{c.Tools, mcp.MethodNotificationToolsListChanged},
		{c.Prompts, mcp.MethodNotificationPromptsListChanged},
		{c.Resources, mcp.MethodNotificationResourcesListChanged},
	} {
		if !list.changed {
			continue
		}
		if err := notify(ctx, client, list.method, id, map[string]any{}); err != nil {
			return false, err
		}
	}
	for _, uri := range c.URIs {
		if err := notify(ctx, client, mcp.MethodNotificationResourceUpdated, id, map[string]any{"uri": uri}); err != nil {
			return false, err
		}
	}
	return c.Over, nil
}

// changesOf returns what a filter asks for.
func changesOf(f mcp.SubscriptionFilter) Changes {
	return Changes{Tools: f.ToolsListChanged, Prompts: f.PromptsListChanged, Resources: f.ResourcesListChanged, URIs: f.ResourceSubscriptions}
}

// maxWatched bounds the resources of one subscriptions/listen.
const maxWatched = 256

// wanted returns the part of a subscriptions/listen that the server offers.
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

// listen answers a subscriptions/listen with a result: at once if there is nothing to listen to, and
// otherwise when ctx ends.
func (s *Session) listen(ctx context.Context, r *Request, id json.RawMessage, filter mcp.SubscriptionFilter) (jsonrpc.Result, error) {
	p := &pending{wake: make(chan struct{}, 1), wanted: filter}
	if !filter.IsEmpty() {
		defer s.options.Changes.Watch(ctx, changesOf(filter), p.report)() // before the client hears that it is subscribed
	}
	// The acknowledgement comes first, so it is sent even when ctx has ended.
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

// notify sends a notification of the subscription id.
func notify(ctx context.Context, client jsonrpc.Client, method string, id json.RawMessage, params map[string]any) error {
	params["_meta"] = map[string]any{mcp.MetaKeySubscriptionID: id}
	encoded, err := json.Marshal(params)
	if err != nil {
		return err
	}
	return client.Notify(ctx, method, encoded)
}
