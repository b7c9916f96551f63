package apiclient

import (
	"context"
	"errors"
	"fmt"
	"mime"
	"net/http"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"mcp-adapters/fault"
)

// maxQuoted bounds what is passed on of the API's own text, in characters.
const maxQuoted = 500

// classify turns the end of a call into its Error. Every failure passes here:
// err is that of the last attempt; without one, resp holds a status that is no
// success. A write that may have been processed becomes fault.UnknownOutcome, also
// if that was an earlier attempt, unless the API then judged the same values.
func (c *Client) classify(ctx context.Context, f *flight, resp *http.Response, err error) *fault.Error {
	var e *fault.Error
	switch {
	case err != nil:
		e = c.classifyFailure(ctx, f, err)
	default:
		e = c.classifyStatus(f, resp)
	}
	if resp != nil {
		e.Status = resp.StatusCode
		e.RetryAfter = f.retryAfter
	}
	if f.unknown && !f.judged {
		e.Kind = fault.UnknownOutcome
		e.Message = outcomeUnknown.with(f.call.noun, c.inside(), f.why(ctx, resp, err))
	}
	return e
}

// why says how the outcome of a write came to be unknown.
func (f *flight) why(ctx context.Context, resp *http.Response, err error) string {
	_, cut := errors.AsType[*cutError](err)
	switch {
	case errors.Is(ctx.Err(), context.Canceled):
		return "the call was cancelled before an answer came"
	case ctx.Err() != nil:
		return fmt.Sprintf("no answer came within %s", round(time.Since(f.started)))
	case errors.Is(err, errOther):
		return "the answer was another " + f.call.noun
	case resp != nil && err != nil && !cut:
		return "the answer made no sense"
	case f.named:
		return "its database is locked by other writes (the last answer was 500)"
	case f.locked:
		return "its database is unavailable, or locked by other writes (the last answer was 500)"
	case resp != nil && err == nil && f.code == codeDatabase:
		return fmt.Sprintf("its database is unavailable (the last answer was %d)", resp.StatusCode)
	case resp != nil && err == nil:
		return fmt.Sprintf("the last answer was %d", resp.StatusCode)
	case cut:
		return "the answer was cut short"
	case f.unsent():
		return "the connection broke and could not be made again"
	}
	return "the connection broke before an answer came"
}

// classifyFailure is for a call that ended without a complete answer.
func (c *Client) classifyFailure(ctx context.Context, f *flight, err error) *fault.Error {
	e := &fault.Error{Kind: fault.Unavailable, Err: c.cause(err)}
	waited := round(time.Since(f.started))
	switch {
	case errors.Is(ctx.Err(), context.Canceled):
		e.Kind, e.Message, e.Err = fault.Internal, "The call was cancelled.", c.cause(ctx.Err())
	case ctx.Err() != nil && f.call.write() && f.unsent():
		e.Message = notSent.with(c.service, c.base.Host+c.proxy.through(), waited)
	case ctx.Err() != nil:
		e.Kind = fault.Timeout
		e.Message = tooSlow.with(c.service, waited)
	case errors.Is(err, errTooLarge):
		e.Message = tooLarge.with(c.service)
	case errors.Is(err, errNotJSON):
		e.Message = c.wrongURL("something that is not its JSON")
	case errors.Is(err, errOther):
		e.Message = another.with(c.service, f.call.noun, c.base.Host)
	case errors.Is(err, errShape):
		e.Message = c.wrongURL("JSON of an unexpected shape")
	default:
		e.Message = unreachable.with(c.service, c.base.Host, c.failure(err))
	}
	return e
}

// classifyStatus is for an answer that is no success: the table of statuses.
func (c *Client) classifyStatus(f *flight, resp *http.Response) *fault.Error {
	q, body := f.call, readErrorBody(resp)
	api, isAPI := parseErrorBody(body)
	f.code = api.Code
	e := &fault.Error{Kind: fault.Unavailable}
	switch status := resp.StatusCode; {
	case refusesValues(status) && (isAPI || isPlain(resp) || status == http.StatusRequestEntityTooLarge):
		e.Kind = fault.InvalidParams
		f.judged = isAPI
		e.Field = c.quotable(api.Field)
		e.Message = c.refusal(status, c.apiText(resp, body, api))
	case status == http.StatusUnauthorized:
		e.Kind = fault.Unauthorized
		e.Message = keyRefused.with(c.service) + fromElsewhere(isAPI)
		if !c.keySet {
			e.Message = noKey.with(c.service) + fromElsewhere(isAPI)
		}
	case status == http.StatusForbidden:
		e.Kind = fault.Forbidden
		e.Message = emailRefused.with(c.service) + fromElsewhere(isAPI)
	case status == http.StatusNotFound && q.id != "" && isAPI && !api.foreign:
		f.judged = true
		return c.notFound(q, status)
	case status == http.StatusNotFound:
		e.Message = c.wrongURL("404 for an address that it should know")
	case status == http.StatusConflict && q.write() && isAPI:
		e.Kind = fault.Conflict
		f.judged = true
		e.Message = titleTaken.with(q.noun, q.unique, q.unique)
	case status == http.StatusProxyAuthRequired && c.proxy.URL != nil:
		e.Message = unreachable.with(c.service, c.base.Host, c.proxy.failure(&proxyRefusal{status}))
	case status == http.StatusTooManyRequests:
		e.Message = c.busy(f)
	case status == http.StatusServiceUnavailable && f.retryAfter > 0:
		e.Message = downFor.with(c.service, f.retryAfter)
	case f.named:
		e.Message = databaseBusy.with(q.noun, c.inside(), f.tries, round(time.Since(f.started)))
	case api.Code == codeDatabase:
		e.Message = databaseDown.with(q.noun, c.inside())
	case status >= 500:
		e.Message = down.with(c.service, status)
	case status/100 == 3:
		e.Message = c.redirected(resp)
	case isAPI:
		e.Kind = fault.Internal
		e.Message = unexpected.with(c.service, status)
	default:
		e.Message = c.wrongURL(fmt.Sprintf("the unexpected status %d", status))
	}
	return e
}

// fromElsewhere warns that a refusal may not be the API's.
func fromElsewhere(isAPI bool) string {
	if isAPI {
		return ""
	}
	return " The answer was not in the API's own form, so a proxy may have given it, or API_BASE_URL may be wrong."
}

func (c *Client) notFound(q *call, status int) *fault.Error {
	return &fault.Error{
		Kind:    fault.NotFound,
		Status:  status,
		Message: missing.with(q.noun, c.quotable(q.id)),
	}
}

// inside is the API's name within a sentence.
func (c *Client) inside() string {
	if name, ok := strings.CutPrefix(c.service, "The "); ok {
		return "the " + name
	}
	return c.service
}

func (c *Client) wrongURL(got string) string {
	return wrongURL.with(c.service, got, c.base.Host+c.proxy.through())
}

func (c *Client) busy(f *flight) string {
	if f.retryAfter > 0 && time.Until(f.deadline) <= f.retryAfter {
		return overloadedLong.with(c.service, round(time.Since(f.started)), f.retryAfter)
	}
	return overloaded.with(c.service, f.tries, round(time.Since(f.started)))
}

func (c *Client) redirected(resp *http.Response) string {
	target, leaves := redirectTarget(resp)
	switch {
	case leaves:
		return redirectedAway.with(c.service, c.quotable(target))
	default:
		return redirected.with(c.service, resp.StatusCode)
	}
}

// refusal passes on the API's own text about values that it refused.
func (c *Client) refusal(status int, text string) string {
	switch {
	case text != "":
		return refused.with(c.service, text)
	case status == http.StatusRequestEntityTooLarge:
		return refusedSize.with(c.service)
	default:
		return refusedValues.with(c.service, status)
	}
}

// apiText returns what the API says in its JSON or in plain text, and nothing
// of a page.
func (c *Client) apiText(resp *http.Response, body []byte, api errorBody) string {
	if api.Error != "" {
		return c.quotable(api.Error)
	}
	if !isPlain(resp) || !utf8.Valid(body) {
		return ""
	}
	return c.quotable(string(body))
}

// refusesValues lists the statuses by which the API refuses what was sent. A
// page with 400 or 422 comes from something else, such as a server that was
// spoken to without TLS; one with 413 is a proxy's word for the same refusal.
func refusesValues(status int) bool {
	return status == http.StatusBadRequest || status == http.StatusRequestEntityTooLarge || status == http.StatusUnprocessableEntity
}

func isPlain(resp *http.Response) bool {
	kind, _, err := mime.ParseMediaType(resp.Header.Get("Content-Type"))
	return err == nil && kind == "text/plain"
}

// quotable makes text from outside fit for a message: one line, bounded, without
// secrets, and empty if it looks like a page.
func (c *Client) quotable(text string) string {
	text = c.redactUnseen(text)
	text = strings.TrimSpace(strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return ' '
		case unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r):
			return -1
		}
		return r
	}, text))
	text = c.redact(text) // a line break has become the blank of a secret
	if lower := strings.ToLower(text); strings.HasPrefix(lower, "<") || strings.Contains(lower, "<html") || strings.Contains(lower, "<!doctype") {
		return ""
	}
	if utf8.RuneCountInString(text) > maxQuoted {
		text = string([]rune(text)[:maxQuoted])
	}
	return text
}

// round makes a time that was waited fit to be read.
func round(d time.Duration) time.Duration {
	if d > time.Second {
		return d.Round(100 * time.Millisecond)
	}
	return d.Round(time.Millisecond)
}
