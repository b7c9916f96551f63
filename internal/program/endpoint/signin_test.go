package endpoint_test

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/config"
	"github.com/mcp-adapters/mcp-adapters/internal/oauth"
	"github.com/mcp-adapters/mcp-adapters/internal/oauth/issuer"
	"github.com/mcp-adapters/mcp-adapters/internal/program/endpoint"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/connector"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
)

const alice = "alice@example.com"

// signedIn is an endpoint with the built-in authorization server, and a second handle
// on its file, as another process has it.
type signedIn struct {
	*served
	*connector.Connector
	operator *issuer.Issuer
}

func serveSelf(t *testing.T, change ...func(*endpoint.System)) *signedIn {
	t.Helper()
	file := filepath.Join(t.TempDir(), "signin.db")
	s := serve(t, config.HTTP{Auth: config.AuthOAuth, Issuer: config.Self, EmailClaim: "email"},
		append(change, func(system *endpoint.System) { system.Accounts = issuer.SQLite(file, zerolog.Nop()) })...)
	operator, err := issuer.New(issuer.Options{URL: s.base, DB: issuer.SQLite(file, zerolog.Nop())})
	if err != nil {
		t.Fatal(err)
	}
	harness.CloseAfter(t, operator)
	return &signedIn{s, connector.New(t, s.base, s.url, "http://127.0.0.1/callback"), operator}
}

// authorize has Alice sign in and allow the connector, and returns its code.
func (s *signedIn) authorize(t *testing.T) string {
	t.Helper()
	code, err := s.operator.CreateCode(t.Context(), alice)
	if err != nil {
		t.Fatal(err)
	}
	return s.Authorize(s.base, alice, code)
}

// TestServe_Revoked has access end with the sign-in, however that ends, although the
// token was good a moment before.
func TestServe_Revoked(t *testing.T) {
	t.Parallel()
	s := serveSelf(t)
	for name, end := range map[string]func(code string, had connector.Tokens){
		"revoked by the refresh token": func(_ string, had connector.Tokens) { s.Revoke(s.base, had.Refresh) },
		"revoked by the access token":  func(_ string, had connector.Tokens) { s.Revoke(s.base, had.Access) },
		"code used twice":              func(code string, _ connector.Tokens) { s.Exchange(s.base, code) },
		"refresh token used twice": func(_ string, had connector.Tokens) {
			s.Renew(s.base, had.Refresh)
			s.Renew(s.base, had.Refresh)
		},
		"signed out by the operator": func(string, connector.Tokens) {
			if _, err := s.operator.Revoke(context.WithoutCancel(t.Context()), alice); err != nil {
				t.Error(err)
			}
		},
	} {
		code := s.authorize(t)
		had := s.Exchange(s.base, code)
		other := s.Exchange(s.base, s.authorize(t))
		for range 2 { // the second time its verification is remembered
			s.post(t, had.Access, "tools/call", "read").check(t, 200, `"who":"`+alice+`"`)
		}
		end(code, had)
		s.post(t, had.Access, "tools/call", "read").check(t, 401)
		if name != "signed out by the operator" {
			s.post(t, other.Access, "tools/call", "read").check(t, 200)
		}
		if t.Failed() {
			t.Fatal(name)
		}
	}
}

// TestServe_PathOfSignIn holds what docs/http.md says of a PUBLIC_URL with a path to what
// is served, and the examples for proxies to that.
func TestServe_PathOfSignIn(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../../docs/http.md")
	if err != nil {
		t.Fatal(err)
	}
	doc := string(text)
	s := serve(t, config.HTTP{Auth: config.AuthOAuth, Issuer: config.Self, EmailClaim: "email", PublicURL: "http://localhost/home"})
	for _, path := range []string{"/home/token", "/home/register", "/home/revoke", "/home/jwks", "/home/authorize", "/home/mcp"} {
		if a := s.send(t, "GET", s.base+path, "", ""); a.status == http.StatusNotFound {
			t.Errorf("%s: %s", path, a.body)
		}
	}
	rows := regexp.MustCompile("(?m)^\\| `(/\\.well-known/[^`]*)` \\|").FindAllStringSubmatch(doc, -1)
	nginx := regexp.MustCompile(`location ~ (\^/\\.well-known\S+) \{`).FindStringSubmatch(doc)
	caddy := regexp.MustCompile(`@home path (.*)`).FindStringSubmatch(doc)
	if len(rows) != 4 || nginx == nil || caddy == nil {
		t.Fatalf("docs/http.md: %q %q %q", rows, nginx, caddy)
	}
	for _, row := range rows {
		s.send(t, "GET", s.base+row[1], "", "").check(t, 200, "http://localhost/home")
		if !regexp.MustCompile(nginx[1]).MatchString(row[1]) || !slices.Contains(strings.Fields(caddy[1]), row[1]) {
			t.Errorf("an example for a proxy does not pass on %s", row[1])
		}
	}
	s.post(t, "", "initialize", "").check(t, 404) // not below the path
	s.send(t, "POST", s.base+"/home/mcp", "", "{}").check(t, 401)
}

// TestServe_Stalled has strangers hold more connections than they have a share of, each
// with a form that doesn't come: the one that has waited longest goes, and calls and
// those who sign in are served.
func TestServe_Stalled(t *testing.T) {
	t.Parallel()
	s := serveSelf(t)
	tokens := s.Exchange(s.base, s.authorize(t))
	const strangers = 512
	const goOn = "HTTP/1.1 100 Continue\r\n\r\n"
	var first, last net.Conn
	for n := range strangers + 1 {
		conn, err := new(net.Dialer).DialContext(t.Context(), "tcp", strings.TrimPrefix(s.base, "http://"))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = conn.Close() })
		_ = conn.SetDeadline(time.Now().Add(time.Minute))
		_, err = io.WriteString(conn, "POST /token HTTP/1.1\r\nHost: 127.0.0.1\r\nExpect: 100-continue\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 3\r\n\r\n")
		if err != nil {
			t.Fatal(err)
		}
		if n == 0 { // it waits from when its form is awaited, and not from when it came
			if _, err := io.ReadFull(conn, make([]byte, len(goOn))); err != nil {
				t.Fatal(err)
			}
			first = conn
		}
		last = conn
	}
	if n, err := first.Read(make([]byte, 1)); err == nil || errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("the first connection is still open: %d bytes, %v", n, err)
	}
	http.DefaultClient.CloseIdleConnections() // the server closes those of the sign-in too
	s.post(t, tokens.Access, "tools/call", "read").check(t, 200)
	if _, err := io.WriteString(last, "a=b"); err != nil {
		t.Error(err)
	}
	answer := make([]byte, len(goOn+"HTTP/1.1 401"))
	if _, err := io.ReadFull(last, answer); err != nil || string(answer) != goOn+"HTTP/1.1 401" {
		t.Errorf("the last connection was answered with %q, %v", answer, err)
	}
}

// TestServe_A9_Log has each line of a call say whose it is, by a hash.
func TestServe_A9_Log(t *testing.T) {
	t.Parallel()
	i := newSigner(t)
	s := serve(t, config.HTTP{Auth: config.AuthOAuth, Issuer: config.Issuer(i.URL), EmailClaim: "email"})
	for _, email := range []string{alice, "bob@example.com"} {
		token := i.token(t, s.url, email, "notes:read")
		s.post(t, token, "tools/call", "read").check(t, 200)
		s.send(t, "POST", s.url, token, `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"read","arguments":{"more":1}}}`).check(t, 200, "-32602")
		who := `"principal":"` + oauth.Principal{Issuer: i.URL, Subject: email}.Hash() + `"`
		for words, times := range map[string]int{"tool called": 2, "call failed": 1} {
			n := 0
			for line := range strings.Lines(s.log.String()) {
				if strings.Contains(line, words) && strings.Contains(line, who) && strings.Contains(line, `"tool":"read"`) {
					n++
				}
			}
			if n != times {
				t.Errorf("%d lines %q of this person, want %d:\n%s", n, words, times, s.log)
			}
		}
	}
	if strings.Contains(s.log.String(), "@example.com") {
		t.Errorf("an address is in the log:\n%s", s.log)
	}
}

// TestServe_ReadOnly has a system in which nothing can be changed: there is one right, and a
// client that asks for no scope gets it.
func TestServe_ReadOnly(t *testing.T) {
	t.Parallel()
	s := serveSelf(t, func(system *endpoint.System) {
		system.Write, system.Writes = issuer.Scope{}, func(string, string) bool { return false }
	})
	for _, document := range []string{"/.well-known/oauth-protected-resource/mcp", "/.well-known/oauth-authorization-server"} {
		s.send(t, "GET", s.base+document, "", "").check(t, 200, `"scopes_supported":["notes:read"]`)
	}
	tokens := s.Exchange(s.base, s.authorize(t))
	s.post(t, tokens.Access, "tools/call", "read").check(t, 200, `"who":"`+alice+`"`)
}
