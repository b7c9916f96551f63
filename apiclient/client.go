package apiclient

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/hashicorp/go-retryablehttp"
	"github.com/rs/zerolog"
)

const (
	defaultTimeout  = 30 * time.Second
	defaultMaxConns = 16
	maxHeaderBytes  = 64 << 10
	// writeIdle stays under the two seconds promised for the age of an idle connection.
	writeIdle = 1900 * time.Millisecond
)

// Options configure a [Client]. BaseURL alone is required.
type Options struct {
	BaseURL    string            // http or https, with or without path prefix and trailing slash; its password is kept secret
	Key        string            // sent as X-API-Key; empty: no such header
	Email      string            // sent trimmed and lower-cased as X-User-Email; empty: no such header
	UserAgent  string            // empty: none is sent
	Service    string            // how messages call the API; empty: "The API"
	Timeout    time.Duration     // one call with its retries, waits and looking; 0: 30 s
	MaxRetries int               // how often a request may be sent again; 0: never; a locked database has a count of its own
	MaxConns   int               // idle connections kept for reuse; 0: 16
	Proxy      string            // URL of a proxy for all requests, or [NoProxy]; empty: see [ProxyFor]
	Characters bool              // the API counts lengths in characters; else its OpenAPI document is asked when that matters
	Transport  http.RoundTripper // nil: an own pool; it must not change a request's headers, and Proxy is not used
	Log        zerolog.Logger    // the zero value logs nothing
}

// Client calls the API. It is safe for concurrent use.
type Client struct {
	base     url.URL // of the API; Path without trailing slash
	escaped  string  // base's path as sent
	template *http.Request
	service  string
	keySet   bool
	secrets  []string // what no message may hold
	timeout  time.Duration
	retries  int
	reader   *retryablehttp.Client // GET
	writer   *retryablehttp.Client // all else
	pools    []*http.Transport     // ours to close
	proxy    Proxy
	lengths  lengths
	log      zerolog.Logger
	sights   sights
}

// New returns a client for the API at o.BaseURL. It opens no connection. The
// error names the option at fault and never its value.
func New(o Options) (*Client, error) {
	u, err := url.Parse(o.BaseURL)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Hostname() == "" {
		return nil, errors.New("API_BASE_URL must be an http or https URL with a host")
	}
	if u.RawQuery != "" || u.Fragment != "" || u.Opaque != "" {
		return nil, errors.New("API_BASE_URL must end with its path: no query, no fragment")
	}
	c := &Client{
		service: o.Service,
		timeout: o.Timeout,
		retries: max(o.MaxRetries, 0),
		log:     o.Log,
	}
	if c.service == "" {
		c.service = "The API"
	}
	if c.timeout <= 0 {
		c.timeout = defaultTimeout
	}
	c.escaped = strings.TrimRight(u.EscapedPath(), "/")
	u.Path, u.RawPath = strings.TrimRight(u.Path, "/"), ""
	c.base = *u
	email := strings.TrimSpace(o.Email)
	if err := c.setHeaders(o.Key, email, o.UserAgent); err != nil {
		return nil, err
	}
	if o.Characters {
		c.lengths.unit.Store(int32(inCharacters))
	}
	if o.Transport == nil {
		c.proxy = ProxyFor(&c.base, o.Proxy, os.Getenv)
		c.proxy.warn(&c.base, c.keySet, o.Log)
	}
	c.setSecrets(o.Key, o.Email, strings.ToLower(email))
	c.setTransports(o)
	return c, nil
}

// setHeaders builds the request that all others are shallow copies of. Its
// header map is shared and never written to again. It writes no header that a
// server could drop: without the address a request acts for everybody.
func (c *Client) setHeaders(key, email, agent string) error {
	if err := errors.Join(checkASCII("API_KEY", key, ' '), checkASCII("USER_EMAIL", email, '!')); err != nil {
		return err
	}
	h := http.Header{"Accept": {"application/json"}, "User-Agent": {agent}}
	if key != "" {
		h["X-Api-Key"] = []string{key}
	}
	if email != "" {
		h["X-User-Email"] = []string{strings.ToLower(email)}
	}
	c.keySet = key != ""
	c.template = &http.Request{
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Host:   c.base.Host,
		Header: h,
	}
	return nil
}

// checkASCII refuses a value with a character outside of ASCII from low to '~'.
func checkASCII(option, value string, low rune) error {
	for i, r := range value {
		if r < low || r > '~' {
			return fmt.Errorf("%s has %U at character %d, and only visible ASCII can be sent", option, r, utf8.RuneCountInString(value[:i])+1)
		}
	}
	return nil
}

func (c *Client) setSecrets(values ...string) {
	users := []*url.Userinfo{c.base.User}
	if c.proxy.URL != nil {
		users = append(users, c.proxy.URL.User)
	}
	for _, user := range users {
		if password, ok := user.Password(); ok {
			values = append(values, password, url.QueryEscape(password), url.PathEscape(password))
		}
	}
	for _, v := range values {
		if len(v) >= 4 { // taking out less would only garble the text
			c.secrets = append(c.secrets, v)
		}
	}
}

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
	c.reader, c.writer = c.retrying(read), c.retrying(write)
}

// newPool returns a transport that speaks HTTP/1.1 alone: whether a request was
// sent can be told for certain, and a dead connection holds up one call.
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

// Close closes idle connections. Calls in flight finish; later ones reconnect.
func (c *Client) Close() {
	for _, p := range c.pools {
		p.CloseIdleConnections()
	}
}

// newRequest returns a request for q's path below the prefix of the base URL.
func (c *Client) newRequest(ctx context.Context, q *call) *http.Request {
	r := c.template.WithContext(ctx)
	u := c.base
	plain, escaped := q.path, q.path
	if q.id != "" {
		plain = q.path + "/" + q.id
		escaped = plain
		if id := url.PathEscape(q.id); id != q.id {
			escaped = q.path + "/" + id
		}
	}
	u.Path += plain
	if c.escaped != c.base.Path || escaped != plain {
		u.RawPath = c.escaped + escaped
	}
	r.Method, r.URL = q.method, &u
	if q.body != nil {
		r.Header = r.Header.Clone()
		r.Header["Content-Type"] = []string{"application/json"}
	}
	return r
}
