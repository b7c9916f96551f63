package issuer_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"golang.org/x/oauth2"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/chromium"
)

// TestChromium has a person sign in and consent, on a phone in the dark. The client's
// own address redirects on, which a browser would hold against the page's policy.
func TestChromium(t *testing.T) {
	t.Parallel()
	b := chromium.Open(t)
	s := serve(t, nil)
	answers := make(chan url.Values, 1)
	client := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/callback":
			answers <- r.URL.Query()
			http.Redirect(w, r, strings.Replace("http://"+r.Host+"/done", "127.0.0.1", "localhost", 1), http.StatusFound)
		case "/done":
			w.Header().Set("Content-Type", "text/html")
			_, _ = w.Write([]byte("<link rel=icon href='data:,'><h1 id=done>Connected</h1>"))
		}
	}))
	defer client.Close()
	a := s.app()
	a.RedirectURL = client.URL + "/callback"

	b.Do(chromedp.Navigate(a.url()))
	b.Look(320, "dark")
	if got := b.Get(chromedp.Text(chromedp.CSS("h1"))); got != "Sign in to Notes" {
		t.Error(got)
	}
	b.Do(chromedp.SendKeys(chromedp.ID("email"), email), chromedp.SendKeys(chromedp.ID("code"), "2222-2222-2222"),
		chromedp.Click(chromedp.CSS("button[value=sign-in]")))
	if got := b.Get(chromedp.Text(chromedp.CSS("[role=alert]"))); !strings.HasPrefix(got, "That didn't work.") {
		t.Error(got)
	}
	if got := b.Get(chromedp.Value(chromedp.ID("email"))); got != email {
		t.Errorf("the address has to be typed again: %q", got)
	}
	b.Look(320, "dark")
	b.Do(chromedp.SendKeys(chromedp.ID("code"), strings.ToLower(s.code(t))+"\r"), chromedp.WaitVisible(chromedp.CSS("button[value=allow]")))
	page := b.Get(chromedp.Text(chromedp.CSS("main")))
	for _, want := range []string{"Allow The App to use Notes?", "Read your notes", strings.TrimPrefix(client.URL, "http://"), email} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q: %s", want, page)
		}
	}
	b.Look(320, "dark")
	b.Do(chromedp.Click(chromedp.CSS("button[value=allow]")), chromedp.WaitVisible(chromedp.ID("done")))
	answer := <-answers
	if answer.Get("iss") != s.URL() || answer.Get("state") != "state-1" {
		t.Errorf("answer %v", answer)
	}
	if _, err := a.Exchange(t.Context(), answer.Get("code"), oauth2.VerifierOption(a.verifier)); err != nil {
		t.Error(err)
	}
}
