package apiclient

import (
	"crypto/tls"
	"errors"
	"net"
	"net/http"
	"net/url"
	"strings"
	"syscall"
	"unicode"
)

// cause returns err for the log: its text cut before anything quoted, which may
// come from the wire, and without secrets and URL. It still is what err is.
func (c *Client) cause(err error) error {
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
	return &causeError{text: c.redact(strings.TrimRight(text, " :")), err: err}
}

// causeError is an error with a text that is fit for the log. It answers
// errors.Is for what it hides, and nothing else gets at that.
type causeError struct {
	text string
	err  error
}

func (e *causeError) Error() string { return e.text }

// Is reports whether target is in the chain that the text hides.
func (e *causeError) Is(target error) bool { return errors.Is(e.err, target) }

// redact takes the secrets out of text.
func (c *Client) redact(text string) string {
	for _, secret := range c.secrets {
		text = strings.ReplaceAll(text, secret, "[redacted]")
	}
	return text
}

// redactUnseen takes the secrets out of text, those too that characters between
// theirs split. Only then are the characters that nobody sees dropped: elsewhere
// a script may need them.
func (c *Client) redactUnseen(text string) string {
	text = c.redact(text)
	seen := strings.Map(func(r rune) rune {
		if unicode.In(r, unicode.C, unicode.Zl, unicode.Zp, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point) {
			return -1
		}
		return r
	}, text)
	if clean := c.redact(seen); clean != seen {
		return clean
	}
	return text
}

// failure says in a few words for a person why no answer came.
func (c *Client) failure(err error) string {
	if blame := c.proxy.failure(err); blame != "" {
		return blame
	}
	if dns, ok := errors.AsType[*net.DNSError](err); ok {
		if dns.IsNotFound {
			return "its host name is not known; check API_BASE_URL"
		}
		return "its host name could not be looked up"
	}
	if _, ok := errors.AsType[*tls.CertificateVerificationError](err); ok {
		return "its TLS certificate is not valid for that host or not trusted; check API_BASE_URL"
	}
	if errors.Is(err, http.ErrSchemeMismatch) {
		return "it does not speak TLS; check whether API_BASE_URL should begin with http:"
	}
	if _, ok := errors.AsType[*cutError](err); ok {
		return "its answer was cut short"
	}
	op, ok := errors.AsType[*net.OpError](err)
	switch {
	case ok && op.Op == "proxyconnect": // of a transport that the caller gave
		return "the proxy could not be reached"
	case errors.Is(err, syscall.ECONNREFUSED):
		return "the connection was refused; check API_BASE_URL and that the server is running"
	case ok && op.Op == "dial":
		return "no connection could be made; check API_BASE_URL and the network"
	}
	return "the connection broke before an answer came"
}
