package site

import (
	"context"
	"sync"
	"time"

	"github.com/mcp-adapters/mcp-adapters/appbuilder"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/store"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

const (
	// lookEvery is how often the store is asked what has changed, while someone listens.
	lookEvery = time.Second
	// mostWatched bounds the apps that are looked at, and mostWatchers who listens to one.
	mostWatched  = 1000
	mostWatchers = 50
)

// watch tells those who have an app open that it has changed, here or on another replica.
type watch struct {
	alive context.Context
	store *store.Store
	group sync.WaitGroup
	wake  chan struct{} // one element when it is to look at once

	mu      sync.Mutex
	running bool
	apps    map[string]map[chan store.State]bool
}

func newWatch(alive context.Context, s *store.Store) *watch {
	return &watch{alive: alive, store: s, wake: make(chan struct{}, 1), apps: make(map[string]map[chan store.State]bool)}
}

// wait returns when no one looks any more, after the end of alive.
func (w *watch) wait() {
	w.mu.Lock()   // whoever began to follow before the end has begun to look, too
	w.mu.Unlock() //nolint:staticcheck // see above
	w.group.Wait()
}

// look asks the store now, as something has changed here.
func (w *watch) look() {
	select {
	case w.wake <- struct{}{}:
	default:
	}
}

// follow returns a channel of an app's states, each in place of one that wasn't taken. It is
// closed when the app is gone.
func (w *watch) follow(app string) (states chan store.State, leave func(), err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	const wait = 30 * time.Second
	switch {
	case w.alive.Err() != nil:
		return nil, nil, restarting()
	case len(w.apps) >= mostWatched && w.apps[app] == nil:
		return nil, nil, &fault.Error{Kind: fault.Unavailable, Message: "Too many apps are open on this server. Try again in half a minute.", RetryAfter: wait}
	case len(w.apps[app]) >= mostWatchers:
		return nil, nil, &fault.Error{
			Kind: appbuilder.LimitReached, RetryAfter: wait,
			Message: "This app is open in too many windows. Close one, or try again in half a minute.",
		}
	}
	if w.apps[app] == nil {
		w.apps[app] = make(map[chan store.State]bool)
	}
	states = make(chan store.State, 1)
	w.apps[app][states] = true
	if !w.running {
		w.running = true
		w.group.Go(w.work)
	}
	w.look()
	return states, func() { w.leave(app, states) }, nil
}

func (w *watch) leave(app string, states chan store.State) {
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.apps[app], states)
	if len(w.apps[app]) == 0 {
		delete(w.apps, app)
	}
}

// work looks until no one listens any more.
func (w *watch) work() {
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	for {
		select {
		case <-w.alive.Done():
			return
		case <-w.wake:
		case <-tick.C:
		}
		ids := w.watched()
		if ids == nil {
			return
		}
		ctx, cancel := context.WithTimeout(w.alive, 5*time.Second)
		states, err := w.store.States(ctx, ids)
		cancel()
		if err == nil { // else it is tried again; what is away is no news of the apps
			w.pass(ids, states)
		}
	}
}

// watched returns the apps that someone listens to; nil ends the work.
func (w *watch) watched() (ids []string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for id := range w.apps {
		ids = append(ids, id)
	}
	w.running = ids != nil
	return ids
}

func (w *watch) pass(ids []string, states map[string]store.State) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, id := range ids {
		state, there := states[id]
		for c := range w.apps[id] {
			if !there {
				close(c)
				delete(w.apps[id], c)
				continue
			}
			select {
			case <-c: // an older one, which no one needs any more
			default:
			}
			c <- state
		}
	}
}
