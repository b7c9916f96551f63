package httpserver

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
)

type connKey struct{}

// withConn is for [http.Server.ConnContext].
func withConn(ctx context.Context, c net.Conn) context.Context {
	return context.WithValue(ctx, connKey{}, c)
}

// share makes srv note the requests of each connection, and returns the listener for it.
func share(srv *http.Server, ln net.Listener, most, strangers int, admits func(*http.Request) bool) net.Listener {
	next := srv.Handler
	srv.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c := r.Context().Value(connKey{}).(*conn)
		if c.begin(func() bool { return admits == nil || admits(r) }) {
			next.ServeHTTP(w, r)
		}
	})
	srv.ConnContext, srv.ConnState = withConn, rested
	return newListener(ln, most, strangers)
}

// watch drops a write whose client has gone away before h reads the end of its body. net/http notices
// that only after the body was read, which is too late for a body that arrived long before.
func watch(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c := r.Context().Value(connKey{}).(*conn)
		switch {
		case r.Method == http.MethodGet || r.Method == http.MethodHead:
		case r.Body != http.NoBody:
			watched := *r // the server needs its own Body
			watched.Body = &watchedBody{r.Body, c}
			r = &watched
		case c.gone():
			return
		}
		h.ServeHTTP(w, r)
	})
}

// begin notes a request, and makes its connection a holder's if valid reports a key. It reports
// whether the connection is still open.
func (c *conn) begin(valid func() bool) (open bool) {
	holds := c.stranger() && valid()
	var crowded *conn
	c.of.mu.Lock()
	switch open = c.in != nil; {
	case open && holds:
		c.working = true
		crowded = c.joinLocked(&c.of.holders)
	case open:
		c.working = true
		c.in.MoveToBack(c.at)
	}
	c.of.mu.Unlock()
	crowded.evict()
	if open && holds {
		_ = c.SetReadDeadline(c.wanted) // instead of the stranger's
	}
	return open
}

// rested is for [http.Server.ConnState]. It notes that the whole answer was written, which is later
// than when its handler returns.
func rested(n net.Conn, now http.ConnState) {
	if now != http.StateIdle {
		return
	}
	c := n.(*conn)
	c.of.mu.Lock()
	defer c.of.mu.Unlock()
	if c.working = false; c.in != nil {
		c.in.MoveToBack(c.at)
	}
}

var errGone = errors.New("the client went away after it had sent its request")

// watchedBody ends in an error if its client has gone away.
type watchedBody struct {
	io.ReadCloser
	from *conn
}

func (b *watchedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if err == io.EOF && b.from.gone() {
		err = errGone
	}
	return n, err
}
