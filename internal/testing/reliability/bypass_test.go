package reliability_test

import (
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
)

// TestProxies gives recipe-mcp a proxy that notes who comes by with a key. One of
// the environment sees nothing that goes to an address at home, one of API_PROXY
// sees all, and one that doesn't answer is blamed by its own name.
func TestProxies(t *testing.T) {
	t.Parallel()
	vault := startServer(t, filepath.Join(scratch(t), "recipes.db"))
	id := vault.make("zq7 behind a proxy")
	var seen, keys atomic.Int32
	onward := &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(&url.URL{Scheme: "http", Host: vault.Address})
		r.Out.URL.Path = r.In.URL.Path
	}}
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		seen.Add(1)
		if r.Header.Get("X-Api-Key") != "" {
			keys.Add(1)
		}
		onward.ServeHTTP(w, r)
	}))
	t.Cleanup(proxy.Close)
	closed := httptest.NewServer(http.NotFoundHandler())
	closed.Close()
	withPassword := func(at string) string { return strings.Replace(at, "://", "://zq7user:zq7password@", 1) }
	_, port, _ := strings.Cut(vault.Address, ":")

	calls := 0
	try := func(base, kind, message string, through bool, settings ...string) {
		t.Helper()
		a := startAdapter(t, toAPI(base, append(settings, "API_MAX_RETRIES=0", "API_TIMEOUT=20s")...)...)
		before := seen.Load()
		for _, call := range []struct {
			tool string
			with args
		}{
			{"list_recipes", args{}},
			{"get_recipe", args{"recipe_id": id}},
			{"update_recipe", args{"recipe_id": id, "servings": 3}},
		} {
			calls++
			got := a.call(call.tool, call.with)
			if got.Kind != kind || !strings.Contains(got.Message, message) {
				t.Errorf("%s, %q, %s: %q %s", base, settings, call.tool, got.Kind, got.Message)
			}
			if strings.Contains(message, "proxy") && strings.Contains(got.Message, "API_BASE_URL") {
				t.Errorf("API_BASE_URL is blamed: %s", got.Message)
			}
		}
		a.end()
		if went := seen.Load() > before; went != through {
			t.Errorf("%s, %q: through the proxy: %v", base, settings, went)
		}
		warned := strings.HasPrefix(base, "http:") && (through || strings.HasPrefix(message, "the proxy "))
		if n := strings.Count(a.log.String(), "can read the API key"); (n == 1) != warned || n > 1 {
			t.Errorf("%s, %q: warned %d times", base, settings, n)
		}
	}

	// Names of homes that no home has: no one answers, and no one is asked.
	for _, host := range []string{"no-such-house", "no-such-house.local", "no-such-house.lan", "no-such-house.internal", "no-such-house.home.arpa", "no-such-house.fritz.box"} {
		for _, variable := range []string{"HTTP_PROXY", "http_proxy"} {
			try("http://"+host+":"+port, unavailable, "could not be reached", false, variable+"="+withPassword(proxy.URL))
		}
	}
	for _, base := range []string{"http://127.0.0.1:" + port, "http://localhost:" + port, "http://[::ffff:127.0.0.1]:" + port} {
		try(base, fine, "", false, "HTTP_PROXY="+withPassword(proxy.URL))
		try(base, fine, "", false, "HTTP_PROXY="+withPassword(proxy.URL), "API_PROXY=none")
		try(base, fine, "", true, "API_PROXY="+withPassword(proxy.URL))
		try(base, unavailable, "the proxy "+closed.Listener.Addr().String()+" could not be reached; check API_PROXY.", false, "API_PROXY="+withPassword(closed.URL))
	}
	try("http://vault.example.com", fine, "", true, "HTTP_PROXY="+withPassword(proxy.URL))
	try("http://vault.example.com", unavailable, "the proxy "+closed.Listener.Addr().String()+" could not be reached; check HTTP_PROXY, or set API_PROXY=none.", false, "HTTP_PROXY="+withPassword(closed.URL))
	try("https://vault.example.com", unavailable, "the proxy "+closed.Listener.Addr().String()+" could not be reached; check https_proxy, or set API_PROXY=none.", false, "https_proxy="+closed.URL)
	if keys.Load() != seen.Load() {
		t.Error("not every request had the key: the test's fault")
	}
	t.Logf("%d calls, %d through the proxy", calls, seen.Load())
}
