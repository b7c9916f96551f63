package jsonrpc

import (
	"context"
	"encoding/json"
	"errors"
	"sync"
	"sync/atomic"

	"github.com/go-json-experiment/json/jsontext"
)

// Reply takes the answer to a delivered message, and the notifications that its calls send before
// it. A Reply that serves several messages must be safe for concurrent use. For one message no two
// methods run at the same time, and nothing is called after Answer.
type Reply interface {
	// Notify sends a notification, a JSON text without a newline.
	Notify(message json.RawMessage) error
	// Answer writes the answer before it returns, because a call's turn lasts until then. It is
	// called at most once for a message. If it can't write, it calls [Conn.Abort].
	Answer(a Answer)
}

// delivery is one delivered message that is owed an answer.
type delivery struct {
	ctx   context.Context // as given to Deliver, the parent of the calls' contexts
	conn  *Conn
	reply Reply
	batch bool
	calls []call       // in the order of the message; never grows, so pointers into it stay valid
	only  [1]call      // saves an allocation for a message that is not a batch
	held  atomic.Int64 // bytes of the results, without those of writes

	// Conn.mu guards the fields below.
	open   int  // calls that are not settled
	silent bool // complete, but the output is gone

	sending sync.Mutex // held while reply.Notify runs; guards over
	over    bool       // the answer is being written, or written: no notification may follow
}

// newDelivery returns nil when none of the messages is owed an answer.
func (c *Conn) newDelivery(ctx context.Context, reply Reply, messages []message, batch bool) *delivery {
	n := 0
	for i := range messages {
		if messages[i].owed() {
			n++
		}
	}
	if n == 0 {
		return nil
	}
	d := &delivery{ctx: ctx, conn: c, reply: reply, batch: batch, open: n}
	if d.calls = d.only[:0]; n > 1 {
		d.calls = make([]call, 0, n)
	}
	return d
}

// add makes the call of the next message that is owed an answer.
func (d *delivery) add(m *message, owned bool) *call {
	d.calls = append(d.calls, call{req: m.request(owned), size: m.size + callOverhead, delivery: d})
	return &d.calls[len(d.calls)-1]
}

// fits takes room for a result. The results of writes need none, because what a write did must be
// reported.
func (d *delivery) fits(size int) bool {
	if d.held.Add(int64(size)) <= int64(d.conn.opts.MaxBatchBytes) {
		return true
	}
	d.held.Add(-int64(size))
	return false
}

// settle decides the response to a call, and sends the answer when it was the last call of its
// message. It reports false, and drops the response, when the call was settled before.
func (c *Conn) settle(call *call, r response) bool {
	c.mu.Lock()
	if call.state == settled {
		c.mu.Unlock()
		c.release(r.body)
		return false
	}
	complete := c.settleLocked(call, r)
	c.mu.Unlock()
	c.send(complete)
	return true
}

// settleLocked decides the response to a call that has none; the zero response means no answer. It
// returns the delivery if that is complete now, and the caller must send it after unlocking. The
// ids are free from here on, because a client may reuse an id as soon as it has the answer.
func (c *Conn) settleLocked(call *call, r response) (complete *delivery) {
	d := call.delivery
	call.state = settled
	call.response = r
	if d.open--; d.open > 0 {
		return nil
	}
	for i := range d.calls {
		if id := string(d.calls[i].req.ID); c.calls[id] == &d.calls[i] {
			delete(c.calls, id)
		}
	}
	c.answering++
	d.silent = c.aborted
	return d
}

// send writes the answer of a complete delivery, unless it is empty or the output is gone, and
// releases the results.
func (c *Conn) send(d *delivery) {
	if d == nil {
		return
	}
	if d.owed() && !d.silent {
		d.sending.Lock()
		d.over = true
		d.sending.Unlock()
		d.reply.Answer(Answer{d})
	}
	for i := range d.calls {
		c.release(d.calls[i].response.body)
	}
	c.mu.Lock()
	c.answering--
	c.changed.Broadcast()
	c.mu.Unlock()
}

// owed reports whether the answer to a complete delivery has anything in it.
func (d *delivery) owed() bool {
	for i := range d.calls {
		if d.calls[i].response.body != nil {
			return true
		}
	}
	return false
}

var (
	errNoClient = errors.New("there is no client to notify")
	errAnswered = errors.New("the call has been answered")
)

// Client is the client of a call, which may be notified until the call is answered. It is safe
// for concurrent use. The zero value notifies no one.
type Client struct{ d *delivery }

// Notify sends a notification before the answer to the call. params is compact JSON, nil for
// none. It fails when ctx has ended, when the call has been answered, and when the output has
// failed.
func (c Client) Notify(ctx context.Context, method string, params json.RawMessage) error {
	if c.d == nil {
		return errNoClient
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	message, err := jsontext.AppendQuote([]byte(`{"jsonrpc":"2.0","method":`), method)
	if err != nil {
		return err
	}
	if params != nil {
		message = append(append(message, `,"params":`...), params...)
	}
	message = append(message, '}')
	c.d.sending.Lock()
	defer c.d.sending.Unlock()
	if c.d.over {
		return errAnswered
	}
	return c.d.reply.Notify(message)
}
