package issuer

import (
	"context"
	"encoding/hex"
	"net/http"
	"net/netip"
	"strings"
	"time"
)

// How often something may be tried within the window.
const (
	attemptWindow      = 15 * time.Minute
	attemptsByAccount  = 10
	attemptsByAddress  = 30
	registersByAddress = 30
	documentsByAddress = 30
	// maxBuckets bounds the table. When it is full, those that end soonest go.
	maxBuckets = 10_000
)

// accountBucket counts for an address whether or not there is such an account. It is
// a hash, so that the database has no addresses of strangers.
func accountBucket(email string) string { return "account " + hex.EncodeToString(hashOf(email)) }

// networkBucket counts for an IPv4 address, or for the network of an IPv6 one that a
// single customer has.
func networkBucket(what string, from netip.Addr) string {
	const customer = 64
	from = from.Unmap().WithZone("")
	if from.Is6() {
		if network, err := from.Prefix(customer); err == nil {
			from = network.Addr()
		}
	}
	return what + " " + from.String()
}

type limit struct {
	bucket string
	most   int
}

// attempt counts one try in each of the buckets, before it is made: tries side by
// side could otherwise all pass. It reports whether all of them have room. A bucket
// that is full keeps a try from those that follow it.
func (i *Issuer) attempt(ctx context.Context, limits ...limit) (ok bool, err error) {
	var filled string // the bucket that has just become full
	err = i.store.write(ctx, func(t tx) error {
		ok, filled = true, ""
		now := i.now()
		if err := t.purge(now); err != nil {
			return err
		}
		for _, l := range limits {
			var count int
			_, err := t.row(`INSERT INTO attempts (bucket, count, expires) VALUES ($1, 1, $2)
				ON CONFLICT (bucket) DO UPDATE SET count = attempts.count + CASE WHEN attempts.count < 1000000 THEN 1 ELSE 0 END RETURNING count`,
				[]any{l.bucket, now.Add(attemptWindow).Unix()}, &count)
			if err != nil {
				return err
			}
			if count > l.most {
				ok = false
				if count == l.most+1 {
					filled = l.bucket
				}
				break
			}
		}
		_, err := t.Exec(`DELETE FROM attempts WHERE bucket IN (
			SELECT bucket FROM attempts ORDER BY expires DESC LIMIT $1 OFFSET $2)`, all, maxBuckets)
		return err
	})
	if err == nil && filled != "" {
		what, _, _ := strings.Cut(filled, " ")
		i.opts.Log.Warn().Str("limit", what).Stringer("wait", attemptWindow).Msg("too many attempts: further ones are refused for a while, except right one-time codes")
	}
	return ok && err == nil, err
}

// forget ends the count of a bucket.
func (t tx) forget(bucket string) error {
	_, err := t.Exec("DELETE FROM attempts WHERE bucket = $1", bucket)
	return err
}

// mayRegister counts a registration.
func (i *Issuer) mayRegister(r *http.Request) (bool, error) {
	return i.attempt(r.Context(), limit{networkBucket("register", i.opts.Address(r)), registersByAddress})
}
