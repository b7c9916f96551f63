package oauth_test

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/mcp-adapters/mcp-adapters/internal/oauth"
)

// exchanger answers the exchange of tokens.
type exchanger struct {
	*httptest.Server
	asked  atomic.Int64
	last   atomic.Pointer[url.Values]
	answer atomic.Pointer[func(http.ResponseWriter)]
}

func newExchanger(t *testing.T) *exchanger {
	t.Helper()
	e := &exchanger{}
	e.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n := e.asked.Add(1)
		if user, password, _ := r.BasicAuth(); user != "mcp%2Fserver" || password != "s%3Acret" || r.Method != http.MethodPost {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		if err := r.ParseForm(); err != nil {
			t.Error(err)
		}
		e.last.Store(&r.PostForm)
		if answer := e.answer.Load(); answer != nil {
			(*answer)(w)
			return
		}
		_, _ = fmt.Fprintf(w, `{"access_token":"other-%d","issued_token_type":"urn:ietf:params:oauth:token-type:access_token","token_type":"Bearer","expires_in":120}`, n)
	}))
	t.Cleanup(e.Close)
	return e
}

func (e *exchanger) exchange(t *testing.T, c *clock) *oauth.Exchange {
	t.Helper()
	x, err := oauth.NewExchange(oauth.ExchangeOptions{URL: e.URL + "/token", ClientID: "mcp/server", Secret: "s:cret", Audience: "https://api.example.com", Now: c.now})
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func TestExchange(t *testing.T) {
	t.Parallel()
	e, c := newExchanger(t), newClock()
	x := e.exchange(t, c)
	get := func(subject, want string) {
		t.Helper()
		if got, err := x.Token(t.Context(), subject); got != want || err != nil {
			t.Errorf("%s: %q, %v, want %s", subject, got, err, want)
		}
	}
	get("alice", "other-1")
	form := *e.last.Load()
	if form.Get("grant_type") != "urn:ietf:params:oauth:grant-type:token-exchange" || form.Get("subject_token") != "alice" ||
		form.Get("subject_token_type") != "urn:ietf:params:oauth:token-type:access_token" || form.Get("audience") != "https://api.example.com" || form.Has("client_id") {
		t.Errorf("asked with %v", form)
	}
	get("alice", "other-1") // which is remembered
	get("bob", "other-2")
	c.advance(91 * time.Second) // half a minute before its end
	get("alice", "other-3")
}

// TestExchange_Bound has more people than are remembered.
func TestExchange_Bound(t *testing.T) {
	t.Parallel()
	e, c := newExchanger(t), newClock()
	x := e.exchange(t, c)
	for n := range 1001 {
		if _, err := x.Token(t.Context(), fmt.Sprint("person-", n)); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := x.Token(t.Context(), "person-0"); got != "other-1002" || err != nil {
		t.Errorf("%q, %v: more than 1000 are remembered", got, err)
	}
}

func TestExchange_Failures(t *testing.T) {
	t.Parallel()
	for name, row := range map[string]struct {
		status int
		body   string
		want   error
	}{
		"refused":         {400, `{"error":"invalid_grant","error_description":"secret"}`, oauth.ErrInvalidToken},
		"not for us":      {400, `{"error":"unauthorized_client"}`, oauth.ErrUnavailable},
		"wrong password":  {401, `{"error":"invalid_client"}`, oauth.ErrUnavailable},
		"down":            {503, ``, oauth.ErrUnavailable},
		"a page":          {200, `<html>secret</html>`, oauth.ErrUnavailable},
		"no token":        {200, `{"token_type":"Bearer"}`, oauth.ErrUnavailable},
		"a broken token":  {200, `{"access_token":"a\r\nX: secret","token_type":"Bearer"}`, oauth.ErrUnavailable},
		"another kind":    {200, `{"access_token":"a","token_type":"DPoP"}`, oauth.ErrUnavailable},
		"sent elsewhere":  {307, `secret`, oauth.ErrUnavailable},
		"endless answers": {200, strings.Repeat(" ", 1<<20) + `{"access_token":"a","token_type":"Bearer"}`, oauth.ErrUnavailable},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := newExchanger(t)
			answer := func(w http.ResponseWriter) {
				if row.status == http.StatusTemporaryRedirect {
					w.Header().Set("Location", e.URL+"/elsewhere")
				}
				w.WriteHeader(row.status)
				_, _ = w.Write([]byte(row.body))
			}
			e.answer.Store(&answer)
			token, err := e.exchange(t, newClock()).Token(t.Context(), "alice")
			if token != "" || !errors.Is(err, row.want) || strings.Contains(err.Error(), "secret") || strings.Contains(err.Error(), "alice") {
				t.Errorf("%q, %v", token, err)
			}
			if n := e.asked.Load(); n != 1 {
				t.Errorf("asked %d times", n)
			}
		})
	}
	if _, err := oauth.NewExchange(oauth.ExchangeOptions{URL: "http://id.example.com/token"}); err == nil {
		t.Error("tokens are sent in the clear")
	}
	if _, err := newExchanger(t).exchange(t, newClock()).Token(t.Context(), ""); !errors.Is(err, oauth.ErrInvalidToken) {
		t.Errorf("no token: %v", err)
	}
}
