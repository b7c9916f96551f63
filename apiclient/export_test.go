package apiclient

import "golang.org/x/sync/semaphore"

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
