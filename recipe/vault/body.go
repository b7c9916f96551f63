package vault

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"net/http"
	"os"
	"time"

	"github.com/go-json-experiment/json/jsontext"
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
		return nil, tooLong(most)
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
			if err := waitForBudget(r, mem, most); err != nil {
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

// waitForBudget waits for room for the body of r, all at once: for the longest, if its client
// doesn't say how long it is.
func waitForBudget(r *http.Request, mem *lease, most int64) error {
	n := 2 * most
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
	if long, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return tooLong(long.Limit)
	}
	f := invalid("the body could not be read to its end")
	if errors.Is(err, os.ErrDeadlineExceeded) {
		f = invalid("the body did not arrive in time; send it again")
	}
	f.err = err
	return f
}

const (
	// maxEntries is the most ingredients, and the most steps, of one recipe:
	// five times what an import of other programs' files takes.
	maxEntries = 10_000
	// maxMembers is the most members of one object. The decoder remembers the
	// names of those that it ignores, to find one that comes twice.
	maxMembers = 1000
	// maxNesting is how deep a body may nest; a recipe nests three levels deep.
	maxNesting = 64
)

// checkBounds refuses a body that would take a multiple of its length when it is
// decoded and stored. It reads tokens and keeps none of them. What is not JSON is
// left for the decoder to refuse.
func checkBounds(data []byte) error {
	count := func(c byte) int { return bytes.Count(data, []byte{c}) }
	if count(',') < maxMembers && count('{')+count('[') <= maxNesting {
		return nil // what nearly every recipe is
	}
	dec := jsontext.NewDecoder(bytes.NewBuffer(data), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	where := func() string { return cmp.Or(fieldName(dec.StackPointer().Parent()), "the body") }
	for {
		if _, err := dec.ReadToken(); err != nil {
			return nil //nolint:nilerr // it is the end, or what the decoder will say
		}
		depth := dec.StackDepth()
		kind, length := dec.StackIndex(depth)
		switch {
		case depth > maxNesting:
			return invalid("the body must not nest deeper than %d levels", maxNesting)
		case kind == '{' && length > 2*maxMembers: // names and values
			return invalid("%s must have at most %d members", where(), maxMembers)
		case kind == '[' && depth == 2 && length == maxEntries+1:
			if list := where(); list == "ingredients" || list == "steps" {
				return invalid("%s must have at most %d entries", list, maxEntries)
			}
		}
	}
}
