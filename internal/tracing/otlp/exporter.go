// Package otlp sends spans to a collector: OTLP over HTTP, in its JSON encoding
// (opentelemetry.io/docs/specs/otlp). OpenTelemetry's own exporter does more, and makes a
// program a third larger.
package otlp

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/rs/zerolog"
	"go.opentelemetry.io/otel/sdk/trace"
)

const (
	firstWait = 500 * time.Millisecond // before another attempt
	mostWait  = 5 * time.Second
	// longestAnswer is what is read of an answer, which says little.
	longestAnswer = 64 << 10
)

// Options say where spans go.
type Options struct {
	URL     string      // with its path
	Header  http.Header // to send with them
	Timeout time.Duration
	Log     zerolog.Logger
}

// Exporter is a [trace.SpanExporter]. It keeps nothing: what can't be sent within the timeout
// is lost, and now and then the log says so.
type Exporter struct {
	Options

	client  *http.Client
	closing chan struct{} // closed when nothing is to be tried again
	life    context.Context
	stop    context.CancelFunc
	lost    losses
}

var _ trace.SpanExporter = (*Exporter)(nil)

// New returns an exporter. It opens no connection.
func New(o Options) *Exporter {
	e := &Exporter{Options: o, closing: make(chan struct{}), lost: losses{log: o.Log}}
	e.life, e.stop = context.WithCancel(context.Background())
	e.client = &http.Client{
		Transport: &http.Transport{
			Proxy:                  http.ProxyFromEnvironment,
			MaxConnsPerHost:        1,
			IdleConnTimeout:        time.Minute,
			TLSHandshakeTimeout:    o.Timeout,
			MaxResponseHeaderBytes: longestAnswer,
			ForceAttemptHTTP2:      true,
		},
		// What leads elsewhere would take the headers there.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	return e
}

// ExportSpans sends spans, again for a while if that may help. Its error is nil: the log has
// what went wrong.
func (e *Exporter) ExportSpans(ctx context.Context, spans []trace.ReadOnlySpan) error {
	if len(spans) == 0 {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, e.Timeout)
	defer cancel()
	defer context.AfterFunc(e.life, cancel)()
	body, err := encode(spans)
	refused := 0
	if err == nil {
		refused, err = e.send(ctx, body)
	}
	switch {
	case err != nil:
		refused = len(spans)
	case refused > 0:
		err = errRefused
	}
	e.lost.note(refused, err)
	return nil
}

var errRefused = errors.New("the collector took the others and refused these")

// Close has what is sent from now on be sent once, and given up when that time is over. stop
// gives it up at once.
func (e *Exporter) Close(within time.Duration) (stop func()) {
	close(e.closing)
	timer := time.AfterFunc(within, e.stop)
	return func() {
		timer.Stop()
		e.stop()
	}
}

// Shutdown closes the connection. It is called last.
func (e *Exporter) Shutdown(context.Context) error {
	e.client.CloseIdleConnections()
	return nil
}

// passing is a failure that may be over soon.
type passing struct {
	error
	after time.Duration // before which the collector doesn't want to be asked; 0: it didn't say
}

// send sends a body until it was taken, its failure lasts or ctx ends. It returns how many of
// the spans the collector refused.
func (e *Exporter) send(ctx context.Context, body []byte) (refused int, err error) {
	for wait := firstWait; ; wait = min(2*wait, mostWait) {
		refused, err = e.post(ctx, body)
		failed, again := errors.AsType[*passing](err)
		if !again {
			return refused, err
		}
		pause := max(wait/2+rand.N(wait), failed.after) //nolint:gosec // spreads load, guards nothing
		if end, ok := ctx.Deadline(); ok && time.Until(end) <= pause {
			return 0, err
		}
		timer := time.NewTimer(pause)
		select {
		case <-timer.C:
			continue
		case <-e.closing:
		case <-ctx.Done():
		}
		timer.Stop()
		return 0, err
	}
}

// post makes one attempt.
func (e *Exporter) post(ctx context.Context, body []byte) (refused int, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, e.URL, bytes.NewReader(body))
	if err != nil {
		return 0, errors.New("the address can't be used")
	}
	for name, values := range e.Header {
		req.Header[name] = values
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := e.client.Do(req)
	if err != nil {
		// The address may hold a password, or a key in its path.
		if outer, ok := errors.AsType[*url.Error](err); ok {
			err = outer.Err
		}
		return 0, &passing{error: err}
	}
	defer func() { _ = resp.Body.Close() }()
	answer, _ := io.ReadAll(io.LimitReader(resp.Body, longestAnswer)) // what is cut says nothing
	if resp.StatusCode/100 == 2 {
		return refusedBy(answer), nil
	}
	err = fmt.Errorf("the collector answered with status %d", resp.StatusCode)
	switch resp.StatusCode {
	case http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return 0, &passing{err, retryAfter(resp)}
	}
	return 0, err
}

// retryAfter reads the header in its form of seconds, or of a date.
func retryAfter(resp *http.Response) time.Duration {
	text := resp.Header.Get("Retry-After")
	if seconds, err := strconv.Atoi(text); err == nil && seconds > 0 {
		return time.Duration(min(seconds, 3600)) * time.Second
	}
	if at, err := http.ParseTime(text); err == nil {
		return time.Until(at)
	}
	return 0
}
