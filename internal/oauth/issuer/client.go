package issuer

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/mcp-adapters/mcp-adapters/config"
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
	found, err := i.store.row(from.Context(), "SELECT name, redirect_uris FROM clients WHERE id = $1", []any{id}, &c.Name, &uris)
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
	if err1 != nil || err2 != nil || a.Scheme != "http" || !config.Loopback(a.Hostname()) || a.Hostname() != b.Hostname() ||
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
		if !config.Loopback(u.Hostname()) {
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

// maxClients bounds those that register themselves.
const maxClients = 1000

// register is dynamic client registration (RFC 7591). The id follows from what the
// client says, so that registering again gives the same one and adds nothing.
func (i *Issuer) register(r *http.Request) (status int, body any, err error) {
	ok, err := i.attempt(r.Context(), limit{networkBucket("register", i.opts.Address(r)), registersByAddress})
	switch {
	case err != nil:
		return 0, nil, err
	case !ok:
		return 0, nil, &protocolError{http.StatusTooManyRequests, "temporarily_unavailable", "Too many registrations came from this address; try again in 15 minutes."}
	}
	text, err := io.ReadAll(r.Body)
	var m metadata
	if err != nil || json.Unmarshal(text, &m) != nil {
		return 0, nil, badRequest("invalid_client_metadata", "The body must be a JSON object of at most 16 KiB.")
	}
	c, err := m.client()
	if err != nil {
		return 0, nil, badRequest("invalid_redirect_uri", err.Error()+".")
	}
	if c.Name == "" {
		c.Name = "An app without a name"
	}
	uris, err := json.Marshal(c.RedirectURIs)
	if err != nil {
		return 0, nil, err
	}
	const idBytes = 16
	c.ID = base64.RawURLEncoding.EncodeToString(hashOf(c.Name + "\x00" + string(uris))[:idBytes])
	now := i.now().Unix()
	err = i.store.write(r.Context(), func(t tx) error {
		if err := t.exec(`INSERT INTO clients (id, name, redirect_uris, used) VALUES ($1, $2, $3, $4)
			ON CONFLICT (id) DO UPDATE SET used = $4`, c.ID, c.Name, string(uris), now); err != nil {
			return err
		}
		return t.makeRoom(c.ID)
	})
	if errors.Is(err, errFull) {
		return 0, nil, &protocolError{http.StatusServiceUnavailable, "temporarily_unavailable", "No more clients can register; use a client metadata document."}
	}
	return http.StatusCreated, map[string]any{
		"client_id": c.ID, "client_id_issued_at": now, "client_name": c.Name, "redirect_uris": c.RedirectURIs,
		"grant_types": grantTypes, "response_types": []string{"code"}, "token_endpoint_auth_method": "none",
	}, err
}

var errFull = errors.New("there is no room for another client")

// makeRoom removes the clients that were used least recently and hold no grant, when
// there are too many.
func (t tx) makeRoom(added string) error {
	var n int
	if _, err := t.row("SELECT count(*) FROM clients", nil, &n); err != nil || n <= maxClients {
		return err
	}
	removed, err := t.Exec(`DELETE FROM clients WHERE id IN (
		SELECT id FROM clients WHERE id <> $1 AND id NOT IN (SELECT client FROM grants)
		ORDER BY used LIMIT $2)`, added, n-maxClients)
	if err == nil && int(removed) < n-maxClients {
		err = errFull
	}
	return err
}
