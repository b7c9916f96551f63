package doctor

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"strings"
	"time"
)

const (
	maxBody      = 32 << 20 // what the server itself reads of one answer
	maxRedirects = 5
	maxSkew      = 5 * time.Minute
)

// answer is what came back for the list of recipes.
type answer struct {
	status  int
	header  http.Header
	body    []byte
	visible int // recipes in the list, for status 200
	at      time.Time
}

// ask asks for the list of recipes: the cheapest question that changes nothing
// and that only a Recipe Vault answers as one.
func (w *route) ask(ctx context.Context, r *report) bool {
	ctx, cancel := context.WithTimeout(ctx, apiLimit)
	defer cancel()
	got, err := w.get(ctx)
	if err != nil {
		switch {
		case w.proxy != nil && w.base.Scheme == "https" && w.tlsFault(r, err):
		case w.base.Scheme == "http" && w.speaksTLS(ctx):
			r.fault(needsTLS, w.host())
		default:
			r.fault(cut, w.host(), reason(err))
		}
		return false
	}
	w.answer = got
	return w.recognise(ctx, r)
}

func (w *route) get(ctx context.Context) (*answer, error) {
	transport := &http.Transport{
		Proxy:                  func(*http.Request) (*url.URL, error) { return w.proxy, nil },
		DialContext:            w.dialer().DialContext,
		TLSClientConfig:        w.tlsConfig(),
		DisableKeepAlives:      true,
		MaxResponseHeaderBytes: 64 << 10,
	}
	client := http.Client{Transport: transport, CheckRedirect: func(req *http.Request, via []*http.Request) error {
		if len(via) > maxRedirects || req.URL.Scheme != via[0].URL.Scheme || req.URL.Host != via[0].URL.Host {
			return http.ErrUseLastResponse // the key stays with the vault
		}
		return nil
	}}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, w.base.JoinPath("api", "recipes").String(), nil)
	if err != nil {
		return nil, err
	}
	req.Header = http.Header{"Accept": {"application/json"}, "User-Agent": {"recipe-mcp/" + w.options.Version + " doctor"}}
	if w.key != "" {
		req.Header.Set("X-Api-Key", w.key)
	}
	if w.email != "" {
		req.Header.Set("X-User-Email", strings.ToLower(w.email))
	}
	res, err := client.Do(req)
	if err != nil {
		return nil, err
	}
	defer func() { _ = res.Body.Close() }()
	got := &answer{status: res.StatusCode, header: res.Header, at: time.Now()}
	got.body, err = io.ReadAll(io.LimitReader(res.Body, maxBody))
	return got, err
}

// recognise tells a Recipe Vault from whatever else answers on a port.
func (w *route) recognise(ctx context.Context, r *report) bool {
	a := w.answer
	var refusal struct {
		Error string `json:"error"`
		Code  string `json:"code"`
	}
	// Whatever the vault refuses comes as such an object.
	ours := json.Unmarshal(a.body, &refusal) == nil && refusal.Error != ""
	switch {
	case a.status == http.StatusOK && a.countRecipes():
	case (a.status == http.StatusUnauthorized || a.status == http.StatusForbidden) && ours:
	case a.status >= 300 && a.status < 400:
		r.fault(redirected, w.host(), redirectTarget(a.header.Get("Location")))
		return false
	case a.status == http.StatusTooManyRequests, a.status >= 500:
		what := fmt.Sprintf("status %d", a.status)
		if refusal.Code == "DATABASE_ERROR" {
			what = "a failure of its database"
		}
		r.fault(failing, w.host(), what)
		return false
	case w.base.Scheme == "http" && a.status == http.StatusBadRequest && w.speaksTLS(ctx):
		r.fault(needsTLS, w.host())
		return false
	default:
		r.fault(notVault, w.host(), a.kind())
		return false
	}
	r.ok("url", "A Recipe Vault answers at %s.", w.host())
	return true
}

// countRecipes reports whether the body is a list of recipes, and counts them.
func (a *answer) countRecipes() bool {
	var list []struct {
		ID    *string `json:"id"`
		Title *string `json:"title"`
	}
	if err := json.Unmarshal(a.body, &list); err != nil || list == nil {
		return false
	}
	for _, recipe := range list {
		if recipe.ID == nil || recipe.Title == nil {
			return false
		}
	}
	a.visible = len(list)
	return true
}

// kind says what sort of thing answered.
func (a *answer) kind() string {
	media, _, err := mime.ParseMediaType(a.header.Get("Content-Type"))
	what := "something else"
	switch {
	case err == nil && media == "text/html":
		what = "a web page"
	case json.Valid(a.body):
		what = "JSON of another kind"
	}
	return fmt.Sprintf("%s (status %d)", what, a.status)
}

// redirectTarget is the host alone: the rest may hold who knows what.
func redirectTarget(location string) string {
	u, err := url.Parse(location)
	switch {
	case err != nil || location == "":
		return "an address that is none"
	case u.Host == "":
		return "another page of its own"
	}
	return u.Scheme + "://" + u.Host
}

func (w *route) compareClocks(_ context.Context, r *report) bool {
	theirs, err := http.ParseTime(w.answer.header.Get("Date"))
	if err != nil {
		r.note("clock", "Not checked, because the server does not tell its time.", "")
		return true
	}
	skew := w.answer.at.Sub(theirs).Abs()
	if skew > maxSkew {
		r.fault(skewed, skew.Round(time.Minute).String())
		return true
	}
	r.ok("clock", "The clocks of this computer and of the server agree.")
	return true
}

func (w *route) checkKey(_ context.Context, r *report) bool {
	switch {
	case w.answer.status != http.StatusUnauthorized:
		r.ok("key", "The Recipe Vault takes the key.")
		return true
	case w.key == "":
		r.fault(keyMissing)
	default:
		r.fault(keyRefused)
	}
	return false
}

func (w *route) checkScope(_ context.Context, r *report) bool {
	switch {
	case w.answer.status == http.StatusForbidden:
		r.fault(emailUnknown)
		return false
	case w.email == "":
		r.note("scope", fmt.Sprintf("USER_EMAIL is not set, so all recipes of all families are visible (god mode): %d.", w.answer.visible), "")
	default:
		r.ok("scope", "The address in USER_EMAIL sees %s.", plural(w.answer.visible, "recipe"))
	}
	return true
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
