package streamhttp_test

import (
	"bufio"
	"context"
	"net/http"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
	"github.com/mcp-adapters/mcp-adapters/jsonrpc"
	"github.com/mcp-adapters/mcp-adapters/mcp/streamhttp"
)

// bubble is an endpoint on pipes, inside a synctest bubble.
type bubble struct {
	t      testing.TB
	server *streamhttp.Server
	http   *http.Server
	pipes  *harness.Pipes
	events chan streamhttp.Event
}

func serveBubble(t testing.TB, known map[string]method, options func(*streamhttp.Options)) *bubble {
	t.Helper()
	b := &bubble{t: t, pipes: harness.NewPipes(), events: make(chan streamhttp.Event, 1000)}
	o := streamhttp.Options{
		Handler: func(*http.Request, string) (jsonrpc.Handler, error) {
			return &methods{known: known, notified: make(chan string, 1)}, nil
		},
		Hosts:   []string{"127.0.0.1"}, // a pipe is no loopback connection
		Observe: func(_ context.Context, event streamhttp.Event) { b.events <- event },
	}
	if options != nil {
		options(&o)
	}
	server, err := streamhttp.New(o)
	if err != nil {
		t.Fatal(err)
	}
	b.server = server
	b.http = streamhttp.HTTPServer(server, zerolog.Nop())
	b.http.Protocols = new(http.Protocols)
	b.http.Protocols.SetHTTP1(true)
	b.http.Protocols.SetUnencryptedHTTP2(true)
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = b.http.Serve(b.pipes)
	}()
	t.Cleanup(func() {
		_ = b.http.Close()
		<-done
	})
	return b
}

func (b *bubble) dial() *conn {
	c := b.pipes.Dial(b.t)
	return &conn{Conn: c, t: b.t, r: bufio.NewReader(c)}
}

// ask sends one request on a connection of its own.
func (b *bubble) ask(text string) answer {
	b.t.Helper()
	c := b.dial()
	defer func() { _ = c.Close() }()
	c.send(text)
	return c.answer()
}

// closedAfter returns how long it takes until the server closes the connection, of
// which nothing else is read.
func (c *conn) closedAfter() time.Duration {
	c.t.Helper()
	began := time.Now()
	if b, err := c.r.ReadByte(); err == nil {
		c.t.Fatalf("got %q", b)
	}
	return time.Since(began)
}
