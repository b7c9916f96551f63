// Package guardedhttp fetches what a stranger's address leads to: whoever can make a
// server fetch may try to have it reach what only the server can, such as its own
// computer, its network or its cloud's metadata.
//
// A [Client] connects to public addresses alone. It looks at the address that is about
// to be dialled, so that a name can't lead elsewhere between a check and the
// connection, and it does so for every redirect. It uses no proxy, which would look up
// names for it, and sends no cookies, no credentials and no Referer. Size, time,
// redirects and the fetches at a time have bounds.
package guardedhttp

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"time"
)

const (
	maxHeader  = 64 << 10
	maxAddress = 4096 // bytes of an address; a presigned one is long
)

// Options are what a [Client] needs. Every bound must be given.
type Options struct {
	MaxBytes  int           // of an answer's body
	Timeout   time.Duration // from waiting for a place to the last byte
	AtOnce    int           // fetches at a time; more wait
	Redirects int           // to follow, 0: none
	HTTP      bool          // plain http is as good as https
	UserAgent string        // "": Go's

	// The rest is for tests alone.
	Resolver *net.Resolver         // nil: the system's
	Roots    *x509.CertPool        // nil: the system's
	Allow    func(netip.Addr) bool // addresses to connect to besides public ones
}

// Client fetches. It is safe for concurrent use.
type Client struct {
	options Options
	http    *http.Client
	places  chan struct{} // one element for each fetch under way
}

// Response is an answer with status 200.
type Response struct {
	Body []byte
	Type string   // the Content-Type as sent, which proves nothing
	URL  *url.URL // where the answer is from, after redirects
}

// New returns a client. The owner closes it.
func New(o Options) *Client {
	c := &Client{options: o, places: make(chan struct{}, o.AtOnce)}
	dialer := &net.Dialer{Timeout: o.Timeout, Resolver: o.Resolver, Control: c.control}
	c.http = &http.Client{
		CheckRedirect: c.checkRedirect,
		Transport: &http.Transport{
			DialContext:            dialer.DialContext,
			TLSClientConfig:        &tls.Config{RootCAs: o.Roots, MinVersion: tls.VersionTLS12},
			ForceAttemptHTTP2:      true,
			TLSHandshakeTimeout:    o.Timeout,
			ResponseHeaderTimeout:  o.Timeout,
			MaxResponseHeaderBytes: maxHeader,
			MaxIdleConns:           o.AtOnce,
			IdleConnTimeout:        time.Minute,
			DisableCompression:     true, // else few bytes could become many
		},
	}
	return c
}

// Close closes the connections that nothing uses.
func (c *Client) Close() { c.http.CloseIdleConnections() }

// Get fetches address, and says by accept which types are welcome. Its errors are
// [fault.Error]s without a Field. Neither they nor their causes hold the address,
// which may be a key to what it leads to.
func (c *Client) Get(ctx context.Context, address, accept string) (Response, error) {
	u, err := c.parse(address)
	if err != nil {
		return Response{}, c.explain(err)
	}
	ctx, cancel := context.WithTimeout(ctx, c.options.Timeout)
	defer cancel()
	select {
	case c.places <- struct{}{}:
		defer func() { <-c.places }()
	case <-ctx.Done():
		return Response{}, c.explain(ctx.Err())
	}
	res, err := c.get(ctx, u, accept)
	if err != nil {
		return Response{}, c.explain(err)
	}
	return res, nil
}

func (c *Client) get(ctx context.Context, u *url.URL, accept string) (Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return Response{}, err
	}
	req.Header.Set("Accept", accept)
	if c.options.UserAgent != "" {
		req.Header.Set("User-Agent", c.options.UserAgent)
	}
	res, err := c.http.Do(req)
	if err != nil {
		return Response{}, err
	}
	defer func() { _ = res.Body.Close() }()
	limit := int64(c.options.MaxBytes)
	switch {
	case res.StatusCode != http.StatusOK:
		return Response{}, statusError(res.StatusCode)
	case res.ContentLength > limit:
		return Response{}, ErrTooLarge
	}
	body, err := io.ReadAll(io.LimitReader(res.Body, limit+1))
	if err == nil {
		err = ctx.Err() // a host that sees us leave may end a body in good order before its end
	}
	switch {
	case err != nil:
		return Response{}, err
	case int64(len(body)) > limit:
		return Response{}, ErrTooLarge
	}
	return Response{Body: body, Type: res.Header.Get("Content-Type"), URL: res.Request.URL}, nil
}

// parse has the rules for an address, also for that of a redirect.
func (c *Client) parse(address string) (*url.URL, error) {
	if len(address) > maxAddress {
		return nil, errAddress
	}
	u, err := url.Parse(address)
	if err != nil {
		return nil, errAddress // the cause would repeat the address
	}
	return u, c.check(u)
}

func (c *Client) check(u *url.URL) error {
	secure := u.Scheme == "https" || c.options.HTTP && u.Scheme == "http"
	if !secure || u.Hostname() == "" || u.User != nil || u.Opaque != "" {
		return errAddress
	}
	return nil
}

func (c *Client) checkRedirect(req *http.Request, via []*http.Request) error {
	if len(via) > c.options.Redirects {
		return errRedirects
	}
	if err := c.check(req.URL); err != nil {
		return fmt.Errorf("after a redirect: %w", err)
	}
	req.Header.Del("Referer") // the last address may be a key
	return nil
}

// statusError is an answer with another status than 200.
type statusError int

func (e statusError) Error() string { return fmt.Sprintf("the answer has status %d", int(e)) }

var (
	errAddress   = errors.New("the address is not a plain https address")
	errRedirects = errors.New("there are too many redirects")
)
