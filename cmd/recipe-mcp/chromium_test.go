package main_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/chromium"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/connector"
)

// TestChromium has a person connect an app to the program: with the operator's code,
// through every page. The app can then save a recipe.
func TestChromium(t *testing.T) {
	t.Parallel()
	b := chromium.Open(t)
	k := newKitchen(t)
	s := k.serve()
	at := "http://" + s.Address
	answers := make(chan url.Values, 1)
	client := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/callback" {
			answers <- r.URL.Query()
		}
		w.Header().Set("Content-Type", "text/html")
		_, _ = w.Write([]byte("<link rel=icon href='data:,'><h1 id=done>Connected</h1>"))
	}))
	defer client.Close()
	app := connector.New(t, at, at+"/mcp", client.URL+"/callback")
	text := func(selector string) string { return b.Get(chromedp.Text(chromedp.CSS(selector))) }
	page := func(name, title string, words ...string) {
		t.Helper()
		b.Picture(name)
		if got := text("h1"); got != title {
			t.Errorf("%s: the title is %q, want %q", name, got, title)
		}
		for _, want := range words {
			if got := text("main"); !strings.Contains(got, want) {
				t.Errorf("%s lacks %q:\n%s", name, want, got)
			}
		}
	}

	b.Do(chromedp.Navigate(strings.Replace(app.URL(at), "S256", "plain", 1)))
	page("refused", "This can't be connected", "PKCE", "Go back to a program on this device")

	b.Do(chromedp.Navigate(app.URL(at)))
	page("sign-in", "Sign in to Recipe Vault", connector.Name)
	b.Do(chromedp.Click(chromedp.CSS("summary")), chromedp.WaitVisible(chromedp.ID("password")))
	page("password", "Sign in to Recipe Vault", "Use a one-time code instead")
	if got := text("main"); strings.Contains(got, "Whoever runs this server") || strings.Contains(got, "Use a password") {
		t.Errorf("beside the password a code is asked for:\n%s", got)
	}
	b.Do(chromedp.Click(chromedp.CSS("summary")), chromedp.WaitVisible(chromedp.ID("code")),
		chromedp.SendKeys(chromedp.ID("email"), "alice@example.com"), chromedp.SendKeys(chromedp.ID("code"), "2222-2222-2222"),
		chromedp.Click(chromedp.CSS("button[value=sign-in]")), chromedp.WaitVisible(chromedp.CSS("[role=alert]")))
	page("wrong-code", "Sign in to Recipe Vault", "That didn't work.")
	b.Do(chromedp.SendKeys(chromedp.ID("code"), k.signIn("", "alice@example.com")+"\r"), chromedp.WaitVisible(chromedp.CSS("button[value=allow]")))
	page("consent", "Allow "+connector.Name+" to use Recipe Vault?", "See your family's recipes, and nothing else", "alice@example.com", strings.TrimPrefix(client.URL, "http://"))

	// A page that was left open while the browser forgot who it is.
	b.Do(chromedp.Evaluate[chromedp.Void](`document.querySelectorAll("input[name=token]").forEach(i => i.value = "old")`),
		chromedp.Click(chromedp.CSS("button[value=allow]")), chromedp.WaitVisible(chromedp.CSS("a.button")))
	page("out-of-date", "This page is out of date", "Nothing was done.")
	b.Do(chromedp.Click(chromedp.CSS("a.button")), chromedp.WaitVisible(chromedp.CSS("button[value=allow]")),
		chromedp.Click(chromedp.CSS("button[value=allow]")), chromedp.WaitVisible(chromedp.ID("done")))

	tokens := app.Exchange(at, (<-answers).Get("code"))
	if made, message := callHTTP(t, s, tokens.Access, "create_recipe", `{"title":"Soup"}`); message != "" || made["title"] != "Soup" {
		t.Errorf("%v %s", made, message)
	}
}
