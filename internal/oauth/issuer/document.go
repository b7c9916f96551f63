package issuer

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"mime"
	"net/url"
	"slices"
	"strings"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/time/rate"

	"github.com/mcp-adapters/mcp-adapters/internal/guardedhttp"
)

const (
	documentLimit = 5 * time.Second // to fetch one
	maxDocument   = 16 << 10
	documentLife  = 5 * time.Minute // in memory
	maxDocuments  = 200
	maxFetches    = 4 // at a time
)

// fetcher reads the documents by which clients describe themselves (OAuth Client ID
// Metadata Document). Whoever opens our page makes us fetch one, so it is bounded in
// every way. It is safe for concurrent use.
type fetcher struct {
	http    *guardedhttp.Client
	limiter *rate.Limiter
	known   *lru.Cache[string, document] // by address
}

type document struct {
	client Client
	until  time.Time
}

func newFetcher() *fetcher {
	const burst = 30
	known, _ := lru.New[string, document](maxDocuments) // fails only for a size below 1
	return &fetcher{guardedhttp.New(documentBounds()), rate.NewLimiter(rate.Every(time.Second), burst), known}
}

func documentBounds() guardedhttp.Options {
	return guardedhttp.Options{MaxBytes: maxDocument, Timeout: documentLimit, AtOnce: maxFetches}
}

func (f *fetcher) close() { f.http.Close() }

// client returns the client whose id is the address of its document, which may says
// whether to fetch if it isn't in memory. Its error is [errDocument], or that of may.
func (f *fetcher) client(ctx context.Context, id string, may func() (bool, error)) (Client, error) {
	if err := checkDocumentAddress(id); err != nil {
		return Client{}, fmt.Errorf("%w: %w", errDocument, err)
	}
	if d, found := f.known.Get(id); found && time.Now().Before(d.until) {
		return d.client, nil
	}
	switch ok, err := may(); {
	case err != nil:
		return Client{}, err
	case !ok || !f.limiter.Allow():
		return Client{}, fmt.Errorf("%w: too many were asked for", errDocument)
	}
	c, err := f.fetch(ctx, id)
	if err != nil {
		return Client{}, fmt.Errorf("%w: %w", errDocument, err)
	}
	f.known.Add(id, document{c, time.Now().Add(documentLife)})
	return c, nil
}

// checkDocumentAddress has the rules for an id that is an address: nothing in it can
// be written in two ways or hide where it leads.
func checkDocumentAddress(id string) error {
	u, err := url.Parse(id)
	switch {
	case err != nil || u.Scheme != "https" || u.Host == "" || u.User != nil || u.Fragment != "" || len(id) > maxRedirectURI ||
		strings.ContainsFunc(id, func(r rune) bool { return r <= ' ' || r > '~' || strings.ContainsRune("#\\\"<>", r) }):
		return errors.New("the id is not a plain https address")
	case u.Path == "" || u.Path == "/":
		return errors.New("the id has no path")
	case slices.ContainsFunc(strings.Split(u.Path, "/"), func(s string) bool { return s == "." || s == ".." }):
		return errors.New("the id has dots for a path segment")
	}
	return nil
}

func (f *fetcher) fetch(ctx context.Context, id string) (Client, error) {
	res, err := f.http.Get(ctx, id, "application/json")
	if err != nil {
		return Client{}, err
	}
	if kind, _, _ := mime.ParseMediaType(res.Type); kind != "application/json" && !strings.HasSuffix(kind, "+json") {
		return Client{}, errors.New("the document has another type than JSON")
	}
	return parseDocument(id, res.Body)
}

// metadata is what a client says of itself (RFC 7591).
type metadata struct {
	ID           string   `json:"client_id"`
	Name         string   `json:"client_name"`
	RedirectURIs []string `json:"redirect_uris"`
	Grants       []string `json:"grant_types"`
	Method       string   `json:"token_endpoint_auth_method"`
	Methods      []string `json:"token_endpoint_auth_methods_supported"`
}

// client checks what makes a client; the id is the caller's.
func (m metadata) client() (Client, error) {
	if len(m.RedirectURIs) == 0 || len(m.RedirectURIs) > maxRedirects {
		return Client{}, fmt.Errorf("redirect_uris must have 1 to %d addresses", maxRedirects)
	}
	for _, uri := range m.RedirectURIs {
		if err := checkRedirectURI(uri); err != nil {
			return Client{}, err
		}
	}
	if len(m.Grants) > 0 && !slices.Contains(m.Grants, "authorization_code") {
		return Client{}, errors.New("grant_types must have authorization_code")
	}
	return Client{Name: cleanName(m.Name), RedirectURIs: m.RedirectURIs}, nil
}

func parseDocument(id string, text []byte) (Client, error) {
	var m metadata
	if err := json.Unmarshal(text, &m); err != nil {
		return Client{}, errors.New("the document is not JSON")
	}
	if m.ID != id {
		return Client{}, errors.New("the document has another client_id than its address")
	}
	// A client that can do more than we ask for says so in the list.
	if m.Method != "" && m.Method != "none" && !slices.Contains(m.Methods, "none") {
		return Client{}, errors.New("the client can't do without authentication at the token endpoint")
	}
	c, err := m.client()
	if err != nil {
		return Client{}, err
	}
	c.ID, c.origin = id, published
	if c.Name == "" {
		u, _ := url.Parse(id) // it was parsed before
		c.Name = u.Host
	}
	return c, nil
}
