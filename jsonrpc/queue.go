package jsonrpc

import "slices"

// queue decides which call runs when: first come, first served, reads side by side, a write alone.
// Nothing overtakes, so a read never sees less than it would have seen if the calls had run one by
// one. Conn.mu guards it.
type queue struct {
	limit   int     // reads that may run at the same time
	waiting []*call // in order of arrival
	running int     // calls that have their turn
	writing bool    // the running call is a write
	held    int     // bytes of the calls that wait or have their turn
}

func (q *queue) push(c *call) {
	q.waiting = append(q.waiting, c)
	q.held += c.size
}

// pop gives the first call its turn. It returns nil when that call must wait.
func (q *queue) pop() *call {
	if len(q.waiting) == 0 {
		return nil
	}
	c := q.waiting[0]
	if q.writing || q.running >= q.limit || (c.order == Write && q.running > 0) {
		return nil
	}
	q.waiting[0] = nil // the array keeps it from the collector otherwise
	q.waiting = q.waiting[1:]
	q.running++
	q.writing = c.order == Write
	return c
}

// done ends the turn of a call that pop returned.
func (q *queue) done(c *call) {
	q.running--
	q.writing = false
	q.held -= c.size
}

// remove takes a waiting call out. It reports whether the call was there.
func (q *queue) remove(c *call) bool {
	i := slices.Index(q.waiting, c)
	if i < 0 {
		return false
	}
	q.waiting = slices.Delete(q.waiting, i, i+1)
	q.held -= c.size
	return true
}

// clear takes all waiting calls out and returns them.
func (q *queue) clear() []*call {
	waiting := q.waiting
	for _, c := range waiting {
		q.held -= c.size
	}
	q.waiting = nil
	return waiting
}

// enqueue gives a call its place in the queue, when there is room for it.
func (c *Conn) enqueue(added *call) {
	c.mu.Lock()
	for c.opts.Wait && !c.closed && c.fullLocked(added) {
		c.changed.Wait()
	}
	var refused *Error
	var mine *call // runs on this goroutine
	switch {
	case added.state == settled: // Drain gave up on it while it waited
	case c.expired || c.aborted:
		refused = notRunError()
	case !c.opts.Wait && c.fullLocked(added):
		refused = ErrFull
	default:
		c.queue.push(added)
		if c.opts.Foreground {
			mine = c.queue.pop() // this call or nothing: earlier calls run, or wait themselves
		}
		c.startLocked()
	}
	c.mu.Unlock()
	switch {
	case refused != nil:
		c.settle(added, failure(refused))
	case mine != nil:
		c.execute(mine)
		c.mu.Lock()
		c.doneLocked(mine)
		c.mu.Unlock()
	}
}

// fullLocked reports whether call finds no room. A call that is larger than the bound is accepted
// when nothing else is held.
func (c *Conn) fullLocked(call *call) bool {
	return c.queue.held > 0 && c.queue.held+call.size > c.opts.MaxQueuedBytes
}

// startLocked runs every call whose turn it is, on an idle goroutine or on a new one. There are
// never more goroutines than calls that may run at once.
func (c *Conn) startLocked() {
	for call := c.queue.pop(); call != nil; call = c.queue.pop() {
		if c.idle == 0 {
			go c.work(call)
			continue
		}
		c.idle--
		c.idlers <- call // a counted idler is about to receive and holds no lock
	}
}

// doneLocked ends the turn of a call, and starts the calls that waited for that.
func (c *Conn) doneLocked(call *call) {
	c.queue.done(call)
	c.startLocked()
	c.changed.Broadcast()
}

// work runs a call that has its turn, and then others on the same goroutine, because its stack has
// grown to what calls need: with a goroutine for each call, the benchmark with 16 calls in flight
// took a tenth more processor time. A turn lasts until the answer is written, so that
// MaxConcurrency bounds the results in memory.
func (c *Conn) work(call *call) {
	for call != nil {
		c.execute(call)
		call = c.next(call)
	}
}

// next ends the turn of a call and returns another call that has its turn, for which it waits
// until the Conn is closed.
func (c *Conn) next(done *call) *call {
	c.mu.Lock()
	c.queue.done(done)
	call := c.queue.pop()
	c.startLocked()
	c.changed.Broadcast()
	if call != nil || c.closed {
		c.mu.Unlock()
		return call
	}
	c.idle++
	c.mu.Unlock()
	return <-c.idlers
}

// maxStreams bounds the streams of one Conn: each keeps a goroutine.
const maxStreams = 64

// stream runs call on a goroutine of its own, if there is room. Its message counts as held until
// it ends.
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
