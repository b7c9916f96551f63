package apiclient

import (
	"errors"
	"io"
	"net/http"
	"slices"

	"github.com/go-json-experiment/json/jsontext"
	"golang.org/x/sync/semaphore"
)

const (
	maxBody      = 32 << 20 // of an answer, after decompression
	maxErrorBody = 64 << 10
)

// What can be wrong with the body of a good answer. None of them holds any of it.
// A request's check returns ErrShape and ErrOther.
var (
	errTooLarge = errors.New("the answer is over 32 MiB")
	ErrNotJSON  = errors.New("the answer is not JSON in UTF-8")
	ErrShape    = errors.New("the answer is JSON of another shape")
	ErrOther    = errors.New("the answer has an id other than the one requested")
)

// cutError says that a body ended early or could not be read.
type cutError struct{ err error }

func (e *cutError) Error() string { return "answer cut: " + e.err.Error() }
func (e *cutError) Unwrap() error { return e.err }

// readBody reads the body of a good answer whole. It takes room for a long one as
// soon as that is known to be long, and l keeps it.
func readBody(resp *http.Response, budget *semaphore.Weighted, l *lease) ([]byte, error) {
	ctx := resp.Request.Context()
	size := int(min(resp.ContentLength, maxBody+1))
	switch {
	case size > maxBody:
		return nil, errTooLarge
	case size < 0:
		size = 4 << 10
	case size > free:
		if err := l.take(ctx, budget, size); err != nil {
			return nil, err
		}
	}
	// One byte more than announced, so that the last read can see the end.
	body := make([]byte, 0, size+1)
	for {
		n, err := resp.Body.Read(body[len(body):cap(body)])
		body = body[:len(body)+n]
		switch {
		case len(body) > maxBody:
			return nil, errTooLarge
		case errors.Is(err, io.EOF):
			return body, nil
		case err != nil:
			return nil, &cutError{err}
		case len(body) < cap(body):
			continue
		case len(body) > free && l.n == 0: // and as long as it may be
			if err := l.take(ctx, budget, maxBody); err != nil {
				return nil, err
			}
		}
		if l.n == 0 {
			body = slices.Grow(body, min(len(body), free+1-len(body)))
		} else {
			body = append(body, 0)[:len(body)]
		}
	}
}

// readErrorBody reads what a failure has to say, up to a limit.
func readErrorBody(resp *http.Response) []byte {
	b, err := io.ReadAll(io.LimitReader(resp.Body, maxErrorBody))
	if err != nil {
		return nil // what was cut is not quoted
	}
	return b
}

// valid reports whether b is one JSON value in UTF-8 without lone surrogates.
// Names may repeat: keeping track of them doubles the time and misleads no one,
// since each of them must have the right shape.
func valid(b []byte) bool {
	return jsontext.Value(b).IsValid(jsontext.AllowDuplicateNames(true))
}
