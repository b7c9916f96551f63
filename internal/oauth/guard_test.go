package oauth_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/internal/oauth"
)

const (
	metadataURL = "https://mcp.example.com/.well-known/oauth-protected-resource/mcp"
	asks        = `Bearer resource_metadata="` + metadataURL + `", scope="notes:read notes:write"`
)

// protected serves a handler behind g that answers with whom it sees.
func protected(t *testing.T, g *oauth.Guard) *httptest.Server {
	t.Helper()
	server := httptest.NewServer(g.Protect(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p, ok := oauth.FromContext(r.Context())
		_, _ = fmt.Fprint(w, p.Subject, " ", p.Email, " ", ok, " token:", r.Header.Get("Authorization"))
	})))
	t.Cleanup(server.Close)
	return server
}

type answer struct {
	status            int
	challenge, retry  string
	contentType, body string
}

func ask(t *testing.T, method, url string, header ...string) answer {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader("{}"))
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i+1 < len(header); i += 2 {
		req.Header.Add(header[i], header[i+1])
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer{res.StatusCode, res.Header.Get("WWW-Authenticate"), res.Header.Get("Retry-After"), res.Header.Get("Content-Type"), string(body)}
}

// TestA3_Challenge has every way to come without a good token.
func TestA3_Challenge(t *testing.T) {
	t.Parallel()
	iss := newIssuer(t)
	var logged bytes.Buffer
	server := protected(t, newGuard(t, iss.verifier(t, nil), func(o *oauth.Options) {
		o.Log = zerolog.New(zerolog.SyncWriter(&logged))
	}))
	good, bad := iss.token(t, nil), iss.token(t, map[string]any{"aud": "https://other.example.com"})
	invalidToken := asks + `, error="invalid_token", error_description="The access token is not valid for this server, or it has expired; sign in again."`
	inAddress := asks + `, error="invalid_request", error_description="Send the access token in the Authorization header; one in the address is not read."`
	for _, tc := range []struct {
		name      string
		query     string
		header    []string
		status    int
		challenge string
	}{
		{"good", "", []string{"Authorization", "Bearer " + good}, 200, ""},
		{"scheme in other case", "", []string{"Authorization", "bEARER  " + good}, 200, ""},
		{"no token", "", nil, 401, asks},
		{"other scheme", "", []string{"Authorization", "Basic " + good}, 401, asks},
		{"empty header", "", []string{"Authorization", ""}, 401, asks},
		{"empty token", "", []string{"Authorization", "Bearer "}, 401, invalidToken},
		{"garbage", "", []string{"Authorization", "Bearer a b"}, 401, invalidToken},
		{"other audience", "", []string{"Authorization", "Bearer " + bad}, 401, invalidToken},
		{"two headers", "", []string{"Authorization", "Bearer " + good, "Authorization", "Bearer " + good}, 400,
			asks + `, error="invalid_request", error_description="Send one Authorization header."`},
		{"token in the query", "?access_token=" + good, nil, 400, inAddress},
		{"in query and header", "?access_token=" + good, []string{"Authorization", "Bearer " + good}, 400, inAddress},
		{"in the query, encoded", "?a=b&access%5Ftoken=" + good, nil, 400, inAddress},
		{"in a cookie", "", []string{"Cookie", "access_token=" + good}, 401, asks},
		{"no address", "", []string{"Authorization", "Bearer " + iss.token(t, map[string]any{"email_verified": false})}, 403, ""},
	} {
		got := ask(t, "POST", server.URL+"/mcp"+tc.query, tc.header...)
		if got.status != tc.status || got.challenge != tc.challenge {
			t.Errorf("%s: %d %s\nwant %d %s", tc.name, got.status, got.challenge, tc.status, tc.challenge)
		}
		if got.status == 200 {
			if want := "person-1 cook@example.com true token:"; got.body != want {
				t.Errorf("%s: the handler sees %q, want %q", tc.name, got.body, want)
			}
			continue
		}
		checkError(t, tc.name, got)
		if strings.Contains(got.body, "eyJ") || strings.Contains(got.body, "example.com") {
			t.Errorf("%s: the body quotes the token: %s", tc.name, got.body)
		}
	}
	if text := logged.String(); text == "" || strings.Contains(text, "eyJ") || strings.Contains(text, "cook@") || strings.Contains(text, "person-1") {
		t.Errorf("log: %s", text)
	}
}

// checkError wants a JSON-RPC error that a person can read.
func checkError(t *testing.T, name string, got answer) {
	t.Helper()
	var body struct {
		JSONRPC string
		ID      *json.RawMessage
		Error   struct {
			Code    int
			Message string
			Data    struct{ Kind string }
		}
	}
	if err := json.Unmarshal([]byte(got.body), &body); err != nil || got.contentType != "application/json" {
		t.Errorf("%s: %v, %s", name, err, got.contentType)
	}
	if body.JSONRPC != "2.0" || body.ID != nil || body.Error.Code >= 0 || !strings.HasSuffix(body.Error.Message, ".") || body.Error.Data.Kind == "" {
		t.Errorf("%s: %s", name, got.body)
	}
}

// TestA3_BeforeTheBody promises a body that never comes.
func TestA3_BeforeTheBody(t *testing.T) {
	t.Parallel()
	server := protected(t, newGuard(t, newIssuer(t).verifier(t, nil), nil))
	conn, err := net.Dial("tcp", server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	_, _ = fmt.Fprint(conn, "POST /mcp HTTP/1.1\r\nHost: mcp.example.com\r\nContent-Length: 1000000\r\nExpect: 100-continue\r\n\r\n")
	res, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil || res.StatusCode != http.StatusUnauthorized {
		t.Errorf("%v, %v", res, err)
	}
}

func TestA3_IssuerDown(t *testing.T) {
	t.Parallel()
	iss := newIssuer(t)
	iss.change(func() { iss.down = true })
	server := protected(t, newGuard(t, iss.verifier(t, nil), nil))
	got := ask(t, "POST", server.URL, "Authorization", "Bearer "+iss.token(t, nil))
	if got.status != 503 || got.challenge != "" || got.retry != "60" {
		t.Errorf("%+v; a client that gets 401 would throw its token away", got)
	}
	checkError(t, "down", got)
}

// TestStatic has challenges that lead no client to a service where it could sign in:
// there is none.
func TestStatic(t *testing.T) {
	t.Parallel()
	static, err := oauth.NewStatic("correct-horse", oauth.Principal{Subject: "token", Email: "cook@example.com", Scopes: []string{"notes:write"}})
	if err != nil {
		t.Fatal(err)
	}
	g := newGuard(t, static, func(o *oauth.Options) { o.Issuers = nil })
	server := protected(t, g)
	for token, status := range map[string]int{"correct-horse": 200, "Correct-horse": 401, "correct-horse1": 401, "": 401} {
		got := ask(t, "POST", server.URL, "Authorization", "Bearer "+token)
		if got.status != status || (status == 401) != strings.HasPrefix(got.challenge, `Bearer error="invalid_token"`) {
			t.Errorf("%q: %+v", token, got)
		}
	}
	got := ask(t, "POST", server.URL)
	if got.status != 401 || got.challenge != "Bearer" || !strings.Contains(got.body, "as the header Authorization: Bearer TOKEN.") || g.MetadataPaths() != nil {
		t.Errorf("without a token: %+v", got)
	}
	for _, token := range []string{"", "with blank", "with\nbreak", "ä"} {
		if _, err := oauth.NewStatic(token, oauth.Principal{}); err == nil {
			t.Errorf("%q is accepted, and no header can carry it", token)
		}
	}
}

func TestNew_Options(t *testing.T) {
	t.Parallel()
	v := newIssuer(t).verifier(t, nil)
	for name, o := range map[string]oauth.Options{
		"no resource":    {Verifier: v},
		"slash":          {Resource: resource + "/", Verifier: v},
		"fragment":       {Resource: resource + "#a", Verifier: v},
		"http":           {Resource: "http://mcp.example.com/mcp", Verifier: v},
		"quote":          {Resource: `https://mcp.example.com/"`, Verifier: v},
		"no verifier":    {Resource: resource},
		"offline_access": {Resource: resource, Verifier: v, Scopes: []string{"offline_access"}},
		"scope of two":   {Resource: resource, Verifier: v, Scopes: []string{"a b"}},
		"quoted scope":   {Resource: resource, Verifier: v, Scopes: []string{`a"`}},
	} {
		if _, err := oauth.New(o); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

// TestGuard_Admits tells those whom Protect lets through from others.
func TestGuard_Admits(t *testing.T) {
	t.Parallel()
	iss := newIssuer(t)
	g := newGuard(t, iss.verifier(t, nil), nil)
	for token, want := range map[string]bool{
		"": false, "Bearer x": false, "Basic x": false, "Bearer " + iss.token(t, nil): true,
		"Bearer " + iss.token(t, map[string]any{"aud": "https://other.example.com"}): false,
	} {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/mcp", nil)
		if token != "" {
			r.Header.Set("Authorization", token)
		}
		if got := g.Admits(r); got != want {
			t.Errorf("%.10s: %v", token, got)
		}
		if !(*oauth.Guard)(nil).Admits(r) {
			t.Error("without a guard someone is a stranger")
		}
	}
}

// TestA4_HeaderAlone has a good token in every other place, where it is not read, and a
// client whose next request has none.
func TestA4_HeaderAlone(t *testing.T) {
	t.Parallel()
	iss := newIssuer(t)
	server := protected(t, newGuard(t, iss.verifier(t, nil), nil))
	good := iss.token(t, nil)
	for name, row := range map[string]struct {
		query  string
		header []string
		status int
	}{
		"in the header":          {"", []string{"Authorization", "Bearer " + good}, 200},
		"the next request":       {"", nil, 401},
		"in the query":           {"?access_token=" + good, nil, 400},
		"in query and header":    {"?access_token=x", []string{"Authorization", "Bearer " + good}, 400},
		"in a cookie":            {"", []string{"Cookie", "access_token=" + good}, 401},
		"in a header of its own": {"", []string{"X-Access-Token", good}, 401},
		"in two headers":         {"", []string{"Authorization", "Bearer " + good, "Authorization", "Bearer " + good}, 400},
		"by another scheme":      {"", []string{"Authorization", "Token " + good}, 401},
	} {
		if got := ask(t, "POST", server.URL+row.query, row.header...); got.status != row.status {
			t.Errorf("%s: %+v", name, got)
		}
	}
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, server.URL, strings.NewReader("access_token="+good))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	if res.StatusCode != http.StatusUnauthorized {
		t.Errorf("in a form: %d", res.StatusCode)
	}
}
