package endpoint

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/mcp-adapters/mcp-adapters/appbuilder/store"
	"github.com/mcp-adapters/mcp-adapters/mcp"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

// Streams are only for list-changed notifications, and most clients need none.
const (
	maxStreams     = 2000 // of this process
	maxStreamsSlug = 50   // of one app
	maxStreamsEach = 4    // from one address
	watchEvery     = 900 * time.Millisecond
	heartbeat      = 15 * time.Second
	lookTimeout    = 5 * time.Second
)

// streams are the listeners of this process, in both eras, by the slug that they listen to.
type streams struct {
	mu    sync.Mutex // guards the fields below
	slugs map[string]*watched
	gets  int            // streams of GET requests
	each  map[string]int // those by address
	over  bool
}

// watched is a slug with listeners.
type watched struct {
	version   int // that they know; 0: unpublished
	listeners []*listener
}

// listener hears once of everything that has changed since it was last told.
type listener struct {
	token  string // as in [store.Live], when it was let in
	report func(mcp.Changes)
}

// watcher is what a version's MCP server offers to clients that subscribe.
type watcher struct {
	e    *Endpoint
	slug string
	live store.Live
}

// Offers says that the tool may change. The list of resources never does: it has the one page,
// whose address stays and which takes what is new from the tool's result.
func (w *watcher) Offers() mcp.Offer { return mcp.Offer{Tools: true} }

// Watch reports another version than the watcher's, and that another token is needed.
func (w *watcher) Watch(_ context.Context, _ mcp.Changes, report func(mcp.Changes)) (stop func()) {
	return w.e.streams.add(w.slug, w.live, report)
}

// add has report called when slug leads to something else than live. One that comes too many is
// told that there is nothing to listen to.
func (s *streams) add(slug string, live store.Live, report func(mcp.Changes)) (stop func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	w := s.slugs[slug]
	if s.over || w != nil && len(w.listeners) >= maxStreamsSlug {
		report(mcp.Changes{Over: true})
		return func() {}
	}
	if s.slugs == nil {
		s.slugs = map[string]*watched{}
	}
	if w == nil {
		w = &watched{version: live.Version}
		s.slugs[slug] = w
	}
	l := &listener{live.Token, report}
	w.listeners = append(w.listeners, l)
	if w.version != live.Version {
		report(mcp.Changes{Tools: true}) // it was published anew meanwhile
	}
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if w.listeners = slices.DeleteFunc(w.listeners, func(other *listener) bool { return other == l }); len(w.listeners) == 0 && s.slugs[slug] == w {
			delete(s.slugs, slug)
		}
	}
}

// watching are the slugs with listeners.
func (s *streams) watching() (slugs []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for slug := range s.slugs {
		slugs = append(slugs, slug)
	}
	return slugs
}

// update tells the listeners of what has changed since it was last called: once, however often that
// was, since a notification says only that the list is to be asked for anew. An app that is published
// and right afterwards unpublished is told of as unpublished. Those of an app that was unpublished
// hear of it, and that this is the end. Those that came before a token was set or replaced hear only
// that this is the end: they may know nothing of the app any more.
func (s *streams) update(slugs []string, live map[string]store.Live) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, slug := range slugs {
		w := s.slugs[slug]
		if w == nil {
			continue
		}
		now := live[slug]
		c := mcp.Changes{Tools: w.version != now.Version, Over: now.Version == 0}
		w.version = now.Version
		w.listeners = slices.DeleteFunc(w.listeners, func(l *listener) bool {
			if now.Token != "" && l.token != now.Token {
				l.report(mcp.Changes{Over: true})
				return true
			}
			if c.Tools {
				l.report(c)
			}
			return c.Over
		})
		if len(w.listeners) == 0 {
			delete(s.slugs, slug)
		}
	}
}

// open is how many GET requests listen.
func (s *streams) open() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.gets
}

// end tells all listeners that the process stops.
func (s *streams) end() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.over = true
	for _, w := range s.slugs {
		for _, l := range w.listeners {
			l.report(mcp.Changes{Over: true})
		}
	}
	s.slugs = nil
}

// look asks the store which versions the listeners should know. An answer that doesn't come
// changes nothing: the next look is soon.
func (e *Endpoint) look(ctx context.Context) {
	slugs := e.streams.watching()
	if len(slugs) == 0 {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, lookTimeout)
	defer cancel()
	for part := range slices.Chunk(slugs, 1000) {
		live, err := e.o.Apps.LiveVersions(ctx, part)
		if err != nil {
			e.o.Log.Warn().AnErr("cause", fault.Cause(err)).Msg("it is not known what has been published meanwhile")
			return
		}
		e.streams.update(part, live)
	}
}
