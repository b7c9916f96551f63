package main_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
)

// elsewhere is an authorization server that isn't ours. It signs what a test wants, and
// exchanges tokens.
type elsewhere struct {
	*httptest.Server

	key jose.JSONWebKey
	mu  sync.Mutex
	got []string // the tokens that were to be exchanged
}

func newElsewhere(t *testing.T) *elsewhere {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	i := &elsewhere{key: jose.JSONWebKey{Key: private, KeyID: "one", Algorithm: "ES256", Use: "sig"}}
	i.Server = httptest.NewServer(i)
	t.Cleanup(i.Close)
	return i
}

func (i *elsewhere) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch r.URL.Path {
	case "/.well-known/oauth-authorization-server":
		_ = json.NewEncoder(w).Encode(map[string]string{"issuer": i.URL, "jwks_uri": i.URL + "/jwks"})
	case "/jwks":
		_ = json.NewEncoder(w).Encode(jose.JSONWebKeySet{Keys: []jose.JSONWebKey{i.key.Public()}})
	case "/exchange":
		_ = r.ParseForm()
		i.mu.Lock()
		i.got = append(i.got, r.PostForm.Get("subject_token")+" for "+r.PostForm.Get("audience"))
		i.mu.Unlock()
		_, _ = fmt.Fprint(w, `{"access_token":"exchanged","token_type":"Bearer","expires_in":3600}`)
	default:
		w.WriteHeader(http.StatusNotFound)
	}
}

// claims are good ones for an endpoint, with changes; nil leaves a claim out.
func (i *elsewhere) claims(endpoint string, changes map[string]any) map[string]any {
	now := time.Now().Unix()
	all := map[string]any{
		"iss": i.URL, "sub": "person-1", "aud": endpoint, "iat": now, "exp": now + 3600,
		"email": ann, "email_verified": true, "scope": "portfolio:read portfolio:write",
	}
	maps.Copy(all, changes)
	maps.DeleteFunc(all, func(_ string, v any) bool { return v == nil })
	return all
}

func sign(t *testing.T, with jose.SigningKey, typ string, claims map[string]any) string {
	t.Helper()
	signer, err := jose.NewSigner(with, (&jose.SignerOptions{}).WithType(jose.ContentType(typ)))
	if err != nil {
		t.Fatal(err)
	}
	token, err := jwt.Signed(signer).Claims(claims).Serialize()
	if err != nil {
		t.Fatal(err)
	}
	return token
}

func (i *elsewhere) token(t *testing.T, endpoint string, changes map[string]any) string {
	t.Helper()
	return sign(t, jose.SigningKey{Algorithm: jose.ES256, Key: i.key}, "at+jwt", i.claims(endpoint, changes))
}

// TestSignIn_Tokens has tokens that are good but for one thing, and a token that reads
// asked to publish.
func TestSignIn_Tokens(t *testing.T) {
	t.Parallel()
	i := newElsewhere(t)
	o := openOffice(t, "AUTH=oauth", "OAUTH_ISSUER="+i.URL)
	endpoint := o.base + "/mcp"
	public, err := x509.MarshalPKIXPublicKey(i.key.Public().Key)
	if err != nil {
		t.Fatal(err)
	}
	asText := pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: public})
	part := func(v any) string {
		text, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		return base64.RawURLEncoding.EncodeToString(text)
	}
	another, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	good := i.token(t, endpoint, nil)
	head, rest, _ := strings.Cut(good, ".")
	past := time.Now().Add(-2 * time.Hour).Unix()
	for name, token := range map[string]string{
		"another audience":       i.token(t, endpoint, map[string]any{"aud": o.base}),
		"the API's audience":     i.token(t, endpoint, map[string]any{"aud": []string{o.base + "/api", "https://api.example.com"}}),
		"no audience":            i.token(t, endpoint, map[string]any{"aud": nil}),
		"another issuer":         i.token(t, endpoint, map[string]any{"iss": "https://id.example.com"}),
		"the issuer and a slash": i.token(t, endpoint, map[string]any{"iss": i.URL + "/"}),
		"no issuer":              i.token(t, endpoint, map[string]any{"iss": nil}),
		"expired":                i.token(t, endpoint, map[string]any{"exp": past}),
		"never expires":          i.token(t, endpoint, map[string]any{"exp": nil}),
		"not yet":                i.token(t, endpoint, map[string]any{"nbf": time.Now().Add(time.Hour).Unix()}),
		"refresh by type":        i.token(t, endpoint, map[string]any{"type": "refresh"}),
		"refresh by token_use":   i.token(t, endpoint, map[string]any{"token_use": "refresh"}),
		"refresh by header":      sign(t, jose.SigningKey{Algorithm: jose.ES256, Key: i.key}, "refresh+jwt", i.claims(endpoint, nil)),
		"an identity token":      i.token(t, endpoint, map[string]any{"token_use": "id"}),
		"alg none":               part(map[string]string{"alg": "none", "typ": "at+jwt"}) + "." + part(i.claims(endpoint, nil)) + ".",
		"alg none, signed":       part(map[string]string{"alg": "none", "typ": "at+jwt"}) + "." + rest,
		"HS256 with the public key": sign(t, jose.SigningKey{Algorithm: jose.HS256, Key: jose.JSONWebKey{Key: asText, KeyID: "one"}}, "at+jwt",
			i.claims(endpoint, nil)),
		"another key of that name": sign(t, jose.SigningKey{Algorithm: jose.ES256, Key: jose.JSONWebKey{Key: another, KeyID: "one"}}, "at+jwt",
			i.claims(endpoint, nil)),
		"a changed claim": head + "." + part(i.claims(endpoint, map[string]any{"email": bea})) + "." + good[strings.LastIndex(good, ".")+1:],
		"no signature":    good[:strings.LastIndex(good, ".")+1],
		"no token":        "abc",
	} {
		for _, line := range []string{anyCall, `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`} {
			status, body, header := o.post(token, line)
			challenge := header.Get("WWW-Authenticate")
			if status != http.StatusUnauthorized || !strings.Contains(challenge, `error="invalid_token"`) ||
				!strings.Contains(challenge, `resource_metadata="`+o.base+`/.well-known/oauth-protected-resource/mcp"`) {
				t.Errorf("%s: %d %s %s", name, status, challenge, body)
			}
		}
	}
	if status, body, _ := o.post(good, anyCall); status != http.StatusOK {
		t.Errorf("a good one: %d %s", status, body)
	}
	reads := i.token(t, endpoint, map[string]any{"scope": "portfolio:read"})
	o.client(reads).call("list_projects", `{}`)
	for _, tool := range []string{"publish_project", "unpublish_project", "create_project_draft", "set_project_media_labels"} {
		status, body, header := o.post(reads, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"`+tool+`","arguments":{"project_id":"`+noProject+`"}}}`)
		challenge := header.Get("WWW-Authenticate")
		if status != http.StatusForbidden || !strings.Contains(challenge, `error="insufficient_scope"`) || !strings.Contains(challenge, `scope="portfolio:write"`) {
			t.Errorf("%s: %d %s %s", tool, status, challenge, body)
		}
	}
	if log := o.Log.String(); strings.Contains(log, good) || strings.Contains(log, "@example.com") {
		t.Errorf("the log: %s", log)
	}
}

// TestSignIn_Elsewhere has people of another authorization server be the contractors that
// their tokens name: by contractor_id, or else by the address.
func TestSignIn_Elsewhere(t *testing.T) {
	t.Parallel()
	i := newElsewhere(t)
	o := openOffice(t, "AUTH=oauth", "OAUTH_ISSUER="+i.URL)
	endpoint := o.base + "/mcp"
	made := o.client(i.token(t, endpoint, nil)).call("create_project_draft", `{"title":"Chimney"}`)
	var project struct {
		Project struct {
			Contractor string `json:"contractor_id"`
		} `json:"project"`
	}
	_, body, _ := get(t, o.base+"/api/projects/"+made.Structured.ID, "Authorization", "Bearer "+strings.TrimSpace(o.command("contractor", "token", "--email", ann)))
	if err := json.Unmarshal([]byte(body), &project); err != nil {
		t.Fatal(err)
	}
	ids := map[string]any{"contractor_id": project.Project.Contractor, "email": nil}
	if r := o.client(i.token(t, endpoint, ids)).call("list_projects", `{}`); r.Structured.Count != 1 {
		t.Errorf("by the id: %s", r.text)
	}
	if r := o.client(i.token(t, endpoint, map[string]any{"email": bea, "sub": "person-2"})).call("list_projects", `{}`); r.Structured.Count != 0 {
		t.Errorf("Bea has Ann's: %s", r.text)
	}
	for name, row := range map[string]struct {
		claims map[string]any
		want   string
	}{
		"unknown address":  {map[string]any{"email": "carl@example.com"}, "No contractor here has the e-mail address"},
		"unknown id":       {map[string]any{"contractor_id": noProject}, "No contractor here has the contractor_id"},
		"unproved address": {map[string]any{"email_verified": false}, "no verified e-mail address"},
		"no address":       {map[string]any{"email": nil}, "no verified e-mail address"},
	} {
		if status, body, _ := o.post(i.token(t, endpoint, row.claims), anyCall); status != http.StatusForbidden || !strings.Contains(body, row.want) {
			t.Errorf("%s: %d %s", name, status, body)
		}
	}
}

// TestUpstream_Refuses has a remote API answer 401: over HTTP people are led to sign
// in again, over stdin and stdout the variable is named.
func TestUpstream_Refuses(t *testing.T) {
	t.Parallel()
	i := newElsewhere(t)
	var mu sync.Mutex
	var sent []string
	api := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		sent = append(sent, r.URL.Path+" "+strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer "))
		mu.Unlock()
		if strings.Contains(r.URL.RawQuery, "status=archived") {
			http.Redirect(w, r, "/elsewhere", http.StatusTemporaryRedirect)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusUnauthorized)
		_, _ = fmt.Fprint(w, `{"error":{"code":"UNAUTHORIZED","message":"No."}}`)
	}))
	t.Cleanup(api.Close)
	last := func() []string {
		mu.Lock()
		defer mu.Unlock()
		all := sent
		sent = nil
		return all
	}
	stdio, _ := overStdio(t, t.TempDir(), "API_BASE_URL="+api.URL, "API_TOKEN=the-program's-own")
	if r := stdio.try("list_projects", `{}`); !r.IsError || !strings.Contains(r.said(), "check API_TOKEN") || strings.Contains(r.text, "www_authenticate") {
		t.Errorf("over stdin and stdout: %s", r.text)
	}
	last()
	for auth, want := range map[string]string{"token": "the-program's-own", "passthrough": "", "exchange": "exchanged"} {
		s := harness.Program(t, "portfolio-mcp").Set("HTTP_ADDR=127.0.0.1:0", "AUTH=oauth", "OAUTH_ISSUER="+i.URL, "API_BASE_URL="+api.URL,
			"API_TOKEN=the-program's-own", "PORTFOLIO_API_AUTH="+auth, "PORTFOLIO_EMAIL="+ann,
			"PORTFOLIO_EXCHANGE_URL="+i.URL+"/exchange", "PORTFOLIO_EXCHANGE_AUDIENCE=https://api.example.com").Serve()
		o := &office{Server: s, t: t, base: "http://" + s.Address}
		token := i.token(t, o.base+"/mcp", nil)
		if want == "" {
			want = token
		}
		r := o.client(token).try("list_projects", `{}`)
		challenge := `Bearer resource_metadata=\"` + o.base + `/.well-known/oauth-protected-resource/mcp\", scope=\"portfolio:read portfolio:write\", error=\"invalid_token\", error_description=`
		if !r.IsError || !strings.Contains(r.text, `"mcp/www_authenticate":["`+challenge) || strings.Contains(r.said(), "API_TOKEN") {
			t.Errorf("%s: %s", auth, r.text)
		}
		if got := last(); len(got) != 1 || got[0] != "/api/projects "+want {
			t.Errorf("%s: the API got %q", auth, got)
		}
		if auth != "token" { // which may follow within the API
			o.client(token).try("list_projects", `{"status":"archived"}`)
			if got := last(); len(got) != 1 {
				t.Errorf("%s: a redirect was followed: %q", auth, got)
			}
		}
		if warned := strings.Contains(s.Log.String(), "PORTFOLIO_API_AUTH=passthrough sends the token of each caller"); warned != (auth == "passthrough") {
			t.Errorf("%s: warned %v", auth, warned)
		}
		if strings.Contains(s.Log.String(), token) {
			t.Errorf("%s: a token is in the log", auth)
		}
		if auth == "token" {
			if status, body, _ := o.post(i.token(t, o.base+"/mcp", map[string]any{"email": bea}), anyCall); status != http.StatusForbidden || !strings.Contains(body, "another contractor's") {
				t.Errorf("someone else by the one contractor's token: %d %s", status, body)
			}
		}
	}
	i.mu.Lock()
	defer i.mu.Unlock()
	if len(i.got) != 1 || !strings.HasSuffix(i.got[0], " for https://api.example.com") {
		t.Errorf("exchanged %q", i.got)
	}
}

// TestAPIAuth_Settings refuses settings by which tokens would go where they must not.
func TestAPIAuth_Settings(t *testing.T) {
	t.Parallel()
	const api, issuer = "API_BASE_URL=https://api.example.com", "OAUTH_ISSUER=https://id.example.com"
	for want, settings := range map[string][]string{
		"PORTFOLIO_API_AUTH must be token without API_BASE_URL":     {"HTTP_ADDR=127.0.0.1:0", "AUTH=oauth", issuer, "PORTFOLIO_API_AUTH=passthrough"},
		"PORTFOLIO_API_AUTH must be token unless HTTP_ADDR is set":  {api, "PORTFOLIO_API_AUTH=passthrough"},
		"PORTFOLIO_API_AUTH must be token with OAUTH_ISSUER=self":   {"HTTP_ADDR=127.0.0.1:0", "AUTH=oauth", "OAUTH_ISSUER=self", api, "PORTFOLIO_API_AUTH=exchange", "PORTFOLIO_EXCHANGE_URL=https://id.example.com/token"},
		"API_BASE_URL must begin with https://":                     {"HTTP_ADDR=127.0.0.1:0", "AUTH=oauth", issuer, "API_BASE_URL=http://api.example.com", "PORTFOLIO_API_AUTH=passthrough"},
		"PORTFOLIO_EXCHANGE_URL must be set":                        {"HTTP_ADDR=127.0.0.1:0", "AUTH=oauth", issuer, api, "PORTFOLIO_API_AUTH=exchange"},
		"PORTFOLIO_EMAIL must be set to the address of the one who": {"HTTP_ADDR=127.0.0.1:0", "AUTH=oauth", issuer, api, "API_TOKEN=token"},
		"PORTFOLIO_API_AUTH must be token, exchange or passthrough": {"PORTFOLIO_API_AUTH=forward"},
	} {
		got := harness.Program(t, "portfolio-mcp").Set(append(settings, "DATA_DIR="+t.TempDir())...).Run()
		if got.Code != 2 || !strings.Contains(got.Stderr, want) {
			t.Errorf("%s: %+v", want, got)
		}
	}
}
