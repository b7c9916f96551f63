// Package httpserver serves HTTP to clients that it does not trust yet: bounded in
// connections and in time, with a way in for whoever has the key, and an orderly end.
// It knows nothing of what is served.
package httpserver

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net"
	"net/http"
	"time"

	"github.com/rs/zerolog"
)

const (
	headerLimit   = 10 * time.Second // for a request's header to arrive
	readLimit     = time.Minute      // for its body too, unless the handler gives it longer
	writeLimit    = 3 * time.Minute  // for all of it, likewise
	idleLimit     = 2 * time.Minute
	strangerLimit = 10 * time.Second // how long a connection without a key may be idle
	headerBytes   = 64 << 10
)

// Defaults of [Server].
const (
	defaultConnections = 4096
	defaultStrangers   = 512
)

// Server says what is served and to how many. It does not change while it serves.
type Server struct {
	Handler http.Handler
	// Admits reports whether a request with these headers shows a valid key. The
	// handler checks that for itself; this says whose connections come first.
	Admits func(http.Header) bool
	// Grace is how long requests in flight may go on once the serving has to end.
	Grace time.Duration
	// Delay is how long requests are still answered before that; see [Linger].
	Delay time.Duration
	Log   zerolog.Logger

	// Connections is how many are open at a time, idle ones too, and Strangers how
	// many of them may have shown no valid key. Zero means 4096 and 512: a client
	// keeps a few, so that this is more than a family has.
	Connections, Strangers int
}

// Share returns the listener that srv is to serve on in place of ln: one that keeps most
// connections open at a time, of which so many may be strangers'. Those have made no
// request yet that admits has let in, and no more than 10 seconds for each. It is for a
// server with times and an end of its own; [Server] has all of them.
func Share(srv *http.Server, ln net.Listener, most, strangers int, admits func(*http.Request) bool) net.Listener {
	srv.Handler = introduce(srv.Handler, admits)
	srv.ConnContext, srv.ConnState = withConn, rested
	return newListener(ln, most, strangers)
}

// Serve serves on ln, which it closes, until ctx ends and the delay is over; then it
// lets the requests in flight finish. A write whose client has gone away before its handler began to work
// is not passed on, or its body ends in an error.
func (s Server) Serve(ctx context.Context, ln net.Listener) error {
	if s.Connections == 0 {
		s.Connections, s.Strangers = defaultConnections, defaultStrangers
	}
	srv := &http.Server{
		Handler:           watch(s.Handler),
		ReadHeaderTimeout: headerLimit,
		ReadTimeout:       readLimit,
		WriteTimeout:      writeLimit,
		IdleTimeout:       idleLimit,
		MaxHeaderBytes:    headerBytes,
		ErrorLog:          log.New(s.Log, "", 0),
	}
	ln = Share(srv, ln, s.Connections, s.Strangers, func(r *http.Request) bool { return s.Admits(r.Header) })
	until, end := Linger(ctx, srv, s.Delay, s.Log)
	defer end()
	served := make(chan error, 1)
	go func() { served <- srv.Serve(ln) }()
	select {
	case err := <-served:
		return fmt.Errorf("cannot serve any longer: %w", err)
	case <-until.Done():
	}
	s.Log.Info().Msg("stopping; a second signal stops at once")
	// ctx is over, and the requests in flight are not.
	limit, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.Grace)
	defer cancel()
	err := srv.Shutdown(limit)
	if err != nil {
		err = errors.Join(fmt.Errorf("requests were cut off after %v: %w", s.Grace, err), srv.Close())
	}
	<-served //nolint:errcheck // it was told to stop, so its error says no more
	return err
}
