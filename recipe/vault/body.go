package vault

import (
	"context"
	"errors"
	"io"
	"net/http"
	"os"
	"time"
)

const (
	// maxBody is the longest request body.
	maxBody = 10 << 20
	// maxRestored is that of a recipe which is restored: written out again, numbers
	// may be longer than they were sent. No client reads a longer answer.
	maxRestored = 32 << 20
	// patience is how long a client may send nothing of a body, or take nothing
	// of an answer.
	patience = 20 * time.Second
	// slowest is how many bytes a second must have arrived of a body once that
	// time is over.
	slowest = 16 << 10
)

// readBody reads the body of r to its end, as long as its client takes to send
// it. Neither the request's time nor a place to work is spent on that, and room, which
// mem has then, only when the body is long. From the end of the body on the server
// watches the connection, without a deadline, and the request's context ends when the
// client goes away.
func readBody(w http.ResponseWriter, r *http.Request, mem *lease) (data []byte, err error) {
	if r.Body == nil || r.Body == http.NoBody {
		return nil, nil
	}
	defer func() {
		if err != nil {
			w.Header().Set("Connection", "close")
		}
	}()
	most := int64(maxBody)
	if restores(r.Context()) {
		most = maxRestored
	}
	if r.ContentLength > most {
		return nil, tooLong()
	}
	// In process there is no connection to control; the caller bounds the time.
	control := http.NewResponseController(w)
	in := http.MaxBytesReader(w, r.Body, most)
	began := time.Now()
	first := int64(4 << 10) // if its client does not say
	if r.ContentLength > 0 {
		first = min(r.ContentLength, short) + 1 // so that the last read can see the end
	}
	data = make([]byte, 0, first)
	for {
		_ = control.SetReadDeadline(bodyDeadline(began, len(data)))
		n, err := in.Read(data[len(data):cap(data)])
		data = data[:len(data)+n]
		switch {
		case errors.Is(err, io.EOF):
			mem.keep(2 * len(data))
			return data, nil
		case err != nil:
			return nil, unread(err)
		case len(data) < cap(data):
			continue
		}
		size := 2 * len(data)
		if len(data) <= short {
			size = min(size, short+1)
		} else if mem.n.Load() == 0 {
			waited := time.Now()
			if err := waitForRoom(r, mem); err != nil {
				return nil, err
			}
			began = began.Add(time.Since(waited))
			size = max(size, int(r.ContentLength)+1)
		}
		data = append(make([]byte, 0, size), data...)
	}
}

// bodyDeadline is until when more must have come of a body of which n bytes have.
func bodyDeadline(began time.Time, n int) time.Time {
	next := time.Now().Add(patience)
	least := began.Add(patience + time.Duration(n)*time.Second/slowest)
	if least.Before(next) {
		return least
	}
	return next
}

// waitForRoom waits for room for the body of r, all at once.
func waitForRoom(r *http.Request, mem *lease) error {
	n := int64(2 * maxBody)
	if r.ContentLength > 0 {
		n = 2 * r.ContentLength
	}
	ctx, cancel := context.WithTimeout(r.Context(), requestLimit)
	defer cancel()
	if err := mem.wait(ctx, n); err != nil {
		return internal("The server is taking as many long bodies as it can hold. Try again.", err)
	}
	return nil
}

func unread(err error) error {
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return tooLong()
	}
	f := invalid("the body could not be read to its end")
	if errors.Is(err, os.ErrDeadlineExceeded) {
		f = invalid("the body did not arrive in time; send it again")
	}
	f.err = err
	return f
}
