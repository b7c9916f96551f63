package apiclient

import (
	"context"
	"crypto/tls"
	"errors"
	"math"
	"math/rand/v2"
	"net/http"
	"net/http/httptrace"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/hashicorp/go-retryablehttp"
)

// attempts is the state of one request over all of its attempts, including those
// after a look. Only the goroutine of the call uses it, except for dialed and connected.
type attempts struct {
	client    *Client
	request   *Request
	transport http.RoundTripper
	http      http.Client
	retry     retryablehttp.Client
	remote    bool // whether the caller is a remote one
	started   time.Time
	deadline  time.Time
	tries     int
	retries   int // attempts allowed after failures other than a lock
	locks     int // attempts allowed after a lock
	attempt   int // the number of the current one since the last look, from 0
	ruled     int // the latest try that was ruled on
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

func newAttempts(ctx context.Context, c *Client, r *Request) *attempts {
	a := &attempts{client: c, request: r, remote: c.Remote(ctx), started: time.Now()}
	a.deadline, _ = ctx.Deadline()
	return a
}

// verdict is what may follow a failed attempt.
type verdict int

const (
	minBackoff    = 200 * time.Millisecond
	maxBackoff    = 5 * time.Second
	maxRetryAfter = 24 * time.Hour // what a server can ask for

	// One write holds a lock for some milliseconds, but there may be many writes.
	minLockWait = 25 * time.Millisecond
	maxLockWait = time.Second
	maxLocks    = 25 // how often a request is retried after a lock
)

// policy returns what sends the request again. It is made for one request, because
// retryablehttp's hooks get no request when a connection fails.
func (a *attempts) policy(transport http.RoundTripper) *retryablehttp.Client {
	a.transport, a.attempt = transport, -1
	// retryablehttp closes idle connections after each failure, so the pool that other
	// calls share is hidden from it.
	a.http = http.Client{Transport: (*observed)(a), CheckRedirect: a.client.follow}
	a.retry = retryablehttp.Client{
		HTTPClient:   &a.http,
		RetryMax:     math.MaxInt32, // rule counts
		RetryWaitMin: minBackoff,
		RetryWaitMax: maxBackoff,
		CheckRetry:   a.checkRetry,
		Backoff:      backoff,
		ErrorHandler: retryablehttp.PassthroughErrorHandler,
	}
	return &a.retry
}

// begin starts the state of a new attempt.
func (a *attempts) begin() {
	a.tries++
	a.attempt++
	a.dialed.Store(false)
	a.connected.Store(false)
}

// checkRetry runs after each attempt, and again after the body of an answer was handled.
func (a *attempts) checkRetry(ctx context.Context, resp *http.Response, err error) (bool, error) {
	if err == nil && a.request.good(resp.StatusCode) {
		return false, nil
	}
	if a.ruled < a.tries {
		a.ruled = a.tries
		a.rule(ctx, resp, err)
	}
	return a.next == sendAgain, nil
}

// rule decides what may follow a failed attempt.
func (a *attempts) rule(ctx context.Context, resp *http.Response, err error) {
	a.read(resp, err)
	a.next = a.judge(resp, err)
	count, most, wait := &a.retries, a.client.retries, longestWait(max(a.attempt, a.retries), a.retryAfter)
	if a.locked() {
		count, wait = &a.locks, lockWait(max(a.attempt, a.locks))/2*3+1
		if most > 0 {
			most = maxLocks
		}
	}
	if *count >= most || a.request.Once || ctx.Err() != nil || !a.hasTime(wait) {
		a.next = giveUp
	}
	if a.next != giveUp {
		*count++
	}
	a.warnAgain(ctx, resp)
	e := a.client.log.Debug().Str("method", a.request.Method).Str("host", a.client.base.Host).Int("attempt", a.tries).
		Bool("retry", a.next == sendAgain).Bool("look", a.next == lookFirst)
	if resp != nil {
		e = e.Int("status", resp.StatusCode).Bool("locked", a.locked())
	}
	if err != nil {
		e = e.AnErr("cause", a.cause(err))
	}
	e.Msg("attempt failed")
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

// hasTime reports whether the call can wait that long before another attempt, and may
// wait as long as the API asked for.
func (a *attempts) hasTime(wait time.Duration) bool {
	most := a.client.system.MaxWait
	return wait < time.Until(a.deadline) && (most == 0 || a.retryAfter <= most)
}

// backoff returns the wait the API asked for, or else a growing one with jitter.
func backoff(_, _ time.Duration, attempt int, resp *http.Response) time.Duration {
	if resp != nil && resp.StatusCode == http.StatusInternalServerError { // only a lock is sent into again
		return jittered(lockWait(attempt))
	}
	wait := base(attempt)
	wait += rand.N(wait/2 + 1) //nolint:gosec // spreads load, guards nothing
	if resp == nil {
		return wait
	}
	return max(wait, retryAfter(resp))
}

func base(attempt int) time.Duration { return min(minBackoff<<min(attempt, 10), maxBackoff) }

// longestWait is the most that backoff can return after a failure other than a lock.
func longestWait(attempt int, asked time.Duration) time.Duration {
	return max(base(attempt)/2*3+1, asked)
}

// lockWait is the wait after a lock, before jitter.
func lockWait(attempt int) time.Duration { return min(minLockWait<<min(attempt, 10), maxLockWait) }

// jittered returns between a half and one and a half of d.
func jittered(d time.Duration) time.Duration {
	return d/2 + rand.N(d+1) //nolint:gosec // spreads load, guards nothing
}

// retryAfter reads the header in both of its forms. A date is compared with the
// server's own clock if the Date header has it.
func retryAfter(resp *http.Response) time.Duration {
	if resp.StatusCode != http.StatusTooManyRequests && resp.StatusCode != http.StatusServiceUnavailable {
		return 0
	}
	text := resp.Header.Get("Retry-After")
	if seconds, err := strconv.ParseInt(text, 10, 64); err == nil || errors.Is(err, strconv.ErrRange) {
		return time.Duration(min(max(seconds, 0), int64(maxRetryAfter/time.Second))) * time.Second
	}
	at, err := http.ParseTime(text)
	if err != nil {
		return 0
	}
	now, err := http.ParseTime(resp.Header.Get("Date"))
	if err != nil {
		now = time.Now()
	}
	return min(max(at.Sub(now), 0), maxRetryAfter)
}

const (
	giveUp    verdict = iota
	sendAgain         // the same request, after a wait
	lookFirst         // the same, if a look then finds that nothing was done
)

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
