package apiclient

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/rs/zerolog"
	"golang.org/x/sync/semaphore"
)

const defaultTimeout = 30 * time.Second

// Options configure a [Client]. BaseURL alone is required.
type Options struct {
	BaseURL    string            // http or https, with or without path prefix and trailing slash; its password is kept secret
	System     System            // what is known of the API
	UserAgent  string            // empty: none is sent
	Timeout    time.Duration     // one call with its retries, waits and looking; 0: 30 s
	MaxRetries int               // how often a request may be sent again; 0: never; a locked database has a count of its own
	MaxConns   int               // idle connections kept for reuse; 0: 16
	Proxy      string            // URL of a proxy for all requests, or [NoProxy]; empty: see [ProxyFor]
	Transport  http.RoundTripper // nil: an own pool; it must not change a request's headers, and Proxy is not used
	NoRedirect bool              // a redirect is a failure, within the origin too: for credentials that are another's
	// Remote reports whether a call is for someone elsewhere, who can't change the
	// settings: messages then name no setting, and not where the API is. The log does.
	// nil: none is.
	Remote func(context.Context) bool
	// Warn is called with a sentence when a request of the call whose context ctx is
	// goes on after something went wrong. It names no address. nil: no one is told.
	Warn func(ctx context.Context, sentence string)
	Log  zerolog.Logger // the zero value logs nothing
}

// Client calls an API, for any number of callers at once. It is safe for
// concurrent use.
type Client struct {
	base    *url.URL // of the API; its path has no trailing slash
	system  System
	headers http.Header // of every request
	noOne   *Credentials
	hidden  secrets // of the URLs
	timeout time.Duration
	retries int
	reads   http.RoundTripper // of GET
	writes  http.RoundTripper // of all other methods
	follow  func(req *http.Request, via []*http.Request) error
	pools   []*http.Transport // ours to close
	proxy   Proxy
	budget  *semaphore.Weighted // bytes, for long answers
	remote  func(context.Context) bool
	warned  func(context.Context, string) // nil: no one is told
	log     zerolog.Logger

	proxyWarning sync.Once
}

// New returns a client for the API at o.BaseURL. It opens no connection. The
// error names the option at fault and never its value.
func New(o Options) (*Client, error) {
	c := &Client{
		system:  o.System,
		headers: http.Header{"Accept": {"application/json"}, "User-Agent": {o.UserAgent}},
		timeout: o.Timeout,
		retries: max(o.MaxRetries, 0),
		budget:  semaphore.NewWeighted(budgetSize),
		remote:  o.Remote,
		warned:  o.Warn,
		log:     o.Log,
	}
	if c.timeout <= 0 {
		c.timeout = defaultTimeout
	}
	if c.system.Name == "" {
		c.system.Name = "The API"
	}
	c.system.Settings = c.system.Settings.orDefaults()
	var err error
	if c.base, err = parseBase(o.BaseURL); err != nil {
		return nil, errors.New(c.system.Settings.BaseURL + " must " + err.Error())
	}
	if o.Transport == nil {
		c.proxy = ProxyFor(c.base, o.Proxy, os.Getenv)
		if c.proxy.Own {
			c.proxy.Variable = c.system.Settings.Proxy
		}
	}
	c.hidden = c.hidden.withPassword(c.base).withPassword(c.proxy.URL)
	if c.noOne, err = c.Credentials(); err != nil {
		return nil, err
	}
	c.setTransports(o)
	return c, nil
}

// parseBase returns the URL below which all requests are.
func parseBase(base string) (*url.URL, error) {
	u, err := url.Parse(base)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Hostname() == "" {
		return nil, errors.New("be an http or https URL with a host")
	}
	if u.RawQuery != "" || u.Fragment != "" || u.Opaque != "" {
		return nil, errors.New("end with its path: no query, no fragment")
	}
	u.Path, u.RawPath = strings.TrimRight(u.Path, "/"), strings.TrimRight(u.RawPath, "/")
	return u, nil
}

// Close closes idle connections. Calls in flight finish; later ones reconnect.
func (c *Client) Close() {
	for _, p := range c.pools {
		p.CloseIdleConnections()
	}
}

// Remote reports whether a call with that context is for a remote caller.
func (c *Client) Remote(ctx context.Context) bool { return c.remote != nil && c.remote(ctx) }

// place is where the API is, for messages.
func (c *Client) place() string { return c.base.Host + c.proxy.through() }

const (
	defaultMaxConns = 16
	maxHeaderBytes  = 64 << 10
	// writeIdle is below the two seconds that are promised for idle connections.
	writeIdle = 1900 * time.Millisecond
)

func (c *Client) setTransports(o Options) {
	read, write := o.Transport, o.Transport
	if o.Transport == nil {
		conns := o.MaxConns
		if conns <= 0 {
			conns = defaultMaxConns
		}
		pool := c.newPool(conns, 90*time.Second)
		fresh := c.newPool(conns, writeIdle)
		c.pools = []*http.Transport{pool, fresh}
		read, write = pool, fresh
	}
	c.reads, c.writes, c.follow = read, write, checkRedirect
	if o.NoRedirect {
		c.follow = noRedirect
	}
}

// newPool returns a transport that uses HTTP/1.1 only: it is then certain whether a
// request was sent, and a dead connection delays a single call.
func (c *Client) newPool(conns int, idle time.Duration) *http.Transport {
	protocols := new(http.Protocols)
	protocols.SetHTTP1(true)
	pool := &http.Transport{
		DialContext:            (&net.Dialer{Timeout: c.timeout, KeepAlive: 30 * time.Second}).DialContext,
		TLSHandshakeTimeout:    c.timeout,
		MaxIdleConns:           conns,
		MaxIdleConnsPerHost:    conns,
		IdleConnTimeout:        idle,
		MaxResponseHeaderBytes: maxHeaderBytes,
		Protocols:              protocols,
	}
	c.proxy.use(pool)
	return pool
}

const maxRedirects = 5

// noRedirect returns a redirect as the answer.
func noRedirect(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }

// checkRedirect follows redirects of a GET within the origin. Any other redirect is
// returned as the answer and classified as such: net/http would send the key to the
// other host, and turn a POST into a GET.
func checkRedirect(req *http.Request, via []*http.Request) error {
	first := via[0]
	if first.Method != http.MethodGet || len(via) > maxRedirects || origin(req.URL) != origin(first.URL) {
		return http.ErrUseLastResponse
	}
	return nil
}

// origin returns the scheme, host and port of u.
func origin(u *url.URL) string {
	port := u.Port()
	if port == "" {
		port = map[string]string{"http": "80", "https": "443"}[u.Scheme]
	}
	return strings.ToLower(u.Scheme + "://" + u.Hostname() + ":" + port)
}

// redirectTarget returns where a redirect leads, without user, path and query.
func redirectTarget(resp *http.Response) (target string, leaves bool) {
	to, err := resp.Location()
	if err != nil || to.Host == "" {
		return "", false
	}
	leaves = origin(to) != origin(resp.Request.URL)
	if to.Scheme != resp.Request.URL.Scheme {
		return to.Scheme + "://" + to.Host, leaves
	}
	return to.Host, leaves
}
