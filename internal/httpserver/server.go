// Package httpserver has what every HTTP server of this repository shares: a [Server] that
// bounds connections and time and stops in order, handlers that return errors, the client's
// address, rate limits, and the id and status of each request for logs and metrics.
package httpserver

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/rs/zerolog"
)

// Limits of the server that [NewREST] returns.
const (
	headerLimit = 10 * time.Second // for a request's header to arrive
	readLimit   = time.Minute      // for its body too, unless the handler gives it longer
	writeLimit  = 3 * time.Minute  // for the whole exchange, unless the handler gives it longer
	idleLimit   = 2 * time.Minute
	headerBytes = 64 << 10
)

// strangerLimit is how long a connection that has shown no key may be idle.
const strangerLimit = 10 * time.Second

// Defaults of [Server].
const (
	defaultConnections = 4096
	defaultStrangers   = 512
)

// NewREST returns a server of h with the limits that a REST API needs. It drops a write whose
// client has gone away before h begins to work, or ends its body in an error.
func NewREST(h http.Handler, to zerolog.Logger) *http.Server {
	return &http.Server{
		Handler:           watch(h),
		ReadHeaderTimeout: headerLimit,
		ReadTimeout:       readLimit,
		WriteTimeout:      writeLimit,
		IdleTimeout:       idleLimit,
		MaxHeaderBytes:    headerBytes,
		ErrorLog:          log.New(to, "", 0),
	}
}

// Server serves an [http.Server] to clients that it does not trust yet. It keeps a share of
// the connections for clients with a key, and stops in order.
type Server struct {
	HTTP *http.Server // its handler and its limits of time
	// Admits reports whether a request shows a valid key; nil admits every request. The
	// handler checks the key itself: Admits only decides which connections come first.
	Admits func(*http.Request) bool
	// Connections bounds the open connections, idle ones too, and Strangers those that have
	// shown no valid key. Zero means 4096 and 512.
	Connections, Strangers int
	// Delay is how long the server still answers after the stop begins, so that load balancers
	// can react to a readiness check that fails. It closes each connection that it answers.
	Delay time.Duration
	// Grace is how long requests in progress may take after Delay.
	Grace time.Duration
	// Drain, if set, ends the work that is in progress, before the server stops listening. Its
	// context ends with Grace.
	Drain func(context.Context) error
	// Left is added to Grace for clients to read the answers of what Drain ended.
	Left time.Duration
	Log  zerolog.Logger
}

// Serve serves on ln, which it closes, until ctx ends and the requests in progress are done.
func (s Server) Serve(ctx context.Context, ln net.Listener) error {
	srv := s.HTTP
	ln = share(srv, ln, cmp.Or(s.Connections, defaultConnections), cmp.Or(s.Strangers, defaultStrangers), s.Admits)
	until, end := linger(ctx, srv, s.Delay, s.Log)
	defer end()
	served := make(chan error, 1)
	go func() { served <- srv.Serve(ln) }()
	select {
	case err := <-served:
		return fmt.Errorf("cannot serve any longer: %w", err)
	case <-until.Done():
	}
	s.Log.Info().Msg("stopping; a second signal stops at once")
	// ctx is over, but the requests in progress are not.
	ctx = context.WithoutCancel(ctx)
	answered, cancel := context.WithTimeout(ctx, s.Grace+s.Left)
	defer cancel()
	var err error
	if s.Drain != nil {
		drained, cancel := context.WithTimeout(ctx, s.Grace)
		err = s.Drain(drained)
		cancel()
	}
	if stopped := srv.Shutdown(answered); stopped != nil {
		err = errors.Join(err, fmt.Errorf("requests were cut off after %v: %w", s.Grace+s.Left, stopped), srv.Close())
	}
	<-served //nolint:errcheck // it was told to stop, so its error says no more
	return err
}

// Start serves on ln in the background until stop is called. It logs what, such as "the
// metrics", when that fails.
func (s Server) Start(ln net.Listener, what string) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	var serving sync.WaitGroup
	serving.Go(func() {
		if err := s.Serve(ctx, ln); err != nil {
			s.Log.Warn().Err(err).Msg(what + " are not served any longer")
		}
	})
	return func() {
		cancel()
		serving.Wait()
	}
}

// linger returns a context that ends delay after ctx. Until then srv answers, and closes each
// connection with its answer, so that no balancer uses one when srv stops accepting. The
// caller calls end before srv stops.
func linger(ctx context.Context, srv *http.Server, delay time.Duration, log zerolog.Logger) (until context.Context, end context.CancelFunc) {
	if delay <= 0 {
		return context.WithCancel(ctx)
	}
	next := srv.Handler
	srv.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if ctx.Err() != nil {
			w.Header().Set("Connection", "close")
		}
		next.ServeHTTP(w, r)
	})
	until, over := context.WithCancel(context.WithoutCancel(ctx))
	forget := context.AfterFunc(ctx, func() {
		log.Info().Stringer("for", delay).Msg("stopping: /readyz returns 503, and requests are still answered; a second signal stops at once")
		select {
		case <-time.After(delay):
			over()
		case <-until.Done():
		}
	})
	return until, func() {
		forget()
		over()
	}
}
