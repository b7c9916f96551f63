package doctor

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/netip"
	"net/url"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/mcp-adapters/mcp-adapters/apiclient"
)

// The limits of the one request that is made. Together with the try whether a port
// speaks TLS they stay below wholeLimit.
const (
	dialLimit = 5 * time.Second
	tlsLimit  = 5 * time.Second
	apiLimit  = 15 * time.Second
)

// route is the way to an API: one request is sent, and each step reports how far it
// came.
type route struct {
	options *Options
	subject Subject
	api     *API
	base    *url.URL
	proxy   *url.URL // nil: none applies

	resolved, connected, ready atomic.Bool // the last is after any handshake

	seen   recorder // what came over the wire
	answer Answer
	err    error // of the client
}

// network goes the way to the API and stops where it ends.
func (x *examination) network(ctx context.Context, r *Report, s Subject, api *API) {
	base, err := url.Parse(api.BaseURL)
	if err != nil {
		return // config has parsed it
	}
	w := &route{options: &x.options, subject: s, api: api, base: base}
	// Each gives "", or why the later ones make no sense.
	steps := []func(context.Context, *Report) string{w.send, w.resolve, w.connect, w.secure, w.read, w.compareClocks}
	for _, own := range api.Steps {
		steps = append(steps, func(context.Context, *Report) string {
			if own.Run(w.answer, r) {
				return ""
			}
			return own.Because
		})
	}
	checks := Place{API: api}.checks()
	for i, step := range steps {
		if failed := step(ctx, r); failed != "" {
			r.Skip(failed, checks[i+1:]...)
			return
		}
	}
}

// host is where requests go, for a person: no user, no path.
func (w *route) host() string { return w.base.Host }

// address is the host with its port.
func (w *route) address() string {
	port := w.base.Port()
	if port == "" {
		port = map[string]string{"https": "443", "http": "80"}[w.base.Scheme]
	}
	return net.JoinHostPort(w.base.Hostname(), port)
}

// send asks the API its question, as the server itself would, but once. It takes the
// variables of a proxy from where the server would: a client starts it in an
// environment of its own.
func (w *route) send(ctx context.Context, r *Report) string {
	p := apiclient.ProxyFor(w.base, w.api.Proxy, w.subject.Getenv)
	if p.Bad {
		r.Fault(badProxy, p.Variable)
		return "the proxy cannot be used"
	}
	if !p.Ignored {
		w.proxy = p.URL
	}
	ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
		DNSDone:     func(i httptrace.DNSDoneInfo) { w.resolved.Store(i.Err == nil) },
		ConnectDone: func(_, _ string, err error) { w.connected.CompareAndSwap(false, err == nil) },
		GotConn:     func(httptrace.GotConnInfo) { w.ready.Store(true) },
	})
	w.seen.next = &http.Transport{
		Proxy:                  func(*http.Request) (*url.URL, error) { return w.proxy, nil },
		DialContext:            w.dialer().DialContext,
		TLSClientConfig:        &tls.Config{RootCAs: w.options.Roots, ServerName: w.base.Hostname(), MinVersion: tls.VersionTLS12},
		TLSHandshakeTimeout:    tlsLimit,
		DisableKeepAlives:      true,
		MaxResponseHeaderBytes: 64 << 10,
	}
	w.answer.Body, w.err = w.api.Ask(ctx, apiclient.Options{
		BaseURL:   w.api.BaseURL,
		UserAgent: w.options.System.Program + "/" + w.options.Version + " doctor",
		Timeout:   apiLimit,
		Transport: &w.seen,
	})
	op, ok := errors.AsType[*net.OpError](w.seen.err)
	switch here := apiclient.ProxyFor(w.base, w.api.Proxy, w.options.Getenv); {
	case p.Ignored:
		r.Note("proxy", "The value of "+p.Variable+" is not the address of a proxy and is ignored: requests go without one.", "Correct the variable, or unset it.")
	case ok && op.Op == "proxyconnect":
		r.Fault(proxyDown, p.URL.Host, p.Variable, reason(w.seen.err))
		return "the proxy cannot be used"
	case p.URL != nil:
		text := fmt.Sprintf("Requests go through the proxy %s, which %s names.", p.URL.Host, p.Variable)
		if w.base.Scheme == "http" && w.api.Secret {
			text += " They are not encrypted, so it can read the key."
		}
		r.Note("proxy", text, r.fill("If it leads to a server on the home network, {bypass}."))
	case w.subject.Entry && here.URL != nil:
		r.Note("proxy", fmt.Sprintf("No proxy applies. %s is set here, but not in the entry, and a client may not pass it on.", here.Variable), "If the "+w.options.System.Service+" is reached through it alone, add "+here.Variable+" to the entry's variables.")
	case p.Home:
		r.OK("proxy", "No proxy applies: that of %s is not used for an address at home, such as %s.", p.Variable, w.base.Hostname())
	default:
		r.OK("proxy", "No proxy applies.")
	}
	return ""
}

func (w *route) dialer() *net.Dialer {
	return &net.Dialer{Resolver: w.options.Resolver, Timeout: dialLimit}
}

// resolve reports whether the name was looked up, unless that was the proxy's to do.
func (w *route) resolve(_ context.Context, r *Report) string {
	name := w.base.Hostname()
	_, notNumeric := netip.ParseAddr(name)
	switch {
	case w.proxy != nil:
		r.Skip("the proxy does it", "dns")
	case notNumeric == nil:
		r.OK("dns", "%s is a numeric address.", name)
	case w.seen.err != nil && !w.resolved.Load():
		r.Fault(noName, name, reason(w.seen.err))
		return "the host name cannot be resolved"
	default:
		r.OK("dns", "The host name %s resolves.", name)
	}
	return ""
}

func (w *route) connect(_ context.Context, r *Report) string {
	switch {
	case w.proxy != nil:
		r.Skip("the proxy does it", "tcp")
	case w.seen.err != nil && !w.connected.Load():
		r.Fault(noAnswer, w.address(), reason(w.seen.err))
		return "there is no connection"
	default:
		r.OK("tcp", "Something listens at %s.", w.address())
	}
	return ""
}

// reason says in a few words why no connection was had, without anything that
// came over it.
func reason(err error) string {
	if dns, ok := errors.AsType[*net.DNSError](err); ok {
		switch {
		case dns.IsNotFound:
			return "there is no such name"
		case dns.IsTimeout:
			return "the name server does not answer"
		}
		return "the name server cannot be asked"
	}
	var timed interface{ Timeout() bool }
	switch {
	case errors.As(err, &timed) && timed.Timeout(), errors.Is(err, context.DeadlineExceeded):
		return "no answer came in time"
	case errors.Is(err, syscall.ECONNREFUSED):
		return "the connection was refused"
	case errors.Is(err, syscall.EHOSTUNREACH), errors.Is(err, syscall.ENETUNREACH):
		return "there is no route to it"
	case errors.Is(err, syscall.ECONNRESET):
		return "the connection was cut"
	case errors.Is(err, http.ErrSchemeMismatch):
		return "it does not speak TLS"
	}
	return "the connection failed"
}
