package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/rs/zerolog"
)

// counted counts the connections of a listener that are open.
type counted struct {
	net.Listener
	mu         sync.Mutex
	open, most int
}

func (c *counted) Accept() (net.Conn, error) {
	conn, err := c.Listener.Accept()
	if err != nil {
		return nil, err
	}
	c.add(1)
	return &countedConn{Conn: conn, closed: sync.OnceFunc(func() { c.add(-1) })}, nil
}

func (c *counted) add(n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.open += n
	c.most = max(c.most, c.open)
}

type countedConn struct {
	net.Conn
	closed func()
}

func (c *countedConn) Close() error {
	c.closed()
	return c.Conn.Close()
}

// More connections than it takes: nobody is turned away, the last ones wait
// until others are closed.
func TestServe_BoundsConnections(t *testing.T) {
	t.Parallel()
	inner, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ln := &counted{Listener: inner}
	const connections = 64
	ctx, stop := context.WithCancel(t.Context())
	p := &program{log: zerolog.Nop()}
	served := make(chan error, 1)
	go func() {
		served <- p.serveOn(ctx, ln, connections, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { reply(w, http.StatusOK, "{}") }))
	}()

	full := make(chan struct{}) // closed when as many were answered as there may be
	var answered atomic.Int32
	limit, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	var clients sync.WaitGroup
	failures := make(chan error, 2*connections)
	for range connections + connections/4 {
		clients.Go(func() {
			conn, err := new(net.Dialer).DialContext(t.Context(), "tcp", inner.Addr().String())
			if err != nil {
				failures <- err
				return
			}
			defer func() { _ = conn.Close() }()
			_ = conn.SetDeadline(time.Now().Add(time.Minute))
			if _, err := fmt.Fprint(conn, "GET / HTTP/1.1\r\nHost: vault\r\n\r\n"); err != nil {
				failures <- err
				return
			}
			if _, err := io.ReadFull(conn, make([]byte, 1)); err != nil {
				failures <- err
				return
			}
			if answered.Add(1) == connections {
				close(full)
			}
			select {
			case <-full:
			case <-limit.Done():
				failures <- errors.New("too few connections were served at a time")
			}
		})
	}
	clients.Wait()
	close(failures)
	for err := range failures {
		t.Error(err)
	}
	stop()
	if err := <-served; err != nil {
		t.Error(err)
	}
	if ln.most != connections {
		t.Errorf("%d connections were open at a time, want %d", ln.most, connections)
	}
}
