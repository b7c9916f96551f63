// Package guardedhttp fetches addresses that strangers give. It prevents server-side request forgery:
// a stranger must not reach what only the server can reach, such as its own computer, its network or
// its cloud's metadata.
//
// A [Client] connects only to public addresses. It checks the IP address that it is about to dial,
// also for each redirect, so that DNS cannot change between the check and the connection. It uses no
// proxy, which would resolve names itself, and sends no cookies, credentials or Referer. It bounds the
// size, the time, the redirects and the concurrent fetches.
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
	MaxBytes  int           // of a body
	Timeout   time.Duration // of a fetch, its wait for others included
	AtOnce    int           // concurrent fetches; more wait
	Redirects int           // to follow at most
	HTTP      bool          // allows http besides https
	UserAgent string        // "": Go's

	// The rest is for tests.
	Resolver *net.Resolver         // nil: the system's
	Roots    *x509.CertPool        // nil: the system's
	Allow    func(netip.Addr) bool // addresses to connect to besides public ones
}

// Client fetches addresses. It is safe for concurrent use.
type Client struct {
	options Options
	http    *http.Client
	slots   chan struct{} // one element for each fetch in progress
}

// Response is an answer with status 200.
type Response struct {
	Body []byte
	Type string   // the Content-Type as sent, which proves nothing
	URL  *url.URL // where the answer is from, after redirects
}

// New returns a client, which the caller closes.
func New(o Options) *Client {
	c := &Client{options: o, slots: make(chan struct{}, o.AtOnce)}
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
			DisableCompression:     true, // a few bytes could become many
		},
	}
	return c
}

// Close closes idle connections.
func (c *Client) Close() { c.http.CloseIdleConnections() }

// Get fetches address with accept as the header Accept. Its errors are [fault.Error]s without a Field.
// Neither they nor their causes hold the address, which may be a secret.
func (c *Client) Get(ctx context.Context, address, accept string) (Response, error) {
	u, err := c.parse(address)
	if err != nil {
		return Response{}, c.explain(err)
	}
	ctx, cancel := context.WithTimeout(ctx, c.options.Timeout)
	defer cancel()
	select {
	case c.slots <- struct{}{}:
		defer func() { <-c.slots }()
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
		err = ctx.Err() // a host that sees the client leave may end a body early
	}
	switch {
	case err != nil:
		return Response{}, err
	case int64(len(body)) > limit:
		return Response{}, ErrTooLarge
	}
	return Response{Body: body, Type: res.Header.Get("Content-Type"), URL: res.Request.URL}, nil
}

// parse checks an address.
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
