package doctor

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"net"
	"net/http"
	"strings"
	"time"

	"mcp-adapters/apiclient"
)

// handshake makes a connection as the requests will. Through a proxy the
// request itself shows how that goes.
func (w *route) handshake(ctx context.Context, r *Report) bool {
	switch {
	case w.base.Scheme != "https" && apiclient.AtHome(w.base.Hostname()) && (w.proxy == nil || apiclient.AtHome(w.proxy.Hostname())):
		r.OK("tls", "The connection is not encrypted, as is usual within a home network.")
		return true
	case w.base.Scheme != "https":
		r.Note("tls", "The connection to "+w.host()+" is not encrypted: others on the way can read the key and all that is sent.", "Use https outside the home network.")
		return true
	case w.proxy != nil:
		r.Skip("the proxy passes it on; a fault would show below", "tls")
		return true
	}
	ctx, cancel := context.WithTimeout(ctx, tlsLimit)
	defer cancel()
	dialer := tls.Dialer{NetDialer: w.dialer(), Config: w.tlsConfig()}
	conn, err := dialer.DialContext(ctx, "tcp", address(w.base))
	if err != nil {
		w.tlsFault(r, err)
		return false
	}
	_ = conn.Close()
	r.OK("tls", "The certificate of %s is valid and trusted.", w.host())
	return true
}

func (w *route) tlsConfig() *tls.Config {
	return &tls.Config{RootCAs: w.options.Roots, ServerName: w.base.Hostname(), MinVersion: tls.VersionTLS12}
}

// tlsFault reports what is wrong with the certificate, or with the handshake.
// It reports nothing and gives false when err is about something else.
func (w *route) tlsFault(r *Report, err error) bool {
	if invalid, ok := errors.AsType[x509.CertificateInvalidError](err); ok && invalid.Reason == x509.Expired {
		r.Fault(certExpired, w.host(), invalid.Cert.NotBefore.Format(time.DateOnly), invalid.Cert.NotAfter.Format(time.DateOnly))
		return true
	}
	if _, ok := errors.AsType[x509.HostnameError](err); ok {
		r.Fault(certName, w.host())
		return true
	}
	if _, ok := errors.AsType[*tls.CertificateVerificationError](err); ok {
		r.Fault(certUntrusted, w.host())
		return true
	}
	_, noTLS := errors.AsType[tls.RecordHeaderError](err)
	if noTLS || errors.Is(err, http.ErrSchemeMismatch) {
		r.Fault(notTLS, w.host())
		return true
	}
	if alert, ok := errors.AsType[tls.AlertError](err); ok {
		r.Fault(tlsFailed, w.host(), strings.TrimPrefix(alert.Error(), "tls: "))
		return true
	}
	// A refusal of the other side comes as an OpError of its own.
	if op, ok := errors.AsType[*net.OpError](err); ok && op.Op == "remote error" {
		r.Fault(tlsFailed, w.host(), "it refused the handshake")
		return true
	}
	if w.seen == nil && w.proxy == nil {
		r.Fault(tlsFailed, w.host(), reason(err))
		return true
	}
	return false
}

// speaksTLS tries whether the port of a plain address would answer with TLS.
func (w *route) speaksTLS(ctx context.Context) bool {
	if w.proxy != nil {
		return false
	}
	ctx, cancel := context.WithTimeout(ctx, tlsLimit)
	defer cancel()
	dialer := tls.Dialer{NetDialer: w.dialer(), Config: &tls.Config{
		InsecureSkipVerify: true, //nolint:gosec // whose it is does not matter: nothing is sent
		MinVersion:         tls.VersionTLS12,
	}}
	conn, err := dialer.DialContext(ctx, "tcp", address(w.base))
	if err != nil {
		return false
	}
	_ = conn.Close()
	return true
}
