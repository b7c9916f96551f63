package issuer_test

import (
	"html"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"regexp"
	"strings"
	"testing"
)

// browser is a person's: it keeps cookies and says where it was sent to.
type browser struct{ http.Client }

func newBrowser(t *testing.T) *browser {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return &browser{http.Client{Jar: jar, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}}
}

// reply is an answer whose body was read.
type reply struct {
	*http.Response
	body string
}

func (b *browser) do(t *testing.T, req *http.Request) reply {
	t.Helper()
	res, err := b.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return reply{res, string(body)}
}

func (b *browser) get(t *testing.T, url string) reply {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	return b.do(t, req)
}

func (b *browser) post(t *testing.T, url string, form url.Values, header ...string) reply {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, strings.NewReader(form.Encode()))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	for i := 0; i+1 < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	return b.do(t, req)
}

var (
	formToken  = regexp.MustCompile(`name="token" value="([^"]+)"`)
	formAction = regexp.MustCompile(`method="post" action="([^"]+)"`)
)

// submit posts the form of a page.
func (b *browser) submit(t *testing.T, page reply, form url.Values, header ...string) reply {
	t.Helper()
	token, action := formToken.FindStringSubmatch(page.body), formAction.FindStringSubmatch(page.body)
	if token == nil || action == nil {
		t.Fatalf("the page has no form: %d %s", page.StatusCode, page.body)
	}
	to, err := page.Request.URL.Parse(html.UnescapeString(action[1]))
	if err != nil {
		t.Fatal(err)
	}
	if form.Get("token") == "" {
		form.Set("token", html.UnescapeString(token[1]))
	}
	return b.post(t, to.String(), form, header...)
}

func act(name string, more ...string) url.Values {
	form := url.Values{"act": {name}}
	for i := 0; i+1 < len(more); i += 2 {
		form.Set(more[i], more[i+1])
	}
	return form
}

// follow goes where an answer sends.
func (b *browser) follow(t *testing.T, r reply) reply {
	t.Helper()
	to, err := r.Location()
	if err != nil {
		t.Fatalf("%d %s", r.StatusCode, r.body)
	}
	return b.get(t, to.String())
}
