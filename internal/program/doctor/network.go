package doctor

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"os"
	"strings"
	"syscall"
	"time"

	"github.com/mcp-adapters/mcp-adapters/apiclient"
	"github.com/mcp-adapters/mcp-adapters/config"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

const (
	hopLimit = 5 * time.Second
	apiLimit = 15 * time.Second
)

// API is an HTTP API that the program calls.
type API struct {
	BaseURL string
	Proxy   string // as in [config.API]
	// Ask sends the API one request that changes nothing, through the program's own
	// client, and reports what the answer shows. Its error is a [fault.Error], whose
	// message is shown.
	Ask func(ctx context.Context, o apiclient.Options, r *Report) error
}

// Checks tests each hop to the API and then sends it one request.
func (a API) Checks() []Check {
	base, err := url.Parse(a.BaseURL)
	if err != nil { // the settings would have a fault
		return nil
	}
	return append(hops(base, a.Proxy), Check{"url", func(ctx context.Context, r *Report) {
		o := apiclient.Options{
			BaseURL: a.BaseURL, Proxy: a.Proxy, Timeout: apiLimit,
			UserAgent: r.options.System.Program + "/" + r.options.Version + " doctor",
		}
		if r.options.Roots != nil {
			o.Transport = r.transport(base, a.Proxy)
		}
		err := a.Ask(ctx, o, r)
		switch {
		case err == nil && config.Trim(os.Getenv("DATABASE_URL")) != "":
			r.Note("DATABASE_URL is not used, because API_BASE_URL is set.", "")
			return
		case err == nil:
			return
		}
		message, kind := err.Error(), fault.Internal
		if e, ok := errors.AsType[*fault.Error](err); ok {
			kind = e.Kind
		}
		switch kind {
		case fault.Unauthorized:
			r.Fault(keyRefused, message)
		case fault.Forbidden:
			r.Fault(noAccess, message)
		default:
			r.Fault(apiFailed, message)
		}
	}})
}

// hops returns the checks of the way to a server: proxy, name, connection, encryption.
// With a proxy, the way to the proxy is checked.
func hops(base *url.URL, setting string) []Check {
	target := base // or the proxy
	return []Check{
		{"proxy", func(_ context.Context, r *Report) {
			p := apiclient.ProxyFor(base, setting, os.Getenv)
			switch {
			case p.Bad:
				r.Fault(badProxy, p.Variable)
			case p.Ignored:
				r.Note("The value of "+p.Variable+" is not the address of a proxy and is ignored: requests go without one.", "Correct the variable, or unset it.")
			case p.URL != nil:
				target, r.address = p.URL, p.Variable
				r.Note("Requests go through the proxy "+p.URL.Host+", which "+p.Variable+" names.", "If the proxy is in the way, set API_PROXY to none, or name the host in NO_PROXY.")
			default:
				r.OK("No proxy applies.")
			}
		}},
		{"dns", func(ctx context.Context, r *Report) {
			name := target.Hostname()
			if _, err := netip.ParseAddr(name); err == nil {
				r.OK("%s is a numeric address.", name)
				return
			}
			resolver := net.DefaultResolver
			if r.options.Resolver != nil {
				resolver = r.options.Resolver
			}
			ctx, cancel := context.WithTimeout(ctx, hopLimit)
			defer cancel()
			if _, err := resolver.LookupHost(ctx, name); err != nil {
				r.Fault(noName, name, reason(err))
				return
			}
			r.OK("The host name %s resolves.", name)
		}},
		{"tcp", func(ctx context.Context, r *Report) {
			conn, err := r.dialer().DialContext(ctx, "tcp", address(target))
			if err != nil {
				r.Fault(noAnswer, address(target), reason(err))
				return
			}
			_ = conn.Close()
			r.OK("Something listens at %s.", address(target))
		}},
		{"tls", func(ctx context.Context, r *Report) {
			switch {
			case target != base:
				r.Note("Not checked: the proxy makes the connection.", "")
			case base.Scheme == "https":
				r.checkTLS(ctx, base)
			case apiclient.AtHome(base.Hostname()):
				r.OK("The connection is not encrypted, as is usual within a home network.")
			default:
				r.Note("The connection to "+base.Host+" is not encrypted: others on the way can read the key and all that is sent.", "Use https outside the home network.")
			}
			r.address = strings.Replace(r.address, "_PROXY", "_BASE_URL", 1)
		}},
	}
}

// checkTLS makes an encrypted connection and reports what is wrong with the certificate.
func (r *Report) checkTLS(ctx context.Context, base *url.URL) {
	ctx, cancel := context.WithTimeout(ctx, hopLimit)
	defer cancel()
	dialer := tls.Dialer{NetDialer: r.dialer(), Config: &tls.Config{RootCAs: r.options.Roots, MinVersion: tls.VersionTLS12}}
	conn, err := dialer.DialContext(ctx, "tcp", address(base))
	if err == nil {
		_ = conn.Close()
		r.OK("The certificate of %s is valid and trusted.", base.Host)
		return
	}
	_, otherName := errors.AsType[x509.HostnameError](err)
	_, untrusted := errors.AsType[*tls.CertificateVerificationError](err)
	_, plain := errors.AsType[tls.RecordHeaderError](err)
	switch invalid, is := errors.AsType[x509.CertificateInvalidError](err); {
	case is && invalid.Reason == x509.Expired:
		r.Fault(certExpired, base.Host, invalid.Cert.NotBefore.Format(time.DateOnly), invalid.Cert.NotAfter.Format(time.DateOnly))
	case otherName:
		r.Fault(certName, base.Host)
	case untrusted:
		r.Fault(certUntrusted, base.Host)
	case plain:
		r.Fault(tlsFailed, base.Host, "it answers without TLS")
	default:
		r.Fault(tlsFailed, base.Host, reason(err))
	}
}

func (r *Report) dialer() *net.Dialer {
	return &net.Dialer{Resolver: r.options.Resolver, Timeout: hopLimit}
}

// transport sends requests to base as the program itself would.
func (r *Report) transport(base *url.URL, setting string) *http.Transport {
	p := apiclient.ProxyFor(base, setting, os.Getenv)
	return &http.Transport{
		Proxy:                  func(*http.Request) (*url.URL, error) { return p.URL, nil },
		DialContext:            r.dialer().DialContext,
		TLSClientConfig:        &tls.Config{RootCAs: r.options.Roots, MinVersion: tls.VersionTLS12},
		TLSHandshakeTimeout:    hopLimit,
		DisableKeepAlives:      true,
		MaxResponseHeaderBytes: 64 << 10,
	}
}

// address is the host and port of a URL.
func address(u *url.URL) string {
	port := u.Port()
	if port == "" {
		port = map[string]string{"https": "443", "http": "80", "socks5": "1080", "socks5h": "1080"}[u.Scheme]
	}
	return net.JoinHostPort(u.Hostname(), port)
}

// reason says in a few words why a connection failed, without anything that came over it.
func reason(err error) string {
	dns, isDNS := errors.AsType[*net.DNSError](err)
	var timed interface{ Timeout() bool }
	switch {
	case isDNS && dns.IsNotFound:
		return "there is no such name"
	case errors.As(err, &timed) && timed.Timeout(), errors.Is(err, context.DeadlineExceeded):
		return "no answer came in time"
	case isDNS:
		return "the name server cannot be asked"
	case errors.Is(err, syscall.ECONNREFUSED):
		return "the connection was refused"
	case errors.Is(err, syscall.EHOSTUNREACH), errors.Is(err, syscall.ENETUNREACH):
		return "there is no route to it"
	}
	return "the connection failed"
}
