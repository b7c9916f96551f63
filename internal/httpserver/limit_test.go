package httpserver_test

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/mcp-adapters/mcp-adapters/internal/httpserver"
)

func TestBuckets(t *testing.T) {
	t.Parallel()
	now := time.Unix(0, 0)
	b := httpserver.NewBuckets[string](2, func() time.Time { return now })
	r := httpserver.Rate{Each: 2, Burst: 2}
	if b.Take("a", r) != 0 || b.Look("a", r) != 0 || b.Take("a", r) != 0 {
		t.Error("a bucket isn't full at first, or looking takes")
	}
	for range 2 { // nothing is taken of what is missing
		if got := b.Take("a", r); got != time.Second/2 || b.Look("a", r) != got {
			t.Error(got)
		}
	}
	if b.Take("b", r) != 0 {
		t.Error("keys share a bucket")
	}
	now = now.Add(time.Second / 2)
	if b.Take("a", r) != 0 || b.Take("a", r) == 0 {
		t.Error("half a second is worth one")
	}
	if b.Take("c", r); b.Take("a", r) == 0 {
		t.Error("the bucket used last was forgotten")
	}
	if b.Take("b", r); b.Take("b", r) != 0 {
		t.Error("more are kept than may be")
	}
}

// Of many at once, exactly the burst gets through.
func TestBuckets_Together(t *testing.T) {
	t.Parallel()
	b := httpserver.NewBuckets[int](10, func() time.Time { return time.Unix(0, 0) })
	var through atomic.Int32
	var all sync.WaitGroup
	for range 64 {
		all.Go(func() {
			if b.Take(1, httpserver.Rate{Each: 1, Burst: 5}) == 0 {
				through.Add(1)
			}
		})
	}
	all.Wait()
	if through.Load() != 5 {
		t.Error(through.Load())
	}
}
