package httpserver

import (
	"context"
	"net/http"
	"time"

	"github.com/rs/zerolog"
)

// Linger returns the context until whose end srv serves: delay after that of ctx. Balancers
// learn meanwhile that the server is leaving, from a readiness that ends with ctx. What they
// still send is answered, and closes its connection, so that none is in use by them when srv
// stops accepting. The caller ends it before srv serves no more.
func Linger(ctx context.Context, srv *http.Server, delay time.Duration, log zerolog.Logger) (until context.Context, end context.CancelFunc) {
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
		log.Info().Stringer("for", delay).Msg("stopping: /readyz says so, and requests are answered for a while; a second signal stops at once")
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
