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
// it. Neither the request's time nor a place to work is spent on that, and room
// only when the body is long: the caller gives it back to v.bodies, an error or
// not. From the end of the body on the server watches the connection, without a
// deadline, and the request's context ends when the client goes away.
func (v *Vault) readBody(w http.ResponseWriter, r *http.Request) (data []byte, room int64, err error) {
	if r.Body == nil || r.Body == http.NoBody {
		return nil, 0, nil
	}
	most := int64(maxBody)
	if restores(r.Context()) {
		most = maxRestored
	}
	if r.ContentLength > most {
		w.Header().Set("Connection", "close")
		return nil, 0, tooLong()
	}
	// In process there is no connection to control; the caller bounds the time.
	control := http.NewResponseController(w)
	in := http.MaxBytesReader(w, r.Body, most)
	began := time.Now()
	data = make([]byte, 0, firstSize(r.ContentLength))
	for {
		_ = control.SetReadDeadline(bodyDeadline(began, len(data)))
		n, err := in.Read(data[len(data):cap(data)])
		data = data[:len(data)+n]
		switch {
		case errors.Is(err, io.EOF):
			used := 2 * int64(len(data))
			if room > used {
				v.bodies.Release(room - used)
				room = used
			}
			return data, room, nil
		case err != nil:
			w.Header().Set("Connection", "close")
			return nil, room, unread(err)
		case len(data) < cap(data):
			continue
		}
		size := 2 * len(data)
		if len(data) <= short {
			size = min(size, short+1)
		} else if room == 0 {
			waited := time.Now()
			if room, err = v.roomFor(r); err != nil {
				w.Header().Set("Connection", "close")
				return nil, 0, err
			}
			began = began.Add(time.Since(waited))
			size = max(size, int(r.ContentLength)+1)
		}
		data = append(make([]byte, 0, size), data...)
	}
}

// firstSize is one byte more than what is expected without room, so that the last
// read can see the end.
func firstSize(length int64) int64 {
	if length <= 0 { // its client does not say
		return 4 << 10
	}
	return min(length, short) + 1
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

// roomFor waits for room for the body of r, all at once.
func (v *Vault) roomFor(r *http.Request) (int64, error) {
	n := int64(2 * maxBody)
	if r.ContentLength > 0 {
		n = 2 * r.ContentLength
	}
	ctx, cancel := context.WithTimeout(r.Context(), requestLimit)
	defer cancel()
	n = min(n, v.bodies.size)
	if err := v.bodies.Acquire(ctx, n); err != nil {
		return 0, internal("The server is taking as many long bodies as it can hold. Try again.", err)
	}
	return n, nil
}

func unread(err error) error {
	var over *http.MaxBytesError
	if errors.As(err, &over) {
		return tooLong()
	}
	f := invalid("the body could not be read to its end")
	if errors.Is(err, os.ErrDeadlineExceeded) {
		f = invalid("the body did not arrive in time; send it again")
	}
	f.err = err
	return f
}
