package oauth

import (
	"crypto/sha256"
	"maps"
	"sync"
	"time"
)

const (
	// trustFor is how long a token that was verified is not verified again, and so how
	// long a withdrawn key may still be good.
	trustFor   = time.Minute
	maxTrusted = 1000
)

// cache remembers whose tokens were, since checking a signature takes longer than
// most calls. It has only their hashes. It is safe for concurrent use; its zero value
// is empty.
type cache struct {
	mu    sync.Mutex // guards known
	known map[[sha256.Size]byte]trusted
}

type trusted struct {
	who   Principal
	until time.Time
}

func (c *cache) get(token string, now time.Time) (Principal, bool) {
	key := sha256.Sum256([]byte(token))
	c.mu.Lock()
	defer c.mu.Unlock()
	t, found := c.known[key]
	return t.who, found && now.Before(t.until)
}

// put remembers a principal, at most until its token expires.
func (c *cache) put(token string, p Principal, now time.Time) {
	until := now.Add(trustFor)
	if p.Expiry.Before(until) {
		until = p.Expiry
	}
	key := sha256.Sum256([]byte(token))
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.known) >= maxTrusted {
		maps.DeleteFunc(c.known, func(_ [sha256.Size]byte, t trusted) bool { return !now.Before(t.until) })
	}
	if c.known == nil || len(c.known) >= maxTrusted {
		c.known = map[[sha256.Size]byte]trusted{}
	}
	c.known[key] = trusted{p, until}
}
