package apiclient

import (
	"context"
	"crypto/tls"
	"errors"
	"math/rand/v2"
	"net/http"
	"net/http/httptrace"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/hashicorp/go-retryablehttp"
)

const (
	minBackoff    = 200 * time.Millisecond
	maxBackoff    = 5 * time.Second
	maxRetryAfter = 24 * time.Hour // what a server may ask for and be believed
)

// flight is what the policy knows of one call. retryablehttp's hooks see no
// request when a connection failed, so it travels in the context.
type flight struct {
	call     *call
	started  time.Time
	deadline time.Time
	tries    int
	logged   int // the last attempt whose failure was logged
	// unknown is set when an attempt was sent and may have been processed.
	unknown bool
	// judged is set when the API refused what the call asks for, and not only
	// who asks: an attempt before met, or will meet, the same refusal.
	judged bool
	// retryAfter is what the last answer asked for.
	retryAfter time.Duration
	// dialed and connected tell about the attempt under way. The hooks that set
	// them may run on other goroutines.
	dialed, connected atomic.Bool
}

type flightKey struct{}

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

// retrying returns the retry policy on a transport.
func (c *Client) retrying(rt http.RoundTripper, retries int) *retryablehttp.Client {
	return &retryablehttp.Client{
		HTTPClient: &http.Client{
			// retryablehttp closes idle connections after each failure: a pool
			// shared by other calls is hidden from it.
			Transport:     struct{ http.RoundTripper }{rt},
			CheckRedirect: checkRedirect,
		},
		RetryMax:       max(retries, 0),
		RetryWaitMin:   minBackoff,
		RetryWaitMax:   maxBackoff,
		CheckRetry:     c.checkRetry,
		Backoff:        backoff,
		ErrorHandler:   retryablehttp.PassthroughErrorHandler,
		RequestLogHook: beginAttempt,
	}
}

func beginAttempt(_ retryablehttp.Logger, req *http.Request, attempt int) {
	f, _ := req.Context().Value(flightKey{}).(*flight)
	f.tries = attempt + 1
	f.dialed.Store(false)
	f.connected.Store(false)
}

// checkRetry is the policy. It runs after each attempt, and once more after the
// body of a good answer was read.
func (c *Client) checkRetry(ctx context.Context, resp *http.Response, err error) (bool, error) {
	if err == nil && resp.StatusCode < 300 {
		return false, nil
	}
	f, _ := ctx.Value(flightKey{}).(*flight)
	f.retryAfter = 0
	if resp != nil {
		f.retryAfter = retryAfter(resp)
	}
	again := f.judge(resp, err) && ctx.Err() == nil
	wait := longestWait(f.tries-1, f.retryAfter)
	again = again && time.Until(f.deadline) > wait
	if f.logged == f.tries { // asked again, after the body
		return again, nil
	}
	f.logged = f.tries
	e := c.log.Debug().Str("method", f.call.method).Str("host", c.base.Host).Int("attempt", f.tries).Bool("retry", again)
	if resp != nil {
		e = e.Int("status", resp.StatusCode)
	}
	if err != nil {
		e = e.AnErr("cause", c.cause(err))
	}
	e.Msg("attempt failed")
	return again, nil
}

// judge notes whether the outcome of a failed attempt is unknown, and reports
// whether the method allows another one.
func (f *flight) judge(resp *http.Response, err error) (again bool) {
	switch {
	case err != nil && f.unsent():
		return !permanent(err)
	case err != nil:
		f.unknown = f.unknown || f.call.write()
		_, cut := errors.AsType[*cutError](err)
		makesNoSense := resp != nil && !cut
		return f.call.method != http.MethodPost && !makesNoSense && !permanent(err)
	case resp.StatusCode == http.StatusTooManyRequests:
		return true
	case gateway(resp.StatusCode):
		f.unknown = f.unknown || f.call.write()
	case resp.StatusCode != http.StatusServiceUnavailable:
		return false
	}
	return f.call.method != http.MethodPost && resp.StatusCode <= http.StatusGatewayTimeout
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

// backoff waits as long as the API asked for, else a growing time with jitter.
func backoff(_, _ time.Duration, attempt int, resp *http.Response) time.Duration {
	base := base(attempt)
	jittered := base + rand.N(base/2+1) //nolint:gosec // spreads load, guards nothing
	if resp == nil {
		return jittered
	}
	return max(jittered, retryAfter(resp))
}

func base(attempt int) time.Duration { return min(minBackoff<<min(attempt, 10), maxBackoff) }

// longestWait is the most that backoff can return.
func longestWait(attempt int, asked time.Duration) time.Duration {
	return max(base(attempt)/2*3+1, asked)
}

// retryAfter reads the header in both of its forms. A date counts from the
// server's own clock where it tells it.
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
