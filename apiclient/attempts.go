package apiclient

import (
	"context"
	"crypto/tls"
	"errors"
	"net/http"
	"net/http/httptrace"
	"sync/atomic"
	"time"
)

// attempts is the state of one request over all of its attempts, including those
// after a look. It is in the context, because retryablehttp's hooks get no request
// when a connection fails. Only the goroutine of the call uses it, except for dialed
// and connected.
type attempts struct {
	client   *Client
	request  *Request
	remote   bool // whether the caller is a remote one
	started  time.Time
	deadline time.Time
	tries    int
	retries  int // attempts allowed after failures other than a lock
	locks    int // attempts allowed after a lock
	attempt  int // the number of the current one, as retryablehttp counts
	ruled    int // the latest try that was ruled on
	// next is what may follow the latest attempt.
	next verdict
	// unknown is set when an attempt was sent and may have been processed.
	unknown bool
	// judged is set when the API refused the request itself and not only the caller:
	// an earlier attempt was refused the same way, or will be.
	judged bool
	// The latest answer that was not a success, and what the system reads in it.
	answer     Answer
	refusal    Refusal
	own        bool
	retryAfter time.Duration
	// dialed and connected belong to the current attempt. The hooks that set them
	// may run on other goroutines.
	dialed, connected atomic.Bool
}

// verdict is what may follow a failed attempt.
type verdict int

const (
	giveUp    verdict = iota
	sendAgain         // the same request, after a wait
	lookFirst         // the same, if a look then finds that nothing was done
)

type attemptsKey struct{}

func newAttempts(ctx context.Context, c *Client, r *Request) *attempts {
	a := &attempts{client: c, request: r, remote: c.Remote(ctx), started: time.Now()}
	a.deadline, _ = ctx.Deadline()
	return a
}

// begin starts the state of a new attempt.
func (a *attempts) begin(attempt int) {
	a.tries++
	a.attempt = attempt
	a.dialed.Store(false)
	a.connected.Store(false)
}

// read keeps an answer that is not a success; its body is read up to a limit.
func (a *attempts) read(resp *http.Response, err error) {
	a.answer, a.refusal, a.own, a.retryAfter = Answer{}, Refusal{}, false, 0
	if resp == nil {
		return
	}
	a.retryAfter = retryAfter(resp)
	if err == nil {
		a.answer = Answer{Request: a.request, Status: resp.StatusCode, Remote: a.remote, Plain: isPlain(resp), Body: readErrorBody(resp)}
		a.refusal, a.own = a.client.system.refusal(a.answer)
	}
}

// locked reports whether the latest answer is that of a locked database.
func (a *attempts) locked() bool {
	return a.answer.Status == http.StatusInternalServerError && a.refusal.Database >= DatabasePerhapsLocked
}

// trace finds out whether an attempt had a connection to write to.
func (a *attempts) trace() *httptrace.ClientTrace {
	return &httptrace.ClientTrace{
		GetConn: func(string) { a.dialed.Store(true) },
		GotConn: func(httptrace.GotConnInfo) { a.connected.Store(true) },
	}
}

// unsent reports whether the failed attempt cannot have sent anything. A transport
// that does not call the hooks, such as one in process, may have.
func (a *attempts) unsent() bool { return a.dialed.Load() && !a.connected.Load() }

// judge records whether the outcome of a failed attempt is unknown, and returns
// what the method allows next.
func (a *attempts) judge(resp *http.Response, err error) verdict {
	method, write := a.request.Method, a.request.write()
	unanswered := sendAgain // if it may have been processed but was not answered
	switch {
	case method == http.MethodPost:
		unanswered = giveUp
	case write:
		unanswered = lookFirst
	}
	switch {
	case err != nil && a.unsent():
		if permanent(err) {
			return giveUp
		}
		return sendAgain
	case err != nil:
		a.unknown = a.unknown || write
		_, cut := errors.AsType[*cutError](err)
		if makesNoSense := resp != nil && !cut; makesNoSense || permanent(err) {
			return giveUp
		}
		return unanswered
	}
	switch status := resp.StatusCode; {
	case status == http.StatusTooManyRequests:
		return sendAgain
	case status == http.StatusServiceUnavailable && a.refusal.Database == DatabaseDown:
		return giveUp // the API has waited for its database before it said so
	case status == http.StatusServiceUnavailable && method != http.MethodPost:
		return sendAgain
	case status == http.StatusInternalServerError:
		a.unknown = a.unknown || write
		switch {
		case a.locked() && method == http.MethodPost:
			return lookFirst
		case a.locked():
			return sendAgain
		}
	case gateway(status):
		a.unknown = a.unknown || write
		if status <= http.StatusGatewayTimeout {
			return unanswered
		}
	}
	return giveUp
}

// pause waits before a look after which the write may be sent again. It reports
// false if ctx ends first.
func (a *attempts) pause(ctx context.Context) bool {
	wait := backoff(0, 0, max(a.retries-1, 0), nil)
	if a.locked() {
		wait = jittered(lockWait(a.locks - 1))
	}
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-timer.C:
		return true
	}
}

// gateway reports whether a status comes from something in front of the API
// that may have passed the request on. CDNs use those from 520 on.
func gateway(status int) bool {
	return status == http.StatusBadGateway || status == http.StatusGatewayTimeout || status >= 520
}

// permanent reports whether a retry cannot help.
func permanent(err error) bool {
	_, untrusted := errors.AsType[*tls.CertificateVerificationError](err)
	return untrusted || errors.Is(err, http.ErrSchemeMismatch) || errors.Is(err, errProxy) || errors.Is(err, context.Canceled)
}
