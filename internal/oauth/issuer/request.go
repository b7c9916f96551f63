package issuer

import (
	"errors"
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// request is an authorization request that is good.
type request struct {
	client      Client
	redirectURI string
	state       string
	challenge   string
	scopes      []string
	resource    string
	query       string // to repeat it with
}

// problem is a request that isn't. Nobody is redirected for it, since anyone could
// send people anywhere with our address: the page says what is wrong, and has a link
// once it is known where the client may have people sent.
type problem struct {
	text string
	back string
}

func (p *problem) Error() string { return p.text }

// requestParameters are those that mean something here; each may come once.
var requestParameters = []string{
	"response_type", "response_mode", "client_id", "redirect_uri", "state", "code_challenge", "code_challenge_method", "scope", "resource",
}

var challengeForm = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Za-z0-9_-]{43}$`) }) // of a SHA-256

// parseRequest checks an authorization request. Its error is a [*problem], or a
// failure here.
func (i *Issuer) parseRequest(from *http.Request) (*request, error) {
	q, kept := from.URL.Query(), url.Values{}
	for _, name := range requestParameters {
		switch values := q[name]; {
		case len(values) > 1:
			return nil, &problem{text: "The app sent " + name + " twice."}
		case len(values) == 1:
			kept[name] = values
		}
	}
	client, err := i.client(from, q.Get("client_id"))
	switch {
	case errors.Is(err, errUnknownClient):
		return nil, &problem{text: "This server doesn't know the app that sent you. Remove the connection there, and add it again."}
	case errors.Is(err, errDocument):
		i.opts.Log.Info().Err(errDocument).Msg("authorization refused")
		return nil, &problem{text: "The app that sent you describes itself at an address that this server can't read or doesn't accept."}
	case err != nil:
		return nil, err
	}
	r := &request{client: client, redirectURI: q.Get("redirect_uri"), state: q.Get("state"), challenge: q.Get("code_challenge"), query: kept.Encode()}
	if !client.allows(r.redirectURI) {
		return nil, &problem{text: "The app asks to send you to an address that isn't one of its own, so nothing was done."}
	}
	refuse := func(code, text string) error {
		return &problem{text, i.answerURL(r, url.Values{"error": {code}, "error_description": {text}})}
	}
	switch mode := q.Get("response_mode"); {
	case q.Get("response_type") != "code":
		return nil, refuse("unsupported_response_type", "The app asks for something other than a code.")
	case mode != "" && mode != "query":
		return nil, refuse("invalid_request", "The app asks for an answer in a form that this server doesn't have.")
	case q.Get("code_challenge_method") != "S256" || !challengeForm().MatchString(r.challenge):
		return nil, refuse("invalid_request", "The app doesn't protect its sign-in (PKCE with S256).")
	}
	if r.resource = i.resource(q.Get("resource")); r.resource == "" {
		return nil, refuse("invalid_target", "The app asks for access to another server than this.")
	}
	if r.scopes = i.grantable(q.Get("scope")); len(r.scopes) == 0 {
		return nil, refuse("invalid_scope", "The app asks for none of the permissions that this server has.")
	}
	return r, nil
}

// resource returns the endpoint that a client means, "" if it is none of ours. Some
// clients add a slash.
func (i *Issuer) resource(asked string) string {
	known := i.opts.Resources
	if asked == "" && len(known) > 0 {
		return known[0]
	}
	if n := slices.Index(known, strings.TrimSuffix(asked, "/")); n >= 0 {
		return known[n]
	}
	return ""
}

// grantable returns those of the scopes that exist, in our order. Clients ask for
// more than there is, offline_access for one.
func (i *Issuer) grantable(asked string) []string {
	all := i.opts.scopeNames()
	if asked == "" {
		return all
	}
	wanted := strings.Fields(asked)
	return slices.DeleteFunc(all, func(s string) bool { return !slices.Contains(wanted, s) })
}

// answerURL is where the person is sent, with the answer to the client. iss tells it
// which issuer that is from (RFC 9207).
func (i *Issuer) answerURL(r *request, answer url.Values) string {
	u, err := url.Parse(r.redirectURI)
	if err != nil {
		return "" // it was checked
	}
	q := u.Query()
	maps.Copy(q, answer)
	q.Set("iss", i.opts.URL)
	if r.state != "" {
		q.Set("state", r.state)
	}
	u.RawQuery = q.Encode()
	return u.String()
}

// destination says in words where a redirect leads.
func destination(uri string) (where string, ownComputer bool) {
	u, err := url.Parse(uri)
	switch {
	case err != nil:
		return "", false
	case u.Scheme == "https":
		return u.Host, false
	case u.Scheme == "http":
		return "a program on this device (" + u.Host + ")", true
	}
	return "the app that opens " + u.Scheme + ": links", true
}
