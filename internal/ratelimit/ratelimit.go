// Package ratelimit bounds how often each of many may do something, in one process.
package ratelimit

import (
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/time/rate"
)

// Rate is how often something may be done: Each times a second in the long run, and Burst
// times at once.
type Rate struct {
	Each  rate.Limit
	Burst int
}

// Buckets are what each key has left. Those used last are kept; one that is forgotten begins
// anew, full. They are safe for concurrent use.
type Buckets[K comparable] struct {
	now func() time.Time

	mu   sync.Mutex // makes looking one up and adding it one step
	kept *lru.Cache[K, *rate.Limiter]
}

// New returns buckets of which at most so many are kept, which is positive.
func New[K comparable](most int, now func() time.Time) *Buckets[K] {
	kept, err := lru.New[K, *rate.Limiter](most)
	if err != nil {
		panic(err) // most is not positive
	}
	return &Buckets[K]{now: now, kept: kept}
}

// of returns the bucket of a key, whose rate is always the same.
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

// Take takes one of what a key has, or returns how long to wait for it; then nothing is taken.
func (b *Buckets[K]) Take(key K, r Rate) (wait time.Duration) {
	now := b.now()
	turn := b.of(key, r).ReserveN(now, 1)
	if wait = turn.DelayFrom(now); wait > 0 {
		turn.CancelAt(now)
	}
	return wait
}

// Look returns how long Take would say to wait, without taking anything.
func (b *Buckets[K]) Look(key K, r Rate) (wait time.Duration) {
	missing := 1 - b.of(key, r).TokensAt(b.now())
	return max(0, time.Duration(missing/float64(r.Each)*float64(time.Second)))
}
