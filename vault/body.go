package vault

import (
	"context"
	"errors"
	"io"
	"net/http"
	"sync"
)

const (
	// maxBody is the longest request body.
	maxBody = 10 << 20
	// bodyRoom is how many bytes all bodies together may have. It is counted
	// apart from the requests at work, so that slow bodies keep nobody from
	// working, and by bytes, so that bodies of usual length never fill it.
	bodyRoom = 32 * maxBody
)

// roomFor waits for room for the body of r. The caller gives the n bytes back.
func (v *Vault) roomFor(w http.ResponseWriter, r *http.Request) (n int64, err error) {
	switch {
	case r.Body == nil || r.Body == http.NoBody:
		return 0, nil
	case r.ContentLength > maxBody:
		w.Header().Set("Connection", "close")
		return 0, tooLong()
	}
	if n = r.ContentLength; n <= 0 {
		n = maxBody // its client does not say
	}
	ctx, cancel := context.WithTimeout(r.Context(), requestLimit)
	defer cancel()
	if err := v.bodies.take(ctx, n); err != nil {
		return 0, noRoom(err)
	}
	return n, nil
}

func readBody(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	if r.Body == nil {
		return nil, nil
	}
	data, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	var over *http.MaxBytesError
	switch {
	case errors.As(err, &over):
		return nil, tooLong()
	case err != nil:
		f := invalid("the body could not be read to its end")
		f.err = err
		return nil, f
	}
	return data, nil
}

// room is memory that is shared out by the byte. It is safe for concurrent use.
type room struct {
	mu   sync.Mutex
	free int64
	more chan struct{} // closed when there is more; nil when nobody waits for it
}

func newRoom(size int64) *room { return &room{free: size} }

// take waits until n bytes are free. It takes all of them at once, so those who
// wait hold nothing that another waits for.
func (r *room) take(ctx context.Context, n int64) error {
	for {
		more := r.tryTake(n)
		if more == nil {
			return nil
		}
		select {
		case <-more:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// tryTake returns what to wait for, nil when the bytes are taken.
func (r *room) tryTake(n int64) <-chan struct{} {
	r.mu.Lock()
	defer r.mu.Unlock()
	if n <= r.free {
		r.free -= n
		return nil
	}
	if r.more == nil {
		r.more = make(chan struct{})
	}
	return r.more
}

func (r *room) give(n int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.free += n
	if r.more != nil {
		close(r.more)
		r.more = nil
	}
}
