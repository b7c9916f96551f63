package streamhttp

import (
	"context"
	stdlog "log"
	"maps"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/rs/zerolog"
	"golang.org/x/sync/semaphore"

	"github.com/mcp-adapters/mcp-adapters/jsonrpc"
)

// Options describe an endpoint. Zero values mean the defaults.
type Options struct {
	// Handler returns the handler of one POST, such as [mcp.Server.Request]. The request's
	// context holds what Middleware put there, such as the principal; version is the protocol
	// version that the client speaks. A [*Refusal] is answered as it says, a [*jsonrpc.Error] as
	// if the call had returned it, and any other error as an internal error.
	Handler func(r *http.Request, version string) (jsonrpc.Handler, error)
	// Allow authorizes a request by its method and the name of its tool or prompt, or the URI of
	// its resource. It is called for each request of a message before anything runs; an error
	// refuses the whole message, and is answered as an error of Handler. nil: all are allowed.
	Allow func(ctx context.Context, method, name string) error
	// Middleware authenticates a request, after the checks of Host and Origin and before the body
	// is read. If it wraps the [http.ResponseWriter], the wrapper must have the method Unwrap.
	Middleware func(http.Handler) http.Handler
	// Get answers a GET that accepts a stream of events, after the same checks as a POST and
	// within Middleware: the stream of what the server sends clients of the handshake era on its
	// own. nil: GET is refused.
	Get http.Handler

	Hosts          []string // names that clients may use for the server; a port is ignored
	AllowedOrigins []string // of web pages that may use the endpoint: scheme://host[:port]
	// AnyOrigin lets the pages of every origin use the endpoint, for public data. It can't be
	// combined with LoopbackOnly.
	AnyOrigin bool
	// LoopbackOrigins lets pages of servers on this computer use the endpoint at a loopback
	// address, for data that belongs to no one.
	LoopbackOrigins bool
	// LoopbackOnly refuses requests from other computers, and through a proxy or a tunnel, for
	// an endpoint without authentication.
	LoopbackOnly bool

	Versions []string // of the protocol that are served, newest first; default [Versions]

	MaxMessageBytes int // default 4 MiB
	MaxQueuedBytes  int // bodies in progress, all together; default 64 MiB
	MaxConcurrency  int // calls in progress; default 256
	MaxBatch        int // messages in a batch; default 100
	// NoBatches refuses batches also at the version that has them.
	NoBatches bool
	// MaxStreams bounds the calls of subscriptions/listen, which are not among MaxConcurrency;
	// default 2,000. MaxStreamsEach bounds the streams of one principal, which Principal names;
	// default 8. Without Principal there is no such bound.
	MaxStreams, MaxStreamsEach int
	Principal                  func(*http.Request) string

	BodyTimeout  time.Duration // for the first 256 KiB of a body, and for each further one; default 10 s
	WriteTimeout time.Duration // for each event, and for each 64 KiB of an answer; default 20 s
	QueueTimeout time.Duration // how long a call waits for its place; default 1 s
	KeepAlive    time.Duration // the silence after which a stream gets a comment; default 15 s
	DrainTimeout time.Duration // from Shutdown until calls are cancelled; default 35 s

	// Observe is called when a POST is done, with the context that Middleware gave its request.
	// It must be quick.
	Observe func(context.Context, Event)
	Log     zerolog.Logger
}

// setDefaults replaces zero values with the defaults.
func (o *Options) setDefaults() {
	setDefault(&o.MaxMessageBytes, 4<<20)
	setDefault(&o.MaxQueuedBytes, 64<<20)
	o.MaxQueuedBytes = max(o.MaxQueuedBytes, o.MaxMessageBytes+firstRead) // the longest message has to fit
	setDefault(&o.MaxConcurrency, 256)
	setDefault(&o.MaxBatch, 100)
	setDefault(&o.MaxStreams, 2000)
	setDefault(&o.MaxStreamsEach, 8)
	setDefault(&o.BodyTimeout, 10*time.Second)
	setDefault(&o.WriteTimeout, 20*time.Second)
	setDefault(&o.QueueTimeout, time.Second)
	setDefault(&o.KeepAlive, 15*time.Second)
	setDefault(&o.DrainTimeout, 35*time.Second)
	if len(o.Versions) == 0 {
		o.Versions = Versions
	}
	if o.Middleware == nil {
		o.Middleware = func(next http.Handler) http.Handler { return next }
	}
	if o.Observe == nil {
		o.Observe = func(context.Context, Event) {}
	}
}

func setDefault[T int | time.Duration](field *T, value T) {
	if *field <= 0 {
		*field = value
	}
}

// Server is one endpoint: an [http.Handler] for its path. Make it with [New], and
// end it with [Server.Shutdown].
type Server struct {
	options Options
	guard   guard
	next    http.Handler // what comes after the guard
	memory  *semaphore.Weighted
	calls   *semaphore.Weighted
	streams streams

	mu     sync.Mutex // guards conns
	conns  map[*jsonrpc.Conn]struct{}
	closed atomic.Bool // no call begins any more; set with mu held

	drained chan struct{} // closed when all calls are answered after that
}

// New returns an endpoint. Its error names the origin that can't be one.
func New(o Options) (*Server, error) {
	o.setDefaults()
	guard, err := newGuard(o)
	if err != nil {
		return nil, err
	}
	s := &Server{
		options: o,
		guard:   guard,
		memory:  semaphore.NewWeighted(int64(o.MaxQueuedBytes)),
		calls:   semaphore.NewWeighted(int64(o.MaxConcurrency)),
		streams: streams{most: o.MaxStreams, each: o.MaxStreamsEach},
		conns:   make(map[*jsonrpc.Conn]struct{}),
		drained: make(chan struct{}),
	}
	s.next = o.Middleware(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet {
			o.Get.ServeHTTP(w, r)
			return
		}
		s.post(w, r)
	}))
	return s, nil
}

// ServeHTTP answers one request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	// Before anything is refused: the server reads what is left of a body then.
	_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(s.options.BodyTimeout))
	refusal := s.guard.check(w.Header(), r)
	switch {
	case refusal != nil:
		x := s.newExchange(w, r)
		x.refuse(refusal)
		s.observe(x)
	case r.Method == http.MethodOptions:
		w.WriteHeader(http.StatusNoContent)
	default:
		s.next.ServeHTTP(w, r)
	}
}

// Active returns how many calls and subscriptions are in progress.
func (s *Server) Active() (calls, streams int) {
	s.mu.Lock()
	all := len(s.conns)
	s.mu.Unlock()
	streams = s.streams.count()
	return max(0, all-streams), streams
}

// begin makes a Conn known to Shutdown. It reports false when that has come first.
func (s *Server) begin(c *jsonrpc.Conn) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed.Load() {
		return false
	}
	s.conns[c] = struct{}{}
	return true
}

// end is called when the answer is there.
func (s *Server) end(c *jsonrpc.Conn) {
	c.Abort() // it has nothing left to do, and may keep goroutines until then
	s.mu.Lock()
	delete(s.conns, c)
	s.mu.Unlock()
}

// Shutdown refuses new messages, ends subscriptions with their result, and waits until all calls are
// answered. After DrainTimeout it cancels them; a call that doesn't return within a second is
// answered with a timeout, and keeps its connection until it returns. When ctx ends first, Shutdown
// returns its error and leaves the calls to their limit. The [http.Server] closes the connections.
func (s *Server) Shutdown(ctx context.Context) error {
	s.mu.Lock()
	if !s.closed.Swap(true) {
		go s.drain(slices.Collect(maps.Keys(s.conns)))
	}
	s.mu.Unlock()
	select {
	case <-s.drained:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// drain ends all connections.
func (s *Server) drain(conns []*jsonrpc.Conn) {
	var drains sync.WaitGroup
	for _, c := range conns {
		drains.Go(func() { _ = c.Drain(s.options.DrainTimeout) }) // an answer that isn't taken is torn by its deadline
	}
	drains.Wait()
	close(s.drained)
}

// HTTPServer returns an [http.Server] for h with limits for the time of a header, the time between
// requests, and the size of a header. The endpoint itself limits the time of a body and of an
// answer. The server's base context must not end when the process is asked to stop, because that
// would cancel the calls of the modern era; see [Server.Shutdown].
func HTTPServer(h http.Handler, log zerolog.Logger) *http.Server {
	return &http.Server{
		Handler:           h,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       15 * time.Second, // for handlers that set none of their own
		IdleTimeout:       time.Minute,
		MaxHeaderBytes:    32 << 10,
		ErrorLog:          stdlog.New(log, "", 0),
	}
}
