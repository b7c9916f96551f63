package jsonrpc

// maxStreams bounds the streams of one Conn: each keeps a goroutine.
const maxStreams = 64

// stream runs call on a goroutine of its own, if there is room for it. Its message
// counts as held for as long.
func (c *Conn) stream(call *call) {
	c.mu.Lock()
	if c.streams >= maxStreams || c.fullLocked(call) {
		c.mu.Unlock()
		c.settle(call, failure(ErrFull))
		return
	}
	c.streams++
	c.queue.held += call.size
	c.mu.Unlock()
	go func() {
		c.execute(call)
		c.mu.Lock()
		c.streams--
		c.queue.held -= call.size
		c.changed.Broadcast()
		c.mu.Unlock()
	}()
}

// endStreamsLocked cancels the streams that run. One that has not begun yet is
// cancelled by begin.
func (c *Conn) endStreamsLocked() {
	for _, call := range c.calls {
		if call.state == running && call.order == Stream {
			call.cancel()
		}
	}
}
