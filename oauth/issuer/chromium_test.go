package issuer_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"golang.org/x/oauth2"

	"mcp-adapters/internal/harness"
)

// tab is a tab of a browser that is killed with the test. What its console says is a
// fault of the page: a breach of the policy is said there.
type tab struct {
	*testing.T
	ctx context.Context // the browser's
}

func chromium(t *testing.T) tab {
	t.Helper()
	harness.Needs(t, "chromium")
	const patience = 2 * time.Minute
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	t.Cleanup(cancel)
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath("chromium"), chromedp.UserDataDir(t.TempDir()))
	if os.Geteuid() == 0 {
		options = append(options, chromedp.NoSandbox)
	}
	ctx, stop := chromedp.NewExecAllocator(ctx, options...)
	t.Cleanup(stop)
	ctx, end := chromedp.NewContext(ctx)
	t.Cleanup(end)
	var mu sync.Mutex
	var said []string
	err := chromedp.Listen(ctx, func(event any) {
		mu.Lock()
		defer mu.Unlock()
		switch e := event.(type) {
		case *log.EventEntryAdded:
			said = append(said, e.Entry.Text+" "+e.Entry.URL)
		case *runtime.EventConsoleAPICalled, *runtime.EventExceptionThrown:
			said = append(said, "a script ran")
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		mu.Lock()
		defer mu.Unlock()
		for _, text := range said {
			if !strings.Contains(text, "status of 403") { // a sign-in that failed
				t.Errorf("the console says: %s", text)
			}
		}
	})
	return tab{t, ctx}
}

func (b tab) do(steps ...chromedp.Action[chromedp.Void]) {
	b.Helper()
	if err := chromedp.Do(b.ctx, steps...); err != nil {
		b.Fatal(err)
	}
}

func (b tab) get(a chromedp.Action[string]) string {
	b.Helper()
	text, err := chromedp.Run(b.ctx, a)
	if err != nil {
		b.Fatal(err)
	}
	return text
}

// look makes the page that wide, and light or dark.
func (b tab) look(width int64, scheme string) {
	b.Helper()
	b.do(chromedp.EmulateViewport(width, 640, chromedp.EmulateMobile))
	_, err := chromedp.Call(b.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}},
	})
	if err != nil {
		b.Fatal(err)
	}
}

// fits says what is wider than the screen.
func (b tab) fits() {
	b.Helper()
	fits, err := chromedp.Run(b.ctx, chromedp.Evaluate[bool]("document.documentElement.scrollWidth <= innerWidth"))
	if err != nil || !fits {
		b.Errorf("the page is wider than the screen: %v", err)
	}
}

// TestChromium has a person sign in and consent, on a phone in the dark. The client's
// own address redirects on, which a browser would hold against the page's policy.
func TestChromium(t *testing.T) {
	t.Parallel()
	b := chromium(t)
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

	b.look(320, "dark")
	b.do(chromedp.Navigate(a.url()))
	if got := b.get(chromedp.Text(chromedp.CSS("h1"))); got != "Sign in to Notes" {
		t.Error(got)
	}
	b.do(chromedp.SendKeys(chromedp.ID("email"), email), chromedp.SendKeys(chromedp.ID("code"), "2222-2222-2222"),
		chromedp.Click(chromedp.CSS("button[value=sign-in]")))
	if got := b.get(chromedp.Text(chromedp.CSS("[role=alert]"))); !strings.HasPrefix(got, "That didn't work.") {
		t.Error(got)
	}
	if got := b.get(chromedp.Value(chromedp.ID("email"))); got != email {
		t.Errorf("the address has to be typed again: %q", got)
	}
	b.fits()
	b.do(chromedp.SendKeys(chromedp.ID("code"), strings.ToLower(s.code(t))+"\r"), chromedp.WaitVisible(chromedp.CSS("button[value=allow]")))
	page := b.get(chromedp.Text(chromedp.CSS("main")))
	for _, want := range []string{"Allow The App to use Notes?", "Read your notes", strings.TrimPrefix(client.URL, "http://"), email} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q: %s", want, page)
		}
	}
	b.fits()
	b.do(chromedp.Click(chromedp.CSS("button[value=allow]")), chromedp.WaitVisible(chromedp.ID("done")))
	answer := <-answers
	if answer.Get("iss") != s.URL() || answer.Get("state") != "state-1" {
		t.Errorf("answer %v", answer)
	}
	if _, err := a.Exchange(t.Context(), answer.Get("code"), oauth2.VerifierOption(a.verifier)); err != nil {
		t.Error(err)
	}
}
