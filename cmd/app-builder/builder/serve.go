package builder

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/appbuilder"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/editor"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/endpoint"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/generate"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/generate/rules"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/site"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/store"
	"github.com/mcp-adapters/mcp-adapters/config"
	"github.com/mcp-adapters/mcp-adapters/internal/httpserver"
	"github.com/mcp-adapters/mcp-adapters/internal/program/cli"
	"github.com/mcp-adapters/mcp-adapters/internal/tracing"
	"github.com/mcp-adapters/mcp-adapters/mcp"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
	"github.com/mcp-adapters/mcp-adapters/mcp/streamhttp"
)

const (
	drain          = 10 * time.Second // for calls and runs in progress, when the server stops
	last           = 5 * time.Second  // for clients to read their answers
	maxConnections = 8192             // open at a time: anyone may use published apps
	maxSilent      = 1024             // connections without a request yet
)

// Serve serves until ctx ends, then lets the calls under way finish. It prints the address to
// open to out.
func (s *Settings) Serve(ctx context.Context, out io.Writer, log zerolog.Logger) (err error) {
	for _, warning := range s.warnings() {
		log.Warn().Msg(warning)
	}
	db, closeDB, err := s.open(ctx, log)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, closeDB()) }()
	var lc net.ListenConfig
	ln, err := lc.Listen(ctx, "tcp", string(s.Addr))
	if err != nil {
		return fmt.Errorf("cannot listen on HTTP_ADDR: %w", err)
	}
	defer func() { _ = ln.Close() }()
	if s.PublicURL == "" { // the system may have chosen the port
		s.Addr = config.Address(ln.Addr().String())
	}
	if s.file == "" {
		defer share(store.New(db, store.Options{}), log)()
	}
	tracer := tracing.New(tracing.Options{Name: Name, Version: cli.Version(), Public: true, Log: log})
	defer tracer.Close()
	srv, err := newServer(s, db, tracer, log)
	if err != nil {
		return err
	}
	defer srv.site.Close()
	stopMetrics, err := srv.metrics.Serve(ctx, s.MetricsAddr, log)
	if err != nil {
		return err
	}
	defer stopMetrics()
	if _, err := fmt.Fprintf(out, "Open %s in a browser.\n", s.base()); err != nil {
		log.Debug().Err(err).Msg("no one reads the address")
	}
	log.Info().Stringer("listening", ln.Addr()).Str("address", s.base()).Str("auth", string(s.Auth)).
		Str("generator", s.label()).Str("version", cli.Version()).Msg(Name + " is ready")
	return srv.run(ctx, ln, s.Delay(s.Addr))
}

// server is one that is being served.
type server struct {
	store    *store.Store
	site     *site.Site
	endpoint *endpoint.Endpoint
	metrics  *metered
	tracer   *tracing.Tracer // nil: nothing is traced
	handler  http.Handler
	log      zerolog.Logger
	stopping chan struct{} // closed when the stop begins, by a delay before it ends
}

func newServer(s *Settings, db store.DB, tracer *tracing.Tracer, log zerolog.Logger) (*server, error) {
	srv := &server{tracer: tracer, log: log, stopping: make(chan struct{})}
	srv.metrics = newMetered(
		func() (calls, streams int) { return srv.endpoint.Active() },
		func(ctx context.Context) (int, error) { return srv.store.Published(ctx) })
	st := store.New(timedDB{db, srv.metrics.database}, store.Options{})
	srv.store = st
	address := httpserver.ClientAddress(s.TrustedProxies)
	var err error
	srv.endpoint, err = endpoint.New(endpoint.Options{
		Apps:           st,
		PublicURL:      s.base(),
		AllowedOrigins: append([]string{s.base()}, s.AllowedOrigins.list...),
		AnyOrigin:      s.AllowedOrigins.any,
		LoopbackOnly:   s.local(),
		Address:        func(r *http.Request) string { return httpserver.ClientNetwork(address(r)).String() },
		Limits:         endpoint.Limits{Off: s.RateLimits == "off"},
		Answer: func(ctx context.Context, app string, c appbuilder.Content, message string) (string, error) {
			return srv.site.Answer(ctx, app, c, message)
		},
		Skybridge: s.PageType == "skybridge",
		Report:    string(s.Report),
		Observe:   srv.observe,
		Observers: []mcp.Observer{tracer.Operations(tracing.TCP), srv.called},
		Cached:    srv.metrics.kept,
		Limited:   srv.metrics.refused,
		Log:       log,
	})
	if err != nil {
		return nil, err
	}
	o := site.Options{
		Store:          st,
		Generator:      rules.Generator{},
		Auth:           s.Auth,
		Token:          s.Token.Reveal(),
		UserHeader:     s.UserHeader,
		TrustedProxies: s.TrustedProxies,
		PublicURL:      s.base(),
		Unlimited:      s.RateLimits == "off",
		MonthlyTokens:  s.MonthlyTokens,
		Version:        cli.Version(),
		Ran:            srv.metrics.ran,
		Limited:        srv.metrics.refused,
		Log:            log,
	}
	if s.Provider != "none" {
		model, err := s.generator(log)
		if err != nil {
			return nil, err
		}
		o.Generator, o.Fallback = model, generate.Generator(rules.Generator{})
		if s.Strict {
			o.Fallback = nil
		}
	}
	srv.site = site.New(o)
	srv.handler = srv.routes(editor.New(editor.Options{Site: srv.site, PublicURL: s.base(), Log: log}))
	return srv, nil
}

// run serves until ctx ends and delay is over. Then it ends the runs and calls in progress, and last
// writes the counts of the endpoint.
func (srv *server) run(ctx context.Context, ln net.Listener, delay time.Duration) error {
	// The endpoint works until the requests in progress have ended, after ctx.
	watching, stopWatching := context.WithCancel(context.WithoutCancel(ctx))
	var watch sync.WaitGroup
	watch.Go(func() { srv.endpoint.Run(watching) })
	defer watch.Wait()
	defer stopWatching()
	defer context.AfterFunc(ctx, func() { close(srv.stopping) })()
	return httpserver.Server{
		HTTP:        streamhttp.HTTPServer(srv.handler, srv.log),
		Connections: maxConnections, Strangers: maxSilent,
		Delay: delay, Grace: drain, Left: last, Drain: srv.drain,
		Log: srv.log,
	}.Serve(ctx, ln)
}

// drain ends the runs and the calls in progress.
func (srv *server) drain(ctx context.Context) error {
	var runs sync.WaitGroup
	defer runs.Wait()
	runs.Go(func() {
		srv.site.Drain(ctx)
		srv.site.Close()
	})
	return srv.endpoint.Shutdown(ctx)
}

// routes is all that is served; pages are those of the editor.
func (srv *server) routes(pages http.Handler) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { httpserver.AnswerHealth(w, nil) })
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, r *http.Request) { httpserver.AnswerHealth(w, srv.ready(r)) })
	mux.Handle("/servers/", srv.logged(srv.endpoint))
	mux.Handle("/api/", srv.metrics.count(timed(srv.site.Handler())))
	mux.Handle("/", srv.metrics.count(timed(pages)))
	return mux
}

// timed limits the reading and writing of pages and the API, which give streams their own limits.
func timed(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c, now := http.NewResponseController(w), time.Now()
		_ = c.SetReadDeadline(now.Add(time.Minute)) // a connection without limits is one of a test
		_ = c.SetWriteDeadline(now.Add(2 * time.Minute))
		next.ServeHTTP(w, r)
	})
}

// ready returns why apps can't be served.
func (srv *server) ready(r *http.Request) error {
	select {
	case <-srv.stopping:
		return errors.New("the server is stopping")
	default:
	}
	err := answers(r.Context(), srv.store, answerLimit)
	if err != nil {
		srv.log.Warn().AnErr("cause", fault.Cause(err)).Msg("the database can't be used")
	}
	return err
}
