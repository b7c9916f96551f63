package httpserver

import (
	"container/list"
	"net"
	"sync"
	"time"
)

// sendBuffer is how much of an answer the system holds for a client. By its own
// choice it would hold megabytes, and let the server go on only when a third of
// them was taken: a slow client would seem to take nothing for minutes.
const sendBuffer = 64 << 10

// listener keeps no more than so many connections open. Strangers, which have not
// shown a valid key yet, have a share of their own: when it is full, each new one
// closes the one that has been idle longest. The rest is for holders of the key;
// when that is full, the holder that has been idle longest and has no request in
// progress is closed. So there is always a way in, whatever others do. Addresses
// make no difference: behind a proxy all have the same.
type listener struct {
	net.Listener
	places chan struct{} // one element for each open connection
	done   chan struct{} // closed with the listener

	mu                 sync.Mutex // guards the fields below, and those of each conn
	strangers, holders group
}

// group is connections, the one that was used least recently first.
type group struct {
	list.List // of *conn
	most      int
}

func newListener(ln net.Listener, most, strangers int) *listener {
	l := &listener{Listener: ln, places: make(chan struct{}, most), done: make(chan struct{})}
	l.strangers.most = strangers - 1 // one place is for who comes next
	l.holders.most = most - strangers
	return l
}

// Accept waits for a place, and then for a connection.
func (l *listener) Accept() (net.Conn, error) {
	select {
	case l.places <- struct{}{}:
	case <-l.done:
		return nil, net.ErrClosed
	}
	inner, err := l.Listener.Accept()
	if err != nil {
		<-l.places
		return nil, err
	}
	if s, ok := inner.(interface{ SetWriteBuffer(int) error }); ok {
		_ = s.SetWriteBuffer(sendBuffer) // else it is what the system chooses
	}
	c := &conn{Conn: inner, of: l}
	l.mu.Lock()
	crowded := c.joinLocked(&l.strangers)
	l.mu.Unlock()
	crowded.evict()
	return c, nil
}

// Close stops the listening, and leaves the connections open.
func (l *listener) Close() error {
	close(l.done)
	return l.Listener.Close()
}

// conn is one of the connections.
type conn struct {
	net.Conn
	of     *listener
	wanted time.Time // the deadline for reading that the server set; of its goroutine

	// The fields below are guarded by of.mu.
	in      *group        // nil when it is closed
	at      *list.Element // its place in it
	working bool
}

// joinLocked moves c to the end of g. If there are too many then, it takes one out,
// for the caller to evict.
func (c *conn) joinLocked(g *group) (crowded *conn) {
	c.leaveLocked()
	c.in, c.at = g, g.PushBack(c)
	for e := g.Front(); e != nil && g.Len() > g.most; e = e.Next() {
		if idle := e.Value.(*conn); g == &c.of.strangers || !idle.working {
			idle.leaveLocked()
			return idle
		}
	}
	return nil
}

// leaveLocked reports whether the connection still had its place.
func (c *conn) leaveLocked() bool {
	if c.in == nil {
		return false
	}
	c.in.Remove(c.at)
	c.in = nil
	return true
}

// Close gives the place back, unless it was taken away.
func (c *conn) Close() error {
	c.of.mu.Lock()
	had := c.leaveLocked()
	c.of.mu.Unlock()
	if had {
		defer func() { <-c.of.places }()
	}
	return c.Conn.Close()
}

// evict closes a connection that was taken out; nil is none.
func (c *conn) evict() {
	if c != nil {
		_ = c.Conn.Close() // its client learns it; there is no one else to tell
		<-c.of.places
	}
}

// CloseWrite has the client see the end while what it sends is still taken: with
// more of that unread, closing would take the answer from it.
func (c *conn) CloseWrite() error {
	if half, ok := c.Conn.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return nil
}

// SetReadDeadline gives a stranger no more time than strangers have.
func (c *conn) SetReadDeadline(t time.Time) error {
	c.wanted = t
	if limit := time.Now().Add(strangerLimit); c.stranger() && (t.IsZero() || t.After(limit)) {
		t = limit
	}
	return c.Conn.SetReadDeadline(t)
}

func (c *conn) stranger() bool {
	c.of.mu.Lock()
	defer c.of.mu.Unlock()
	return c.in == &c.of.strangers
}
