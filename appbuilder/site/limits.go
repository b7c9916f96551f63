package site

import (
	"context"
	"fmt"
	"net/netip"
	"strings"
	"time"

	"golang.org/x/time/rate"

	"github.com/mcp-adapters/mcp-adapters/appbuilder"
	"github.com/mcp-adapters/mcp-adapters/internal/httpserver"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

// limit is one of what owners and addresses may do. Those of owners are counted in the store,
// and those of addresses by each process.
type limit struct {
	name       string
	perOwner   int // in an hour; 0: it is only of addresses
	perAddress int // in an hour, all of it at once
}

var (
	generations      = limit{"generate", 10, 30}
	chats            = limit{"chat", 60, 120}
	rulesGenerations = limit{"generate_rules", 100, 300}
	rulesChats       = limit{"chat_rules", 600, 1200}
	publishes        = limit{"publish", 30, 120}
	edits            = limit{"edit", 3600, 7200}
	newSessions      = limit{name: "session", perAddress: 300}
	signIns          = limit{name: "sign_in", perAddress: 20}
)

// tokenWindow is what the budget of a model's tokens is for.
const tokenWindow = 30 * 24 * time.Hour

// limits are those of addresses.
type limits struct{ buckets *httpserver.Buckets[bucket] }

type bucket struct {
	limit   string
	network netip.Prefix
}

// mostBuckets bounds the memory for addresses, of which each has a few.
const mostBuckets = 20_000

func newLimits(now func() time.Time) *limits {
	return &limits{httpserver.NewBuckets[bucket](mostBuckets, now)}
}

// rate is what an address has of a limit.
func (l limit) rate() httpserver.Rate {
	return httpserver.Rate{Each: rate.Every(time.Hour / time.Duration(l.perAddress)), Burst: l.perAddress}
}

// take takes one of an address's limit, or says how long to wait.
func (l *limits) take(of limit, network netip.Prefix) error {
	return tooMany(l.buckets.Take(bucket{of.name, network}, of.rate()))
}

// look is take without taking.
func (l *limits) look(of limit, network netip.Prefix) error {
	return tooMany(l.buckets.Look(bucket{of.name, network}, of.rate()))
}

// tooMany is the error of who must wait, nil for no time.
func tooMany(wait time.Duration) error {
	if wait == 0 {
		return nil
	}
	return &fault.Error{
		Kind: appbuilder.LimitReached, RetryAfter: wait,
		Message: fmt.Sprintf("Too many requests. Try again in %s.", max(wait, time.Second).Round(time.Second)),
	}
}

// admit takes one of a limit, of the address and of the owner.
func (s *Site) admit(v Visitor, of limit) error {
	if s.opts.Unlimited && v.local {
		return nil
	}
	if err := s.limits.take(of, v.network); err != nil {
		return s.limited(of, err)
	}
	return nil
}

// spend is admit with the share of the owner.
func (s *Site) spend(ctx context.Context, v Visitor, of limit) error {
	if s.opts.Unlimited && v.local {
		return nil
	}
	if err := s.admit(v, of); err != nil {
		return err
	}
	if err := s.store.Spend(ctx, of.name+":"+v.payer(), 1, of.perOwner, time.Hour); err != nil {
		return s.limited(of, err)
	}
	return nil
}

func (s *Site) limited(of limit, err error) error {
	if s.opts.Limited != nil && is(err, appbuilder.LimitReached) {
		s.opts.Limited(of.name)
	}
	return err
}

// usesModel reports whether a generator's name is that of a model.
func usesModel(name string) bool { return strings.HasPrefix(name, "llm:") }
