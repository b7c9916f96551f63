package doctor

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"syscall"
	"time"

	"golang.org/x/net/http/httpproxy"

	"mcp-adapters/config"
)

// The limits of the steps on the way to the API. Together with what a step may
// try twice they stay below wholeLimit.
const (
	dnsLimit = 4 * time.Second
	tcpLimit = 4 * time.Second
	tlsLimit = 5 * time.Second
	apiLimit = 8 * time.Second
)

// route is the way to the API, found out step by step.
type route struct {
	options *Options
	subject subject
	key     string
	email   string

	base     *url.URL
	proxy    *url.URL // nil: none applies
	proxyVar string   // the variable that names it
	answer   *answer  // of the API
}

// network goes the way to the API and stops where it ends.
func (x *examination) network(ctx context.Context, r *report, s subject, cfg config.Config) {
	base, err := url.Parse(cfg.BaseURL)
	if err != nil {
		return // config has parsed it
	}
	w := &route{options: &x.options, subject: s, key: cfg.Key.Reveal(), email: cfg.Email.Reveal(), base: base}
	steps := []struct {
		check   string
		run     func(context.Context, *report) bool
		because string // what its failure means for the later ones
	}{
		{"proxy", w.findProxy, "the proxy cannot be used"},
		{"dns", w.resolve, "the host name cannot be resolved"},
		{"tcp", w.dial, "there is no connection"},
		{"tls", w.handshake, "there is no encrypted connection"},
		{"url", w.ask, "no Recipe Vault answers"},
		{"clock", w.compareClocks, ""},
		{"key", w.checkKey, "the key does not fit"},
		{"scope", w.checkScope, ""},
	}
	for i, step := range steps {
		if step.run(ctx, r) {
			continue
		}
		for _, later := range steps[i+1:] {
			r.skip(step.because, later.check)
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
func (w *route) findProxy(ctx context.Context, r *report) bool {
	proxy, name, err := proxyFor(w.base, w.subject.getenv)
	switch {
	case errors.Is(err, errIgnored):
		r.note("proxy", "The value of "+name+" is no address of a proxy and is ignored: requests go without one.", "Correct the variable, or unset it.")
		return true
	case err != nil:
		r.fault(badProxy, name)
		return false
	}
	if proxy == nil {
		w.noteNoProxy(r)
		return true
	}
	w.proxy, w.proxyVar = proxy, name
	dialCtx, cancel := context.WithTimeout(ctx, tcpLimit)
	defer cancel()
	conn, err := w.dialer().DialContext(dialCtx, "tcp", address(proxy))
	if err != nil {
		r.fault(proxyDown, proxy.Host, name, reason(err))
		return false
	}
	_ = conn.Close()
	r.note("proxy", fmt.Sprintf("Requests go through the proxy %s, which %s names.", proxy.Host, name), "If the vault is on the home network, add its host to NO_PROXY.")
	return true
}

func (w *route) noteNoProxy(r *report) {
	outer := func(name string) string { return (&examination{options: *w.options}).lookup(name) }
	if proxy, name, err := proxyFor(w.base, outer); w.subject.entry && err == nil && proxy != nil {
		r.note("proxy", fmt.Sprintf("No proxy applies. %s is set here, but not in the entry, and a client may not pass it on.", name), "If the vault is reached through it alone, add "+name+" to the entry's variables.")
		return
	}
	r.ok("proxy", "No proxy applies.")
}

// proxyFor gives the proxy for requests to u, nil for none, and the variable
// that says so.
func proxyFor(u *url.URL, getenv func(string) string) (*url.URL, string, error) {
	name, value := "HTTP_PROXY", ""
	if u.Scheme == "https" {
		name = "HTTPS_PROXY"
	}
	either := func(name string) (string, string) {
		if v := getenv(name); v != "" {
			return name, v
		}
		return strings.ToLower(name), getenv(strings.ToLower(name))
	}
	name, value = either(name)
	_, except := either("NO_PROXY")
	proxies := httpproxy.Config{HTTPProxy: value, HTTPSProxy: value, NoProxy: except}
	proxy, err := proxies.ProxyFunc()(u)
	if err == nil && proxy == nil && value != "" && ignored(value) {
		err = errIgnored
	}
	if err == nil && proxy != nil && !usable(value, proxy) {
		err = errProxy
	}
	return proxy, name, err
}

var (
	errProxy   = errors.New("no address of a proxy")
	errIgnored = errors.New("no address at all")
)

// ignored reports whether a value is one that requests take no notice of,
// wherever they go.
func ignored(value string) bool {
	anywhere := &url.URL{Scheme: "http", Host: "vault.example.com"}
	proxy, err := (&httpproxy.Config{HTTPProxy: value}).ProxyFunc()(anywhere)
	return err == nil && proxy == nil
}

// usable makes up for httpproxy, which takes what is no URL for a host's name,
// and leaves it to the transport to refuse a scheme.
func usable(value string, proxy *url.URL) bool {
	if _, err := url.Parse(value); err != nil && strings.Contains(value, "://") {
		return false
	}
	return proxy.Hostname() != "" && slices.Contains([]string{"http", "https", "socks5", "socks5h"}, proxy.Scheme)
}

func (w *route) dialer() *net.Dialer { return &net.Dialer{Resolver: w.options.Resolver} }

// resolve looks the name up, unless that is the proxy's to do.
func (w *route) resolve(ctx context.Context, r *report) bool {
	name := w.base.Hostname()
	if w.proxy != nil {
		r.skip("the proxy does it", "dns")
		return true
	}
	if _, err := netip.ParseAddr(name); err == nil {
		r.ok("dns", "%s is a numeric address.", name)
		return true
	}
	ctx, cancel := context.WithTimeout(ctx, dnsLimit)
	defer cancel()
	resolver := w.options.Resolver
	if resolver == nil {
		resolver = net.DefaultResolver
	}
	if _, err := resolver.LookupHost(ctx, name); err != nil {
		r.fault(noName, name, reason(err))
		return false
	}
	r.ok("dns", "The host name %s resolves.", name)
	return true
}

func (w *route) dial(ctx context.Context, r *report) bool {
	if w.proxy != nil {
		r.skip("the proxy does it", "tcp")
		return true
	}
	ctx, cancel := context.WithTimeout(ctx, tcpLimit)
	defer cancel()
	conn, err := w.dialer().DialContext(ctx, "tcp", address(w.base))
	if err != nil {
		r.fault(noAnswer, address(w.base), reason(err))
		return false
	}
	_ = conn.Close()
	r.ok("tcp", "Something listens at %s.", address(w.base))
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
