package endpoint_test

import (
	"io"
	"net/http"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/config"
	"github.com/mcp-adapters/mcp-adapters/internal/program/endpoint"
)

const ping = `{"jsonrpc":"2.0","id":1,"method":"ping"}`

// pages answers with the path that it was asked for.
func pages(s *endpoint.System) {
	s.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.WriteString(w, r.Method+" page "+r.URL.Path)
	})
}

// TestServe_Handler holds that what a system has of its own is on the same address, for
// the names of the server alone, and takes no path from the endpoint.
func TestServe_Handler(t *testing.T) {
	t.Parallel()
	s := serve(t, config.HTTP{Auth: config.AuthNone}, pages)
	s.send(t, "GET", s.base+"/denver/roof", "", "").check(t, 200, "GET page /denver/roof")
	s.send(t, "GET", s.base+"/", "", "").check(t, 200, "GET page /")
	s.send(t, "PUT", s.base+"/storage/x", "", "bytes").check(t, 200, "PUT page /storage/x")
	s.send(t, "GET", s.base+"/healthz", "", "").check(t, 200, "ok")
	s.send(t, "POST", s.url, "", ping).check(t, 200, `"result"`)
	s.send(t, "GET", s.base+"/", "", "", "Host: rebound.example.com").check(t, 403)
}

func TestServe_HandlerBelowPath(t *testing.T) {
	t.Parallel()
	s := serve(t, config.HTTP{Auth: config.AuthNone, PublicURL: "http://localhost/home"}, pages)
	s.send(t, "GET", s.base+"/home/denver", "", "").check(t, 200, "GET page /denver")
	s.send(t, "GET", s.base+"/home/", "", "").check(t, 200, "GET page /")
	s.send(t, "GET", s.base+"/denver", "", "").check(t, 404)
	s.send(t, "POST", s.base+"/home/mcp", "", ping).check(t, 200)
}
