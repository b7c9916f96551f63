// Package connector connects to a server as an assistant does whose person signs in at
// the authorization server that is built in. It is for tests.
//
//	c := connector.New(t, base, endpoint, "http://127.0.0.1/callback")
//	tokens := c.Exchange(base, c.Authorize(base, "alice@example.com", code))
//
// Each step says at which address it is made, so that they can go to several replicas.
package connector

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"html"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"
)

// Connector is a client that has registered itself.
type Connector struct {
	tb                               testing.TB
	endpoint, redirect, id, verifier string
}

// Name is what the pages call a connector.
const Name = "Kitchen Helper"

// patience bounds each request.
const patience = time.Minute

// New registers a connector for an endpoint at the authorization server of base.
func New(tb testing.TB, base, endpoint, redirect string) *Connector {
	tb.Helper()
	c := &Connector{tb: tb, endpoint: endpoint, redirect: redirect, verifier: rand.Text() + rand.Text()}
	body, err := json.Marshal(map[string]any{"client_name": Name, "redirect_uris": []string{redirect}})
	if err != nil {
		tb.Fatal(err)
	}
	res := c.send(&http.Client{Timeout: patience}, http.MethodPost, base+"/register", "application/json", string(body))
	var registered struct {
		ID string `json:"client_id"`
	}
	if err := json.Unmarshal([]byte(res.body), &registered); err != nil || registered.ID == "" {
		tb.Fatalf("register: %d %s", res.StatusCode, res.body)
	}
	c.id = registered.ID
	return c
}

// URL is where the connector sends the person.
func (c *Connector) URL(base string) string {
	sum := sha256.Sum256([]byte(c.verifier))
	return base + "/authorize?" + url.Values{
		"response_type": {"code"}, "client_id": {c.id}, "redirect_uri": {c.redirect}, "state": {"state-1"}, "resource": {c.endpoint},
		"code_challenge": {base64.RawURLEncoding.EncodeToString(sum[:])}, "code_challenge_method": {"S256"},
	}.Encode()
}

// Authorize has the person sign in with a one-time code and allow what the connector
// asks for. It returns the connector's code.
func (c *Connector) Authorize(base, email, code string) string {
	c.tb.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		c.tb.Fatal(err)
	}
	browser := &http.Client{Jar: jar, Timeout: patience, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	page := c.send(browser, http.MethodGet, c.URL(base), "", "")
	signedIn := c.submit(browser, page, url.Values{"act": {"sign-in"}, "email": {email}, "code": {code}})
	consent := c.send(browser, http.MethodGet, c.location(signedIn).String(), "", "")
	answer := c.location(c.submit(browser, consent, url.Values{"act": {"allow"}})).Query()
	if answer.Get("code") == "" {
		c.tb.Fatalf("no code in %v", answer)
	}
	return answer.Get("code")
}

// Tokens are what the token endpoint answers with.
type Tokens struct {
	Access  string `json:"access_token"`
	Refresh string `json:"refresh_token"`
	Scope   string `json:"scope"`
	Error   string `json:"error"` // why there are none
}

// Exchange takes a connector's code.
func (c *Connector) Exchange(base, code string) Tokens {
	c.tb.Helper()
	return c.token(base, url.Values{"grant_type": {"authorization_code"}, "code": {code}, "code_verifier": {c.verifier}})
}

// Renew takes a refresh token.
func (c *Connector) Renew(base, refresh string) Tokens {
	c.tb.Helper()
	return c.token(base, url.Values{"grant_type": {"refresh_token"}, "refresh_token": {refresh}})
}

// Revoke gives a token back.
func (c *Connector) Revoke(base, token string) {
	c.tb.Helper()
	res := c.post(base+"/revoke", url.Values{"token": {token}})
	if res.StatusCode != http.StatusOK {
		c.tb.Errorf("revoke: %d %s", res.StatusCode, res.body)
	}
}

func (c *Connector) token(base string, form url.Values) (t Tokens) {
	c.tb.Helper()
	res := c.post(base+"/token", form)
	if err := json.Unmarshal([]byte(res.body), &t); err != nil {
		c.tb.Errorf("%d %s: %v", res.StatusCode, res.body, err)
	}
	return t
}

func (c *Connector) post(to string, form url.Values) reply {
	c.tb.Helper()
	form.Set("client_id", c.id)
	return c.send(&http.Client{Timeout: patience}, http.MethodPost, to, "application/x-www-form-urlencoded", form.Encode())
}

var (
	formToken  = regexp.MustCompile(`name="token" value="([^"]+)"`)
	formAction = regexp.MustCompile(`method="post" action="([^"]+)"`)
)

// submit posts the form of a page.
func (c *Connector) submit(browser *http.Client, page reply, form url.Values) reply {
	c.tb.Helper()
	token, action := formToken.FindStringSubmatch(page.body), formAction.FindStringSubmatch(page.body)
	if token == nil || action == nil {
		c.tb.Fatalf("the page has no form: %d %s", page.StatusCode, page.body)
	}
	to, err := page.Request.URL.Parse(html.UnescapeString(action[1]))
	if err != nil {
		c.tb.Fatal(err)
	}
	form.Set("token", html.UnescapeString(token[1]))
	return c.send(browser, http.MethodPost, to.String(), "application/x-www-form-urlencoded", form.Encode())
}

func (c *Connector) location(r reply) *url.URL {
	c.tb.Helper()
	to, err := r.Location()
	if err != nil {
		c.tb.Fatalf("%d %s", r.StatusCode, r.body)
	}
	return to
}

// reply is an answer whose body was read.
type reply struct {
	*http.Response
	body string
}

func (c *Connector) send(by *http.Client, method, to, kind, body string) reply {
	c.tb.Helper()
	req, err := http.NewRequestWithContext(c.tb.Context(), method, to, strings.NewReader(body))
	if err != nil {
		c.tb.Fatal(err)
	}
	if kind != "" {
		req.Header.Set("Content-Type", kind)
	}
	res, err := by.Do(req)
	if err != nil {
		c.tb.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		c.tb.Fatal(err)
	}
	return reply{res, string(text)}
}
