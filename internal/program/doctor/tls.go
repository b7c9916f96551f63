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

	"github.com/mcp-adapters/mcp-adapters/apiclient"
)

// secure reports how the handshake went. Through a proxy the answer shows it.
func (w *route) secure(_ context.Context, r *Report) string {
	switch {
	case w.base.Scheme != "https" && apiclient.AtHome(w.base.Hostname()) && (w.proxy == nil || apiclient.AtHome(w.proxy.Hostname())):
		r.OK("tls", "The connection is not encrypted, as is usual within a home network.")
	case w.base.Scheme != "https":
		r.Note("tls", "The connection to "+w.host()+" is not encrypted: others on the way can read the key and all that is sent.", "Use https outside the home network.")
	case w.proxy != nil:
		r.Skip("TLS runs through the proxy; a fault is reported below", "tls")
	case w.seen.err != nil && !w.ready.Load():
		if !w.tlsFault(r, w.seen.err) {
			r.Fault(tlsFailed, w.host(), reason(w.seen.err))
		}
		return "there is no encrypted connection"
	default:
		r.OK("tls", "The certificate of %s is valid and trusted.", w.host())
	}
	return ""
}

// tlsFault reports what is wrong with the certificate, or with the handshake.
// It reports nothing and gives false when err is about something else.
func (w *route) tlsFault(r *Report, err error) bool {
	invalid, isInvalid := errors.AsType[x509.CertificateInvalidError](err)
	_, otherName := errors.AsType[x509.HostnameError](err)
	_, untrusted := errors.AsType[*tls.CertificateVerificationError](err)
	_, noTLS := errors.AsType[tls.RecordHeaderError](err)
	alert, isAlert := errors.AsType[tls.AlertError](err)
	op, isOp := errors.AsType[*net.OpError](err) // a refusal of the other side
	switch {
	case isInvalid && invalid.Reason == x509.Expired:
		r.Fault(certExpired, w.host(), invalid.Cert.NotBefore.Format(time.DateOnly), invalid.Cert.NotAfter.Format(time.DateOnly))
	case otherName:
		r.Fault(certName, w.host())
	case untrusted:
		r.Fault(certUntrusted, w.host())
	case noTLS || errors.Is(err, http.ErrSchemeMismatch):
		r.Fault(notTLS, w.host())
	case isAlert:
		r.Fault(tlsFailed, w.host(), strings.TrimPrefix(alert.Error(), "tls: "))
	case isOp && op.Op == "remote error":
		r.Fault(tlsFailed, w.host(), "it refused the handshake")
	default:
		return false
	}
	return true
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
	conn, err := dialer.DialContext(ctx, "tcp", w.address())
	if err != nil {
		return false
	}
	_ = conn.Close()
	return true
}
