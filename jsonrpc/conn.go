package jsonrpc

import (
	"context"
	"errors"
	"sync"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/rs/zerolog"
)

// Options sets the bounds of a [Conn]. Zero values mean the defaults.
type Options struct {
	MaxConcurrency int // reads that run at the same time; default 16
	MaxQueuedBytes int // input held for unfinished calls; default 64 MiB
	MaxBatch       int // messages in a batch; default 1,000
	MaxBatchBytes  int // results that a batch holds until it is complete; default 64 MiB
	// Wait makes Deliver wait while MaxQueuedBytes are held. Without it, a call that finds no
	// room is answered with [ErrFull].
	Wait bool
	// Foreground makes Deliver run a call that needn't wait on its own goroutine, before it
	// returns: for a Conn of a single message.
	Foreground bool
	// CancelMethod is the notification that cancels the call whose id is its params.requestId.
	// It never reaches the handler. "" means that there is none.
	CancelMethod string
	// OmitID leaves an unknown id out of an answer, where it is null otherwise.
	OmitID bool
	Log    zerolog.Logger
}

// ErrClosed is returned for a message that comes after [Conn.Drain] or [Conn.Abort].
var ErrClosed = errors.New("the connection accepts no more messages")

// ErrFull answers a call that finds no room in the queue; see Options.Wait.
var ErrFull = &Error{
	Code:    CodeInternal,
	Message: "the server is busy and did not run this call, so it changed nothing; try again in a moment",
	Data:    &Data{Kind: "busy", RetryAfterSeconds: 1},
}

// Conn serves one client: it accepts messages, runs their calls in order with a [Handler], and
// answers them. Make it with [NewConn], which costs next to nothing. End it with [Conn.Drain] or
// [Conn.Abort], because it keeps goroutines until then.
type Conn struct {
	handler Handler
	opts    Options
	idlers  chan *call // closed with the Conn

	mu         sync.Mutex       // guards the fields below
	changed    sync.Cond        // a field changed that a goroutine may wait for
	calls      map[string]*call // that have not been answered, by raw id
	queue      queue
	idle       int  // goroutines that wait for a call from idlers
	streams    int  // streams whose goroutine has not ended
	delivering int  // running calls of Deliver and Refuse
	answering  int  // answers that are decided but not written yet
	closed     bool // nothing more is accepted
	expired    bool // the drain's limit has passed: nothing begins any more
	aborted    bool // the output is gone: nothing begins or is answered any more
}

// NewConn returns a Conn that hands requests to h.
func NewConn(h Handler, o Options) *Conn {
	setDefault(&o.MaxConcurrency, 16)
	setDefault(&o.MaxQueuedBytes, 64<<20)
	setDefault(&o.MaxBatch, defaultMaxBatch)
	setDefault(&o.MaxBatchBytes, 64<<20)
	c := &Conn{
		handler: h, opts: o, idlers: make(chan *call),
		calls: make(map[string]*call), queue: queue{limit: o.MaxConcurrency},
	}
	c.changed.L = &c.mu
	return c
}

func setDefault(field *int, value int) {
	if *field <= 0 {
		*field = value
	}
}

// Deliver accepts one message, which is a JSON text: a request, a notification, a response or a
// batch. When it returns, inline calls have been answered, other calls have been queued, and the
// bytes are the caller's again. See Options.Foreground for calls that have been answered too.
//
// owed reports whether reply.Answer will be called; it isn't when the client cancels everything
// in the message. ctx is the parent of the calls' contexts. The only error is [ErrClosed]: the
// message was ignored.
//
// Messages are ordered as they are delivered, so Deliver must not be called concurrently with
// itself. The path of a request:
//
//	Deliver -> accept -> enqueue -> work -> execute -> settle -> send -> reply.Answer
//
// An inline call skips the queue. A fault is settled where it is found.
func (c *Conn) Deliver(ctx context.Context, message []byte, reply Reply) (owed bool, err error) {
	decoded := Decode(message, c.opts.MaxBatch)
	defer decoded.Free()
	return c.DeliverDecoded(ctx, decoded, reply)
}

// DeliverDecoded is [Conn.Deliver] for a message that has been decoded.
func (c *Conn) DeliverDecoded(ctx context.Context, message Decoded, reply Reply) (owed bool, err error) {
	if !c.enter() {
		return false, ErrClosed
	}
	defer c.leave()
	d := c.newDelivery(ctx, reply, message.messages, message.batch)
	for i := range message.messages {
		switch m := &message.messages[i]; m.kind {
		case KindRequest:
			c.accept(d.add(m, message.owned))
		case KindFaulty:
			c.settle(d.add(m, message.owned), failure(m.fault))
		case KindNotification:
			c.notify(ctx, m, message.owned)
		case KindResponse:
		}
	}
	return d != nil, nil
}

// Refuse answers a message that its transport could not take, such as a message that is too long,
// with e and id null. It returns [ErrClosed] as Deliver does.
func (c *Conn) Refuse(e *Error, reply Reply) error {
	_, err := c.DeliverDecoded(context.Background(), Decoded{messages: []message{{kind: KindFaulty, fault: e}}}, reply)
	return err
}

func (c *Conn) enter() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return false
	}
	c.delivering++
	return true
}

func (c *Conn) leave() {
	c.mu.Lock()
	c.delivering--
	c.changed.Broadcast()
	c.mu.Unlock()
}

// accept registers the call before anything runs, so that a cancellation right after it finds it.
func (c *Conn) accept(call *call) {
	c.mu.Lock()
	if c.calls[string(call.req.ID)] != nil {
		c.mu.Unlock()
		c.settle(call, failure(invalidRequest("a request with this id is still running; give each request an id of its own")))
		return
	}
	c.calls[string(call.req.ID)] = call
	c.mu.Unlock()
	c.prepare(call)
	switch call.order {
	case Inline:
		c.execute(call)
	case Stream:
		c.stream(call)
	default:
		c.enqueue(call)
	}
}

// closeLocked accepts nothing more, lets idle goroutines end, and ends streams.
func (c *Conn) closeLocked() {
	if !c.closed {
		c.closed = true
		c.idle = 0
		close(c.idlers)
		for _, call := range c.calls {
			if call.state == running && call.order == Stream { // begin cancels one that has not begun
				call.cancel()
			}
		}
	}
	c.changed.Broadcast() // Deliver waits for room no longer
}

func (c *Conn) notify(ctx context.Context, m *message, owned bool) {
	if m.method == c.opts.CancelMethod && m.method != "" {
		if id := cancelledID(m.params); id != nil {
			c.cancel(id)
		}
		return
	}
	defer c.recovered("the handler panicked", func() {})
	req := m.request(owned)
	c.handler.Notify(ctx, &req)
}

// cancel settles the call of exactly that id without an answer.
func (c *Conn) cancel(id []byte) {
	c.mu.Lock()
	call := c.calls[string(id)]
	if call == nil || call.state == settled {
		c.mu.Unlock()
		return
	}
	if call.state == running {
		call.cancel()
	} else if c.queue.remove(call) {
		c.startLocked() // a write at the head may have held back others
	}
	complete := c.settleLocked(call, response{})
	c.changed.Broadcast()
	c.mu.Unlock()
	c.send(complete)
}

// cancelledID returns the raw requestId of a cancellation's params. It is nil when there is none,
// or when the name occurs twice, which leaves open which call is meant.
func cancelledID(params []byte) []byte {
	var p struct {
		RequestID jsontext.Value `json:"requestId"`
	}
	if err := json.Unmarshal(params, &p, jsontext.AllowInvalidUTF8(true)); err != nil {
		return nil
	}
	return p.RequestID
}
