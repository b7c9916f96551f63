package site_test

import (
	"net/http"
	"net/netip"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/appbuilder/site"
)

func auth(a site.Auth) func(*site.Options) { return func(o *site.Options) { o.Auth = a } }

func TestSession_Cookie(t *testing.T) {
	t.Parallel()
	b := open(t)
	v := b.visitor()
	// Who only looks gets none.
	if r := v.send("GET", "/api/apps", nil); r.header.Get("Set-Cookie") != "" {
		t.Errorf("%v", r.header)
	}
	cookie := v.send("POST", "/api/generate", obj{"prompt": "A table"}).header.Get("Set-Cookie")
	for _, want := range []string{"ab_session=", "HttpOnly", "SameSite=Lax", "Path=/", "Max-Age=15552000"} {
		if !strings.Contains(cookie, want) {
			t.Errorf("%s is not in %s", want, cookie)
		}
	}
	if strings.Contains(cookie, "Secure") {
		t.Error(cookie)
	}
	public := open(t, func(o *site.Options) { o.PublicURL = "https://apps.example.com" }).visitor()
	if cookie := public.send("POST", "/api/generate", obj{"prompt": "A table"}).header.Get("Set-Cookie"); !strings.Contains(cookie, "; Secure") {
		t.Error(cookie)
	}
	// A session that no one knows is as none.
	forged := b.visitor("Cookie", "ab_session=ab_forged")
	forged.send("GET", "/api/current", nil).fails(404, "APP_NOT_FOUND")
}

func TestToken(t *testing.T) {
	t.Parallel()
	const token = "a-token-of-the-operator"
	b := open(t, auth(site.Token), func(o *site.Options) { o.Token = token })
	v := b.visitor()
	if r := v.send("POST", "/api/generate", obj{"prompt": "A table"}); r.fails(401, "UNAUTHORIZED") != nil || r.header.Get("WWW-Authenticate") != "Bearer" {
		t.Errorf("%v %s", r.header, r.text)
	}
	v.send("POST", "/api/login", obj{"token": "another-token-of-someone"}).fails(401, "UNAUTHORIZED")
	r := v.send("POST", "/api/login", obj{"token": token})
	if r.is(204); strings.Contains(r.header.Get("Set-Cookie"), token) || !strings.Contains(r.header.Get("Set-Cookie"), "HttpOnly") {
		t.Errorf("%v", r.header)
	}
	app := v.generate("A table")
	// A program is the same owner, with the token itself.
	program := b.visitor("Authorization", "Bearer "+token)
	if now := program.current(); now["id"] != app["id"] {
		t.Errorf("%v", now)
	}
	b.visitor("Authorization", "Bearer another-token-of-someone").send("GET", "/api/current", nil).fails(401, "UNAUTHORIZED")
	b.visitor("Cookie", "ab_token="+token).send("GET", "/api/current", nil).fails(401, "UNAUTHORIZED")
	// Who guesses has to wait.
	guesses := 0
	for ; b.visitor().send("POST", "/api/login", obj{"token": "another-token-of-someone"}).status != http.StatusTooManyRequests; guesses++ {
		if guesses > 30 {
			t.Fatal("anyone may go on guessing")
		}
	}
	v.send("GET", "/api/current", nil).is(200)
	if strings.Contains(b.log.String(), token) {
		t.Error("the token is in the log")
	}
}

func TestProxy(t *testing.T) {
	t.Parallel()
	b := open(t, auth(site.Proxy), func(o *site.Options) { o.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")} })
	ann, bob := b.visitor("X-Forwarded-User", "ann@example.com"), b.visitor("X-Forwarded-User", "bob@example.com")
	app := ann.generate("A table")
	bob.send("GET", id(app), nil).fails(404, "APP_NOT_FOUND")
	if now := b.visitor("X-Forwarded-User", "ann@example.com").current(); now["id"] != app["id"] {
		t.Errorf("%v", now)
	}
	b.visitor().send("GET", "/api/current", nil).fails(401, "UNAUTHORIZED")
	// Someone else than the proxy can claim to be anyone.
	direct := open(t, auth(site.Proxy), func(o *site.Options) { o.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")} })
	direct.visitor("X-Forwarded-User", "ann@example.com").send("GET", "/api/current", nil).fails(401, "UNAUTHORIZED")
}

func TestNone(t *testing.T) {
	t.Parallel()
	b := open(t, auth(site.None))
	app := b.visitor().generate("A table")
	if now := b.visitor().current(); now["id"] != app["id"] {
		t.Errorf("%v", now)
	}
	if r := b.visitor().send("GET", "/api/current", nil, "X-Forwarded-For", "192.0.2.1"); r.status != http.StatusForbidden {
		t.Errorf("%d: %s", r.status, r.text)
	}
}

func TestEditToken(t *testing.T) {
	t.Parallel()
	b := open(t)
	v := b.visitor()
	other := v.generate("Display blog posts")
	app := v.generate("A table")
	token := v.send("POST", id(app)+"/tokens", nil).is(200)["token"].(string)
	guest := b.visitor("Authorization", "Bearer "+token)
	if now := guest.current(); now["id"] != app["id"] {
		t.Errorf("%v", now)
	}
	guest.chat("make it red").is(200)
	guest.send("PATCH", id(app), obj{"name": "Depot"}, "If-Match", "*").is(200)
	guest.send("POST", id(app)+"/publish", nil).is(200)
	// It opens that app, and neither ends it nor leads any further.
	guest.send("GET", id(other), nil).fails(404, "APP_NOT_FOUND")
	guest.send("GET", "/api/apps", nil).fails(403, "FORBIDDEN")
	guest.send("POST", "/api/generate", obj{"prompt": "A table"}).fails(403, "FORBIDDEN")
	guest.send("POST", id(app)+"/tokens", nil).fails(403, "FORBIDDEN")
	guest.send("DELETE", id(app)+"/tokens", nil).fails(403, "FORBIDDEN")
	guest.send("DELETE", id(app), nil).fails(403, "FORBIDDEN")
	// In a browser it is beside what that has of its own.
	elsewhere := b.visitor("Cookie", "ab_edit="+token)
	elsewhere.send("GET", id(app), nil).is(200)
	elsewhere.send("GET", id(other), nil).fails(404, "APP_NOT_FOUND")
	elsewhere.send("DELETE", id(app), nil).fails(403, "FORBIDDEN")

	v.send("DELETE", id(app)+"/tokens", nil).is(204)
	guest.send("GET", "/api/current", nil).fails(401, "UNAUTHORIZED")
	elsewhere.send("GET", id(app), nil).fails(404, "APP_NOT_FOUND")
	if strings.Contains(b.log.String(), token) {
		t.Error("the token is in the log")
	}
}

// TestEditToken_Alone holds that an edit token opens its app where others have to sign in, and
// nothing else.
func TestEditToken_Alone(t *testing.T) {
	t.Parallel()
	const secret = "a-token-of-the-operator"
	b := open(t, auth(site.Token), func(o *site.Options) { o.Token = secret })
	v := b.visitor("Authorization", "Bearer "+secret)
	other := v.generate("Display blog posts")
	app := v.generate("A table")
	token := v.send("POST", id(app)+"/tokens", nil).is(200)["token"].(string)
	for _, guest := range []*browser{b.visitor("Cookie", "ab_edit="+token), b.visitor("Authorization", "Bearer "+token)} {
		guest.send("PATCH", id(app), obj{"name": "Depot"}, "If-Match", "*").is(200)
		guest.send("GET", id(other), nil).fails(404, "APP_NOT_FOUND")
		guest.send("GET", "/api/apps", nil).fails(403, "FORBIDDEN")
		guest.send("POST", "/api/generate", obj{"prompt": "A table"}).fails(403, "FORBIDDEN")
	}
	v.send("DELETE", id(app)+"/tokens", nil).is(204)
	b.visitor("Cookie", "ab_edit="+token).send("GET", id(app), nil).fails(401, "UNAUTHORIZED")
}

// TestCallToken holds that the owner alone decides who may call an app.
func TestCallToken(t *testing.T) {
	t.Parallel()
	b := open(t)
	v := b.visitor()
	app := v.generate("A table")
	if app["tokenRequired"] != nil {
		t.Errorf("%v", app)
	}
	one := v.send("POST", id(app)+"/call-token", nil).is(200)["token"].(string)
	two := v.send("POST", id(app)+"/call-token", nil).is(200)["token"].(string)
	if one == two || !strings.HasPrefix(two, "ac_") || v.current()["tokenRequired"] != true {
		t.Errorf("%q %q %v", one, two, v.current())
	}
	if export := v.send("GET", id(app)+"/export", nil); strings.Contains(export.text, two) {
		t.Error(export.text)
	}
	b.visitor().send("POST", id(app)+"/call-token", nil).fails(404, "APP_NOT_FOUND")
	guest := b.visitor("Authorization", "Bearer "+v.send("POST", id(app)+"/tokens", nil).is(200)["token"].(string))
	guest.send("POST", id(app)+"/call-token", nil).fails(403, "FORBIDDEN")
	guest.send("DELETE", id(app)+"/call-token", nil).fails(403, "FORBIDDEN")
	b.visitor("Authorization", "Bearer "+two).send("GET", id(app), nil).fails(401, "UNAUTHORIZED") // it opens nothing here
	v.send("DELETE", id(app)+"/call-token", nil).is(204)
	if v.current()["tokenRequired"] != nil || strings.Contains(b.log.String(), two) {
		t.Errorf("%v", v.current())
	}
}

// TestTakenDown holds what the owner hears of an app that the operator took down.
func TestTakenDown(t *testing.T) {
	t.Parallel()
	b := open(t)
	v := b.visitor()
	app := v.generate("Show order history in a table")
	slug := v.send("POST", "/api/publish", nil).is(200)["app"].(obj)["mcpSlug"].(string)
	if err := b.store.Takedown(t.Context(), slug); err != nil {
		t.Fatal(err)
	}
	if now := v.current(); now["status"] != "draft" || now["takenDown"] != true {
		t.Errorf("%v", now)
	}
	if all := v.send("GET", "/api/apps", nil).is(200)["apps"].([]any); len(all) != 1 || all[0].(obj)["takenDown"] != true {
		t.Errorf("the list: %v", all)
	}
	for range 2 {
		r := v.send("POST", id(app)+"/publish", nil)
		if r.fails(403, "FORBIDDEN"); !strings.Contains(r.text, "taken this app down") {
			t.Error(r.text)
		}
	}
	if err := b.store.Lift(t.Context(), slug); err != nil {
		t.Fatal(err)
	}
	v.send("POST", id(app)+"/publish", nil).is(200)
}

func TestAddress(t *testing.T) {
	t.Parallel()
	// Behind a proxy everyone has an address, and the households of one provider a network each.
	b := open(t, with(model{}), func(o *site.Options) { o.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")} })
	for i := range 30 {
		if i%10 == 0 {
			b.visitor("X-Forwarded-For", "2001:db8::1").send("POST", "/api/generate", obj{"prompt": "A table"}).is(200)
			continue
		}
		b.visitor("X-Forwarded-For", "2001:db8::2").send("POST", "/api/generate", obj{"prompt": "A table"}).is(200)
	}
	b.visitor("X-Forwarded-For", "2001:db8::3").send("POST", "/api/generate", obj{"prompt": "A table"}).fails(429, "RATE_LIMITED")
	b.visitor("X-Forwarded-For", "2001:db8:0:1::1").send("POST", "/api/generate", obj{"prompt": "A table"}).is(200)
	b.visitor("X-Forwarded-For", "192.0.2.1").send("POST", "/api/generate", obj{"prompt": "A table"}).is(200)
}

func TestLoopback(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]bool{
		"http://localhost:3001": true, "http://127.0.0.1:3001": true, "http://[::1]": true, "http://[::ffff:127.0.0.1]:3001": true,
		"http://192.168.1.9:3001": false, "https://apps.example.com": false, "https://localhost.example.com": false, "://": false,
	} {
		if got := site.Loopback(address); got != want {
			t.Errorf("%s: %t, want %t", address, got, want)
		}
	}
}
