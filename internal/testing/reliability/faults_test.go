package reliability_test

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"
)

// fault is one way for a network to break. What a call must end in is a kind of
// failure, or fine.
type fault struct {
	name string
	// early breaks a connection before its request was read whole; do has the
	// request and reports whether the connection goes on. Both nil: it passes.
	early   func(conn *net.TCPConn, r *bufio.Reader)
	do      func(x *exchange) bool
	reaches bool // the vault gets the request and does it

	read  string // when a read meets it
	all   string // when a write meets it, and so does looking
	write string // when a write alone meets it
}

const (
	fine        = ""
	unavailable = "unavailable"
	timeout     = "timeout"
	unknown     = "unknown_outcome"
	forbidden   = "forbidden"
	invalid     = "invalid_params"
)

const page = "<!DOCTYPE html>\n<html><head><title>Sign in</title></head><body>zq7 portal</body></html>"

// stray is an answer that nobody asked for.
const stray = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nstray"

// answerPage answers with a proxy's page.
func answerPage(status int, reaches bool, lines ...string) func(x *exchange) bool {
	return func(x *exchange) bool {
		if reaches {
			x.forward()
		}
		head := fmt.Sprintf("HTTP/1.1 %d %s\r\nContent-Type: text/html\r\nContent-Length: %d\r\n", status, http.StatusText(status), len(page))
		for _, line := range lines {
			head += line + "\r\n"
		}
		return x.send([]byte(head + "\r\n" + page))
	}
}

// limit is the API_TIMEOUT to meet the fault with: short where it hangs, and else
// so long that a slow machine is not taken for a slow network.
func (f *fault) limit() time.Duration {
	if f.read == timeout {
		return 1500 * time.Millisecond
	}
	return 20 * time.Second
}

// bomb is 512 MiB of blanks in half a megabyte, made once.
var bomb = sync.OnceValue(func() []byte {
	var one bytes.Buffer
	z := gzip.NewWriter(&one)
	_, _ = z.Write(bytes.Repeat([]byte(" "), 1<<20))
	_ = z.Close()
	return bytes.Repeat(one.Bytes(), 512)
})

// faults are all that the proxy does by itself. elsewhere is another host, which
// must never hear of anything.
func faults(elsewhere string) []fault {
	return []fault{
		{
			name: "reset before the request", read: unavailable, all: unknown, write: unknown,
			early: func(conn *net.TCPConn, _ *bufio.Reader) { reset(conn) },
		},
		{
			name: "closed before the request", read: unavailable, all: unknown, write: unknown,
			early: func(*net.TCPConn, *bufio.Reader) {},
		},
		{
			name: "reset during the request", read: unavailable, all: unknown, write: unknown,
			early: func(conn *net.TCPConn, r *bufio.Reader) {
				if req, err := http.ReadRequest(r); err == nil {
					_, _ = io.CopyN(io.Discard, req.Body, req.ContentLength/2)
				}
				reset(conn)
			},
		},
		{
			name: "reset after the request", reaches: true, read: unavailable, all: unknown, write: fine,
			do: func(x *exchange) bool { x.forward(); reset(x.conn); return false },
		},
		{
			name: "black hole", read: timeout, all: unknown, write: unknown,
			do: func(x *exchange) bool { x.hold(); return false },
		},
		{
			name: "black hole behind the vault", reaches: true, read: timeout, all: unknown, write: fine,
			do: func(x *exchange) bool { x.forward(); x.hold(); return false },
		},
		{
			name: "slow bytes", reaches: true, read: timeout, all: unknown, write: fine,
			do: func(x *exchange) bool { return x.trickle(x.forward().raw(), 1, 25*time.Millisecond) },
		},
		{
			name: "bandwidth cap", reaches: true, read: fine, all: fine, write: fine,
			do: func(x *exchange) bool { return x.trickle(x.forward().raw(), 8<<10, 4*time.Millisecond) },
		},
		{
			name: "truncated body", reaches: true, read: unavailable, all: unknown, write: fine,
			do: func(x *exchange) bool {
				r := x.forward()
				raw := r.raw()
				x.send(raw[:len(raw)-len(r.body)/2])
				return false
			},
		},
		{
			name: "garbage body", reaches: true, read: unavailable, all: unknown, write: fine,
			do: func(x *exchange) bool {
				r := x.forward()
				r.body = append([]byte("\x00\xff zq7 "), r.body...)
				return x.send(r.raw())
			},
		},
		{
			name: "garbage instead of HTTP", reaches: true, read: unavailable, all: unknown, write: fine,
			do: func(x *exchange) bool { x.forward(); x.send([]byte("zq7 \x00\x01\r\n\r\n")); return false },
		},
		{
			name: "length too long, then closed", reaches: true, read: unavailable, all: unknown, write: fine,
			do: func(x *exchange) bool { x.send(x.forward().raw(length(50))); return false },
		},
		{
			name: "length too long, kept open", reaches: true, read: timeout, all: unknown, write: fine,
			do: func(x *exchange) bool { x.send(x.forward().raw(length(50))); x.hold(); return false },
		},
		{
			name: "length too short", reaches: true, read: unavailable, all: unknown, write: fine,
			do: func(x *exchange) bool { return x.send(x.forward().raw(length(-5))) },
		},
		{
			name: "two lengths", reaches: true, read: unavailable, all: unknown, write: fine,
			do: func(x *exchange) bool { return x.send(x.forward().raw(length(0), length(7))) },
		},
		{
			name: "endless body", reaches: true, read: unavailable, all: unknown, write: fine,
			do: func(x *exchange) bool {
				x.forward()
				x.send([]byte("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"))
				x.flood([]byte("10000\r\n" + strings.Repeat(" ", 0x10000) + "\r\n"))
				return false
			},
		},
		{
			name: "gzip bomb", reaches: true, read: unavailable, all: unknown, write: fine,
			do: func(x *exchange) bool {
				x.forward()
				r := reply{status: 200, body: bomb()}
				return x.send(r.raw(length(0), header("Content-Encoding: gzip")))
			},
		},
		{
			name: "a few 1xx", reaches: true, read: fine, all: fine, write: fine,
			do: func(x *exchange) bool {
				x.send([]byte(strings.Repeat("HTTP/1.1 103 Early Hints\r\nLink: </zq7>\r\n\r\n", 3)))
				return x.send(x.forward().raw())
			},
		},
		{
			name: "endless 1xx", reaches: true, read: unavailable, all: unknown, write: fine,
			do: func(x *exchange) bool {
				x.forward()
				x.flood([]byte(strings.Repeat("HTTP/1.1 103 Early Hints\r\nLink: </zq7>\r\n\r\n", 100)))
				return false
			},
		},
		{
			name: "huge header", reaches: true, read: unavailable, all: unknown, write: fine,
			do: func(x *exchange) bool {
				return x.send(x.forward().raw(length(0), header("X: "+strings.Repeat("zq7", 1<<18))))
			},
		},
		{
			name: "bytes behind the answer", reaches: true, read: fine, all: fine, write: fine,
			do: func(x *exchange) bool { return x.spoil(x.forward().raw(), stray) },
		},
		{name: "page with 200", read: unavailable, all: unknown, write: unknown, do: answerPage(200, false)},
		{name: "page with 200 behind the vault", reaches: true, read: unavailable, all: unknown, write: fine, do: answerPage(200, true)},
		{
			name: "JSON of another shape behind the vault", reaches: true, read: unavailable, all: unknown, write: fine,
			do: func(x *exchange) bool {
				r := x.forward()
				r.body = []byte(`{"data":{"zq7":1}}`)
				return x.send(r.raw())
			},
		},
		{name: "page with 403", read: forbidden, all: forbidden, write: forbidden, do: answerPage(403, false)},
		{name: "page with 404", read: unavailable, all: unavailable, write: unavailable, do: answerPage(404, false)},
		{name: "page with 413", read: invalid, all: invalid, write: invalid, do: answerPage(413, false)},
		{name: "page with 502", read: unavailable, all: unknown, write: unknown, do: answerPage(502, false)},
		{name: "page with 502 behind the vault", reaches: true, read: unavailable, all: unknown, write: fine, do: answerPage(502, true)},
		{name: "page with 503", read: unavailable, all: unavailable, write: unavailable, do: answerPage(503, false)},
		{name: "page with 504 behind the vault", reaches: true, read: unavailable, all: unknown, write: fine, do: answerPage(504, true)},
		{name: "429", read: unavailable, all: unavailable, write: unavailable, do: answerPage(429, false, "Retry-After: 60")},
		{name: "302 to another host", read: unavailable, all: unavailable, write: unavailable, do: answerPage(302, false, "Location: "+elsewhere+"/api/recipes")},
		{name: "307 to another host", read: unavailable, all: unavailable, write: unavailable, do: answerPage(307, false, "Location: "+elsewhere+"/api/recipes")},
	}
}
