package httpserver

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
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

// admitted is who may come in, in these tests.
func admitted(r *http.Request) bool { return r.Header.Get("X-API-Key") == "k" }

const (
	keyed   = "GET / HTTP/1.1\r\nHost: vault\r\nX-API-Key: k\r\n\r\n"
	keyless = "GET / HTTP/1.1\r\nHost: vault\r\nX-API-Key: not-k\r\n\r\n"
)

// serveTest serves h on ln until the test ends, and then holds that it ends in order.
func serveTest(t *testing.T, ln net.Listener, most, share int, h http.HandlerFunc) {
	t.Helper()
	ctx, stop := context.WithCancel(context.WithoutCancel(t.Context()))
	server := Server{HTTP: NewREST(h, zerolog.Nop()), Admits: admitted, Grace: time.Minute, Connections: most, Strangers: share}
	served := make(chan error, 1)
	go func() { served <- server.Serve(ctx, ln) }()
	t.Cleanup(func() {
		stop()
		if err := <-served; err != nil {
			t.Error(err)
		}
	})
}

func listen(t *testing.T) net.Listener {
	t.Helper()
	ln, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	return ln
}

// dialed is a client's end of a connection.
type dialed struct {
	net.Conn
	r *bufio.Reader
}

func dial(t *testing.T, ln net.Listener) *dialed {
	t.Helper()
	conn, err := new(net.Dialer).DialContext(t.Context(), ln.Addr().Network(), ln.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	_ = conn.SetDeadline(time.Now().Add(time.Minute))
	return &dialed{conn, bufio.NewReader(conn)}
}

// ask sends a request and reads the answer.
func (d *dialed) ask(request string) error {
	if _, err := io.WriteString(d, request); err != nil {
		return err
	}
	res, err := http.ReadResponse(d.r, nil)
	if err != nil {
		return err
	}
	defer func() { _ = res.Body.Close() }()
	_, err = io.Copy(io.Discard, res.Body)
	return err
}

func fine(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "{}") }

// More connections than it takes, all with the key and all at work: nobody is
// turned away, the last ones wait until others are closed.
func TestServe_BoundsConnections(t *testing.T) {
	t.Parallel()
	ln := &counted{Listener: listen(t)}
	const connections = 64
	began, end := make(chan struct{}), make(chan struct{})
	serveTest(t, ln, connections, connections/2, func(w http.ResponseWriter, r *http.Request) {
		select {
		case began <- struct{}{}:
			<-end
		case <-end:
		}
		fine(w, r)
	})
	var clients sync.WaitGroup
	for i := range connections + connections/4 {
		conn := dial(t, ln)
		clients.Go(func() {
			if err := conn.ask(keyed); err != nil {
				t.Error(err)
			}
			_ = conn.Close()
		})
		if i >= connections {
			continue // it waits
		}
		select {
		case <-began:
		case <-time.After(time.Minute):
			t.Fatalf("%d connections are served at a time, want %d", i, connections)
		}
	}
	close(end)
	clients.Wait()
	ln.mu.Lock()
	defer ln.mu.Unlock()
	if ln.most != connections {
		t.Errorf("%d connections were open at a time, want %d", ln.most, connections)
	}
}

// TestServe_StrangersHaveAShare has many connections without a valid key, each
// doing as little as it can. Whoever comes later gets in, and who has the key stays.
func TestServe_StrangersHaveAShare(t *testing.T) {
	t.Parallel()
	for name, idle := range map[string]func(*dialed) error{
		"nothing sent":  func(*dialed) error { return nil },
		"half a header": func(d *dialed) error { _, err := io.WriteString(d, "GET / HTTP/1.1\r\nHost: v"); return err },
		"half a body": func(d *dialed) error {
			_, err := io.WriteString(d, "POST / HTTP/1.1\r\nHost: v\r\nContent-Length: 9\r\n\r\nx")
			return err
		},
		"kept after one": func(d *dialed) error { return d.ask(keyless) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ln := &counted{Listener: listen(t)}
			const most, share = 32, 8
			serveTest(t, ln, most, share, fine)
			var holders []*dialed
			for range most - share {
				holders = append(holders, dial(t, ln))
				if err := holders[len(holders)-1].ask(keyed); err != nil {
					t.Fatal(err)
				}
			}
			for i := range 5 * most {
				if err := idle(dial(t, ln)); err != nil {
					t.Fatalf("stranger %d: %v", i, err)
				}
			}
			for _, request := range []string{keyless, keyed} {
				if err := dial(t, ln).ask(request); err != nil {
					t.Errorf("who came last: %v", err)
				}
			}
			// That was one more with the key than there are places for.
			closed := 0
			for _, h := range holders {
				if err := h.ask(keyed); err != nil {
					closed++
				}
			}
			if closed != 1 {
				t.Errorf("%d connections with the key were closed, want 1", closed)
			}
			ln.mu.Lock()
			defer ln.mu.Unlock()
			if ln.most > most {
				t.Errorf("%d connections were open at a time", ln.most)
			}
		})
	}
}

// TestServe_ClosesNoneAtWork has more connections with the key than there are
// places for them. Those that have a request at work stay.
func TestServe_ClosesNoneAtWork(t *testing.T) {
	t.Parallel()
	ln := listen(t)
	began, end := make(chan struct{}), make(chan struct{})
	serveTest(t, ln, 8, 4, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/slow" {
			began <- struct{}{}
			<-end
		}
		fine(w, r)
	})
	slow := dial(t, ln)
	answered := make(chan error)
	go func() { answered <- slow.ask("GET /slow HTTP/1.1\r\nHost: vault\r\nX-API-Key: k\r\n\r\n") }()
	<-began
	for i := range 20 {
		if err := dial(t, ln).ask(keyed); err != nil {
			t.Fatalf("%d: %v", i, err)
		}
	}
	close(end)
	if err := <-answered; err != nil {
		t.Error(err)
	}
}

// dialPipe is dial in a bubble.
func dialPipe(t *testing.T, ln *harness.Pipes) *dialed {
	t.Helper()
	conn := ln.Dial(t)
	return &dialed{conn, bufio.NewReader(conn)}
}

// TestServe_IdleTimes holds how long a connection may be idle, and that who shows
// the key has the time of who has it from then on.
func TestServe_IdleTimes(t *testing.T) {
	t.Parallel()
	for name, row := range map[string]struct {
		first string
		want  time.Duration
	}{
		"nothing sent": {"", strangerLimit},
		"no key":       {keyless, strangerLimit},
		"a key":        {keyed, idleLimit},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				ln := harness.NewPipes()
				serveTest(t, ln, 8, 4, func(w http.ResponseWriter, r *http.Request) {
					if admitted(r) {
						time.Sleep(3 * strangerLimit)
					}
					if r.Context().Err() != nil {
						t.Error("the request has ended while its client waits")
					}
					fine(w, r)
				})
				conn := dialPipe(t, ln)
				if row.first != "" {
					if err := conn.ask(row.first); err != nil {
						t.Fatal(err)
					}
				}
				began := time.Now()
				if _, err := conn.r.ReadByte(); !errors.Is(err, io.EOF) || time.Since(began) != row.want {
					t.Errorf("%v after %v, want the end after %v", err, time.Since(began), row.want)
				}
			})
		})
	}
}

// TestServe_RefusalsArrive refuses long bodies unread. Their clients are still
// sending, and hear why.
func TestServe_RefusalsArrive(t *testing.T) {
	t.Parallel()
	ln := listen(t)
	serveTest(t, ln, 64, 32, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Connection", "close")
		http.Error(w, "too long", http.StatusRequestEntityTooLarge)
	})
	harness.TooLarge(t, "http://"+ln.Addr().String()+"/api/recipes")
}

// TestServe_ClientGoneBefore has clients that send a whole write on a kept
// connection and go away before the handler gets to it. None is passed on whole.
func TestServe_ClientGoneBefore(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("the server alone watches there")
	}
	ln := listen(t)
	closed, over := make(chan struct{}), make(chan struct{})
	var whole atomic.Int64
	write := watch(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, err := io.Copy(io.Discard, r.Body); err == nil {
			whole.Add(1)
		}
	}))
	serveTest(t, ln, 8, 4, func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet {
			fine(w, r)
			return
		}
		<-closed
		c := r.Context().Value(connKey{}).(*conn)
		for limit := time.Now().Add(time.Minute); !c.gone(); runtime.Gosched() {
			if time.Now().After(limit) {
				t.Error("it is not told that the client has gone")
				break
			}
		}
		write.ServeHTTP(w, r)
		over <- struct{}{}
	})
	const body = `{"title":"Soup"}`
	for i, rest := range slices.Repeat([]string{
		fmt.Sprintf("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n%s", len(body), body),
		fmt.Sprintf("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n0\r\n\r\n", len(body), body),
	}, 50) {
		conn := dial(t, ln)
		if err := conn.ask(keyless); err != nil {
			t.Fatalf("%d: %v", i, err)
		}
		_, _ = io.WriteString(conn, rest)
		_ = conn.Close()
		closed <- struct{}{}
		<-over
	}
	if n := whole.Load(); n != 0 {
		t.Errorf("%d writes were passed on", n)
	}
}

// TestServe_Lingers has a server answer on old and new connections until its delay is over, each
// for the last time, and what is at work then may finish.
func TestServe_Lingers(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ln := harness.NewPipes()
		ctx, stop := context.WithCancel(t.Context())
		const delay, work = 5 * time.Second, 20 * time.Second
		server := Server{Delay: delay, Grace: time.Minute, Admits: admitted, HTTP: NewREST(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/slow" {
				time.Sleep(work)
			}
			fine(w, r)
		}), zerolog.Nop())}
		served := make(chan error, 1)
		go func() { served <- server.Serve(ctx, ln) }()
		ask := func(d *dialed, path string) (closes bool) {
			t.Helper()
			if _, err := io.WriteString(d, "GET "+path+" HTTP/1.1\r\nHost: vault\r\nX-API-Key: k\r\n\r\n"); err != nil {
				t.Fatal(err)
			}
			res, err := http.ReadResponse(d.r, nil)
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = res.Body.Close() }()
			_, _ = io.Copy(io.Discard, res.Body)
			return res.Close
		}
		old := dialPipe(t, ln)
		if ask(old, "/") {
			t.Error("a connection is closed though the server stays")
		}
		stop()
		began := time.Now()
		synctest.Wait()
		if !ask(old, "/") || !ask(dialPipe(t, ln), "/") {
			t.Error("a connection is kept that the server will close")
		}
		time.Sleep(delay - time.Second)
		if !ask(dialPipe(t, ln), "/slow") {
			t.Error("a connection is kept that the server will close")
		}
		if err := <-served; err != nil || time.Since(began) < delay-time.Second+work {
			t.Errorf("it ended after %v: %v", time.Since(began), err)
		}
	})
}

// TestServe_LingersNot ends at once where there is no balancer.
func TestServe_LingersNot(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, stop := context.WithCancel(t.Context())
		served, began := make(chan error, 1), time.Now()
		ln := harness.NewPipes()
		go func() {
			served <- Server{Grace: time.Minute, Admits: admitted, HTTP: NewREST(http.HandlerFunc(fine), zerolog.Nop())}.Serve(ctx, ln)
		}()
		stop()
		if err := <-served; err != nil || time.Since(began) != 0 {
			t.Errorf("it ended after %v: %v", time.Since(began), err)
		}
	})
}
