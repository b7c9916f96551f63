package httpserver

import (
	"container/list"
	"net"
	"sync"
	"time"
)

// sendBuffer bounds how much of an answer the operating system holds for a client. By default it
// holds megabytes and blocks writes until a third of them is taken, so that a slow client seems to
// take nothing for minutes.
const sendBuffer = 64 << 10

// listener bounds the open connections. Strangers, which have shown no valid key yet, have a share of
// their own: when it is full, a new stranger closes the one that has been idle longest. The rest is
// for holders of a key: when it is full, a new holder closes the one that has been idle longest and
// has no request in progress. So a client can always connect, whatever others do. Addresses do not
// matter, since behind a proxy all clients have the same.
type listener struct {
	net.Listener
	slots chan struct{} // one element for each open connection
	done  chan struct{} // closed with the listener

	mu                 sync.Mutex // guards the fields below, and those of each conn
	strangers, holders group
}

// group is a list of connections, the least recently used first.
type group struct {
	list.List // of *conn
	most      int
}

func newListener(ln net.Listener, most, strangers int) *listener {
	l := &listener{Listener: ln, slots: make(chan struct{}, most), done: make(chan struct{})}
	l.strangers.most = strangers - 1 // one slot is for the next connection
	l.holders.most = most - strangers
	return l
}

// Accept waits for a free slot, and then for a connection.
func (l *listener) Accept() (net.Conn, error) {
	select {
	case l.slots <- struct{}{}:
	case <-l.done:
		return nil, net.ErrClosed
	}
	inner, err := l.Listener.Accept()
	if err != nil {
		<-l.slots
		return nil, err
	}
	if s, ok := inner.(interface{ SetWriteBuffer(int) error }); ok {
		_ = s.SetWriteBuffer(sendBuffer) // on failure the default stays
	}
	c := &conn{Conn: inner, of: l}
	l.mu.Lock()
	crowded := c.joinLocked(&l.strangers)
	l.mu.Unlock()
	crowded.evict()
	return c, nil
}

// Close stops listening. Connections stay open.
func (l *listener) Close() error {
	close(l.done)
	return l.Listener.Close()
}

// conn is a connection of a listener.
type conn struct {
	net.Conn
	of     *listener
	wanted time.Time // the read deadline that the server set; only its goroutine uses it

	// The fields below are guarded by of.mu.
	in      *group        // nil when the connection is closed
	at      *list.Element // in the group
	working bool
}

// joinLocked moves c to the end of g. If g is then too long, it removes and returns one connection,
// which the caller evicts.
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

// leaveLocked removes c from its group, and reports whether it was in one.
func (c *conn) leaveLocked() bool {
	if c.in == nil {
		return false
	}
	c.in.Remove(c.at)
	c.in = nil
	return true
}

// Close frees the slot, unless evict did.
func (c *conn) Close() error {
	c.of.mu.Lock()
	had := c.leaveLocked()
	c.of.mu.Unlock()
	if had {
		defer func() { <-c.of.slots }()
	}
	return c.Conn.Close()
}

// evict closes a connection that joinLocked returned; nil is none.
func (c *conn) evict() {
	if c != nil {
		_ = c.Conn.Close() // only the client needs to know
		<-c.of.slots
	}
}

// CloseWrite ends the answer while the server still reads the request. Closing the connection with
// unread data would discard the answer.
func (c *conn) CloseWrite() error {
	if half, ok := c.Conn.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return nil
}

// SetReadDeadline limits a stranger to strangerLimit.
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
