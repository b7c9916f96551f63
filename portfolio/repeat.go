package portfolio

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"slices"
	"sync"
	"time"

	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

const (
	maxLately = 1000            // photos
	latelyFor = 5 * time.Minute // longer than hosts wait for a call before they repeat it
)

// lately remembers the photos that calls have added, by what they were given: hosts repeat
// calls, and the same photo is not to be added twice. It is safe for concurrent use.
type lately struct {
	mu     sync.Mutex // guards the fields below
	photos map[digest]remembered
	calls  map[digest]chan struct{} // those that are running; closed at the end
}

// digest stands for what a call, or one of its photos, was given.
type digest [sha256.Size]byte

// remembered is a photo that was added.
type remembered struct {
	at     time.Time
	image  string    // its id
	upload *prepared // of one that a widget uploads, else nil
}

func digestOf(parts ...any) (d digest) {
	text, err := json.Marshal(parts) // members come in order
	if err != nil {
		return d
	}
	return sha256.Sum256(text)
}

// enter waits until no call with the same arguments is running. Until leave is called this
// is the one.
func (l *lately) enter(ctx context.Context, call digest) (leave func(), err error) {
	for {
		l.mu.Lock()
		running := l.calls[call]
		if running == nil {
			if l.calls == nil {
				l.calls = map[digest]chan struct{}{}
			}
			done := make(chan struct{})
			l.calls[call] = done
			l.mu.Unlock()
			return func() {
				l.mu.Lock()
				delete(l.calls, call)
				l.mu.Unlock()
				close(done)
			}, nil
		}
		l.mu.Unlock()
		select {
		case <-running:
		case <-ctx.Done():
			return nil, &fault.Error{Kind: fault.Unavailable, Message: "The same photos are still being added by an earlier call; look with get_project_status before trying again.", Err: ctx.Err()}
		}
	}
}

func (l *lately) find(photo digest) (remembered, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	r, ok := l.photos[photo]
	return r, ok && time.Since(r.at) <= latelyFor
}

func (l *lately) add(photo digest, r remembered) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.photos == nil {
		l.photos = map[digest]remembered{}
	}
	if len(l.photos) >= maxLately {
		for key, old := range l.photos {
			if time.Since(old.at) > latelyFor {
				delete(l.photos, key)
			}
		}
	}
	if len(l.photos) < maxLately {
		r.at = time.Now()
		l.photos[photo] = r
	}
}

// photo returns what stands for a photo of the call. A call may name the same one twice.
func (a *addition) photo(source string, given any, more ...any) digest {
	same := digestOf(a.project, source, given, more)
	if a.named == nil {
		a.named = map[digest]int{}
	}
	a.named[same]++
	return digestOf(a.project, source, given, more, a.named[same])
}

// had returns a photo that an earlier call has added with the same arguments, if the
// caller's project still has it and its bytes are there, or are to come, as wanted.
func (a *addition) had(ctx context.Context, photo digest, arrived bool) (remembered, bool) {
	r, ok := a.api.lately.find(photo)
	if !ok {
		return r, false
	}
	if a.present == nil {
		if p, err := a.api.get(ctx, a.project); err == nil {
			a.present = p.Images
		}
	}
	ok = slices.ContainsFunc(a.present, func(i image) bool {
		return sameID(i.ID, r.image) && (i.Uploaded == nil || *i.Uploaded == arrived)
	})
	if ok {
		a.again++
	}
	return r, ok
}
