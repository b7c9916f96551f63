// Package endpoint serves an MCP server over Streamable HTTP, with what surrounds
// it: sign-in, health, metrics, and an orderly end. It knows no system.
//
//	/mcp        the endpoint, for clients
//	/healthz    200 while the process runs
//	/readyz     200 while the backend says that it can be used, and the server is not stopping
//	/.well-known/…, and with OAUTH_ISSUER=self /authorize, /token and more: to sign in
//
// A request passes, in this order:
//
//	net/http           time limits
//	httpserver         connections, of which strangers have a share
//	streamhttp         Host and Origin, before anything else
//	oauth.Guard        whose token it is
//	act                the call acts for that person and for no one else
//	streamhttp         the body; which scopes the operation needs
//	mcp.Session        the call
//
// A person's address comes from a verified token alone, never from a header of the
// client's.
package endpoint

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"slices"
	"sync"
	"time"

	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/config"
	"github.com/mcp-adapters/mcp-adapters/internal/httpserver"
	"github.com/mcp-adapters/mcp-adapters/internal/oauth"
	"github.com/mcp-adapters/mcp-adapters/internal/oauth/issuer"
	"github.com/mcp-adapters/mcp-adapters/internal/program/cli"
	"github.com/mcp-adapters/mcp-adapters/internal/tracing"
	"github.com/mcp-adapters/mcp-adapters/jsonrpc"
	"github.com/mcp-adapters/mcp-adapters/mcp"
	"github.com/mcp-adapters/mcp-adapters/mcp/streamhttp"
)

// maxConnections bounds the connections that are open at a time, and maxStrangers those
// of them on which no one has been let in yet: who signs in, or only holds a connection.
// When there are more, the stranger who has been idle longest goes.
const (
	maxConnections = 4096
	maxStrangers   = 512
)

// System is the system behind an endpoint.
type System struct {
	Name  string // of the program
	Title string // of the system, for people
	// Read and Write are the rights that a person can give to a client. Operations that Writes
	// names need Write, all others need Read. A system that changes nothing has no Write.
	Read, Write issuer.Scope
	Writes      func(method, name string) bool
	// AccountClaim names the claim by which another authorization server names the person's
	// account here: [oauth.Principal].Account. "": none does.
	AccountClaim string
	// Accounts is the database of the built-in authorization server, if that is used. The
	// endpoint closes it.
	Accounts issuer.DB
	Backend
	Tracer *tracing.Tracer // nil: nothing is traced
	Log    zerolog.Logger
}

// Backend is what a program serves. All fields but Server and Close are for HTTP, and optional.
type Backend struct {
	Server *mcp.Server
	// Close closes what the server works on. The endpoint does not call it.
	Close func()
	// Act returns a context in which calls act for the person with that address, who sent the
	// request of ctx. nil: the system treats all persons alike. Its error is a
	// [fault.Forbidden] with a sentence for a person whom the system does not know.
	Act func(ctx context.Context, email string) (context.Context, error)
	// MaySignIn reports whether the built-in authorization server lets an address sign in. nil:
	// everyone with a code may.
	MaySignIn func(ctx context.Context, email string) bool
	// KeepToken leaves tokens in the contexts of calls, for [oauth.Token].
	KeepToken bool
	// Ready returns why nothing can be served at the moment. nil: it always can.
	Ready func(ctx context.Context) error
	// Handler answers all other requests below the server's address, such as public pages. It
	// checks itself who asks.
	Handler http.Handler
	// Admits reports whether a request to Handler shows a valid key; see [httpserver.Server].
	Admits func(r *http.Request) bool
	// Hangups reads files again at each SIGHUP until ctx ends. nil: SIGHUP stops the server.
	Hangups func(ctx context.Context, came <-chan os.Signal)
}

// Principal names whose request ctx is of, "" without sign-in. It is what
// [mcp.Options.Principal] asks for.
func Principal(ctx context.Context) string {
	p, ok := oauth.FromContext(ctx)
	if !ok {
		return ""
	}
	return p.Hash()
}

// Remote reports whether ctx is that of a request by someone who was let in, and may be
// anywhere: not the person who runs the server, as far as that is known.
func Remote(ctx context.Context) bool {
	_, ok := oauth.FromContext(ctx)
	return ok
}

// Listen listens where the settings say. If they leave the port to the system, they name
// the one that it chose from then on.
func Listen(ctx context.Context, h *config.HTTP) (net.Listener, error) {
	var lc net.ListenConfig
	ln, err := lc.Listen(ctx, "tcp", string(h.Addr))
	if err != nil {
		return nil, fmt.Errorf("cannot listen on HTTP_ADDR: %w", err)
	}
	if h.PublicURL == "" {
		h.Addr = config.Address(ln.Addr().String())
	}
	return ln, nil
}

// Serve serves the system on ln, which it closes, until ctx ends. From then on it is
// not ready; after the settings' delay it refuses new
// calls and lets those under way finish, for as long as loop.DrainTimeout says. The
// settings must have passed their check.
func Serve(ctx context.Context, ln net.Listener, h config.HTTP, loop config.Loop, system System) (err error) {
	defer func() { _ = ln.Close() }()
	e, err := newEndpoint(ctx, h, loop, system)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, e.close()) }()
	stopMetrics, err := e.metrics.Serve(ctx, h.MetricsAddr, system.Log)
	if err != nil {
		return err
	}
	defer stopMetrics()
	if system.Hangups != nil {
		watched, stop := context.WithCancel(ctx)
		var watching sync.WaitGroup
		defer watching.Wait()
		defer stop()
		came := cli.Hangups()
		watching.Go(func() { system.Hangups(watched, came) })
	}
	system.Log.Info().Stringer("listening", ln.Addr()).Str("endpoint", e.url).Str("auth", string(h.Auth)).Msg(system.Name + " is ready")
	return e.run(ctx, ln, h.Delay(h.Addr), loop.DrainTimeout)
}

// answerLimit is what the answers of calls under way have then to be taken.
const answerLimit = 5 * time.Second

// LongestStop is how long an endpoint with these settings may take to end after SIGTERM.
func LongestStop(h config.HTTP, loop config.Loop) time.Duration {
	return h.Delay(h.Addr) + loop.DrainTimeout + answerLimit
}

// endpoint is one that is being served.
type endpoint struct {
	System
	url     string // of /mcp, as clients know it
	signIn  *signIn
	mcp     *streamhttp.Server
	metrics *Metrics
	mux     *http.ServeMux
	stop    <-chan struct{} // closed when the stop begins
}

func newEndpoint(ctx context.Context, h config.HTTP, loop config.Loop, system System) (*endpoint, error) {
	base, err := url.Parse(h.Base())
	if err != nil {
		return nil, err
	}
	e := &endpoint{System: system, url: h.Base() + "/mcp", mux: http.NewServeMux(), stop: ctx.Done()}
	e.metrics = NewMetrics(func() (calls, streams int) { return e.mcp.Active() })
	if e.signIn, err = newSignIn(h, e.url, system); err != nil {
		return nil, err
	}
	e.mcp, err = streamhttp.New(streamhttp.Options{
		Handler:         e.handler,
		Middleware:      e.protect,
		Allow:           e.allow,
		Hosts:           []string{base.Hostname()},
		AllowedOrigins:  append([]string{base.Scheme + "://" + base.Host}, h.AllowedOrigins...),
		LoopbackOnly:    h.Auth == config.AuthNone,
		MaxMessageBytes: loop.MaxMessageBytes,
		MaxConcurrency:  loop.MaxConcurrency,
		DrainTimeout:    loop.DrainTimeout,
		Principal:       func(r *http.Request) string { return Principal(r.Context()) },
		Observe:         func(_ context.Context, m streamhttp.Event) { e.metrics.Observe(m) },
		Log:             system.Log,
	})
	if err != nil {
		return nil, errors.Join(err, e.signIn.close())
	}
	e.mux.Handle(base.Path+"/mcp", e.mcp)
	e.mux.Handle(base.Path+"/mcp/{$}", e.mcp)
	// Who looks after the process asks it directly, and may not know of the path.
	for _, path := range slices.Compact([]string{"", base.Path}) {
		e.mux.HandleFunc("GET "+path+"/healthz", func(w http.ResponseWriter, _ *http.Request) { httpserver.AnswerHealth(w, nil) })
		e.mux.HandleFunc("GET "+path+"/readyz", func(w http.ResponseWriter, r *http.Request) { httpserver.AnswerHealth(w, e.ready(r.Context())) })
	}
	e.mountOwn(base.Path, h.Auth == config.AuthNone, base.Hostname())
	e.signIn.mount(e.mux)
	return e, nil
}

// handler answers one request by a session of its own.
func (e *endpoint) handler(_ *http.Request, version string) (jsonrpc.Handler, error) {
	session := e.Server.Request(version, e.Tracer.Operations(tracing.TCP), e.called)
	switch {
	case e.signIn.guard == nil:
		return session, nil
	case e.signIn.issuer == nil:
		return listening{Handler: session}, nil
	}
	return listening{session, e.signIn.issuer.Active}, nil
}

// run serves until ctx ends, and for a delay after that.
func (e *endpoint) run(ctx context.Context, ln net.Listener, delay, drain time.Duration) error {
	return httpserver.Server{
		HTTP:        streamhttp.HTTPServer(e.mux, e.Log),
		Admits:      e.admits,
		Connections: maxConnections,
		Strangers:   maxStrangers,
		Delay:       delay,
		Grace:       drain + answerLimit, // a call that does not end is given up a second after drain
		Drain:       e.mcp.Shutdown,
		Log:         e.Log,
	}.Serve(ctx, ln)
}

func (e *endpoint) close() error { return e.signIn.close() }

// notFound says where clients connect: what they are answered with is what a person
// sees who left /mcp out.
func (e *endpoint) notFound(w http.ResponseWriter, _ *http.Request) {
	http.Error(w, "Not found. MCP clients connect to "+e.url+".", http.StatusNotFound)
}

// Limits of requests to the system's own paths: a photo may come over a slow line, and be
// fetched over one.
const (
	ownReadLimit  = 2 * time.Minute
	ownWriteLimit = 3 * time.Minute
)

// mountOwn adds what the system serves besides MCP, below the path of the server's
// address.
func (e *endpoint) mountOwn(path string, loopbackOnly bool, hosts ...string) {
	if e.Handler == nil {
		e.mux.HandleFunc("/", e.notFound)
		return
	}
	own := streamhttp.Hosts(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		// A connection that has no limits of its own is one of a test.
		c, now := http.NewResponseController(w), time.Now()
		_ = c.SetReadDeadline(now.Add(ownReadLimit))
		_ = c.SetWriteDeadline(now.Add(ownWriteLimit))
		e.Handler.ServeHTTP(w, r)
	}), loopbackOnly, hosts...)
	if path != "" {
		e.mux.HandleFunc("/", e.notFound)
		own = http.StripPrefix(path, own)
	}
	e.mux.Handle(path+"/", own)
}

// admits reports whether a request shows that it may be made.
func (e *endpoint) admits(r *http.Request) bool {
	return e.signIn.guard.Admits(r) || e.Admits != nil && e.Admits(r)
}

// readyLimit bounds the look at the backend.
const readyLimit = 5 * time.Second

// errStopping is why a server that is stopping is not ready, though calls still run.
var errStopping = errors.New("the server is stopping")

// ready returns why nothing can be served at the moment.
func (e *endpoint) ready(ctx context.Context) error {
	select {
	case <-e.stop:
		return errStopping
	default:
	}
	if e.Ready == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, readyLimit)
	defer cancel()
	err := e.Ready(ctx)
	if err != nil {
		e.Log.Warn().Err(err).Msg("the backend can't be used")
	}
	return err
}
