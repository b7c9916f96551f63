package apiclient

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"net/http"
	"strconv"
	"time"

	"github.com/hashicorp/go-retryablehttp"
)

const (
	minBackoff    = 200 * time.Millisecond
	maxBackoff    = 5 * time.Second
	maxRetryAfter = 24 * time.Hour // what a server can ask for

	// One write holds a lock for some milliseconds, but there may be many writes.
	minLockWait = 25 * time.Millisecond
	maxLockWait = time.Second
	maxLocks    = 25 // how often a request is retried after a lock
)

// retrying returns the retry policy on a transport.
func retrying(rt http.RoundTripper, follow redirects) *retryablehttp.Client {
	return &retryablehttp.Client{
		HTTPClient: &http.Client{
			// retryablehttp closes idle connections after each failure, so the pool
			// that other calls share is hidden from it.
			Transport:     observed{rt},
			CheckRedirect: follow,
		},
		RetryMax:       math.MaxInt32, // rule counts
		RetryWaitMin:   minBackoff,
		RetryWaitMax:   maxBackoff,
		CheckRetry:     checkRetry,
		Backoff:        backoff,
		ErrorHandler:   retryablehttp.PassthroughErrorHandler,
		RequestLogHook: beginAttempt,
	}
}

func beginAttempt(_ retryablehttp.Logger, req *http.Request, attempt int) {
	a, _ := req.Context().Value(attemptsKey{}).(*attempts)
	a.begin(attempt)
}

// checkRetry is the policy. It runs after each attempt, and again after the body of
// an answer was handled.
func checkRetry(ctx context.Context, resp *http.Response, err error) (bool, error) {
	a, _ := ctx.Value(attemptsKey{}).(*attempts)
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
