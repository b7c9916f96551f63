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

// flight is what the policy knows of one call, over all of its attempts.
// retryablehttp's hooks see no request when a connection failed, so it travels
// in the context.
type flight struct {
	call     *call
	started  time.Time
	deadline time.Time
	tries    int
	retries  int // attempts that were allowed after another failure than a lock
	locks    int // attempts that were allowed after a lock
	attempt  int // the number of the one under way, as retryablehttp counts
	ruled    int // the last try that was ruled on
	// next is what may follow the last attempt.
	next verdict
	// unknown is set when an attempt was sent and may have been processed.
	unknown bool
	// judged is set when the API refused what the call asks for, and not only
	// who asks: an attempt before met, or will meet, the same refusal.
	judged bool
	// locked is set when the last answer is that of a locked database, and named
	// when it says so.
	locked, named bool
	// code is the API's own for the last answer, where that was a refusal.
	code string
	// retryAfter is what the last answer asked for.
	retryAfter time.Duration
	// dialed and connected tell about the attempt under way. The hooks that set
	// them may run on other goroutines.
	dialed, connected atomic.Bool
}

// verdict is what may follow a failed attempt.
type verdict int

const (
	giveUp    verdict = iota
	sendAgain         // the same request, after a wait
	lookFirst         // the same, if a look then shows that nothing was done
)

type flightKey struct{}

func newFlight(ctx context.Context, q *call) *flight {
	f := &flight{call: q, started: time.Now()}
	f.deadline, _ = ctx.Deadline()
	return f
}

// trace tells whether an attempt had a connection to write to.
func (f *flight) trace() *httptrace.ClientTrace {
	return &httptrace.ClientTrace{
		GetConn: func(string) { f.dialed.Store(true) },
		GotConn: func(httptrace.GotConnInfo) { f.connected.Store(true) },
	}
}

// unsent reports whether the attempt that failed cannot have sent anything. A
// transport that tells nothing, such as one in process, may have.
func (f *flight) unsent() bool { return f.dialed.Load() && !f.connected.Load() }

// judge notes whether the outcome of a failed attempt is unknown, and says what
// the method allows to follow.
func (f *flight) judge(resp *http.Response, err error) verdict {
	unanswered := sendAgain // what may have been processed and was not answered
	switch {
	case f.call.method == http.MethodPost:
		unanswered = giveUp
	case f.call.write():
		unanswered = lookFirst
	}
	switch {
	case err != nil && f.unsent():
		if permanent(err) {
			return giveUp
		}
		return sendAgain
	case err != nil:
		f.unknown = f.unknown || f.call.write()
		_, cut := errors.AsType[*cutError](err)
		if makesNoSense := resp != nil && !cut; makesNoSense || permanent(err) {
			return giveUp
		}
		return unanswered
	}
	switch status := resp.StatusCode; {
	case status == http.StatusTooManyRequests:
		return sendAgain
	case status == http.StatusServiceUnavailable && f.call.method != http.MethodPost:
		return sendAgain
	case status == http.StatusInternalServerError:
		f.unknown = f.unknown || f.call.write()
		switch {
		case f.locked && f.call.method == http.MethodPost:
			return lookFirst
		case f.locked:
			return sendAgain
		}
	case gateway(status):
		f.unknown = f.unknown || f.call.write()
		if status <= http.StatusGatewayTimeout {
			return unanswered
		}
	}
	return giveUp
}

// pause waits before the look that may let the call be sent again. It reports
// false when ctx ends before.
func (f *flight) pause(ctx context.Context) bool {
	wait := backoff(0, 0, max(f.retries-1, 0), nil)
	if f.locked {
		wait = jittered(lockWait(f.locks - 1))
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
// that may have passed the request on. Those from 520 on are in use by CDNs.
func gateway(status int) bool {
	return status == http.StatusBadGateway || status == http.StatusGatewayTimeout || status >= 520
}

// permanent reports whether trying again cannot help.
func permanent(err error) bool {
	_, untrusted := errors.AsType[*tls.CertificateVerificationError](err)
	return untrusted || errors.Is(err, http.ErrSchemeMismatch) || errors.Is(err, errProxy) || errors.Is(err, context.Canceled)
}
