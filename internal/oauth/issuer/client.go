package issuer

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/netip"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
)

// Client is a program that asks for access. It is a public client: it has no secret,
// and PKCE ties a code to the one who asked for it.
type Client struct {
	ID   string
	Name string
	// RedirectURIs are where persons may be sent. One of a client that the operator
	// has set up may end in "/*", for one more path segment of letters, digits, "-"
	// and "_".
	RedirectURIs []string

	origin origin
}

// origin says how much of what a client says of itself is known to be so.
type origin int

const (
	byOperator origin = iota // set up by the operator
	published                // its id is the address of its document
	registered               // it has said so itself
)

var (
	errUnknownClient = errors.New("no such client")
	// errDocument says that a client's document can't be had or is wrong.
	errDocument = errors.New("the client's document cannot be used")
)

const (
	maxRedirects   = 10
	maxRedirectURI = 2048
	maxName        = 80
)

func (c Client) check() error {
	if c.ID == "" || c.Name == "" || len(c.RedirectURIs) == 0 {
		return errors.New("it needs an id, a name and a redirect address")
	}
	for _, uri := range c.RedirectURIs {
		if err := checkRedirectURI(strings.TrimSuffix(uri, "*")); err != nil {
			return err
		}
	}
	return nil
}

// client finds the client that a request names. Its error is [errUnknownClient],
// [errDocument], or a failure here.
func (i *Issuer) client(from *http.Request, id string) (Client, error) {
	if n := slices.IndexFunc(i.opts.Clients, func(c Client) bool { return c.ID == id }); n >= 0 {
		return i.opts.Clients[n], nil
	}
	if strings.Contains(id, ":") { // no id that we give has one
		return i.fetcher.client(from.Context(), id, func() (bool, error) {
			return i.attempt(from.Context(), limit{networkBucket("document", i.opts.Address(from)), documentsByAddress})
		})
	}
	if !segment().MatchString(id) { // nor has it another letter
		return Client{}, errUnknownClient
	}
	c := Client{ID: id, origin: registered}
	var uris string
	var found bool
	err := i.store.read(from.Context(), func(t tx) (err error) {
		found, err = t.row("SELECT name, redirect_uris FROM clients WHERE id = $1", []any{id}, &c.Name, &uris)
		return err
	})
	switch {
	case err != nil:
		return Client{}, err
	case !found:
		return Client{}, errUnknownClient
	}
	return c, json.Unmarshal([]byte(uris), &c.RedirectURIs)
}

// segment matches a path segment that stands for a wildcard, and the ids that we give.
var segment = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Za-z0-9_-]+$`) })

// allows reports whether the client may have persons sent to uri.
func (c Client) allows(uri string) bool {
	return len(uri) <= maxRedirectURI && slices.ContainsFunc(c.RedirectURIs, func(known string) bool {
		if prefix, wild := strings.CutSuffix(known, "/*"); wild && c.origin == byOperator {
			rest, found := strings.CutPrefix(uri, prefix+"/")
			return found && segment().MatchString(rest)
		}
		return known == uri || sameButPort(known, uri)
	})
}

// sameButPort is for programs on the person's own computer, which take whatever port
// is free (RFC 8252, section 7.3).
func sameButPort(known, uri string) bool {
	a, err1 := url.Parse(known)
	b, err2 := url.Parse(uri)
	if err1 != nil || err2 != nil || a.Scheme != "http" || !isLoopback(a.Hostname()) || a.Hostname() != b.Hostname() ||
		checkRedirectURI(uri) != nil {
		return false
	}
	a.Host, b.Host = "", ""
	return a.String() == b.String()
}

// checkRedirectURI refuses addresses that a browser would run, and those that don't
// show who gets the code.
func checkRedirectURI(uri string) error {
	u, err := url.Parse(uri)
	switch {
	case err != nil || len(uri) > maxRedirectURI || u.Opaque != "" || u.User != nil || u.Fragment != "" ||
		strings.ContainsFunc(uri, func(r rune) bool { return r <= ' ' || r > '~' || strings.ContainsRune("#\\\"<>", r) }):
		return errors.New("a redirect address must be a plain URL without a fragment")
	case u.Scheme == "" || u.Host == "" && (u.Scheme == "http" || u.Scheme == "https" || !strings.HasPrefix(uri, u.Scheme+":/")):
		return errors.New("a redirect address must be a whole URL")
	case u.Scheme == "https":
		return nil
	case u.Scheme == "http":
		if !isLoopback(u.Hostname()) {
			return errors.New("a redirect address must be https unless it is on the person's own computer")
		}
		return nil
	case slices.Contains(browserSchemes, u.Scheme):
		return errors.New("a redirect address must not be one of the browser's own")
	}
	return nil
}

// browserSchemes mean something to a browser itself; others open an app.
var browserSchemes = []string{
	"about", "blob", "chrome", "chrome-extension", "data", "edge", "feed", "file", "filesystem", "ftp", "intent",
	"jar", "javascript", "mailto", "moz-extension", "resource", "sms", "tel", "vbscript", "view-source", "ws", "wss",
}

// isLoopback reports whether a host is this computer by its name alone.
func isLoopback(host string) bool {
	if host == "localhost" {
		return true
	}
	ip, err := netip.ParseAddr(host)
	return err == nil && ip.Unmap().IsLoopback()
}

// cleanName makes a name that a client gives itself fit to show: one line of visible
// characters that keep their order.
func cleanName(name string) string {
	name = strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return ' '
		}
		if !unicode.IsGraphic(r) || unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Co, r) {
			return -1
		}
		return r
	}, name)
	name = strings.Join(strings.Fields(name), " ")
	if all := []rune(name); len(all) > maxName {
		name = string(all[:maxName]) + "…"
	}
	return name
}
