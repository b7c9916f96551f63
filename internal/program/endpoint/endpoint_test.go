package endpoint_test

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"
	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/config"
	"github.com/mcp-adapters/mcp-adapters/internal/oauth/issuer"
	"github.com/mcp-adapters/mcp-adapters/internal/program/endpoint"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
	"github.com/mcp-adapters/mcp-adapters/mcp"
	"github.com/mcp-adapters/mcp-adapters/mcp/schema"
)

func TestMain(m *testing.M) { harness.Main(m, nil) }

type personKey struct{}

// served is an endpoint that serves a system of two tools until the test ends: read
// says for whom it acts, and write waits until it may end.
type served struct {
	url, base string
	began     chan struct{} // write has begun
	end       chan struct{} // closed when it may end
	stop      context.CancelFunc
	stopped   chan error
	log       *harness.Log
}

func serve(t *testing.T, h config.HTTP, change ...func(*endpoint.System)) *served {
	t.Helper()
	return serveLoop(t, h, config.Loop{DrainTimeout: 10 * time.Second}, change...)
}

// serveLoop is serve with bounds.
func serveLoop(t *testing.T, h config.HTTP, loop config.Loop, change ...func(*endpoint.System)) *served {
	t.Helper()
	s := &served{began: make(chan struct{}, 1), end: make(chan struct{}), stopped: make(chan error, 1), log: harness.NewLog()}
	log := zerolog.New(s.log)
	tools := []mcp.Tool{
		{Name: "read", Title: "Read", Input: schema.Closed(nil), Hints: mcp.Hints{ReadOnly: true},
			Call: func(ctx context.Context, _ *mcp.Request, _ schema.Arguments) (mcp.Result, error) {
				who, _ := ctx.Value(personKey{}).(string)
				return mcp.Result{Structured: json.RawMessage(`{"who":"` + who + `"}`)}, nil
			}},
		{Name: "write", Title: "Write", Input: schema.Closed(nil),
			Call: func(ctx context.Context, _ *mcp.Request, _ schema.Arguments) (mcp.Result, error) {
				s.began <- struct{}{}
				select {
				case <-s.end:
				case <-ctx.Done():
				}
				return mcp.Result{Structured: json.RawMessage(`{"done":true}`)}, nil
			}},
	}
	server, err := mcp.New(mcp.Options{Name: "notes", Title: "Notes", Version: "1", Principal: endpoint.Principal, Log: log}, tools)
	if err != nil {
		t.Fatal(err)
	}
	system := endpoint.System{
		Name: "notes", Title: "Notes",
		Read:   issuer.Scope{Name: "notes:read", Meaning: "Read notes"},
		Write:  issuer.Scope{Name: "notes:write", Meaning: "Change notes"},
		Writes: func(_, name string) bool { return name == "write" },
		Backend: endpoint.Backend{Server: server, Act: func(ctx context.Context, email string) (context.Context, error) {
			if strings.HasPrefix(email, "nobody") {
				return nil, errors.New("no such person")
			}
			return context.WithValue(ctx, personKey{}, email), nil
		}},
		Accounts: issuer.SQLite(filepath.Join(t.TempDir(), "signin.db"), zerolog.Nop()),
		Log:      log,
	}
	for _, f := range change {
		f(&system)
	}
	if h.Addr == "" {
		h.Addr = "127.0.0.1:0"
	}
	ctx, stop := context.WithCancel(t.Context())
	s.stop = stop
	done := make(chan struct{})
	go func() {
		defer close(done)
		s.stopped <- listenAndServe(ctx, h, loop, system)
		s.log.Close()
	}()
	t.Cleanup(func() {
		stop()
		<-done
	})
	s.log.Await(t, "is ready")
	for line := range strings.Lines(s.log.String()) {
		var said struct{ Listening string }
		if json.Unmarshal([]byte(line), &said) == nil && said.Listening != "" {
			s.base = "http://" + said.Listening
		}
	}
	s.url = s.base + "/mcp"
	return s
}

func listenAndServe(ctx context.Context, h config.HTTP, loop config.Loop, system endpoint.System) error {
	ln, err := endpoint.Listen(ctx, &h)
	if err != nil {
		return err
	}
	return endpoint.Serve(ctx, ln, h, loop, system)
}

// answer is what a request was answered with.
type answer struct {
	status int
	header http.Header
	body   string
}

// post sends a request of the handshake era.
func (s *served) post(t *testing.T, token, method, tool string, header ...string) answer {
	t.Helper()
	params := `{}`
	if tool != "" {
		params = `{"name":"` + tool + `","arguments":{}}`
	}
	return s.send(t, "POST", s.url, token, `{"jsonrpc":"2.0","id":1,"method":"`+method+`","params":`+params+`}`, header...)
}

func (s *served) send(t *testing.T, method, url, token, body string, header ...string) answer {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	if token != "" {
		req.Header.Set("Authorization", "Bearer "+token)
	}
	for _, h := range header {
		name, value, _ := strings.Cut(h, ": ")
		if name == "Host" {
			req.Host = value
		}
		req.Header.Set(name, value)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Error(err)
		return answer{}
	}
	defer func() { _ = resp.Body.Close() }()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Error(err)
	}
	return answer{resp.StatusCode, resp.Header, string(text)}
}

func (a answer) check(t *testing.T, status int, parts ...string) {
	t.Helper()
	if a.status != status {
		t.Errorf("status %d, want %d: %s", a.status, status, a.body)
	}
	for _, part := range parts {
		if !strings.Contains(a.body, part) {
			t.Errorf("%s is not in %s", part, a.body)
		}
	}
}

// TestServe_A1_NoSignIn lets in programs of this computer alone, and publishes nothing by
// accident.
func TestServe_A1_NoSignIn(t *testing.T) {
	t.Parallel()
	s := serve(t, config.HTTP{Auth: config.AuthNone})
	s.post(t, "", "initialize", "").check(t, 200, `"serverInfo"`)
	s.post(t, "", "tools/call", "read").check(t, 200, `"who":""`)
	s.send(t, "GET", s.base+"/healthz", "", "").check(t, 200, "ok")
	s.send(t, "GET", s.base+"/readyz", "", "").check(t, 200, "ok")
	s.send(t, "GET", s.base+"/.well-known/oauth-protected-resource", "", "").check(t, 404)
	s.send(t, "GET", s.url, "", "").check(t, 405)
	s.post(t, "", "tools/call", "read", "Host: notes.example.com").check(t, 403)
	for _, header := range []string{"X-Forwarded-For: 192.0.2.1", "X-Forwarded-Host: notes.example.com", "Forwarded: for=192.0.2.1"} {
		s.post(t, "", "tools/call", "read", header).check(t, 403)
	}
	s.post(t, "", "tools/call", "read", "Origin: https://evil.example").check(t, 403)
}

// TestServe_WrongPath says where the endpoint is: clients show what they are answered
// with to a person who left /mcp out.
func TestServe_WrongPath(t *testing.T) {
	t.Parallel()
	s := serve(t, config.HTTP{Auth: config.AuthNone})
	for _, path := range []string{"", "/", "/sse", "/MCP", "/mcp/x"} {
		s.send(t, "POST", s.base+path, "", `{"jsonrpc":"2.0","id":1,"method":"ping"}`).check(t, 404, "MCP clients connect to "+s.url+".\n")
	}
	s.send(t, "POST", s.url+"/", "", `{"jsonrpc":"2.0","id":1,"method":"ping"}`).check(t, 200)
	s.send(t, "GET", s.base+"/.well-known/oauth-authorization-server", "", "").check(t, 404)
}

func TestServe_Token(t *testing.T) {
	t.Parallel()
	s := serve(t, config.HTTP{Auth: config.AuthToken, Token: "0123456789abcdef"})
	s.post(t, "", "initialize", "").check(t, 401)
	refused := s.post(t, "0123456789abcdeF", "tools/call", "read")
	refused.check(t, 401)
	if challenge := refused.header.Get("WWW-Authenticate"); !strings.HasPrefix(challenge, "Bearer ") || !strings.Contains(challenge, `error="invalid_token"`) {
		t.Errorf("the challenge is %q", challenge)
	}
	s.post(t, "0123456789abcdef", "tools/call", "read").check(t, 200, `"who":""`)
	close(s.end)
	s.post(t, "0123456789abcdef", "tools/call", "write").check(t, 200, `"done":true`)
	if strings.Contains(s.log.String(), "0123456789abcde") {
		t.Error("the token is in the log")
	}
}

// signer is an authorization server that gives any token.
type signer struct {
	*httptest.Server
	key *ecdsa.PrivateKey
}

func newSigner(t *testing.T) *signer {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	i := &signer{key: key}
	i.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/jwks" {
			_ = json.NewEncoder(w).Encode(jose.JSONWebKeySet{Keys: []jose.JSONWebKey{{Key: key.Public(), KeyID: "1", Algorithm: "ES256", Use: "sig"}}})
			return
		}
		_ = json.NewEncoder(w).Encode(map[string]string{"issuer": i.URL, "jwks_uri": i.URL + "/jwks"})
	}))
	t.Cleanup(i.Close)
	return i
}

func (i *signer) token(t *testing.T, audience, email, scope string) string {
	t.Helper()
	return i.until(t, time.Now().Add(time.Hour), audience, email, scope)
}

// until returns a token that is good until then, to the second.
func (i *signer) until(t *testing.T, expiry time.Time, audience, email, scope string) string {
	t.Helper()
	s, err := jose.NewSigner(jose.SigningKey{Algorithm: jose.ES256, Key: jose.JSONWebKey{Key: i.key, KeyID: "1"}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	token, err := jwt.Signed(s).Claims(map[string]any{
		"iss": i.URL, "sub": email, "aud": audience, "exp": expiry.Unix(),
		"email": email, "email_verified": true, "scope": scope,
	}).Serialize()
	if err != nil {
		t.Fatal(err)
	}
	return token
}

func TestServe_OAuth(t *testing.T) {
	t.Parallel()
	i := newSigner(t)
	s := serve(t, config.HTTP{Auth: config.AuthOAuth, Issuer: config.Issuer(i.URL), EmailClaim: "email"})

	refused := s.post(t, "", "initialize", "")
	refused.check(t, 401)
	metadata := s.base + "/.well-known/oauth-protected-resource/mcp"
	if challenge := refused.header.Get("WWW-Authenticate"); !strings.Contains(challenge, `resource_metadata="`+metadata+`"`) {
		t.Errorf("the challenge is %q", challenge)
	}
	s.send(t, "GET", metadata, "", "").check(t, 200, `"resource":"`+s.url+`"`, `"authorization_servers":["`+i.URL+`"]`)

	reader := i.token(t, s.url, "alice@example.com", "notes:read")
	s.post(t, reader, "tools/call", "read").check(t, 200, `"who":"alice@example.com"`)
	short := s.post(t, reader, "tools/call", "write")
	short.check(t, 403, `"id":1`, "notes:write")
	if challenge := short.header.Get("WWW-Authenticate"); !strings.Contains(challenge, `error="insufficient_scope"`) || !strings.Contains(challenge, `scope="notes:write"`) {
		t.Errorf("the challenge is %q", challenge)
	}
	close(s.end)
	writer := i.token(t, s.url, "alice@example.com", "notes:write")
	s.post(t, writer, "tools/call", "write").check(t, 200, `"done":true`)
	s.post(t, writer, "tools/call", "read").check(t, 200, `"who":"alice@example.com"`)

	s.post(t, i.token(t, "https://other.example.com/mcp", "alice@example.com", "notes:read"), "tools/call", "read").check(t, 401)
	if log := s.log.String(); strings.Contains(log, "@example.com") || strings.Contains(log, reader) {
		t.Errorf("an address or a token is in the log:\n%s", log)
	}
}

// TestServe_A7_AddressOfTheToken has calls act for the address in the token, and for no
// other that a client sends.
func TestServe_A7_AddressOfTheToken(t *testing.T) {
	t.Parallel()
	i := newSigner(t)
	s := serve(t, config.HTTP{Auth: config.AuthOAuth, Issuer: config.Issuer(i.URL), EmailClaim: "email"})
	reader := i.token(t, s.url, "alice@example.com", "notes:read")
	for _, header := range []string{"X-User-Email: bob@example.com", "X-Forwarded-Email: bob@example.com", "X-Forwarded-User: bob@example.com", "From: bob@example.com"} {
		s.post(t, reader, "tools/call", "read", header).check(t, 200, `"who":"alice@example.com"`)
	}
	s.post(t, i.token(t, s.url, "nobody@example.com", "notes:read"), "tools/call", "read").check(t, 403, "sign in with another")
	s.post(t, i.token(t, s.url, "älice@example.com", "notes:read"), "tools/call", "read").check(t, 403, "no verified e-mail address")
}

// TestServe_A8_Registration leaves registration to the authorization server: an endpoint
// names another one and registers no one, and the built-in one announces what clients
// need to know.
func TestServe_A8_Registration(t *testing.T) {
	t.Parallel()
	i := newSigner(t)
	s := serve(t, config.HTTP{Auth: config.AuthOAuth, Issuer: config.Issuer(i.URL), EmailClaim: "email"})
	s.send(t, "GET", s.base+"/.well-known/oauth-protected-resource/mcp", "", "").check(t, 200, `"authorization_servers":["`+i.URL+`"]`)
	for _, path := range []string{"/register", "/authorize", "/token", "/.well-known/oauth-authorization-server"} {
		s.send(t, "POST", s.base+path, "", "{}").check(t, 404)
	}
	self := serve(t, config.HTTP{Auth: config.AuthOAuth, Issuer: config.Self, EmailClaim: "email"})
	for _, path := range []string{"/.well-known/oauth-authorization-server", "/.well-known/openid-configuration"} {
		self.send(t, "GET", self.base+path, "", "").check(t, 200, `"registration_endpoint":"`+self.base+`/register"`,
			`"client_id_metadata_document_supported":true`, `"code_challenge_methods_supported":["S256"]`, `"authorization_response_iss_parameter_supported":true`)
	}
}

// TestServe_Persons has fifty clients of two families call at once, all with the same
// id: each is answered for its own person.
func TestServe_Persons(t *testing.T) {
	t.Parallel()
	i := newSigner(t)
	s := serve(t, config.HTTP{Auth: config.AuthOAuth, Issuer: config.Issuer(i.URL), EmailClaim: "email"})
	var clients sync.WaitGroup
	for n := range 50 {
		email := fmt.Sprintf("person%d@family%d.example.com", n, n%2)
		token := i.token(t, s.url, email, "notes:read")
		clients.Go(func() {
			for range 10 {
				s.post(t, token, "tools/call", "read").check(t, 200, `"id":1`, `"structuredContent":{"who":"`+email+`"}`)
			}
		})
	}
	clients.Wait()
}

// TestServe_StreamsEnd has a subscription end with the token that it was made with, in
// order and with its result.
func TestServe_StreamsEnd(t *testing.T) {
	t.Parallel()
	i := newSigner(t)
	server, err := mcp.New(mcp.Options{Name: "notes", Title: "Notes", Version: "1", Changes: &mcp.Feed{Offer: mcp.Offer{Tools: true}}}, []mcp.Tool{{
		Name: "read", Title: "Read", Input: schema.Closed(nil), Hints: mcp.Hints{ReadOnly: true},
		Call: func(context.Context, *mcp.Request, schema.Arguments) (mcp.Result, error) { return mcp.Result{}, nil },
	}})
	if err != nil {
		t.Fatal(err)
	}
	s := serve(t, config.HTTP{Auth: config.AuthOAuth, Issuer: config.Issuer(i.URL), EmailClaim: "email"},
		func(system *endpoint.System) {
			system.Server = server
		})
	expiry := time.Now().Add(2 * time.Second)
	a := s.send(t, "POST", s.url, i.until(t, expiry, s.url, alice, "notes:read"),
		`{"jsonrpc":"2.0","id":1,"method":"subscriptions/listen","params":{"notifications":{"toolsListChanged":true},`+
			`"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}`,
		"MCP-Protocol-Version: 2026-07-28", "Mcp-Method: subscriptions/listen", "Accept: text/event-stream")
	a.check(t, 200, "notifications/subscriptions/acknowledged", `"id":1,"result":{`)
	if time.Now().Unix() < expiry.Unix() {
		t.Error("the subscription ended before its token")
	}
}

// TestServe_Self has the server be its own authorization server.
func TestServe_Self(t *testing.T) {
	t.Parallel()
	s := serve(t, config.HTTP{Auth: config.AuthOAuth, Issuer: config.Self, EmailClaim: "email"})
	s.post(t, "", "initialize", "").check(t, 401)
	s.send(t, "GET", s.base+"/.well-known/oauth-protected-resource/mcp", "", "").check(t, 200, `"authorization_servers":["`+s.base+`"]`)
	s.send(t, "GET", s.base+"/.well-known/oauth-authorization-server", "", "").check(t, 200, `"issuer":"`+s.base+`"`, `"S256"`, "notes:read", "notes:write")
}

func TestServe_Stops(t *testing.T) {
	t.Parallel()
	s := serve(t, config.HTTP{Auth: config.AuthNone})
	called := make(chan answer)
	go func() { called <- s.post(t, "", "tools/call", "write") }()
	<-s.began
	s.send(t, "GET", s.base+"/readyz", "", "").check(t, 200, "ok")
	s.stop()
	s.send(t, "GET", s.base+"/readyz", "", "").check(t, 503, "unavailable")
	s.send(t, "GET", s.base+"/healthz", "", "").check(t, 200, "ok")
	close(s.end)
	(<-called).check(t, 200, `"done":true`)
	if err := <-s.stopped; err != nil {
		t.Error(err)
	}
}

// TestServe_Bounds has the settings bound calls and messages.
func TestServe_Bounds(t *testing.T) {
	t.Parallel()
	s := serveLoop(t, config.HTTP{Auth: config.AuthNone}, config.Loop{DrainTimeout: 10 * time.Second, MaxConcurrency: 1, MaxMessageBytes: 1000})
	s.send(t, "POST", s.url, "", strings.Repeat(" ", 1001)).check(t, 413, "longer than 1000 bytes")
	called := make(chan answer)
	go func() { called <- s.post(t, "", "tools/call", "write") }()
	<-s.began
	s.post(t, "", "tools/call", "read").check(t, 503)
	close(s.end)
	(<-called).check(t, 200)
}

func TestServe_NotReady(t *testing.T) {
	t.Parallel()
	s := serve(t, config.HTTP{Auth: config.AuthNone}, func(system *endpoint.System) {
		system.Ready = func(context.Context) error { return errors.New("hunter2") }
	})
	s.send(t, "GET", s.base+"/healthz", "", "").check(t, 200, "ok")
	a := s.send(t, "GET", s.base+"/readyz", "", "")
	a.check(t, 503, "unavailable")
	if strings.Contains(a.body, "hunter2") {
		t.Error("the cause is shown")
	}
}

// TestServe_Path has a server whose address has a path, and whose health can be asked
// for without it.
func TestServe_Path(t *testing.T) {
	t.Parallel()
	s := serve(t, config.HTTP{Auth: config.AuthNone, PublicURL: "http://localhost/home/"})
	s.send(t, "POST", s.base+"/home/mcp", "", ping).check(t, 200)
	s.send(t, "POST", s.base+"/mcp", "", ping).check(t, 404, "http://localhost/home/mcp")
	for _, path := range []string{"/healthz", "/readyz", "/home/healthz", "/home/readyz"} {
		s.send(t, "GET", s.base+path, "", "").check(t, 200, "ok")
	}
}

func TestServe_Refuses(t *testing.T) {
	t.Parallel()
	taken := serve(t, config.HTTP{Auth: config.AuthNone})
	for want, h := range map[string]config.HTTP{
		"cannot listen on HTTP_ADDR":    {Addr: config.Address(strings.TrimPrefix(taken.base, "http://")), Auth: config.AuthNone},
		"cannot listen on METRICS_ADDR": {Addr: "127.0.0.1:0", Auth: config.AuthNone, MetricsAddr: config.Address(strings.TrimPrefix(taken.base, "http://"))},
	} {
		err := listenAndServe(t.Context(), h, config.Loop{}, endpoint.System{Name: "notes", Log: zerolog.Nop()})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}
