package endpoint

import (
	"cmp"
	"context"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"github.com/mcp-adapters/mcp-adapters/appbuilder/store"
	"github.com/mcp-adapters/mcp-adapters/internal/httpserver"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
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
	off          bool
	app, address httpserver.Rate
	buckets      *httpserver.Buckets[string]
	refused      func(limit string)
}

func newLimits(o Limits, refused func(limit string)) *limits {
	of := func(each, burst, usual, usualBurst int) httpserver.Rate {
		return httpserver.Rate{Each: rate.Limit(cmp.Or(each, usual)), Burst: cmp.Or(burst, usualBurst)}
	}
	return &limits{
		off: o.Off, app: of(o.Slug, o.SlugBurst, 60, 120), address: of(o.Address, o.AddressBurst, 20, 40),
		buckets: httpserver.NewBuckets[string](known, time.Now), refused: refused,
	}
}

// take takes one request to slug from address, or returns how long to wait.
func (l *limits) take(slug, address string) time.Duration {
	if l.off {
		return 0
	}
	if wait := l.buckets.Take("a:"+address, l.address); wait > 0 {
		l.refused("address")
		return wait
	}
	wait := l.buckets.Take("s:"+slug, l.app)
	if wait > 0 {
		l.refused("app")
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
		e.o.Log.Warn().AnErr("cause", fault.Cause(err)).Int("apps", len(of)).Msg("the counts of calls were not stored")
	}
}
