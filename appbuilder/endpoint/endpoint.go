// Package endpoint serves published apps: each as an MCP server with one tool and one page, to
// anyone. It keeps no registry and no sessions: every request asks the store what its slug
// leads to, so that any replica serves any app at once, and one that was unpublished nowhere.
//
//	/servers/{slug}/mcp               MCP over Streamable HTTP, in both eras
//	/servers/{slug}                   a page that says what the app is and how to connect
//	/servers/{slug}/ui/{layout}.html  the page that hosts show, with its data
//
// A request passes, in this order:
//
//	streamhttp      Host and Origin
//	find            the app; 404 for what isn't published, whatever the reason
//	limits          so many calls for an app, and from an address
//	challenge       the app's token, where its owner wants one
//	streamhttp      the body
//	mcp.Session     the call
package endpoint

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/appbuilder"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/store"
	"github.com/mcp-adapters/mcp-adapters/mcp"
	"github.com/mcp-adapters/mcp-adapters/mcp/streamhttp"
)

// Apps is where published apps are found: a [*store.Store].
type Apps interface {
	Live(ctx context.Context, slug string) (store.Live, error)
	LiveVersions(ctx context.Context, slugs []string) (map[string]store.Live, error)
	Snapshot(ctx context.Context, l store.Live) (appbuilder.Content, error)
	AddCalls(ctx context.Context, counts map[string]store.Calls) error
}

// Options describe an endpoint. Zero values mean the defaults.
type Options struct {
	Apps Apps
	// PublicURL is where the program is reached from outside, without a slash at its end.
	PublicURL string
	// Hosts, AllowedOrigins, AnyOrigin and LoopbackOnly are streamhttp's.
	Hosts, AllowedOrigins   []string
	AnyOrigin, LoopbackOnly bool
	// Address names who sends a request, for limits; nil: by the connection.
	Address func(*http.Request) string
	Limits  Limits
	// Answer makes the sentence with which a call is answered, for an app whose owner wants a
	// model to; "" is the one that is always the same. Its failures are those of a
	// [generate.Generator]. nil: no model is there.
	Answer func(ctx context.Context, app string, c appbuilder.Content, message string) (string, error)
	// Skybridge gives pages the type that hosts knew before there were MCP Apps.
	Skybridge bool
	// Report is a mailto: or https: address for complaints about an app; "": none is shown.
	Report  string
	Observe func(context.Context, streamhttp.Event) // as streamhttp's; its context is [Version]'s
	// Observers are called for each request of MCP; see [mcp.Server.Request].
	Observers []mcp.Observer
	// Cached is called with whether a version that was asked for was kept ready, and Limited
	// with the name of each limit that refuses a request. They are for metrics; nil is none.
	Cached  func(hit bool)
	Limited func(limit string)
	Log     zerolog.Logger
}

// Endpoint is an http.Handler for everything below /servers/.
type Endpoint struct {
	o       Options
	mux     *http.ServeMux
	mcp     *streamhttp.Server
	lead    http.Handler // for browsers that open an endpoint
	other   http.Handler // for methods that an endpoint doesn't take
	cache   *lru.Cache[store.Live, *served]
	streams streams
	limits  *limits
	counts  counts
}

// Sizes and times.
const (
	// maxServed bounds the versions that are kept ready: some 300 KiB each at most.
	maxServed  = 512
	maxMessage = 64 << 10
	// findTimeout is how long the store may take to say what a slug leads to.
	findTimeout = 1800 * time.Millisecond
)

// New returns an endpoint. [Endpoint.Run] has to run beside it.
func New(o Options) (*Endpoint, error) {
	cache, err := lru.New[store.Live, *served](maxServed)
	if err != nil {
		return nil, err
	}
	e := &Endpoint{o: o, mux: http.NewServeMux(), cache: cache}
	if u, err := url.Parse(o.PublicURL); err == nil && u.Hostname() != "" {
		e.o.Hosts = append(e.o.Hosts, u.Hostname())
	}
	if e.o.Cached == nil {
		e.o.Cached = func(bool) {}
	}
	if e.o.Limited == nil {
		e.o.Limited = func(string) {}
	}
	e.limits = newLimits(o.Limits, e.o.Limited)
	if e.o.Address == nil {
		e.o.Address = func(r *http.Request) string { return r.RemoteAddr[:max(0, strings.LastIndexByte(r.RemoteAddr, ':'))] }
	}
	e.mcp, err = streamhttp.New(streamhttp.Options{
		Handler:         e.handler,
		Middleware:      e.admit,
		Get:             http.HandlerFunc(e.listen),
		Hosts:           e.o.Hosts,
		AllowedOrigins:  o.AllowedOrigins,
		AnyOrigin:       o.AnyOrigin,
		LoopbackOnly:    o.LoopbackOnly,
		LoopbackOrigins: o.LoopbackOnly,
		NoBatches:       true,
		MaxMessageBytes: maxMessage,
		MaxStreams:      maxStreams,
		MaxStreamsEach:  maxStreamsEach,
		Principal:       func(r *http.Request) string { return e.o.Address(r) },
		Observe:         o.Observe,
		Log:             o.Log,
	})
	if err != nil {
		return nil, err
	}
	named := func(h http.Handler) http.Handler { return streamhttp.Hosts(h, o.LoopbackOnly, e.o.Hosts...) }
	e.lead, e.other = named(e.admit(http.HandlerFunc(toPage))), named(e.admit(e.mcp))
	pages := named(toRead(e.pages))
	e.mux.HandleFunc("/servers/{slug}/mcp", e.endpoint)
	e.mux.Handle("/servers/{slug}", pages)
	e.mux.Handle("/servers/{slug}/ui/{page}", pages)
	e.mux.Handle("/servers/{slug}/{$}", named(toRead(unslashed)))
	e.mux.Handle("/servers/", named(http.HandlerFunc(nothing)))
	return e, nil
}

// ServeHTTP answers one request.
func (e *Endpoint) ServeHTTP(w http.ResponseWriter, r *http.Request) { e.mux.ServeHTTP(w, r) }

// Active returns how many calls and streams are under way.
func (e *Endpoint) Active() (calls, streams int) {
	calls, streams = e.mcp.Active()
	return calls, streams + e.streams.open()
}

// Run watches for what is published and unpublished while clients listen, and stores how often
// apps were called, until ctx ends.
func (e *Endpoint) Run(ctx context.Context) {
	watch := time.NewTicker(watchEvery)
	defer watch.Stop()
	flush := time.NewTicker(flushEvery)
	defer flush.Stop()
	for {
		select {
		case <-ctx.Done():
			last, cancel := context.WithTimeout(context.WithoutCancel(ctx), findTimeout)
			defer cancel()
			e.flush(last)
			return
		case <-watch.C:
			e.look(ctx)
		case <-flush.C:
			e.flush(ctx)
		}
	}
}

// Shutdown ends the streams, and waits for the calls; see [streamhttp.Server.Shutdown].
func (e *Endpoint) Shutdown(ctx context.Context) error {
	e.streams.end()
	return e.mcp.Shutdown(ctx)
}
