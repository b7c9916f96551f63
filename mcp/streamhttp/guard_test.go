package streamhttp_test

import (
	"net/http"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/mcp-adapters/mcp-adapters/jsonrpc"
	"github.com/mcp-adapters/mcp-adapters/mcp/streamhttp"
)

func TestH1_PostAlone(t *testing.T) {
	t.Parallel()
	e := serve(t, nil, nil)
	for _, verb := range []string{"GET", "DELETE", "PUT", "PATCH", "TRACE", "BREW"} {
		got := e.ask(request(verb, ""))
		check(t, got, http.StatusMethodNotAllowed, fault(nil, -32600,
			"this endpoint accepts only POST: send each message in a request of its own", "invalid_request"))
		if allow := got.header.Get("Allow"); allow != "POST, OPTIONS" {
			t.Errorf("%s: Allow: %q", verb, allow)
		}
	}
	c := e.dial()
	c.send(request("HEAD", ""))
	if line, err := c.r.ReadString('\n'); err != nil || !strings.Contains(line, " 405 ") {
		t.Errorf("HEAD: %q, %v", line, err)
	}
	check(t, e.ask(post(call(1, "ping"))), http.StatusOK, result(1, `"pong"`))
}

// A server that has streams for GET checks them as it does a POST.
func TestH1_Get(t *testing.T) {
	t.Parallel()
	e := serve(t, nil, func(o *streamhttp.Options) {
		o.AllowedOrigins = []string{"https://app.example.com"}
		o.Get = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTeapot) })
	})
	const events = "Accept: text/event-stream"
	for _, row := range []struct {
		headers []string
		status  int
	}{
		{[]string{events}, 418},
		{[]string{events, "Origin: https://app.example.com"}, 418},
		{[]string{"Accept: */*"}, 405},
		{[]string{"Accept: application/json"}, 405},
		{[]string{events, "Origin: https://evil.example.com"}, 403},
		{[]string{events, "Sec-Fetch-Site: cross-site"}, 403},
		{[]string{events, "Host: evil.example.com"}, 403},
	} {
		got := e.ask(request("GET", "", row.headers...))
		if got.status != row.status {
			t.Errorf("%q: %d, want %d", row.headers, got.status, row.status)
		}
	}
	if got := e.ask(request("DELETE", "")); got.status != 405 || got.header.Get("Allow") != "GET, POST, OPTIONS" {
		t.Errorf("%d %v", got.status, got.header)
	}
}

func TestH2_Host(t *testing.T) {
	t.Parallel()
	named := serve(t, nil, func(o *streamhttp.Options) {
		o.Hosts = []string{"Recipes.example.com", "mcp.example.com:8443", "2001:db8::1", "[2001:db8::2]:8443"}
	})
	alone := serve(t, nil, func(o *streamhttp.Options) {
		o.LoopbackOnly = true
		o.Hosts = []string{"recipes.example.com"}
	})
	unnamed := serve(t, nil, nil)
	tests := []struct {
		e    *endpoint
		host string
		ok   bool
	}{
		{named, "recipes.example.com", true},
		{named, "RECIPES.example.com.:443", true},
		{named, "mcp.example.com", true},
		{named, "127.0.0.1:3333", true},
		{named, "[::1]:3333", true},
		{named, "[::1]", true},
		{named, "localhost", true},
		{named, "[2001:db8::1]:3333", true},
		{named, "[2001:db8::2]", true},
		{named, "[2001:db8::3]", false},
		{named, "evil.example", false},
		{named, "localhost.evil.example", false},
		{named, "recipes.example.com.evil.example", false},
		{named, "127.0.0.1.evil.example", false},
		{named, "192.0.2.1", false},
		{unnamed, "localhost:1", true},
		{unnamed, "recipes.example.com", false},
		{alone, "localhost:1", true},
		{alone, "recipes.example.com", false},
	}
	for _, tt := range tests {
		got := tt.e.ask(post(call(1, "ping"), "Host: "+tt.host))
		switch {
		case tt.ok:
			check(t, got, http.StatusOK, result(1, `"pong"`))
		case got.status != http.StatusForbidden || !strings.Contains(got.body, `"kind":"forbidden"`):
			t.Errorf("Host %s: %d %s", tt.host, got.status, got.body)
		}
		if t.Failed() {
			t.Fatalf("Host %s", tt.host)
		}
	}
}

// The names of this machine are for those on it.
func TestH2_LoopbackNamesFromElsewhere(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := serveBubble(t, map[string]method{"ping": {run: pong}}, nil)
		check(t, b.ask(post(call(1, "ping"))), http.StatusOK, result(1, `"pong"`)) // a name that it was given
		for _, host := range []string{"localhost", "127.0.0.2", "[::1]:3333"} {
			if got := b.ask(post(call(1, "ping"), "Host: "+host)); got.status != http.StatusForbidden {
				t.Errorf("Host %s: %d", host, got.status)
			}
		}
	})
}

// A tunnel or a proxy that publishes a server without authentication by accident
// gives itself away.
func TestH2_LoopbackOnly(t *testing.T) {
	t.Parallel()
	alone := serve(t, nil, func(o *streamhttp.Options) { o.LoopbackOnly = true })
	open := serve(t, nil, nil)
	for _, header := range []string{"Forwarded: for=192.0.2.1", "X-Forwarded-For: 192.0.2.1", "x-forwarded-proto: https", "X-Forwarded: 1",
		"CF-Connecting-IP: 192.0.2.1", "Cf-Ray: 1", "X-Real-IP: 192.0.2.1", "True-Client-IP: 192.0.2.1", "Fly-Client-IP: 192.0.2.1", "X-Client-IP: 192.0.2.1", "Via: 1.1 proxy"} {
		name, _, _ := strings.Cut(http.CanonicalHeaderKey(header), ":")
		if got := alone.ask(post(call(1, "ping"), header)); got.status != http.StatusForbidden || !strings.Contains(strings.ToLower(got.body), strings.ToLower(name)) {
			t.Errorf("%s: %d %s", header, got.status, got.body)
		}
		check(t, open.ask(post(call(1, "ping"), header)), http.StatusOK, result(1, `"pong"`))
	}
	check(t, alone.ask(post(call(1, "ping"))), http.StatusOK, result(1, `"pong"`))
}

func TestH3_Origin(t *testing.T) {
	t.Parallel()
	e := serve(t, nil, func(o *streamhttp.Options) {
		o.Hosts = []string{"recipes.example.com"}
		o.AllowedOrigins = []string{"https://chat.example.com", "https://chat.example.com:8443", "https://recipes.example.com"}
	})
	tests := []struct {
		name    string
		headers []string
		ok      bool
	}{
		{"no origin", nil, true},
		{"evil", []string{"Origin: http://evil.example"}, false},
		{"null", []string{"Origin: null"}, false},
		{"allowed", []string{"Origin: https://chat.example.com"}, true},
		{"allowed, from another site", []string{"Origin: https://chat.example.com", "Sec-Fetch-Site: cross-site"}, true},
		{"allowed with its port", []string{"Origin: https://chat.example.com:8443"}, true},
		{"another port", []string{"Origin: https://chat.example.com:9000"}, false},
		{"another scheme", []string{"Origin: http://chat.example.com"}, false},
		{"the server's own", []string{"Host: recipes.example.com", "Origin: https://recipes.example.com"}, true},
		{"the server's own without TLS", []string{"Host: recipes.example.com", "Origin: http://recipes.example.com"}, false},
		{"a subdomain", []string{"Origin: https://evil.chat.example.com"}, false},
		{"no origin, from another site", []string{"Sec-Fetch-Site: cross-site"}, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := e.ask(post(call(1, "ping"), tt.headers...))
			if tt.ok {
				check(t, got, http.StatusOK, result(1, `"pong"`))
				return
			}
			check(t, got, http.StatusForbidden, fault(nil, -32600,
				"web pages of this origin may not use the server; its operator can allow the origin", "forbidden"))
			if other := e.ask(request("GET", "", tt.headers...)); other.status != http.StatusForbidden {
				t.Errorf("GET: %d, which shows a page more than it may see", other.status)
			}
		})
	}
	if _, err := streamhttp.New(streamhttp.Options{AllowedOrigins: []string{"https://chat.example.com/"}}); err == nil ||
		!strings.Contains(err.Error(), "https://chat.example.com/") {
		t.Errorf("an origin with a path: %v", err)
	}
}

func TestH4_CORS(t *testing.T) {
	t.Parallel()
	const origin = "https://chat.example.com"
	refuse := func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Header.Get("Authorization") == "" {
				w.Header().Set("WWW-Authenticate", "Bearer")
				w.WriteHeader(http.StatusUnauthorized)
				return
			}
			next.ServeHTTP(w, r)
		})
	}
	e := serve(t, nil, func(o *streamhttp.Options) {
		o.AllowedOrigins = []string{origin}
		o.Middleware = refuse
	})
	preflight := e.ask(request("OPTIONS", "", "Origin: "+origin, "Access-Control-Request-Method: POST", "Sec-Fetch-Site: cross-site"))
	check(t, preflight, http.StatusNoContent, "")
	for name, want := range map[string]string{
		"Access-Control-Allow-Origin":      origin,
		"Access-Control-Allow-Methods":     "POST",
		"Access-Control-Allow-Headers":     "Authorization, Content-Type, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id, Last-Event-ID",
		"Access-Control-Max-Age":           "600",
		"Access-Control-Allow-Credentials": "",
		"Vary":                             "Origin",
	} {
		if got := preflight.header.Get(name); got != want {
			t.Errorf("preflight: %s: %q, want %q", name, got, want)
		}
	}
	// What Middleware refuses has the headers too: the page reads the challenge.
	challenge := e.ask(post(call(1, "ping"), "Origin: "+origin))
	if challenge.status != http.StatusUnauthorized || challenge.header.Get("Access-Control-Allow-Origin") != origin ||
		challenge.header.Get("Access-Control-Expose-Headers") != "WWW-Authenticate" {
		t.Errorf("challenge: %d %v", challenge.status, challenge.header)
	}
	if got := e.ask(post(call(1, "ping"), "Origin: "+origin, "Authorization: Bearer x")); got.status != http.StatusOK ||
		got.header.Get("Access-Control-Allow-Origin") != origin || got.header.Get("Access-Control-Allow-Credentials") != "" {
		t.Errorf("answer: %d %v", got.status, got.header)
	}
	for name, headers := range map[string][]string{
		"evil": {"Origin: http://evil.example", "Access-Control-Request-Method: POST"},
		"null": {"Origin: null", "Access-Control-Request-Method: POST"},
	} {
		if got := e.ask(request("OPTIONS", "", headers...)); got.status != http.StatusForbidden || got.header.Get("Access-Control-Allow-Origin") != "" {
			t.Errorf("%s: %d %v", name, got.status, got.header)
		}
	}
	plain := e.ask(request("OPTIONS", ""))
	if plain.status != http.StatusNoContent || plain.header.Get("Allow") != "POST, OPTIONS" || plain.header.Get("Access-Control-Allow-Methods") != "" {
		t.Errorf("without an origin: %d %v", plain.status, plain.header)
	}
}

// An endpoint that is everyone's can be the pages' of all origins, but not one that is for this
// computer alone.
func TestH3_AnyOrigin(t *testing.T) {
	t.Parallel()
	e := serve(t, nil, func(o *streamhttp.Options) {
		o.AnyOrigin, o.AllowedOrigins = true, []string{"https://app.example.com"}
	})
	for _, origin := range []string{"https://evil.example.com", "https://app.example.com", "null"} {
		got := e.ask(post(call(1, "ping"), "Origin: "+origin, "Sec-Fetch-Site: cross-site"))
		check(t, got, http.StatusOK, result(1, `"pong"`))
		asked := e.ask(request("OPTIONS", "", "Origin: "+origin))
		for _, h := range []http.Header{got.header, asked.header} {
			if h.Get("Access-Control-Allow-Origin") != "*" || h.Get("Access-Control-Allow-Credentials") != "" || h.Get("Vary") != "" {
				t.Errorf("%s: %v", origin, h)
			}
		}
		if asked.status != http.StatusNoContent || asked.header.Get("Access-Control-Allow-Methods") == "" {
			t.Errorf("%s: %d %v", origin, asked.status, asked.header)
		}
	}
	if got := e.ask(post(call(1, "ping"))); got.header.Get("Access-Control-Allow-Origin") != "" {
		t.Errorf("for no page: %v", got.header)
	}
	if got := e.ask(post(call(1, "ping"), "Host: evil.example.com")); got.status != http.StatusForbidden {
		t.Errorf("another name: %d", got.status)
	}
	_, err := streamhttp.New(streamhttp.Options{
		Handler:      func(*http.Request, string) (jsonrpc.Handler, error) { return nil, http.ErrNotSupported },
		LoopbackOnly: true, AnyOrigin: true,
	})
	if err == nil {
		t.Error("any page may use what is for this computer alone")
	}
}
