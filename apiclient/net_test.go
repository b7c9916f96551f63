package apiclient_test

import (
	"bufio"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/apitest"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

// listen serves raw connections; each is closed when its handler returns.
func listen(t *testing.T, handle func(net.Conn, *bufio.Reader)) (base string) {
	t.Helper()
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var conns sync.WaitGroup
	conns.Go(func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			conns.Go(func() {
				defer func() { _ = conn.Close() }()
				handle(conn, bufio.NewReader(conn))
			})
		}
	})
	t.Cleanup(func() {
		_ = l.Close()
		conns.Wait()
	})
	return "http://" + l.Addr().String()
}

// readRequest reads one request whole.
func readRequest(r *bufio.Reader) (*http.Request, bool) {
	req, err := http.ReadRequest(r)
	if err != nil {
		return nil, false
	}
	_, err = io.Copy(io.Discard, req.Body)
	return req, err == nil
}

// reset makes closing conn a reset.
func reset(conn net.Conn) {
	if tcp, ok := conn.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0)
	}
}

// TestClient_brokenAnswers breaks each endpoint's connection in each way. A read
// is unavailable; a write may have been saved, and is sent once where it is a POST.
func TestClient_brokenAnswers(t *testing.T) {
	t.Parallel()
	faults := map[string]func(net.Conn){
		"reset":         func(c net.Conn) { reset(c) },
		"closed":        func(net.Conn) {},
		"half a status": func(c net.Conn) { _, _ = io.WriteString(c, "HTTP/1.1 20") },
		"garbage":       func(c net.Conn) { _, _ = io.WriteString(c, "Emma! \""+apitest.Key+"\" is the key\r\n\r\n") },
		"cut body":      func(c net.Conn) { _, _ = io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n[") },
		"cut chunk": func(c net.Conn) {
			_, _ = io.WriteString(c, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nff\r\n[")
		},
		"cut gzip": func(c net.Conn) {
			_, _ = io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 2\r\n\r\n\x1f\x8b")
		},
		"no gzip": func(c net.Conn) {
			_, _ = io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 20\r\n\r\n01234567890123456789")
		},
		"two lengths": func(c net.Conn) {
			_, _ = io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n[]")
		},
		"informational noise": func(c net.Conn) {
			_, _ = io.WriteString(c, strings.Repeat("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n", 100_000))
		},
		"header without end": func(c net.Conn) { _, _ = io.WriteString(c, "HTTP/1.1 200 OK\r\nX: "+strings.Repeat("x", 1<<20)) },
		"length too short":   func(c net.Conn) { _, _ = io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n[]") },
		"redirect to nonsense": func(c net.Conn) {
			_, _ = io.WriteString(c, "HTTP/1.1 307 Go\r\nLocation: http://[::1\r\nContent-Length: 0\r\n\r\n")
		},
	}
	for _, e := range endpoints() {
		for name, breaks := range faults {
			t.Run(e.name+"/"+name, func(t *testing.T) {
				t.Parallel()
				var writes, reads atomic.Int32
				base := listen(t, func(conn net.Conn, r *bufio.Reader) {
					req, ok := readRequest(r)
					if !ok {
						return
					}
					if req.Method == http.MethodGet {
						reads.Add(1)
					} else {
						writes.Add(1)
					}
					breaks(conn)
				})
				_, err := e.call(t.Context(), dial(t, base, retries(0), limit(10*time.Second)))
				got, ok := errors.AsType[*fault.Error](err)
				if !ok {
					t.Fatalf("error %v", err)
				}
				if e.method == "GET" {
					apitest.CheckError(t, err, fault.Unavailable, got.Status)
					return
				}
				if writes.Load() != 1 {
					t.Errorf("%d writes", writes.Load())
				}
				apitest.CheckError(t, err, fault.UnknownOutcome, got.Status, "may or may not have been saved")
			})
		}
	}
}

// TestClient_retriesCutAnswers asserts that the body is part of an attempt.
func TestClient_retriesCutAnswers(t *testing.T) {
	t.Parallel()
	var n atomic.Int32
	a := apitest.Serve(t, func(w http.ResponseWriter, _ *http.Request) {
		if n.Add(1) == 1 {
			w.Header().Set("Content-Length", "100")
			_, _ = io.WriteString(w, "[")
			panic(http.ErrAbortHandler)
		}
		apitest.ReplyJSON(w, 200, "[]")
	})
	got, err := dial(t, a.Base(), retries(1)).list(t.Context())
	if err != nil || string(got) != "[]" {
		t.Errorf("%s, %v", got, err)
	}
}

// refusing returns a transport whose first n connections are refused as err says.
func refusing(n int32, err error) *http.Transport {
	var count atomic.Int32
	return &http.Transport{DialContext: func(ctx context.Context, network, addr string) (net.Conn, error) {
		if count.Add(1) <= n {
			return nil, err
		}
		return (&net.Dialer{}).DialContext(ctx, network, addr)
	}}
}

// TestClient_refused asserts that what was never sent is tried again, a POST
// too, and that nothing is looked for.
func TestClient_refused(t *testing.T) {
	t.Parallel()
	refused := &net.OpError{Op: "dial", Net: "tcp", Err: errors.New("connection refused")}
	for _, e := range endpoints() {
		t.Run(e.name, func(t *testing.T) {
			t.Parallel()
			a := apitest.Serve(t, func(w http.ResponseWriter, _ *http.Request) { apitest.ReplyJSON(w, 200, e.good()) })
			again := refusing(1, refused)
			defer again.CloseIdleConnections()
			if _, err := e.call(t.Context(), dial(t, a.Base(), over(again), retries(1))); err != nil {
				t.Error(err)
			}
			a.CheckRequests(t, e.method+" "+e.path)
			_, err := e.call(t.Context(), dial(t, a.Base(), over(refusing(9, refused))))
			apitest.CheckError(t, err, fault.Unavailable, 0, "could not be reached at 127.0.0.1:", "no connection")
			a.CheckRequests(t, e.method+" "+e.path)
		})
	}
}

func TestClient_reasonsForNoConnection(t *testing.T) {
	t.Parallel()
	secure := httptest.NewUnstartedServer(http.NotFoundHandler())
	secure.Config.ErrorLog = log.New(io.Discard, "", 0)
	secure.StartTLS()
	t.Cleanup(secure.Close)
	plain := apitest.Serve(t, func(http.ResponseWriter, *http.Request) {})
	closed := httptest.NewServer(http.NotFoundHandler())
	closed.Close()
	tests := map[string]struct {
		base string
		rt   http.RoundTripper
		want string
	}{
		"refused":            {base: closed.URL, want: "connection"},
		"unknown host":       {base: "http://shelf.invalid", rt: refusing(9, &net.DNSError{IsNotFound: true}), want: "shelf.invalid: its host name is not known"},
		"name server":        {base: "http://shelf.invalid", rt: refusing(9, &net.DNSError{IsTemporary: true}), want: "could not be looked up"},
		"unknown authority":  {base: secure.URL, want: "TLS certificate is not from an authority"},
		"wrong name":         {base: secure.URL, rt: &http.Transport{TLSClientConfig: wrongName(secure)}, want: "TLS certificate is for another host"},
		"expired":            {base: secure.URL, rt: &http.Transport{TLSClientConfig: tooLate(secure)}, want: "TLS certificate is not valid today"},
		"TLS to plain":       {base: "https://" + plain.Listener.Addr().String(), want: "does not speak TLS"},
		"password in URL":    {base: "http://bob:hunter2@" + closed.Listener.Addr().String(), want: "127.0.0.1:"},
		"proxy out of order": {base: secure.URL, rt: &http.Transport{Proxy: proxyAt(closed.URL)}, want: "proxy could not be reached"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, e := range endpoints() {
				_, err := e.call(t.Context(), dial(t, tt.base, over(tt.rt)))
				apitest.CheckError(t, err, fault.Unavailable, 0, service+" could not be reached at ", tt.want)
			}
		})
	}
}

func wrongName(s *httptest.Server) *tls.Config {
	pool := x509.NewCertPool()
	pool.AddCert(s.Certificate())
	return &tls.Config{RootCAs: pool, ServerName: "other.example"}
}

func tooLate(s *httptest.Server) *tls.Config {
	c := wrongName(s)
	c.ServerName, c.Time = "", func() time.Time { return s.Certificate().NotAfter.Add(time.Hour) }
	return c
}

func proxyAt(to string) func(*http.Request) (*url.URL, error) {
	return func(*http.Request) (*url.URL, error) { return url.Parse(to) }
}

// TestClient_blackHole asserts that a write which never got a connection is not
// said to be unknown.
func TestClient_blackHole(t *testing.T) {
	t.Parallel()
	for _, e := range endpoints() {
		synctest.Test(t, func(t *testing.T) {
			end := make(chan struct{})
			defer close(end)
			hole := &http.Transport{DialContext: func(context.Context, string, string) (net.Conn, error) {
				<-end
				return nil, net.ErrClosed
			}}
			_, err := e.call(t.Context(), dial(t, "http://api.example", over(hole), limit(90*time.Second), retries(3)))
			if e.method == "GET" {
				apitest.CheckError(t, err, fault.Timeout, 0, "did not answer within 1m30s")
			} else {
				apitest.CheckError(t, err, fault.Unavailable, 0, "nothing was sent")
			}
		})
	}
}

// TestClient_closedIdleConnection has a server that answers one request on a
// connection and closes it at the second, which it has read. A GET goes out
// again by itself; a POST must not.
func TestClient_closedIdleConnection(t *testing.T) {
	t.Parallel()
	var posts, gets atomic.Int32
	base := listen(t, func(conn net.Conn, r *bufio.Reader) {
		req, ok := readRequest(r)
		if !ok {
			return
		}
		count, body := &gets, "[]"
		if req.Method == http.MethodPost {
			count, body = &posts, emma
		}
		count.Add(1)
		_, _ = io.WriteString(conn, "HTTP/1.1 200 OK\r\nContent-Length: "+strconv.Itoa(len(body))+"\r\n\r\n"+body)
		if _, ok := readRequest(r); ok {
			count.Add(1)
		}
	})
	c := dial(t, base, retries(3))
	create := endpoints()[2]
	if _, err := create.call(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	_, err := create.call(t.Context(), c)
	apitest.CheckError(t, err, fault.UnknownOutcome, 0, "It was not there.")
	if posts.Load() != 2 {
		t.Errorf("%d POSTs reached the server, want 2", posts.Load())
	}
	if _, err := c.list(t.Context()); err != nil {
		t.Errorf("a GET on a closed connection: %v", err)
	}
}

// TestClient_writeConnectionsAgeQuickly asserts that the connection of a write is
// closed before it is two seconds idle, and that of a read is kept.
func TestClient_writeConnectionsAgeQuickly(t *testing.T) {
	t.Parallel()
	for _, e := range endpoints() {
		t.Run(e.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				c := dial(t, "http://127.0.0.1")
				closed := make(chan time.Time, 1)
				c.DialWith(func(context.Context, string, string) (net.Conn, error) {
					here, there := net.Pipe()
					go func() {
						r := bufio.NewReader(there)
						if _, ok := readRequest(r); ok {
							_, _ = fmt.Fprintf(there, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", len(e.good()), e.good())
						}
						_, _ = r.ReadByte()
						closed <- time.Now()
					}()
					return here, nil
				})
				if _, err := e.call(t.Context(), c); err != nil {
					t.Fatal(err)
				}
				least, most := time.Second, 2*time.Second
				if e.method == http.MethodGet {
					least, most = time.Minute, time.Hour
				}
				answered := time.Now()
				if idle := (<-closed).Sub(answered); idle < least || idle >= most {
					t.Errorf("closed after %s, want from %s to %s", idle, least, most)
				}
			})
		})
	}
}

// TestClient_keyStaysFromProxies asserts that a proxy which is asked for a
// tunnel sees no key, and that its page reaches nobody.
func TestClient_keyStaysFromProxies(t *testing.T) {
	t.Parallel()
	var asked atomic.Int32
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		if r.Method != http.MethodConnect || r.Header.Get("X-Api-Key") != "" || r.Header.Get("X-User-Email") != "" {
			t.Errorf("the proxy got %s with %v", r.Method, r.Header)
		}
		apitest.Reply(w, 403, "text/html", apitest.Page)
	}))
	t.Cleanup(proxy.Close)
	rt := &http.Transport{Proxy: proxyAt(strings.Replace(proxy.URL, "http://", "http://bob:hunter2@", 1))}
	for _, e := range endpoints() {
		_, err := e.call(t.Context(), dial(t, "https://api.example", over(rt)))
		apitest.CheckError(t, err, fault.Unavailable, 0, "could not be reached at api.example")
	}
	if asked.Load() != 4 {
		t.Errorf("the proxy was asked %d times", asked.Load())
	}
}

// TestClient_concurrent asserts that answers are not mixed up and that
// connections are kept for the concurrency.
func TestClient_concurrent(t *testing.T) {
	t.Parallel()
	var conns atomic.Int32
	s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		apitest.ReplyJSON(w, 200, `{"title":"a","id":"`+strings.TrimPrefix(r.URL.Path, "/api/books/")+`"}`)
	}))
	s.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			conns.Add(1)
		}
	}
	s.Start()
	t.Cleanup(s.Close)
	c := dial(t, s.URL, func(o *settings) { o.MaxConns = 8 })
	var wg sync.WaitGroup
	for worker := range 8 {
		wg.Go(func() {
			for i := range 100 {
				id := strconv.Itoa(worker*1000 + i)
				got, err := get(id).call(t.Context(), c)
				if want := `{"title":"a","id":"` + id + `"}`; err != nil || string(got) != want {
					t.Errorf("got %s, %v, want %s", got, err, want)
				}
			}
		})
	}
	wg.Wait()
	// net/http may dial one more while another comes free.
	if n := conns.Load(); n > 16 {
		t.Errorf("%d connections for 8 callers", n)
	}
}
