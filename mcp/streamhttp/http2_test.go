package streamhttp_test

import (
	"context"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/mcp-adapters/mcp-adapters/jsonrpc"
	"github.com/mcp-adapters/mcp-adapters/mcp/streamhttp"
)

// HTTP/2 ends a stream at its deadline, whether something is being written or not.
func TestHTTP2_SilentStream(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := serveBubble(t, map[string]method{
			"slow": {jsonrpc.Read, func(ctx context.Context, client jsonrpc.Client, _ *jsonrpc.Request) (jsonrpc.Result, error) {
				err := client.Notify(ctx, "begun", nil)
				time.Sleep(time.Hour)
				return jsonrpc.Raw("1"), err
			}},
		}, func(o *streamhttp.Options) { o.KeepAlive = 2 * time.Hour })
		transport := &http.Transport{
			Protocols:   new(http.Protocols),
			DialContext: func(context.Context, string, string) (net.Conn, error) { return b.dial().Conn, nil },
		}
		transport.Protocols.SetUnencryptedHTTP2(true)
		defer transport.CloseIdleConnections()
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://127.0.0.1/mcp", strings.NewReader(call(1, "slow")))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Accept", "text/event-stream")
		res, err := transport.RoundTrip(req)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = res.Body.Close() }()
		body, err := io.ReadAll(res.Body)
		if want := event(`{"jsonrpc":"2.0","method":"begun"}`) + event(result(1, 1)); string(body) != want || err != nil || res.ProtoMajor != 2 {
			t.Errorf("HTTP/%d: %q, %v; want %q", res.ProtoMajor, body, err, want)
		}
	})
}
