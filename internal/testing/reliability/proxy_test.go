package reliability_test

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// proxy is a TCP proxy between an adapter and a vault that breaks what it is
// told to break. It keeps its address while it is down.
type proxy struct {
	t        testing.TB
	vault    string // address
	upstream *http.Transport
	wg       sync.WaitGroup // of every goroutine
	spoilt   sync.WaitGroup // of connections that got more than was asked for
	posts    atomic.Int32   // that came, broken or not

	mu      sync.Mutex // guards the fields below
	addr    string
	ln      net.Listener
	conns   map[net.Conn]bool
	choose  func(method string) *fault // nil: everything passes
	reached map[string]int             // requests that went on to the vault, by method
}

// proxies counts those that were started.
var proxies atomic.Int32

// startProxy starts a proxy to the vault at the given address.
func startProxy(t testing.TB, vault string) *proxy {
	t.Helper()
	p := &proxy{t: t, vault: vault, conns: map[net.Conn]bool{}, reached: map[string]int{}, upstream: &http.Transport{
		DisableCompression: true, MaxIdleConnsPerHost: 16,
	}}
	// An address of its own, so that no one takes its port while it is down. Not
	// every system has one.
	pid := os.Getpid()
	p.addr = fmt.Sprintf("127.%d.%d.%d:0", 64+pid>>8&63, pid&255, proxies.Add(1)%254+1)
	if ln, err := net.Listen("tcp", p.addr); err != nil {
		p.addr = "127.0.0.1:0"
	} else {
		_ = ln.Close()
	}
	p.up()
	t.Cleanup(func() {
		p.down()
		p.wg.Wait()
		p.upstream.CloseIdleConnections()
	})
	return p
}

func (p *proxy) base() string { return "http://" + p.addr }

// set chooses the fault for each request by its method, from now on.
func (p *proxy) set(choose func(method string) *fault) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.choose = choose
}

// up listens.
func (p *proxy) up() {
	p.t.Helper()
	var ln net.Listener
	var err error
	for deadline := time.Now().Add(patience); ; time.Sleep(10 * time.Millisecond) {
		if ln, err = net.Listen("tcp", p.addr); err == nil {
			break
		}
		if time.Now().After(deadline) {
			p.t.Fatal(err)
		}
	}
	p.mu.Lock()
	p.ln, p.addr = ln, ln.Addr().String()
	p.mu.Unlock()
	p.wg.Go(func() {
		for {
			conn, err := ln.Accept()
			if err != nil {
				return
			}
			p.mu.Lock()
			p.conns[conn] = true
			p.mu.Unlock()
			p.wg.Go(func() { p.serve(conn.(*net.TCPConn)) })
		}
	})
}

// down refuses connections and cuts those that there are.
func (p *proxy) down() {
	p.mu.Lock()
	defer p.mu.Unlock()
	_ = p.ln.Close()
	for conn := range p.conns {
		_ = conn.Close()
	}
}

// shut refuses connections, ends those that there are and waits until the adapter
// has seen to each.
func (p *proxy) shut() {
	p.t.Helper()
	p.catchUp()
	p.mu.Lock()
	_ = p.ln.Close()
	for conn := range p.conns {
		_ = conn.(*net.TCPConn).CloseWrite()
	}
	p.mu.Unlock()
	p.wg.Wait()
}

// catchUp returns once every connection that was made is served. One that still waits to
// be accepted would be reset with the listener, and the adapter may write to it before it
// learns of that: then it can't know what became of a write.
func (p *proxy) catchUp() {
	p.t.Helper()
	last, err := net.Dial("tcp", p.addr) // accepted after all others
	if err == nil {
		err = last.(*net.TCPConn).CloseWrite()
	}
	if err == nil {
		_, err = io.Copy(io.Discard, last) // until serve closes it
	}
	if err == nil {
		err = last.Close()
	}
	if err != nil {
		p.t.Fatal(err)
	}
}

func (p *proxy) serve(conn *net.TCPConn) {
	defer func() {
		_ = conn.Close()
		p.mu.Lock()
		delete(p.conns, conn)
		p.mu.Unlock()
	}()
	r := bufio.NewReader(conn)
	for {
		start, err := r.Peek(4)
		if err != nil {
			return
		}
		method := strings.TrimSpace(string(start))
		if method == http.MethodPost {
			p.posts.Add(1)
		}
		p.mu.Lock()
		choose := p.choose
		p.mu.Unlock()
		f := &fault{}
		if choose != nil {
			if chosen := choose(method); chosen != nil {
				f = chosen
			}
		}
		if f.early != nil {
			f.early(conn, r)
			return
		}
		req, err := http.ReadRequest(r)
		if err != nil {
			return
		}
		body, err := io.ReadAll(req.Body)
		if err != nil {
			return
		}
		x := &exchange{p: p, conn: conn, r: r, req: req, body: body}
		if f.do == nil {
			x.send(x.forward().raw())
		} else if !f.do(x) {
			return
		}
	}
}

// exchange is one request at the proxy.
type exchange struct {
	p    *proxy
	conn *net.TCPConn
	r    *bufio.Reader
	req  *http.Request
	body []byte
}

// reply is what the vault answered.
type reply struct {
	status int
	header http.Header
	body   []byte
}

// forward lets the vault have the request, also if the adapter is gone by then.
func (x *exchange) forward() reply {
	out, err := http.NewRequest(x.req.Method, "http://"+x.p.vault+x.req.URL.RequestURI(), bytes.NewReader(x.body))
	if err != nil {
		return reply{status: http.StatusInternalServerError}
	}
	out.Header = x.req.Header.Clone()
	x.p.mu.Lock()
	x.p.reached[x.req.Method]++
	x.p.mu.Unlock()
	res, err := x.p.upstream.RoundTrip(out)
	if err != nil {
		return reply{status: http.StatusBadGateway}
	}
	defer func() { _ = res.Body.Close() }()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		return reply{status: http.StatusBadGateway}
	}
	return reply{res.StatusCode, res.Header, body}
}

// raw is the answer as it should go on; edits go over it.
func (r reply) raw(edits ...func(*reply, *bytes.Buffer)) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "HTTP/1.1 %d %s\r\n", r.status, http.StatusText(r.status))
	if len(edits) == 0 {
		edits = []func(*reply, *bytes.Buffer){length(0)}
	}
	for _, name := range []string{"Date", "Content-Type"} {
		if v := r.header.Get(name); v != "" {
			fmt.Fprintf(&b, "%s: %s\r\n", name, v)
		}
	}
	for _, edit := range edits {
		edit(&r, &b)
	}
	b.WriteString("\r\n")
	b.Write(r.body)
	return b.Bytes()
}

// length announces more bytes than there are, or fewer.
func length(more int) func(*reply, *bytes.Buffer) {
	return func(r *reply, b *bytes.Buffer) { fmt.Fprintf(b, "Content-Length: %d\r\n", max(0, len(r.body)+more)) }
}

func header(line string) func(*reply, *bytes.Buffer) {
	return func(_ *reply, b *bytes.Buffer) { b.WriteString(line + "\r\n") }
}

// send writes and reports whether anybody took it.
func (x *exchange) send(b []byte) bool {
	_, err := x.conn.Write(b)
	return err == nil
}

// flood repeats b until nobody takes it any more.
func (x *exchange) flood(b []byte) {
	for x.send(b) {
	}
}

// spoil sends an answer and what no one asked for, and waits until the adapter has
// given up the connection.
func (x *exchange) spoil(answer []byte, more string) bool {
	x.p.spoilt.Add(1)
	defer x.p.spoilt.Done()
	x.send(append(answer, more...))
	x.hold()
	return false
}

// hold waits until the adapter gives up.
func (x *exchange) hold() { _, _ = io.Copy(io.Discard, x.r) }

// trickle sends b in pieces with a pause behind each, until nobody takes them.
func (x *exchange) trickle(b []byte, piece int, pause time.Duration) bool {
	for len(b) > 0 {
		n := min(piece, len(b))
		if !x.send(b[:n]) {
			return false
		}
		b = b[n:]
		time.Sleep(pause)
	}
	return true
}

// reset makes the end of the connection a reset.
func reset(conn *net.TCPConn) { _ = conn.SetLinger(0) }
