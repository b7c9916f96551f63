package apiclient

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"mime"
	"net"
	"net/http"
	"net/url"
	"strings"
	"syscall"
	"time"

	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

// classify turns the end of the attempts into an error. Every failure comes here.
// err is that of the last attempt; if it is nil, resp has a status that is not a
// success. If any attempt may have been processed, the error of a write is a
// fault.UnknownOutcome, unless the API judged the same request later.
func (a *attempts) classify(ctx context.Context, resp *http.Response, err error) *fault.Error {
	var e *fault.Error
	if err != nil {
		e = a.classifyFailure(ctx, err)
	} else {
		e = a.classifyAnswer(resp)
	}
	if resp != nil {
		e.Status = resp.StatusCode
		e.RetryAfter = a.retryAfter
	}
	if a.unknown && !a.judged {
		e.Kind = fault.UnknownOutcome
		r, name, why := a.request, a.client.system.inside(), a.why(ctx, resp, err)
		switch {
		case r.Done != "":
			e.Message = a.say(changeUnknown, r.Noun, r.Done, name, why)
		case r.Method == http.MethodDelete:
			e.Message = a.say(deletionUnknown, r.Noun, name, why)
		default:
			e.Message = a.say(outcomeUnknown, r.Noun, name, why)
		}
	}
	return e
}

// why says how the outcome of a write became unknown.
func (a *attempts) why(ctx context.Context, resp *http.Response, err error) string {
	_, cut := errors.AsType[*cutError](err)
	switch {
	case errors.Is(ctx.Err(), context.Canceled):
		return "the call was cancelled before an answer came"
	case ctx.Err() != nil:
		return fmt.Sprintf("no answer came within %s", round(time.Since(a.started)))
	case errors.Is(err, ErrOther):
		return "the answer was about another " + a.request.Noun
	case resp != nil && err != nil && !cut:
		return "the answer made no sense"
	case a.refusal.Database == DatabaseLocked:
		return "its database is locked by other writes (the last answer was 500)"
	case a.refusal.Database == DatabasePerhapsLocked:
		return "its database is unavailable, or locked by other writes (the last answer was 500)"
	case a.refusal.Database == DatabaseDown:
		return fmt.Sprintf("its database is unavailable (the last answer was %d)", a.answer.Status)
	case resp != nil && err == nil:
		return fmt.Sprintf("the last answer was %d", resp.StatusCode)
	case cut:
		return "the answer was cut short"
	case a.unsent():
		return "the connection broke and could not be made again"
	}
	return "the connection broke before an answer came"
}

// classifyFailure handles attempts that ended without a complete answer.
func (a *attempts) classifyFailure(ctx context.Context, err error) *fault.Error {
	c, name := a.client, a.client.system.Name
	e := &fault.Error{Kind: fault.Unavailable, Err: a.cause(err)}
	waited := round(time.Since(a.started))
	switch {
	case errors.Is(ctx.Err(), context.Canceled):
		e.Kind, e.Message, e.Err = fault.Internal, "The call was cancelled.", a.cause(ctx.Err())
	case ctx.Err() != nil && a.request.write() && a.unsent():
		e.Message = a.say(notSent, name, c.place(), waited)
	case ctx.Err() != nil:
		e.Kind = fault.Timeout
		e.Message = a.say(tooSlow, name, waited)
	case errors.Is(err, errTooLarge):
		e.Message = a.say(tooLarge, name)
	case errors.Is(err, ErrNotJSON):
		e.Message = a.say(wrongURL, name, "something that is not its JSON", c.place())
	case errors.Is(err, ErrOther):
		e.Message = a.say(another, name, a.request.Noun, c.base.Host)
	case errors.Is(err, ErrShape):
		e.Message = a.say(wrongURL, name, "JSON of an unexpected shape", c.place())
	default:
		e.Message = a.say(unreachable, name, c.base.Host, c.reason(err))
	}
	return e
}

// classifyAnswer handles a last answer that is not a success: by its status, and by
// what the system reads in it.
func (a *attempts) classifyAnswer(resp *http.Response) *fault.Error {
	e := &fault.Error{Err: a.refusal.Err}
	e.Kind, e.Message = a.kindOfStatus(resp)
	if e.Kind == fault.InvalidParams {
		e.Field = a.quotable(a.refusal.Field)
	}
	// A condition that doesn't hold may be the work of an earlier attempt.
	a.judged = a.own && a.answer.Status != http.StatusPreconditionFailed &&
		(e.Kind == fault.InvalidParams || e.Kind == fault.NotFound || e.Kind == fault.Conflict)
	if message := a.quotable(a.refusal.Message); message != "" {
		e.Message = message
	}
	if a.refusal.Kind != "" {
		e.Kind = a.refusal.Kind
	}
	if status := a.answer.Status; !a.own && (status == http.StatusUnauthorized || status == http.StatusForbidden) {
		e.Message += a.fromElsewhere()
	}
	return e
}

func (a *attempts) kindOfStatus(resp *http.Response) (fault.Kind, string) {
	c, r, name := a.client, a.request, a.client.system.Name
	switch status := a.answer.Status; {
	case aboutValues(status) && (a.own || a.answer.Plain || status == http.StatusRequestEntityTooLarge):
		if status == http.StatusRequestEntityTooLarge {
			return fault.InvalidParams, a.refused(refusedSize)
		}
		return fault.InvalidParams, a.refused(refusedValues, status)
	case status == http.StatusUnauthorized && r.As.Has(c.system.Settings.Key):
		return fault.Unauthorized, a.say(keyRefused, name)
	case status == http.StatusUnauthorized:
		return fault.Unauthorized, a.say(noKey, name)
	case status == http.StatusForbidden:
		return fault.Forbidden, a.refused(keyRefused)
	case status == http.StatusNotFound && r.ID != "" && a.own && !a.refusal.Foreign:
		return fault.NotFound, a.notFound(status).Message
	case status == http.StatusNotFound:
		return fault.Unavailable, a.say(wrongURL, name, "404 for an address that it should know", c.place())
	case status == http.StatusConflict && r.write() && a.own:
		return fault.Conflict, a.refused(refusedValues, status)
	case status == http.StatusPreconditionFailed && r.IfMatch != "" && a.own:
		return fault.Conflict, a.refused(refusedValues, status)
	case status == http.StatusProxyAuthRequired && c.proxy.URL != nil:
		return fault.Unavailable, a.say(unreachable, name, c.base.Host, c.reason(&proxyRefusal{status}))
	case status == http.StatusTooManyRequests:
		return fault.Unavailable, a.busy()
	case status == http.StatusServiceUnavailable && a.retryAfter > 0 && a.refusal.Database == DatabaseNotBlamed:
		return fault.Unavailable, a.say(downFor, name, a.retryAfter)
	case a.refusal.Database == DatabaseLocked:
		return fault.Unavailable, a.say(databaseBusy, r.Noun, c.system.inside(), all(a.tries), round(time.Since(a.started)))
	case a.refusal.Database != DatabaseNotBlamed:
		return fault.Unavailable, a.say(databaseDown, r.Noun, c.system.inside())
	case status >= 500:
		return fault.Unavailable, a.say(down, name, status)
	case status/100 == 3:
		return fault.Unavailable, a.redirected(resp)
	case a.own:
		return fault.Internal, a.say(unexpected, name, status)
	default:
		return fault.Unavailable, a.say(wrongURL, name, fmt.Sprintf("the unexpected status %d", status), c.place())
	}
}

// refused quotes the API if it gave a reason, and otherwise uses another sentence.
func (a *attempts) refused(otherwise Sentence, args ...any) string {
	name := a.client.system.Name
	if text := a.quotable(a.refusal.Text); text != "" {
		return a.say(refused, name, text)
	}
	return a.say(otherwise, append([]any{name}, args...)...)
}

func (a *attempts) busy() string {
	c, waited := a.client, round(time.Since(a.started))
	if a.retryAfter > 0 && !a.hasTime(a.retryAfter) {
		return a.say(overloadedLong, c.system.Name, waited, a.retryAfter)
	}
	return a.say(overloaded, c.system.Name, all(a.tries), waited)
}

func (a *attempts) redirected(resp *http.Response) string {
	c := a.client
	if target, leaves := redirectTarget(resp); leaves {
		return a.say(redirectedAway, c.system.Name, a.quotable(target))
	}
	return a.say(redirected, c.system.Name, a.answer.Status)
}

// aboutValues reports whether an API uses the status to refuse what was sent. A page
// with 400 or 422 comes from something else, such as a server that expects TLS; a
// page with 413 is a proxy refusing for the same reason.
func aboutValues(status int) bool {
	return status == http.StatusBadRequest || status == http.StatusRequestEntityTooLarge || status == http.StatusUnprocessableEntity
}

func isPlain(resp *http.Response) bool {
	kind, _, err := mime.ParseMediaType(resp.Header.Get("Content-Type"))
	return err == nil && kind == "text/plain"
}

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
	if blame := c.proxy.failure(err, c.system.Settings.Proxy); blame != "" {
		return blame
	}
	return Reason(err, c.system.Settings.BaseURL)
}

// Reason tells a person in a few words why a request got no answer. address names the
// setting that has the server's address. The text has nothing that the server sent.
func Reason(err error, address string) string {
	if dns, ok := errors.AsType[*net.DNSError](err); ok {
		if dns.IsNotFound {
			return "its host name is not known; check " + address
		}
		return "its host name could not be looked up"
	}
	if cert, ok := errors.AsType[x509.CertificateInvalidError](err); ok && cert.Reason == x509.Expired {
		return "its TLS certificate is not valid today; renew it, or correct this computer's clock"
	}
	if _, ok := errors.AsType[x509.HostnameError](err); ok {
		return "its TLS certificate is for another host; check " + address
	}
	if _, ok := errors.AsType[*tls.CertificateVerificationError](err); ok {
		return "its TLS certificate is not from an authority that this computer trusts"
	}
	if errors.Is(err, http.ErrSchemeMismatch) {
		return "it does not speak TLS; check whether " + address + " should begin with http:"
	}
	if _, ok := errors.AsType[*cutError](err); ok {
		return "its answer was cut short"
	}
	op, ok := errors.AsType[*net.OpError](err)
	switch {
	case ok && op.Op == "proxyconnect": // of a transport that the caller gave
		return "the proxy could not be reached"
	case errors.Is(err, syscall.ECONNREFUSED):
		return "the connection was refused; check " + address + " and that the server is running"
	case ok && op.Op == "dial":
		return "no connection could be made; check " + address + " and the network"
	}
	return "the connection broke before an answer came"
}
