package streamhttp_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/script"
	"github.com/mcp-adapters/mcp-adapters/jsonrpc"
	"github.com/mcp-adapters/mcp-adapters/mcp/streamhttp"
)

// Whatever is sent, what comes back is one JSON-RPC answer with a status that fits
// it, and nothing runs that was refused.
func FuzzServeHTTP(f *testing.F) {
	for _, s := range script.Seeds {
		f.Add(s, "", "", "")
		f.Add(s, "2026-07-28", "tools/call", "=?base64?YQ==?=")
	}
	f.Add(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{`+meta+`,"name":"a"}}`, "2026-07-28", "tools/call", "a")
	f.Add(`{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2025-11-25"}}}`, "2025-11-25", "", "")
	f.Fuzz(func(t *testing.T, body, version, method, name string) {
		h := &script.Counter{}
		server, err := streamhttp.New(streamhttp.Options{
			Handler:         func(*http.Request, string) (jsonrpc.Handler, error) { return h, nil },
			MaxMessageBytes: 2000, MaxBatch: 8, Hosts: []string{"example.com"},
		})
		if err != nil {
			t.Fatal(err)
		}
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "http://example.com/mcp", strings.NewReader(body))
		for header, value := range map[string]string{"Mcp-Protocol-Version": version, "Mcp-Method": method, "Mcp-Name": name} {
			if value != "" {
				r.Header.Set(header, value)
			}
		}
		w := httptest.NewRecorder()
		server.ServeHTTP(w, r)
		answer := w.Body.String()
		if w.Code == http.StatusAccepted {
			if answer != "" || h.N > 0 {
				t.Fatalf("202, %d calls, %q", h.N, answer)
			}
			return
		}
		if !json.Valid([]byte(answer)) || strings.Contains(answer, "\n") || strings.Contains(answer, `"id":null`) {
			t.Fatalf("status %d: %q", w.Code, answer)
		}
		switch w.Code {
		case http.StatusOK:
		case http.StatusBadRequest, http.StatusRequestEntityTooLarge:
			if h.N > 0 || !strings.Contains(answer, `"error":`) {
				t.Fatalf("status %d, %d calls: %q", w.Code, h.N, answer)
			}
		default:
			t.Fatalf("status %d: %q", w.Code, answer)
		}
	})
}
