package apiclient

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

	"golang.org/x/net/http/httpproxy"
)

// NoProxy is the value of Options.Proxy for which no proxy is used.
const NoProxy = "none"

// Proxy describes the proxy between this computer and an API.
type Proxy struct {
	// URL is the address of the proxy, or nil if none is used.
	URL *url.URL
	// Variable is the variable that sets the proxy, or would.
	Variable string
	// Own is set if that is the client's own setting and not one of the environment.
	Own bool
	// Home is set if a proxy of the environment is not used because the API's
	// address is at home.
	Home bool
	// Ignored is set if the value of Variable is not an address; it then counts as
	// unset. Bad is set if it is an address that cannot be used; no request is sent.
	Ignored, Bad bool
}

// ProxyFor returns the proxy for requests to base. setting is the value of
// Options.Proxy. If it is "", HTTPS_PROXY, HTTP_PROXY and NO_PROXY apply, which
// getenv returns, but not to an address at home; see [AtHome].
func ProxyFor(base *url.URL, setting string, getenv func(string) string) Proxy {
	switch setting {
	case NoProxy:
		return Proxy{Variable: "API_PROXY", Own: true}
	case "":
		return environmentProxy(base, getenv)
	}
	p := Proxy{Variable: "API_PROXY", Own: true}
	u, err := url.Parse(setting)
	p.Bad = err != nil || !proxyUsable(u)
	if !p.Bad {
		p.URL = u
	}
	return p
}

func environmentProxy(base *url.URL, getenv func(string) string) Proxy {
	either := func(name string) (string, string) {
		if v := getenv(name); v != "" {
			return name, v
		}
		return strings.ToLower(name), getenv(strings.ToLower(name))
	}
	name := "HTTP_PROXY"
	if base.Scheme == "https" {
		name = "HTTPS_PROXY"
	}
	name, value := either(name)
	_, except := either("NO_PROXY")
	p := Proxy{Variable: name}
	if p.Ignored = value != "" && ignored(value); p.Ignored {
		return p
	}
	if AtHome(base.Hostname()) {
		p.Home = value != ""
		return p
	}
	proxies := httpproxy.Config{HTTPProxy: value, HTTPSProxy: value, NoProxy: except}
	found, err := proxies.ProxyFunc()(base)
	switch {
	case err != nil:
		p.Bad = true
	case found == nil:
	case !proxyUsable(found) || strings.Contains(value, "://") && !parses(value):
		p.Bad = true
	default:
		p.URL = found
	}
	return p
}

// ignored reports whether httpproxy ignores a value for all requests.
func ignored(value string) bool {
	anywhere := &url.URL{Scheme: "http", Host: "api.example.com"}
	proxy, err := (&httpproxy.Config{HTTPProxy: value}).ProxyFunc()(anywhere)
	return err == nil && proxy == nil
}

// parses makes up for httpproxy, which treats what is not a URL as a host name.
func parses(value string) bool {
	_, err := url.Parse(value)
	return err == nil
}

func proxyUsable(u *url.URL) bool {
	return u.Hostname() != "" && slices.Contains([]string{"http", "https", "socks5", "socks5h"}, u.Scheme)
}

// AtHome reports whether host seems to be in this computer's own network, so that
// nothing outside of it is in between: it is a loopback, private or link-local
// address, a name without a dot, or a name in a domain that home networks use. Names
// are not looked up.
func AtHome(host string) bool {
	if ip, err := netip.ParseAddr(host); err == nil {
		ip = ip.Unmap()
		return ip.IsLoopback() || ip.IsPrivate() || ip.IsLinkLocalUnicast() || ip.IsUnspecified()
	}
	name := "." + strings.TrimSuffix(strings.ToLower(host), ".")
	ends := []string{".local", ".lan", ".internal", ".localdomain", ".localhost", ".home.arpa", ".fritz.box"}
	return strings.Count(name, ".") == 1 || slices.ContainsFunc(ends, func(end string) bool { return strings.HasSuffix(name, end) })
}

// errProxy says that the address of the proxy cannot be used.
var errProxy = errors.New("the proxy can't be used")

// proxyRefusal is a proxy's refusal to connect to the API.
type proxyRefusal struct{ status int }

func (e *proxyRefusal) Error() string { return fmt.Sprintf("the proxy answered %d", e.status) }

// use makes t send requests through the proxy.
func (p Proxy) use(t *http.Transport) {
	switch {
	case p.Bad:
		t.DialContext = func(context.Context, string, string) (net.Conn, error) { return nil, errProxy }
	case p.URL != nil:
		t.Proxy = http.ProxyURL(p.URL)
		t.OnProxyConnectResponse = func(_ context.Context, _ *url.URL, _ *http.Request, resp *http.Response) error {
			if resp.StatusCode != http.StatusOK {
				return &proxyRefusal{resp.StatusCode}
			}
			return nil
		}
	}
}

// warnOfProxy logs, once, that the proxy can read the key.
func (c *Client) warnOfProxy() {
	if c.proxy.URL != nil && c.base.Scheme == "http" {
		c.proxyWarning.Do(func() {
			c.log.Warn().Str("proxy", c.proxy.URL.Host).Msg("the proxy in " + c.proxy.Variable +
				" can read the API key, since requests through it are not encrypted: use https, or set " + c.system.Settings.Proxy + "=none")
		})
	}
}

// failure tells a person in a few words that there was no answer because of the
// proxy, or returns "" if that is not the reason. setting is the name of the client's
// own setting.
func (p Proxy) failure(err error, setting string) string {
	check := "check " + p.Variable
	if !p.Own {
		check += ", or set " + setting + "=none"
	}
	refusal, refused := errors.AsType[*proxyRefusal](err)
	op, _ := errors.AsType[*net.OpError](err)
	dns, isDNS := errors.AsType[*net.DNSError](err)
	switch {
	case errors.Is(err, errProxy):
		return fmt.Sprintf("%s is not the address of a usable proxy; %s", p.Variable, check)
	case p.URL == nil:
		return ""
	case refused:
		return fmt.Sprintf("the proxy %s refused to connect to it (status %d); %s", p.URL.Host, refusal.status, check)
	case op != nil && op.Op == "socks connect":
		return fmt.Sprintf("the proxy %s could not connect to it; %s", p.URL.Host, check)
	case op == nil || op.Op != "proxyconnect":
		return ""
	case isDNS && dns.IsNotFound:
		return fmt.Sprintf("the host name of the proxy %s is not known; %s", p.URL.Host, check)
	}
	return fmt.Sprintf("the proxy %s could not be reached; %s", p.URL.Host, check)
}

// through follows the API's host in messages, to name the proxy.
func (p Proxy) through() string {
	if p.URL == nil {
		return ""
	}
	return " through the proxy " + p.URL.Host
}
