package issuer_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/netip"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/oauth/issuer"
)

func TestCheckRedirectURI(t *testing.T) {
	t.Parallel()
	for _, uri := range []string{
		"https://claude.ai/api/mcp/auth_callback", "https://app.example.com/callback?x=1", "http://127.0.0.1:33418/", "http://localhost/callback",
		"http://[::1]:5000/cb", "cursor://anysphere.cursor-mcp/oauth/callback", "vscode://vscode.github-authentication/did-authenticate",
		"com.example.app:/oauth", "myapp://callback",
	} {
		if err := issuer.CheckRedirectURI(uri); err != nil {
			t.Errorf("%s: %v", uri, err)
		}
	}
	for _, uri := range []string{
		"", "/callback", "callback", "//app.example.com/", "http://app.example.com/", "http://127.0.0.1.example.com/", "http://localhost.example.com/",
		"https:///callback", "https:callback", "https://a:b@app.example.com/", "https://app.example.com/#f", "https://app.example.com/#",
		"javascript:alert(1)", "JavaScript://%0aalert(1)", "data:text/html,x", "data://x/y", "file:///etc/passwd", "blob://x", "view-source://x",
		"https://app.example.com/\r\nSet-Cookie: x", "https://app.example.com/ x", `https://app.example.com/\evil`, "https://аpp.example.com/",
		"https://app.example.com/" + strings.Repeat("x", 2048), "urn:ietf:wg:oauth:2.0:oob", "mailto:a@example.com",
	} {
		if issuer.CheckRedirectURI(uri) == nil {
			t.Errorf("%q is accepted", uri)
		}
	}
}

func TestClient_Wildcard(t *testing.T) {
	t.Parallel()
	s := serve(t, func(o *issuer.Options) {
		o.Clients = append(o.Clients, issuer.Client{ID: "chatgpt", Name: "ChatGPT", RedirectURIs: []string{
			"https://chatgpt.com/connector/oauth/*", "https://chatgpt.com/connector_platform_oauth_redirect", "https://platform.openai.com/apps-manage/oauth",
		}})
	})
	a := s.app()
	for uri, status := range map[string]int{
		"https://chatgpt.com/connector/oauth/Ab3_-9":               200,
		"https://chatgpt.com/connector_platform_oauth_redirect":    200,
		"https://platform.openai.com/apps-manage/oauth":            200,
		"https://chatgpt.com/connector/oauth/":                     400,
		"https://chatgpt.com/connector/oauth/*":                    400,
		"https://chatgpt.com/connector/oauth/a/b":                  400,
		"https://chatgpt.com/connector/oauth/..":                   400,
		"https://chatgpt.com/connector/oauth/%2e%2e":               400,
		"https://chatgpt.com/connector/oauth/a?next=x":             400,
		"https://chatgpt.com/connector/oauth/a#x":                  400,
		"https://chatgpt.com.evil.example.com/connector/oauth/abc": 400,
	} {
		if res := newBrowser(t).get(t, a.url("client_id", "chatgpt", "redirect_uri", uri)); res.StatusCode != status {
			t.Errorf("%s: %d, want %d", uri, res.StatusCode, status)
		}
	}
}

func TestCleanName(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		" Claude \n\t Desktop ": "Claude Desktop", "a\u202eb\u200bc\x00d": "abcd", "Küche 料理 🍲": "Küche 料理 🍲",
		strings.Repeat("x", 81): strings.Repeat("x", 80) + "…", "\u2028\u00a0": "",
	} {
		if got := issuer.CleanName(name); got != want {
			t.Errorf("%q becomes %q, want %q", name, got, want)
		}
	}
}

func (s *served) register(t *testing.T, body string) (status int, id, failed string) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.URL()+"/register", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	res := newBrowser(t).do(t, req)
	var got struct {
		ID    string `json:"client_id"`
		Error string `json:"error"`
	}
	if err := json.Unmarshal([]byte(res.body), &got); err != nil {
		t.Fatalf("%v: %s", err, res.body)
	}
	return res.StatusCode, got.ID, got.Error
}

// TestRegister has what clients say of themselves.
func TestRegister(t *testing.T) {
	t.Parallel()
	onBoth(t, testRegister)
}

func testRegister(t *testing.T, in state) {
	s := in.serve(t, nil)
	const good = `{"client_name":"App","redirect_uris":["https://app.example.com/cb"],"token_endpoint_auth_method":"client_secret_basic"}`
	_, first, _ := s.register(t, good)
	status, again, _ := s.register(t, good)
	if status != 201 || first == "" || first != again {
		t.Errorf("%d %q %q", status, first, again)
	}
	if n, err := s.Count(t.Context(), "clients"); n != 1 || err != nil {
		t.Errorf("%d clients, %v", n, err)
	}
	for _, body := range []string{
		"", "[]", "{}", `{"redirect_uris":[]}`, `{"redirect_uris":["javascript:alert(1)"]}`, `{"redirect_uris":["http://app.example.com/"]}`,
		`{"redirect_uris":["https://a.example.com/","data:text/html,x"]}`, `{"redirect_uris":["https://a.example.com/"],"grant_types":["implicit"]}`,
		`{"redirect_uris":[` + strings.TrimSuffix(strings.Repeat(`"https://a.example.com/",`, 11), ",") + `]}`,
		`{"redirect_uris":["https://a.example.com/"],"x":"` + strings.Repeat("x", 16<<10) + `"}`,
	} {
		if status, id, failed := s.register(t, body); status != 400 || id != "" || !strings.HasPrefix(failed, "invalid_") {
			t.Errorf("%.60s: %d %s", body, status, failed)
		}
	}
}

// TestRegister_Bounds fills the table; a client with a grant stays.
func TestRegister_Bounds(t *testing.T) {
	t.Parallel()
	onBoth(t, testRegister_Bounds)
}

func testRegister_Bounds(t *testing.T, in state) {
	from := 0
	s := in.serve(t, func(o *issuer.Options) {
		o.Address = func(*http.Request) netip.Addr { return netip.AddrFrom4([4]byte{9, 9, 9, byte(from)}) }
	})
	_, held, _ := s.register(t, `{"redirect_uris":["`+callback+`"]}`)
	a := s.app()
	a.ClientID = held
	s.tokens(t, a)
	if err := s.Exec(t.Context(), "UPDATE clients SET used = 1"); err != nil { // the oldest of all
		t.Fatal(err)
	}
	err := s.Exec(t.Context(), `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < $1)
		INSERT INTO clients (id, name, redirect_uris, used) SELECT 'old-' || i, 'old', '[]', 1e9 + i FROM n`, issuer.MaxClients)
	if err != nil {
		t.Fatal(err)
	}
	for n := range 35 {
		status, _, _ := s.register(t, fmt.Sprintf(`{"client_name":"%d","redirect_uris":["https://app.example.com/"]}`, n))
		if want := map[bool]int{true: 201, false: 429}[n < 29]; status != want {
			t.Errorf("registration %d: %d, want %d", n, status, want)
		}
	}
	if n, err := s.Count(t.Context(), "clients"); n != issuer.MaxClients || err != nil {
		t.Errorf("%d clients, %v", n, err)
	}
	from = 1
	if res := newBrowser(t).get(t, a.url()); res.StatusCode != 200 {
		t.Error("the client with a grant is gone")
	}
}
