package apiclient_test

import (
	"bufio"
	"bytes"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"

	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/apiclient"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/apitest"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

// TestProxyFor says which addresses are at home, without looking a name up.
func TestProxyFor(t *testing.T) {
	t.Parallel()
	const proxy = "http://proxy.example.com:3128"
	environment := map[string]string{"HTTP_PROXY": proxy, "https_proxy": proxy, "NO_PROXY": "direct.example.com"}
	getenv := func(name string) string { return environment[name] }
	for base, want := range map[string]apiclient.Proxy{
		"http://api.example.com":        {Variable: "HTTP_PROXY"},
		"https://api.example.com":       {Variable: "https_proxy"},
		"http://8.8.8.8:3000":           {Variable: "HTTP_PROXY"},
		"http://100.64.0.1":             {Variable: "HTTP_PROXY"},
		"http://[2001:db8::1]":          {Variable: "HTTP_PROXY"},
		"http://local.example.com":      {Variable: "HTTP_PROXY"},
		"http://notlocal.":              {Variable: "HTTP_PROXY", Home: true},
		"http://192.168.1.9:3000":       {Variable: "HTTP_PROXY", Home: true},
		"https://10.0.0.1":              {Variable: "https_proxy", Home: true},
		"http://172.31.255.255":         {Variable: "HTTP_PROXY", Home: true},
		"http://169.254.1.1":            {Variable: "HTTP_PROXY", Home: true},
		"http://[fe80::1%25eth0]:3000":  {Variable: "HTTP_PROXY", Home: true},
		"http://[fd00::1]":              {Variable: "HTTP_PROXY", Home: true},
		"http://[::ffff:192.168.1.9]":   {Variable: "HTTP_PROXY", Home: true},
		"http://0.0.0.0:3000":           {Variable: "HTTP_PROXY", Home: true},
		"http://nas:3000":               {Variable: "HTTP_PROXY", Home: true},
		"http://NAS.Local:3000":         {Variable: "HTTP_PROXY", Home: true},
		"http://nas.home.arpa":          {Variable: "HTTP_PROXY", Home: true},
		"http://host.docker.internal":   {Variable: "HTTP_PROXY", Home: true},
		"http://vault.localhost":        {Variable: "HTTP_PROXY", Home: true},
		"http://nas.fritz.box":          {Variable: "HTTP_PROXY", Home: true},
		"http://nas.lan.":               {Variable: "HTTP_PROXY", Home: true},
		"http://fritz.box.example.com":  {Variable: "HTTP_PROXY"},
		"http://localhost:3000":         {Variable: "HTTP_PROXY", Home: true},
		"http://127.0.0.1:3000":         {Variable: "HTTP_PROXY", Home: true},
		"http://direct.example.com":     {Variable: "HTTP_PROXY"},
		"http://direct.example.com:300": {Variable: "HTTP_PROXY"},
	} {
		u, err := url.Parse(base)
		if err != nil {
			t.Fatal(err)
		}
		used := !want.Home && !strings.Contains(base, "direct")
		got := apiclient.ProxyFor(u, "", getenv)
		if (got.URL != nil) != used || got.URL != nil && got.URL.String() != proxy {
			t.Errorf("%s goes through %v", base, got.URL)
		}
		if got.URL = nil; got != want {
			t.Errorf("%s: %+v, want %+v", base, got, want)
		}
		if got := apiclient.ProxyFor(u, apiclient.NoProxy, getenv); got.URL != nil || got.Variable != "API_PROXY" {
			t.Errorf("%s with none: %+v", base, got)
		}
		const mine = "socks5://10.0.0.1:1080"
		if got := apiclient.ProxyFor(u, mine, getenv); got.URL == nil || got.URL.String() != mine || got.Variable != "API_PROXY" {
			t.Errorf("%s with one of its own: %+v", base, got)
		}
	}
}

func TestProxyFor_values(t *testing.T) {
	t.Parallel()
	base := &url.URL{Scheme: "http", Host: "api.example.com"}
	for value, want := range map[string]apiclient.Proxy{
		"":                     {},
		"proxy:3128":           {URL: &url.URL{Scheme: "http", Host: "proxy:3128"}},
		":::":                  {Ignored: true},
		"ftp://proxy":          {Bad: true},
		"http://proxy:x":       {Bad: true},
		"socks5h://proxy:1080": {URL: &url.URL{Scheme: "socks5h", Host: "proxy:1080"}},
	} {
		got := apiclient.ProxyFor(base, "", func(name string) string {
			if name == "http_proxy" {
				return value
			}
			return ""
		})
		if (got.URL == nil) != (want.URL == nil) || got.URL != nil && got.URL.String() != want.URL.String() {
			t.Errorf("%q: %v, want %v", value, got.URL, want.URL)
		}
		got.URL, want.URL, want.Variable = nil, nil, "http_proxy"
		if got != want {
			t.Errorf("%q: %+v, want %+v", value, got, want)
		}
	}
}

// proxied is a proxy that answers everything itself, and counts.
type proxied struct {
	*httptest.Server
	mu   sync.Mutex
	seen []string
}

func startProxy(t *testing.T, h http.HandlerFunc) *proxied {
	t.Helper()
	p := &proxied{}
	p.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p.mu.Lock()
		p.seen = append(p.seen, r.Method+" "+r.RequestURI)
		p.mu.Unlock()
		h(w, r)
	}))
	t.Cleanup(p.Close)
	return p
}

func through(proxy string) func(*settings) {
	return func(o *settings) { o.Proxy = proxy }
}

// TestClient_proxy sends everything through the proxy that is asked for, also to
// an address at home, and says once that it can read the key.
func TestClient_proxy(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, key, user string
		warned          bool
	}{{"with a key", apitest.Key, "bob:hunter2@", true}, {"without a key", "", "", false}} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			p := startProxy(t, func(w http.ResponseWriter, _ *http.Request) { apitest.ReplyJSON(w, 200, "[]") })
			var log bytes.Buffer
			c := dial(t, "http://127.0.0.1:9", through(strings.Replace(p.URL, "://", "://"+tt.user, 1)), func(o *settings) {
				o.key, o.Log = tt.key, zerolog.New(&log)
			})
			for range 3 {
				if _, err := c.list(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
			if n := strings.Count(log.String(), "the proxy in API_PROXY can read the API key"); (n == 1) != tt.warned || n > 1 {
				t.Errorf("warned %d times: %s", n, &log)
			}
			if strings.Contains(log.String(), "hunter2") {
				t.Errorf("the log holds the proxy's password: %s", &log)
			}
			if len(p.seen) != 3 || p.seen[0] != "GET http://127.0.0.1:9/api/books" {
				t.Errorf("the proxy saw %q", p.seen)
			}
		})
	}
}

// TestClient_proxyToBlame names the setting that the proxy came from.
func TestClient_proxyToBlame(t *testing.T) {
	t.Parallel()
	closed := httptest.NewServer(http.NotFoundHandler())
	closed.Close()
	closedAt := closed.Listener.Addr().String()
	refusing := startProxy(t, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusProxyAuthRequired) })
	for _, tt := range []struct {
		name, base, proxy, want string
		status                  int
	}{
		{"refused", "http://192.168.1.9", "http://" + closedAt, "the proxy " + closedAt + " could not be reached; check API_PROXY.", 0},
		{"refused, to TLS", "https://api.example.com", "http://" + closedAt, "the proxy " + closedAt + " could not be reached; check API_PROXY.", 0},
		{"refuses to connect", "https://api.example.com", refusing.URL, "the proxy " + refusing.Listener.Addr().String() + " refused to connect to it (status 407); check API_PROXY.", 0},
		{"wants a password", "http://api.example.com", refusing.URL, "the proxy " + refusing.Listener.Addr().String() + " refused to connect to it (status 407); check API_PROXY.", 407},
		{"a proxy of another kind", "http://api.example.com", "socks5://" + socks(t), "could not connect to it; check API_PROXY.", 0},
		{"no proxy", "http://api.example.com", "ftp://hunter2", "API_PROXY is not the address of a usable proxy; check API_PROXY.", 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			for _, e := range endpoints() {
				_, err := e.call(t.Context(), dial(t, tt.base, through(tt.proxy)))
				apitest.CheckError(t, err, fault.Unavailable, tt.status, service+" could not be reached at "+strings.SplitAfter(tt.base, "://")[1]+": ", tt.want)
				if strings.Contains(err.Error(), "API_BASE_URL") {
					t.Errorf("API_BASE_URL is blamed: %v", err)
				}
			}
		})
	}
}

// socks is a SOCKS proxy that reaches no host.
func socks(t *testing.T) string {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = ln.Close() })
	go func() {
		for {
			conn, err := ln.Accept()
			if err != nil {
				return
			}
			go func() {
				defer func() { _ = conn.Close() }()
				in := bufio.NewReader(conn)
				greeting := make([]byte, 3)
				if _, err := io.ReadFull(in, greeting); err != nil {
					return
				}
				_, _ = conn.Write([]byte{5, 0})
				if _, err := in.ReadByte(); err == nil {
					_, _ = conn.Write([]byte{5, 4, 0, 1, 0, 0, 0, 0, 0, 0}) // host unreachable
				}
			}()
		}
	}()
	return ln.Addr().String()
}
