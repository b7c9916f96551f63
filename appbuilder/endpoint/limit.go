package endpoint

import (
	"cmp"
	"context"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/time/rate"

	"mcp-adapters/appbuilder/store"
)

// Limits of requests to published apps, of one process. Zero values mean the defaults.
type Limits struct {
	Off                   bool
	Slug, SlugBurst       int // requests a second to one app; default 60, burst 120
	Address, AddressBurst int // from one address; default 20, burst 40
}

// known bounds how many apps and addresses are counted at a time. One that is forgotten begins
// anew.
const known = 20_000

type limits struct {
	o       Limits
	mu      sync.Mutex // makes looking a limiter up and adding it one step
	buckets *lru.Cache[string, *rate.Limiter]
}

func newLimits(o Limits) *limits {
	o.Slug, o.SlugBurst = cmp.Or(o.Slug, 60), cmp.Or(o.SlugBurst, 120)
	o.Address, o.AddressBurst = cmp.Or(o.Address, 20), cmp.Or(o.AddressBurst, 40)
	buckets, err := lru.New[string, *rate.Limiter](known)
	if err != nil {
		panic(err) // known is positive
	}
	return &limits{o: o, buckets: buckets}
}

// take takes one request to slug from address, or returns how long to wait.
func (l *limits) take(slug, address string) time.Duration {
	if l.o.Off {
		return 0
	}
	if wait := l.bucket("a:"+address, l.o.Address, l.o.AddressBurst); wait > 0 {
		return wait
	}
	return l.bucket("s:"+slug, l.o.Slug, l.o.SlugBurst)
}

func (l *limits) bucket(name string, each, burst int) time.Duration {
	l.mu.Lock()
	b, ok := l.buckets.Get(name)
	if !ok {
		b = rate.NewLimiter(rate.Limit(each), burst)
		l.buckets.Add(name, b)
	}
	l.mu.Unlock()
	r := b.Reserve()
	wait := r.Delay()
	if wait > 0 {
		r.Cancel()
	}
	return wait
}

// flushEvery is how often the counts of calls are stored.
const flushEvery = 10 * time.Second

// counts are calls that aren't stored yet, by the id of their app.
type counts struct {
	mu sync.Mutex
	of map[string]store.Calls
}

func (c *counts) add(app string, failed bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.of == nil {
		c.of = map[string]store.Calls{}
	}
	n := c.of[app]
	n.Calls++
	if failed {
		n.Errors++
	}
	c.of[app] = n
}

// flush stores the counts. Those that can't be stored are lost: they are a help for owners,
// and no ledger.
func (e *Endpoint) flush(ctx context.Context) {
	e.counts.mu.Lock()
	of := e.counts.of
	e.counts.of = nil
	e.counts.mu.Unlock()
	if len(of) == 0 {
		return
	}
	if err := e.o.Apps.AddCalls(ctx, of); err != nil {
		e.o.Log.Warn().Err(err).Int("apps", len(of)).Msg("the counts of calls were not stored")
	}
}
