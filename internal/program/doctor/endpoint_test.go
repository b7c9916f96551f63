package doctor_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/config"
	"github.com/mcp-adapters/mcp-adapters/internal/program/cli"
	"github.com/mcp-adapters/mcp-adapters/internal/program/clients"
	"github.com/mcp-adapters/mcp-adapters/internal/program/doctor"
)

const (
	metadataPath = "/.well-known/oauth-protected-resource/mcp"
	issuerPath   = "/.well-known/oauth-authorization-server"
)

// pages are what a server answers at its paths; each knows the server's address.
type pages map[string]func(base string) http.HandlerFunc

func answering(status int, body string, header ...string) func(base string) http.HandlerFunc {
	return func(base string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			for _, h := range header {
				name, value, _ := strings.Cut(h, ": ")
				w.Header().Set(name, value)
			}
			w.WriteHeader(status)
			_, _ = io.WriteString(w, strings.ReplaceAll(body, "BASE", base))
		}
	}
}

const issuerDocument = `{"issuer":"BASE","authorization_endpoint":"BASE/a","token_endpoint":"BASE/t","registration_endpoint":"BASE/r","code_challenge_methods_supported":["S256"]}`

// notesServer answers as an MCP server with sign-in does, but for the changed pages.
func notesServer(t *testing.T, changed pages) string {
	t.Helper()
	all := pages{
		"/mcp":       func(base string) http.HandlerFunc { return mcpPage(base, apiKey) },
		metadataPath: answering(200, `{"resource":"BASE/mcp","authorization_servers":["BASE"]}`),
		issuerPath:   answering(200, issuerDocument),
	}
	for path, page := range changed {
		all[path] = page
	}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		page, ok := all[r.URL.Path]
		if !ok {
			http.NotFound(w, r)
			return
		}
		page("http://"+r.Host)(w, r)
	}))
	t.Cleanup(s.Close)
	return s.URL
}

// mcpPage answers initialize and tools/list to whoever has the token.
func mcpPage(base, token string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if token != "" && r.Header.Get("Authorization") != "Bearer "+token {
			w.Header().Set("WWW-Authenticate", `Bearer resource_metadata="`+base+metadataPath+`", scope="notes:read"`)
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		body, _ := io.ReadAll(r.Body)
		id, result := 2, `{"tools":[{"name":"a"},{"name":"b"}]}`
		if strings.Contains(string(body), `"initialize"`) {
			id, result = 1, `{"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{"name":"notes-mcp","version":"1"}}`
		}
		w.Header().Set("Content-Type", "text/event-stream")
		_, _ = fmt.Fprintf(w, "event: message\ndata: {\"jsonrpc\":\"2.0\",\"id\":%d,\"result\":%s}\n\n", id, result)
	}
}

// visiting is a house from which doctor looks at an endpoint alone.
func visiting(t *testing.T, token string, changed pages) *house {
	t.Helper()
	h := newHouse(t)
	h.Endpoint = &cli.Endpoint{URL: notesServer(t, changed) + "/mcp", Token: config.Secret(token)}
	return h
}

func endpointFaults() []faultRow {
	visit := func(token string, changed pages) func(t *testing.T) *house {
		return func(t *testing.T) *house { return visiting(t, token, changed) }
	}
	entered := func(page func(string) http.HandlerFunc) pages { // once the token is there
		return pages{"/mcp": func(base string) http.HandlerFunc {
			return func(w http.ResponseWriter, r *http.Request) {
				if r.Header.Get("Authorization") == "" {
					mcpPage(base, apiKey)(w, r)
					return
				}
				page(base)(w, r)
			}
		}}
	}
	const page = "<!doctype html><title>Log in</title>Soup"
	return []faultRow{
		{"… does not answer as an MCP server|a web page (status 200)", visit("", pages{"/mcp": answering(200, page, "Content-Type: text/html")})},
		{"… does not answer as an MCP server|status 404", visit("", pages{"/mcp": answering(404, "not found")})},
		{"… does not answer as an MCP server", visit("", pages{"/mcp": answering(200, `{"jsonrpc":"2.0","id":1,"result":{}}`, "Content-Type: application/json")})},
		{"… refuses the request (status 403)", visit("", pages{"/mcp": answering(403, "no")})},
		{"… does not answer as an MCP server|a redirect to https://login.example.com, which", visit("", pages{"/mcp": answering(302, "", "Location: https://login.example.com/?user="+alice)})},
		{"… does not answer as an MCP server|status 502", visit("", pages{"/mcp": answering(502, page)})},
		{"… asks for sign-in (status 401) in a way that assistants do not know.", visit("", pages{"/mcp": answering(401, page)})},
		{"… asks for sign-in (status 401) in a way that assistants do not know.", visit("", pages{"/mcp": answering(401, page, `WWW-Authenticate: Basic realm="Soup"`)})},
		{"Assistants cannot find out where|status 404", visit("", pages{metadataPath: answering(404, "no")})},
		{"Assistants cannot find out where", visit("", pages{metadataPath: answering(200, page)})},
		{"Assistants cannot find out where|does not begin with https", visit("", pages{"/mcp": answering(401, "", `WWW-Authenticate: Bearer resource_metadata="http://192.0.2.1/x"`)})},
		{"Assistants cannot find out where|another address, http://127.0.0.1:3333", visit("", pages{metadataPath: answering(200, `{"resource":"http://127.0.0.1:3333/mcp"}`)})},
		{"Assistants cannot use the authorization server|status 404", visit("", pages{issuerPath: answering(404, "no")})},
		{"Assistants cannot use the authorization server|does not begin with https", visit("", pages{metadataPath: answering(200, `{"resource":"BASE/mcp","authorization_servers":["http://id.example.com"]}`)})},
		{"Assistants cannot use the authorization server|calls itself by another address", visit("", pages{issuerPath: answering(200, strings.Replace(issuerDocument, `"BASE"`, `"BASE/"`, 1))})},
		{"Assistants cannot use the authorization server|lacks", visit("", pages{issuerPath: answering(200, strings.Replace(issuerDocument, "S256", "plain", 1))})},
		{"Assistants cannot use the authorization server|lacks", visit("", pages{issuerPath: answering(200, strings.Replace(issuerDocument, "token_endpoint", "tokens", 1))})},
		{"… takes a token and no sign-in, and the entry has none.", func(t *testing.T) *house {
			h := visiting(t, "", pages{metadataPath: answering(200, `{"resource":"BASE/mcp"}`)})
			h.enter("cursor", clients.Entry{URL: h.Endpoint.URL})
			h.Endpoint = nil
			return h
		}},
		{"The token for … would be sent in the clear, so it was not sent.", inClear},
		{"… refuses the token|401", visit("not-the-key", nil)},
		{"… refuses the token|403", visit(apiKey, entered(answering(403, "no")))},
		{"… does not list its tools", visit(apiKey, entered(answering(503, "no")))},
		{"… does not list its tools", visit(apiKey, entered(answering(200, page)))},
		{"… does not list its tools", visit("", pages{"/mcp": answering(200, `{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25","serverInfo":{"name":"notes-mcp"}}}`)})},
	}
}

// inClear has a client send its token over plain HTTP, through a proxy that would read
// it.
func inClear(t *testing.T) *house {
	proxy := notesServer(t, pages{metadataPath: answering(200, `{"resource":"BASE/mcp"}`)})
	return newHouse(t, "HTTP_PROXY="+proxy).enter("cursor", clients.Entry{URL: "http://notes.example.com/mcp", Headers: map[string]string{"Authorization": "Bearer " + apiKey}})
}

// TestRun_Endpoint goes all the way, with a token and without, over TLS and not.
func TestRun_Endpoint(t *testing.T) { //nolint:paralleltest // it sets the environment
	fixed := pages{
		"/mcp": answering(401, "", "WWW-Authenticate: Bearer"), metadataPath: answering(404, "no"),
		"/.well-known/oauth-protected-resource": answering(404, "no"),
	}
	open := pages{"/mcp": func(base string) http.HandlerFunc { return mcpPage(base, "") }}
	for name, tt := range map[string]struct { //nolint:paralleltest // the test sets the environment
		token     string
		changed   pages
		ok, notes string
	}{
		"with a token": {apiKey, nil, "url sign-in tools", ""},
		"without":      {"", nil, "url sign-in", "sign-in"},
		"fixed token":  {"", fixed, "url sign-in", "sign-in"},
		"open":         {"", open, "url tools", ""},
	} {
		t.Run(name, func(t *testing.T) {
			findings := visiting(t, tt.token, tt.changed).run()
			if checks(findings, doctor.OK) != tt.ok || checks(findings, doctor.Note) != tt.notes || checks(findings, doctor.Fault) != "" {
				t.Errorf("%+v", findings)
			}
		})
	}
}

// TestRun_EndpointHeaders has entries whose headers only the client knows, or that a
// proxy wants, and a challenge after another one.
func TestRun_EndpointHeaders(t *testing.T) { //nolint:paralleltest // it sets the environment
	const both = `Basic realm="Soup", Bearer resource_metadata="BASE` + metadataPath + `"`
	page := pages{"/mcp": func(base string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			if r.Header.Get("X-Proxy") == "" {
				w.Header().Set("WWW-Authenticate", strings.ReplaceAll(both, "BASE", base))
				w.WriteHeader(http.StatusUnauthorized)
				return
			}
			mcpPage(base, "")(w, r)
		}
	}}
	for header, want := range map[string]string{
		"X-Proxy: " + apiKey:                 "tools",
		"Authorization: Bearer ${env:TOKEN}": "sign-in",
	} {
		h := visiting(t, "", page)
		name, value, _ := strings.Cut(header, ": ")
		h.enter("cursor", clients.Entry{URL: h.Endpoint.URL, Headers: map[string]string{name: value}})
		h.Endpoint = nil
		findings := h.run()
		if !strings.HasSuffix(checks(findings, doctor.OK), want) || len(of(findings, doctor.Fault)) > 0 {
			t.Errorf("%s: %+v", name, findings)
		}
	}
}
