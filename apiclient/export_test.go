package apiclient

import (
	"context"
	"net"

	"golang.org/x/sync/semaphore"
)

// DialWith has the connections made by dial.
func (c *Client) DialWith(dial func(ctx context.Context, network, address string) (net.Conn, error)) {
	for _, pool := range c.pools {
		pool.DialContext = dial
	}
}

// SetBudget gives long answers so many bytes.
func (c *Client) SetBudget(n int64) { c.budget = semaphore.NewWeighted(n) }

// BudgetFree reports whether no answer has any of n bytes of room.
func (c *Client) BudgetFree(n int64) bool {
	if !c.budget.TryAcquire(n) {
		return false
	}
	c.budget.Release(n)
	return true
}
