package issuer_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/oauth/issuer"
)

// TestAttack_Request has requests that nobody may be redirected for. Where the
// address is the client's own, the page has a link.
func TestAttack_Request(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	a := s.app()
	for name, tc := range map[string]struct {
		changes []string
		back    string // the error in the link
	}{
		"plain PKCE":           {[]string{"code_challenge_method", "plain"}, "invalid_request"},
		"no PKCE method":       {[]string{"code_challenge_method", ""}, "invalid_request"},
		"no PKCE":              {[]string{"code_challenge_method", "", "code_challenge", ""}, "invalid_request"},
		"short challenge":      {[]string{"code_challenge", "abc"}, "invalid_request"},
		"token instead":        {[]string{"response_type", "token"}, "unsupported_response_type"},
		"in a fragment":        {[]string{"response_mode", "fragment"}, "invalid_request"},
		"another's resource":   {[]string{"resource", "https://other.example.com/mcp"}, "invalid_target"},
		"no scope of ours":     {[]string{"scope", "openid"}, "invalid_scope"},
		"no client":            {[]string{"client_id", ""}, ""},
		"unknown client":       {[]string{"client_id", "nobody"}, ""},
		"no redirect":          {[]string{"redirect_uri", ""}, ""},
		"open redirect":        {[]string{"redirect_uri", "https://evil.example.com/"}, ""},
		"host behind a prefix": {[]string{"redirect_uri", "https://app.example.com.evil.example.com/callback"}, ""},
		"user for a host":      {[]string{"redirect_uri", "https://app.example.com@evil.example.com/callback"}, ""},
		"longer path":          {[]string{"redirect_uri", callback + "/../evil"}, ""},
		"with a query":         {[]string{"redirect_uri", callback + "?next=https://evil.example.com"}, ""},
		"with a fragment":      {[]string{"redirect_uri", callback + "#x"}, ""},
		"other case":           {[]string{"redirect_uri", "https://app.example.com/Callback"}, ""},
		"other port":           {[]string{"redirect_uri", "https://app.example.com:8443/callback"}, ""},
		"other loopback":       {[]string{"redirect_uri", "http://localhost:1/callback"}, ""},
		"loopback, other path": {[]string{"redirect_uri", "http://127.0.0.1:1/evil"}, ""},
		"script":               {[]string{"redirect_uri", "javascript:alert(1)"}, ""},
	} {
		res := newBrowser(t).get(t, a.url(tc.changes...))
		if res.StatusCode != 400 || res.Header.Get("Location") != "" || strings.Contains(res.body, "<form") {
			t.Errorf("%s: %d %s", name, res.StatusCode, res.Header.Get("Location"))
		}
		if got := strings.Contains(res.body, `<a href="`+callback+`?error=`+tc.back); got != (tc.back != "") {
			t.Errorf("%s: %s", name, res.body)
		}
		if strings.Contains(res.body, "evil") || strings.Contains(res.body, "javascript") {
			t.Errorf("%s: the page leads there: %s", name, res.body)
		}
	}
	twice := newBrowser(t).get(t, a.url()+"&redirect_uri="+url.QueryEscape("https://evil.example.com/"))
	if twice.StatusCode != 400 || strings.Contains(twice.body, "evil") {
		t.Errorf("a parameter twice: %d", twice.StatusCode)
	}
	if long := newBrowser(t).get(t, a.url("state", strings.Repeat("x", 8<<10))); long.StatusCode != http.StatusRequestURITooLong {
		t.Errorf("a long address: %d", long.StatusCode)
	}
	if own := newBrowser(t).get(t, a.url("redirect_uri", "http://127.0.0.1:55555/callback")); own.StatusCode != 200 {
		t.Errorf("another port on the person's own computer: %d", own.StatusCode)
	}
}

// TestAttack_CSRF posts forms that were made for another browser, or by another site.
func TestAttack_CSRF(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	a := s.app()
	victim, evil := newBrowser(t), newBrowser(t)
	consent := s.consent(t, victim, a.url())
	strangers := formToken.FindStringSubmatch(evil.get(t, a.url()).body)[1]
	for name, tc := range map[string]struct {
		token  string
		header []string
	}{
		"no secret":        {"none", nil},
		"another's secret": {strangers, nil},
		"from a site":      {"", []string{"Sec-Fetch-Site", "cross-site"}},
		"from a sibling":   {"", []string{"Sec-Fetch-Site", "same-site"}},
		"by its Origin":    {"", []string{"Origin", "https://evil.example.com"}},
		"from a sandbox":   {"", []string{"Origin", "null"}},
	} {
		form := act("allow")
		form.Set("token", tc.token)
		if res := victim.submit(t, consent, form, tc.header...); res.StatusCode != http.StatusForbidden || res.Header.Get("Location") != "" {
			t.Errorf("%s: %d", name, res.StatusCode)
		}
	}
	// Nor can a person be signed in as somebody else.
	login := act("sign-in", "email", email, "code", s.code(t), "token", strangers)
	if res := newBrowser(t).post(t, a.url(), login); res.StatusCode != http.StatusForbidden {
		t.Errorf("signed in by another's form: %d", res.StatusCode)
	}
	if n, err := s.Count(t.Context(), "grants"); err != nil || n != 0 {
		t.Errorf("%d grants, %v", n, err)
	}
	if res := victim.submit(t, consent, act("allow"), "Sec-Fetch-Site", "same-origin", "Origin", s.URL()); res.StatusCode != http.StatusSeeOther {
		t.Errorf("the person's own form: %d", res.StatusCode)
	}
	if res := victim.get(t, a.url()+"&act=allow"); res.Header.Get("Location") != "" {
		t.Error("a link allows")
	}
}

// TestAttack_Cookie signs in with a cookie that somebody else has set.
func TestAttack_Cookie(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	a := s.app()
	b := newBrowser(t)
	page := b.get(t, a.url())
	before := page.Cookies()[0]
	if !before.HttpOnly || before.SameSite != http.SameSiteLaxMode {
		t.Errorf("%+v", before)
	}
	if res := b.submit(t, page, act("sign-in", "email", email, "code", s.code(t))); res.Cookies()[0].Value == before.Value {
		t.Error("the cookie is the same after signing in")
	}
	thief := newBrowser(t)
	at, _ := url.Parse(s.URL())
	thief.Jar.SetCookies(at, []*http.Cookie{before})
	if strings.Contains(thief.get(t, a.url()).body, "Allow The App") {
		t.Error("who has set the cookie is signed in")
	}
	// Behind TLS, nothing but the page itself can set it.
	public := serve(t, func(o *issuer.Options) { o.URL = "https://mcp.example.com" })
	w := httptest.NewRecorder()
	public.ServeHTTP(w, httptest.NewRequest(http.MethodGet, public.app().url(), nil))
	if c := w.Result().Cookies()[0]; !strings.HasPrefix(c.Name, "__Host-") || !c.Secure || c.Path != "/" || c.Domain != "" {
		t.Errorf("%+v", c)
	}
}

// TestAttack_Pages looks at what keeps pages from being framed, scripted or kept.
func TestAttack_Pages(t *testing.T) {
	t.Parallel()
	const name = `<script>alert(1)</script>"'><b>`
	s := serve(t, func(o *issuer.Options) {
		o.Clients = append(o.Clients, issuer.Client{ID: "odd", Name: name, RedirectURIs: []string{callback}})
	})
	a := s.app()
	a.ClientID = "odd"
	b := newBrowser(t)
	for what, page := range map[string]reply{"sign-in": b.get(t, a.url()), "consent": s.consent(t, newBrowser(t), a.url()), "message": b.get(t, a.url("scope", "x"))} {
		h := page.Header
		policy := h.Get("Content-Security-Policy")
		for _, part := range []string{"default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'", "style-src 'sha256-"} {
			if !strings.Contains(policy, part) {
				t.Errorf("%s: the policy lacks %s: %s", what, part, policy)
			}
		}
		if strings.Contains(policy, "unsafe") || h.Get("X-Frame-Options") != "DENY" || h.Get("Cache-Control") != "no-store" || h.Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%s: %v", what, h)
		}
		if strings.Contains(page.body, "<script") || strings.Contains(page.body, "<b>") {
			t.Errorf("%s: %s", what, page.body)
		}
	}
}
