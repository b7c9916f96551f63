package issuer_test

import (
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
)

// published is a host that publishes clients' documents, which the issuer reaches
// although it is on loopback.
func published(t *testing.T, s *served, handler http.HandlerFunc) (host string) {
	t.Helper()
	server := httptest.NewTLSServer(handler)
	t.Cleanup(server.Close)
	s.FetchFrom(server)
	return server.URL
}

// TestDocument has documents as clients publish them, and wrong ones.
func TestDocument(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	documents := map[string]string{
		"/claude.json": `{"client_id":"ID","client_name":"Claude","redirect_uris":["` + callback + `"],
			"grant_types":["authorization_code","refresh_token"],"token_endpoint_auth_method":"none"}`,
		"/chatgpt.json": `{"client_id":"ID","client_name":"ChatGPT","redirect_uris":["` + callback + `"],
			"token_endpoint_auth_method":"private_key_jwt","token_endpoint_auth_methods_supported":["none","private_key_jwt"]}`,
		"/nameless.json":  `{"client_id":"ID","redirect_uris":["` + callback + `"]}`,
		"/secret.json":    `{"client_id":"ID","redirect_uris":["` + callback + `"],"token_endpoint_auth_method":"private_key_jwt"}`,
		"/other-id.json":  `{"client_id":"https://claude.ai/client","redirect_uris":["` + callback + `"]}`,
		"/nowhere.json":   `{"client_id":"ID","redirect_uris":[]}`,
		"/script.json":    `{"client_id":"ID","redirect_uris":["javascript:alert(1)"]}`,
		"/elsewhere.json": `{"client_id":"ID","redirect_uris":["https://other.example.com/callback"]}`,
		"/machine.json":   `{"client_id":"ID","redirect_uris":["` + callback + `"],"grant_types":["client_credentials"]}`,
		"/long.json":      `{"client_id":"ID","redirect_uris":["` + callback + `"]}` + strings.Repeat(" ", 16<<10),
		"/text.txt":       `{"client_id":"ID","redirect_uris":["` + callback + `"]}`,
		"/broken.json":    `<html>`,
	}
	var fetched atomic.Int64
	var host string
	host = published(t, s, func(w http.ResponseWriter, r *http.Request) {
		fetched.Add(1)
		doc, ok := documents[r.URL.Path]
		switch {
		case r.URL.Path == "/moved.json":
			http.Redirect(w, r, "/target.json", http.StatusFound)
		case r.URL.Path == "/target.json":
			w.Header().Set("Content-Type", "application/json")
			_, _ = fmt.Fprint(w, strings.ReplaceAll(documents["/claude.json"], "ID", host+"/moved.json"))
		case !ok:
			w.WriteHeader(http.StatusNotFound)
		case strings.HasSuffix(r.URL.Path, ".txt"):
			w.Header().Set("Content-Type", "text/plain")
			_, _ = fmt.Fprint(w, strings.ReplaceAll(doc, "ID", host+r.URL.Path))
		default:
			w.Header().Set("Content-Type", "application/json; charset=utf-8")
			_, _ = fmt.Fprint(w, strings.ReplaceAll(doc, "ID", host+r.URL.Path))
		}
	})
	a := s.app()
	shown := map[string]string{"/claude.json": "Claude", "/chatgpt.json": "ChatGPT", "/nameless.json": strings.TrimPrefix(host, "https://")}
	for path := range documents {
		res := newBrowser(t).get(t, a.url("client_id", host+path))
		name, good := shown[path]
		if good && (res.StatusCode != 200 || !strings.Contains(res.body, "<strong>"+name+"</strong>")) {
			t.Errorf("%s: %d %s", path, res.StatusCode, res.body)
		}
		if !good && (res.StatusCode != 400 || strings.Contains(res.body, "<form") || strings.Contains(res.body, "href")) {
			t.Errorf("%s: %d %s", path, res.StatusCode, res.body)
		}
	}
	for _, path := range []string{"/moved.json", "/absent.json", "", "/", "/a/../claude.json", "/claude.json#x"} {
		if res := newBrowser(t).get(t, a.url("client_id", host+path)); res.StatusCode != 400 {
			t.Errorf("%q: %d", path, res.StatusCode)
		}
	}
	before := fetched.Load()
	a.ClientID = host + "/claude.json"
	token := s.tokens(t, a)
	if _, failed := s.refresh(t, token.RefreshToken, "client_id", a.ClientID); failed != "" {
		t.Error(failed)
	}
	if n := fetched.Load() - before; n != 0 {
		t.Errorf("a document in memory was fetched %d times", n)
	}
	consent := s.consent(t, newBrowser(t), a.url())
	if want := strings.TrimPrefix(host, "https://") + " vouches for this app."; !strings.Contains(consent.body, want) {
		t.Errorf("the page lacks %q: %s", want, consent.body)
	}
}

// TestAttack_DocumentAddress asks for documents at addresses inside. A listener on
// loopback says whether any connection is made.
func TestAttack_DocumentAddress(t *testing.T) {
	t.Parallel()
	var reached atomic.Int64
	inside := httptest.NewUnstartedServer(nil)
	inside.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			reached.Add(1)
		}
	}
	inside.StartTLS()
	t.Cleanup(inside.Close)
	_, port, err := net.SplitHostPort(inside.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	s := serve(t, nil)
	a := s.app()
	for _, host := range []string{
		"127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[64:ff9b::7f00:1]", "0.0.0.0", "[::]",
		"127.1", "2130706433", "0x7f.0.0.1", "169.254.169.254", "[::ffff:169.254.169.254]", "[fe80::1%25lo]", "10.0.0.1",
		"user@127.0.0.1",
	} {
		at := "https://" + host + ":" + port + "/client.json"
		res := newBrowser(t).get(t, a.url("client_id", at))
		if res.StatusCode != 400 || strings.Contains(res.body, "<form") || strings.Contains(res.body, port) {
			t.Errorf("%s: %d %s", at, res.StatusCode, res.body)
		}
	}
	for _, at := range []string{"http://127.0.0.1:" + port + "/client.json", "file:///etc/passwd", "ftp://127.0.0.1/x", "https:127.0.0.1/x"} {
		if res := newBrowser(t).get(t, a.url("client_id", at)); res.StatusCode != 400 {
			t.Errorf("%s: %d", at, res.StatusCode)
		}
	}
	if n := reached.Load(); n != 0 {
		t.Errorf("%d connections to this computer", n)
	}
}

// TestDocument_Limit asks for ever new documents from one network.
func TestDocument_Limit(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	var fetched atomic.Int64
	host := published(t, s, func(w http.ResponseWriter, _ *http.Request) {
		fetched.Add(1)
		w.WriteHeader(http.StatusNotFound)
	})
	a := s.app()
	for n := range 40 {
		newBrowser(t).get(t, a.url("client_id", fmt.Sprintf("%s/%d.json", host, n)))
	}
	if n := fetched.Load(); n != 30 {
		t.Errorf("%d documents were fetched for one network", n)
	}
}
