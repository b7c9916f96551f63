package harness

import (
	"net"
	"sync"
	"testing"
)

// Pipes is a listener whose connections are in memory, so that time can be that of the
// synctest bubble that it is made in. What one end writes, the other must take.
type Pipes struct {
	accepted chan net.Conn
	closed   chan struct{}
	once     sync.Once
}

// NewPipes makes one.
func NewPipes() *Pipes { return &Pipes{accepted: make(chan net.Conn), closed: make(chan struct{})} }

// Dial returns the client's end of a new connection, which the end of the test closes.
func (p *Pipes) Dial(tb testing.TB) net.Conn {
	tb.Helper()
	ours, theirs := net.Pipe()
	tb.Cleanup(func() { _ = ours.Close() })
	p.accepted <- theirs
	return ours
}

// Accept implements [net.Listener].
func (p *Pipes) Accept() (net.Conn, error) {
	select {
	case c := <-p.accepted:
		return c, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

// Close implements [net.Listener]. It may be called again.
func (p *Pipes) Close() error {
	p.once.Do(func() { close(p.closed) })
	return nil
}

// Addr implements [net.Listener].
func (p *Pipes) Addr() net.Addr { return &net.UnixAddr{Name: "bubble"} }
