package doctor

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"syscall"
	"time"

	"mcp-adapters/apiclient"
)

// The limits of the steps on the way to the API. Together with what a step may
// try twice they stay below wholeLimit.
const (
	dnsLimit = 4 * time.Second
	tcpLimit = 4 * time.Second
	tlsLimit = 5 * time.Second
	apiLimit = 8 * time.Second
)

// route is the way to an API, found out step by step.
type route struct {
	options *Options
	subject Subject
	api     *API

	base   *url.URL
	proxy  *url.URL  // nil: none applies
	seen   *recorder // what came over the wire when the API was asked
	answer *Answer
}

// network goes the way to the API and stops where it ends.
func (x *examination) network(ctx context.Context, r *Report, s Subject, api *API) {
	base, err := url.Parse(api.BaseURL)
	if err != nil {
		return // config has parsed it
	}
	w := &route{options: &x.options, subject: s, api: api, base: base}
	type step struct {
		check   string
		run     func(context.Context, *Report) bool
		because string // what its failure means for the later ones
	}
	steps := []step{
		{"proxy", w.findProxy, "the proxy cannot be used"},
		{"dns", w.resolve, "the host name cannot be resolved"},
		{"tcp", w.dial, "there is no connection"},
		{"tls", w.handshake, "there is no encrypted connection"},
		{"url", w.ask, "no " + x.options.System.Service + " answers"},
		{"clock", w.compareClocks, ""},
	}
	for _, own := range api.Steps {
		steps = append(steps, step{own.Check, func(_ context.Context, r *Report) bool { return own.Run(*w.answer, r) }, own.Because})
	}
	for i, step := range steps {
		if step.run(ctx, r) {
			continue
		}
		for _, later := range steps[i+1:] {
			r.Skip(step.because, later.check)
		}
		return
	}
}

// host is where requests go, for a person: no user, no path.
func (w *route) host() string { return w.base.Host }

func address(u *url.URL) string {
	port := u.Port()
	if port == "" {
		port = map[string]string{"https": "443", "socks5": "1080", "socks5h": "1080"}[strings.ToLower(u.Scheme)]
	}
	if port == "" {
		port = "80"
	}
	return net.JoinHostPort(u.Hostname(), port)
}

// findProxy takes the variables from where the server would: a client starts it
// in an environment of its own.
func (w *route) findProxy(ctx context.Context, r *Report) bool {
	p := apiclient.ProxyFor(w.base, w.api.Proxy, w.subject.Getenv)
	switch {
	case p.Ignored:
		r.Note("proxy", "The value of "+p.Variable+" is not the address of a proxy and is ignored: requests go without one.", "Correct the variable, or unset it.")
		return true
	case p.Bad:
		r.Fault(badProxy, p.Variable)
		return false
	case p.URL == nil:
		w.noteNoProxy(r, p)
		return true
	}
	w.proxy = p.URL
	dialCtx, cancel := context.WithTimeout(ctx, tcpLimit)
	defer cancel()
	conn, err := w.dialer().DialContext(dialCtx, "tcp", address(p.URL))
	if err != nil {
		r.Fault(proxyDown, p.URL.Host, p.Variable, reason(err))
		return false
	}
	_ = conn.Close()
	text := fmt.Sprintf("Requests go through the proxy %s, which %s names.", p.URL.Host, p.Variable)
	if w.base.Scheme == "http" && w.api.Secret {
		text += " They are not encrypted, so it can read the key."
	}
	r.Note("proxy", text, "If it leads to a server on the home network, set API_PROXY to none.")
	return true
}

func (w *route) noteNoProxy(r *Report, p apiclient.Proxy) {
	if here := apiclient.ProxyFor(w.base, w.api.Proxy, w.options.Getenv); w.subject.Entry && here.URL != nil {
		r.Note("proxy", fmt.Sprintf("No proxy applies. %s is set here, but not in the entry, and a client may not pass it on.", here.Variable), "If the "+w.options.System.Service+" is reached through it alone, add "+here.Variable+" to the entry's variables.")
		return
	}
	if p.Home {
		r.OK("proxy", "No proxy applies: that of %s is not used for an address at home, such as %s.", p.Variable, w.base.Hostname())
		return
	}
	r.OK("proxy", "No proxy applies.")
}

func (w *route) dialer() *net.Dialer { return &net.Dialer{Resolver: w.options.Resolver} }

// resolve looks the name up, unless that is the proxy's to do.
func (w *route) resolve(ctx context.Context, r *Report) bool {
	name := w.base.Hostname()
	if w.proxy != nil {
		r.Skip("the proxy does it", "dns")
		return true
	}
	if _, err := netip.ParseAddr(name); err == nil {
		r.OK("dns", "%s is a numeric address.", name)
		return true
	}
	ctx, cancel := context.WithTimeout(ctx, dnsLimit)
	defer cancel()
	resolver := w.options.Resolver
	if resolver == nil {
		resolver = net.DefaultResolver
	}
	if _, err := resolver.LookupHost(ctx, name); err != nil {
		r.Fault(noName, name, reason(err))
		return false
	}
	r.OK("dns", "The host name %s resolves.", name)
	return true
}

func (w *route) dial(ctx context.Context, r *Report) bool {
	if w.proxy != nil {
		r.Skip("the proxy does it", "tcp")
		return true
	}
	ctx, cancel := context.WithTimeout(ctx, tcpLimit)
	defer cancel()
	conn, err := w.dialer().DialContext(ctx, "tcp", address(w.base))
	if err != nil {
		r.Fault(noAnswer, address(w.base), reason(err))
		return false
	}
	_ = conn.Close()
	r.OK("tcp", "Something listens at %s.", address(w.base))
	return true
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
