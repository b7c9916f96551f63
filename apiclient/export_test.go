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

// SetRoom gives long answers so many bytes.
func (c *Client) SetRoom(n int64) { c.room = semaphore.NewWeighted(n) }

// RoomFree reports whether no answer has any of n bytes of room.
func (c *Client) RoomFree(n int64) bool {
	if !c.room.TryAcquire(n) {
		return false
	}
	c.room.Release(n)
	return true
}
