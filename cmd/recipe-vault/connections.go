package main

import (
	"container/list"
	"context"
	"net"
	"net/http"
	"sync"
	"time"
)

// sendBuffer is how much of an answer the system holds for a client. By its own
// choice it would hold megabytes, and let the server go on only when a third of
// them was taken: a slow client would seem to take nothing for minutes.
const sendBuffer = 64 << 10

// connections is a listener that keeps no more than so many connections open.
// Strangers, who have not shown a valid key yet, have a share of their own: when
// it is full, the one that was not used for longest is closed for each one that
// comes. The others are for who has the key; when all of those are taken, the one
// without a request at work that was not used for longest is closed. So there is
// always a way in, whatever others do. Addresses are not looked at: behind a proxy
// all have the same.
type connections struct {
	net.Listener
	places      chan struct{} // one element for each open connection
	done        chan struct{} // closed with the listener
	forHolders  int           // places that strangers leave free
	ofStrangers int

	mu        sync.Mutex // guards the fields below, and those of each conn
	strangers list.List  // of *conn; the front was not used for longest
	holders   list.List  // of the key
}

// newConnections takes up to most connections at a time from ln, and up to share
// of them from strangers.
func newConnections(ln net.Listener, most, share int) *connections {
	return &connections{
		Listener: ln, places: make(chan struct{}, most), done: make(chan struct{}),
		forHolders: most - share, ofStrangers: share,
	}
}

// Accept waits for a place, and then for a connection.
func (c *connections) Accept() (net.Conn, error) {
	select {
	case c.places <- struct{}{}:
	case <-c.done:
		return nil, net.ErrClosed
	}
	inner, err := c.Listener.Accept()
	if err != nil {
		<-c.places
		return nil, err
	}
	if s, ok := inner.(interface{ SetWriteBuffer(int) error }); ok {
		_ = s.SetWriteBuffer(sendBuffer) // else it is what the system chooses
	}
	n := &conn{Conn: inner, of: c}
	c.mu.Lock()
	n.joinLocked(&c.strangers)
	var crowded *conn
	if c.strangers.Len() >= c.ofStrangers { // the last place is for who comes next
		crowded = c.strangers.Front().Value.(*conn)
		crowded.leaveLocked()
	}
	c.mu.Unlock()
	crowded.close()
	return n, nil
}

// Close stops the listening, and leaves the connections open.
func (c *connections) Close() error {
	close(c.done)
	return c.Listener.Close()
}

// restingLocked takes out the connection that was not used for longest, for the
// caller to close; nil if all have a request at work.
func (c *connections) restingLocked() *conn {
	for e := c.holders.Front(); e != nil; e = e.Next() {
		if n := e.Value.(*conn); !n.working {
			n.leaveLocked()
			return n
		}
	}
	return nil
}

// conn is one of the connections.
type conn struct {
	net.Conn
	of     *connections
	wanted time.Time // the deadline for reading that the server set; of its goroutine

	// The fields below are guarded by of.mu.
	in      *list.List    // strangers or holders, nil when it is closed
	at      *list.Element // its place in it
	working bool
}

func (n *conn) joinLocked(in *list.List) { n.in, n.at = in, in.PushBack(n) }

// leaveLocked reports whether the connection still had its place.
func (n *conn) leaveLocked() bool {
	if n.in == nil {
		return false
	}
	n.in.Remove(n.at)
	n.in = nil
	return true
}

// Close gives the place back, unless it was taken away.
func (n *conn) Close() error {
	n.of.mu.Lock()
	had := n.leaveLocked()
	n.of.mu.Unlock()
	if had {
		defer func() { <-n.of.places }()
	}
	return n.Conn.Close()
}

// CloseWrite has the client see the end while what it sends is still taken: with
// more of that unread, closing would take the answer from it.
func (n *conn) CloseWrite() error {
	if c, ok := n.Conn.(interface{ CloseWrite() error }); ok {
		return c.CloseWrite()
	}
	return nil
}

// close ends a connection whose place was taken away; nil is none.
func (n *conn) close() {
	if n != nil {
		_ = n.Conn.Close() // its client learns it; there is no one else to tell
		<-n.of.places
	}
}

// SetReadDeadline gives a stranger no more time than strangers have.
func (n *conn) SetReadDeadline(t time.Time) error {
	n.wanted = t
	if limit := time.Now().Add(strangerLimit); n.stranger() && (t.IsZero() || t.After(limit)) {
		t = limit
	}
	return n.Conn.SetReadDeadline(t)
}

func (n *conn) stranger() bool {
	n.of.mu.Lock()
	defer n.of.mu.Unlock()
	return n.in == &n.of.strangers
}

// begin notes a request, and that its client has the key if valid says so. It
// reports whether the connection still has its place.
func (n *conn) begin(valid func() bool) bool {
	holds := n.stranger() && valid()
	var crowded *conn
	n.of.mu.Lock()
	open := n.in != nil
	if n.working = open; open && holds {
		n.leaveLocked()
		n.joinLocked(&n.of.holders)
		if n.in.Len() > n.of.forHolders {
			crowded = n.of.restingLocked()
		}
	} else if open {
		n.in.MoveToBack(n.at)
	}
	n.of.mu.Unlock()
	crowded.close()
	if open && holds {
		_ = n.SetReadDeadline(n.wanted) // in place of the stranger's
	}
	return open
}

// rested is for [http.Server.ConnState]. It notes that an answer is on its way
// whole, which is later than when its handler returns.
func rested(c net.Conn, now http.ConnState) {
	n, ok := c.(*conn)
	if !ok || now != http.StateIdle {
		return
	}
	n.of.mu.Lock()
	defer n.of.mu.Unlock()
	if n.working = false; n.in != nil {
		n.in.MoveToBack(n.at)
	}
}

type connKey struct{}

// withConn is for [http.Server.ConnContext].
func withConn(ctx context.Context, c net.Conn) context.Context {
	return context.WithValue(ctx, connKey{}, c)
}

// watch notes the requests of each connection, and keeps from h a write whose
// client has gone. The server itself watches the connection only when the body
// was read, and a moment too late for a body that lay there for long.
func watch(h http.Handler, admits func(http.Header) bool) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n, ok := r.Context().Value(connKey{}).(*conn)
		if !ok {
			h.ServeHTTP(w, r)
			return
		}
		if !n.begin(func() bool { return admits(r.Header) }) {
			return
		}
		switch {
		case r.Method == http.MethodGet || r.Method == http.MethodHead:
		case r.Body != http.NoBody:
			watched := *r // the server looks at the body of its own
			watched.Body = &watchedBody{r.Body, n}
			r = &watched
		case n.gone():
			return
		}
		h.ServeHTTP(w, r)
	})
}
