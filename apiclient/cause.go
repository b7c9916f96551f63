package apiclient

import (
	"crypto/tls"
	"errors"
	"net"
	"net/http"
	"net/url"
	"strings"
	"syscall"
)

// cause returns err for the log. Its text has no secrets and no URL and ends before
// anything quoted, which may come from the wire. errors.Is still finds what is in err.
func (a *attempts) cause(err error) error {
	if err == nil {
		return nil
	}
	inner := err
	for {
		u, ok := errors.AsType[*url.Error](inner)
		if !ok {
			break
		}
		inner = u.Err
	}
	text, _, _ := strings.Cut(inner.Error(), `"`)
	return &causeError{text: a.request.As.hidden.redact(strings.TrimRight(text, " :")), err: err}
}

// causeError hides an error behind a text that is safe to log. errors.Is finds the
// hidden error; nothing else gives access to it.
type causeError struct {
	text string
	err  error
}

func (e *causeError) Error() string { return e.text }

// Is reports whether target is in the chain that the text hides.
func (e *causeError) Is(target error) bool { return errors.Is(e.err, target) }

func (a *attempts) quotable(text string) string { return a.request.As.Quotable(text) }

// reason tells a person in a few words why there was no answer.
func (c *Client) reason(err error) string {
	setting := c.system.Settings.BaseURL
	if blame := c.proxy.failure(err, c.system.Settings.Proxy); blame != "" {
		return blame
	}
	if dns, ok := errors.AsType[*net.DNSError](err); ok {
		if dns.IsNotFound {
			return "its host name is not known; check " + setting
		}
		return "its host name could not be looked up"
	}
	if _, ok := errors.AsType[*tls.CertificateVerificationError](err); ok {
		return "its TLS certificate is not valid for that host or not trusted; check " + setting
	}
	if errors.Is(err, http.ErrSchemeMismatch) {
		return "it does not speak TLS; check whether " + setting + " should begin with http:"
	}
	if _, ok := errors.AsType[*cutError](err); ok {
		return "its answer was cut short"
	}
	op, ok := errors.AsType[*net.OpError](err)
	switch {
	case ok && op.Op == "proxyconnect": // of a transport that the caller gave
		return "the proxy could not be reached"
	case errors.Is(err, syscall.ECONNREFUSED):
		return "the connection was refused; check " + setting + " and that the server is running"
	case ok && op.Op == "dial":
		return "no connection could be made; check " + setting + " and the network"
	}
	return "the connection broke before an answer came"
}
