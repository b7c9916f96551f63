package httpserver

import (
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/time/rate"
)

// Rate is how often a client may do something: Each times a second in the long run, and Burst times
// at once.
type Rate struct {
	Each  rate.Limit
	Burst int
}

// Buckets is a token bucket for each key, in one process. It keeps those that were used last; a
// bucket that it has dropped starts full again. It is safe for concurrent use.
type Buckets[K comparable] struct {
	now func() time.Time

	mu   sync.Mutex // makes looking one up and adding it one step
	kept *lru.Cache[K, *rate.Limiter]
}

// NewBuckets keeps at most so many buckets, which must be positive.
func NewBuckets[K comparable](most int, now func() time.Time) *Buckets[K] {
	kept, err := lru.New[K, *rate.Limiter](most)
	if err != nil {
		panic(err) // most is not positive
	}
	return &Buckets[K]{now: now, kept: kept}
}

// of returns the bucket of a key, which has the same rate each time.
func (b *Buckets[K]) of(key K, r Rate) *rate.Limiter {
	b.mu.Lock()
	defer b.mu.Unlock()
	if bucket, ok := b.kept.Get(key); ok {
		return bucket
	}
	bucket := rate.NewLimiter(r.Each, r.Burst)
	b.kept.Add(key, bucket)
	return bucket
}

// Take takes one token of a key, or returns how long to wait until there is one.
func (b *Buckets[K]) Take(key K, r Rate) (wait time.Duration) {
	now := b.now()
	turn := b.of(key, r).ReserveN(now, 1)
	if wait = turn.DelayFrom(now); wait > 0 {
		turn.CancelAt(now)
	}
	return wait
}

// Look returns what Take would, without taking a token.
func (b *Buckets[K]) Look(key K, r Rate) (wait time.Duration) {
	missing := 1 - b.of(key, r).TokensAt(b.now())
	return max(0, time.Duration(missing/float64(r.Each)*float64(time.Second)))
}
