package streamhttp_test

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/jsonrpc"
	"github.com/mcp-adapters/mcp-adapters/mcp/streamhttp"
)

// prepared answers each request with the same result.
type prepared struct{ result jsonrpc.Raw }

func (p *prepared) Prepare(*jsonrpc.Request) jsonrpc.Call {
	return jsonrpc.Call{Order: jsonrpc.Read, Run: func(context.Context, jsonrpc.Client) (jsonrpc.Result, error) { return p.result, nil }}
}

func (*prepared) Notify(context.Context, *jsonrpc.Request) {}

// BenchmarkServe measures what the transport alone costs beside a handler that reads
// the body and writes the same bytes, with 16 and with 256 requests in flight. Its
// clients do next to nothing, so that the server's share is seen.
func BenchmarkServe(b *testing.B) {
	value := jsonrpc.Raw(`{"content":[{"type":"text","text":"` + strings.Repeat("x", 2<<10) + `"}]}`)
	h := &prepared{value}
	server, err := streamhttp.New(streamhttp.Options{
		Handler: func(*http.Request, string) (jsonrpc.Handler, error) { return h, nil },
	})
	if err != nil {
		b.Fatal(err)
	}
	same := []byte(result(12345, string(value)))
	bare := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, err := io.ReadAll(r.Body); err != nil {
			return
		}
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Content-Length", strconv.Itoa(len(same)))
		_, _ = w.Write(same)
	})
	const arguments = `"name":"get","arguments":{"id":"6ba7b810-9dad-11d1-80b4-00c04fd430c8"}`
	handshake := post(`{"jsonrpc":"2.0","id":12345,"method":"tools/call","params":{` + arguments + `}}`)
	for _, inFlight := range []int{16, 256} {
		for _, bb := range []struct {
			name    string
			handler http.Handler
			request string
		}{
			{"bare", bare, handshake},
			{"handshake", server, handshake},
			{"bareModern", bare, modern(12345, "tools/call", arguments, "Mcp-Name: get")},
			{"modern", server, modern(12345, "tools/call", arguments, "Mcp-Name: get")},
		} {
			b.Run(fmt.Sprintf("%s/%d", bb.name, inFlight), func(b *testing.B) {
				hs := httptest.NewServer(bb.handler)
				defer hs.Close()
				load(b, hs.Listener.Addr().String(), []byte(bb.request), len(same), inFlight)
			})
		}
	}
}

// load sends b.N requests over so many connections, each of which has one in flight.
func load(b *testing.B, addr string, request []byte, length, connections int) {
	b.Helper()
	conns := make([]net.Conn, connections)
	for i := range conns {
		c, err := net.Dial("tcp", addr)
		if err != nil {
			b.Fatal(err)
		}
		defer func() { _ = c.Close() }()
		conns[i] = c
	}
	b.ReportAllocs()
	b.ResetTimer()
	var left atomic.Int64
	left.Store(int64(b.N))
	var clients sync.WaitGroup
	for _, c := range conns {
		clients.Go(func() {
			r := bufio.NewReaderSize(c, 16<<10)
			for left.Add(-1) >= 0 {
				if err := exchange(c, r, request, length); err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	clients.Wait()
}

// exchange sends one request and reads its answer, of which it looks at the end of
// the head alone.
func exchange(c net.Conn, r *bufio.Reader, request []byte, length int) error {
	if _, err := c.Write(request); err != nil {
		return err
	}
	first := true
	for {
		line, err := r.ReadSlice('\n')
		switch {
		case err != nil:
			return err
		case first && !bytes.Contains(line, []byte(" 200 ")):
			return fmt.Errorf("got %s", line)
		case len(line) == 2:
			_, err = r.Discard(length)
			return err
		}
		first = false
	}
}
