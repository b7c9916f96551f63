package harness

import (
	"sync"
	"time"
)

// Clock is a clock that the test has in hand. It goes on by a second at each look, so that no
// two moments are the same.
type Clock struct {
	mu sync.Mutex
	t  time.Time
}

// NewClock returns one that begins at noon of the first of March 2026, UTC.
func NewClock() *Clock { return &Clock{t: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)} }

// Now is the next second.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.t = c.t.Add(time.Second)
	return c.t
}

// Pass lets time pass.
func (c *Clock) Pass(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.t = c.t.Add(d)
}
