package main_test

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
)

// TestHTTP_BehindProxy has clients speak HTTP/2 over TLS with a proxy, which gives each
// request to the other one of two servers on one vault. They answer to the name of the
// proxy, and to no other.
func TestHTTP_BehindProxy(t *testing.T) {
	t.Parallel()
	const public = "https://example.com" // the name in the certificate of httptest
	var replicas []*url.URL
	database := filepath.Join(t.TempDir(), "recipes.db")
	for range 2 {
		s := harness.Program(t, "recipe-mcp").Set("HTTP_ADDR=127.0.0.1:0", "PUBLIC_URL="+public, "AUTH=token", "AUTH_TOKEN="+token,
			"USER_EMAIL=alice@example.com", "DATABASE_URL=sqlite:"+database).Serve()
		replicas = append(replicas, &url.URL{Scheme: "http", Host: s.Address})
	}
	var turn atomic.Uint64
	proxy := httptest.NewUnstartedServer(&httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(replicas[turn.Add(1)%2])
		r.Out.Host = r.In.Host
		r.SetXForwarded()
	}})
	proxy.EnableHTTP2 = true
	proxy.StartTLS()
	t.Cleanup(proxy.Close)
	client := proxy.Client()
	transport := client.Transport.(*http.Transport)
	transport.DialContext = func(ctx context.Context, network, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, network, proxy.Listener.Addr().String())
	}
	send := func(host, params string, header ...string) (int, string) {
		t.Helper()
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, public+"/mcp",
			strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":`+params+`}`))
		if err != nil {
			t.Fatal(err)
		}
		req.Host = host
		for _, h := range append(header, "Content-Type: application/json", "Authorization: Bearer "+token) {
			name, value, _ := strings.Cut(h, ": ")
			req.Header.Set(name, value)
		}
		res, err := client.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = res.Body.Close() }()
		body, err := io.ReadAll(res.Body)
		if err != nil || res.ProtoMajor != 2 {
			t.Errorf("HTTP/%d: %v", res.ProtoMajor, err)
		}
		return res.StatusCode, string(body)
	}
	const meta = `,"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}`
	for i := range 4 {
		title := fmt.Sprintf("Soup %d", i)
		params, header := `{"name":"create_recipe","arguments":{"title":"`+title+`"}`, []string{"MCP-Protocol-Version: 2025-11-25"}
		if i%2 > 0 {
			params, header = params+meta, []string{"MCP-Protocol-Version: 2026-07-28", "Mcp-Method: tools/call", "Mcp-Name: create_recipe"}
		}
		if status, made := send("", params+"}", header...); status != http.StatusOK || !strings.Contains(made, `"structuredContent":{`) {
			t.Errorf("%s: %d %s", title, status, made)
		}
		if status, list := send("", `{"name":"list_recipes"}`); status != http.StatusOK || !strings.Contains(list, title) {
			t.Errorf("%s is not in %d %s", title, status, list)
		}
	}
	if status, text := send("evil.example", `{"name":"list_recipes"}`); status != http.StatusForbidden {
		t.Errorf("another name: %d %s", status, text)
	}
}
