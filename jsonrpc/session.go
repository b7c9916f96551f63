package jsonrpc

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"strconv"
	"sync"
	"sync/atomic"
)

// session is one run of [Server.Serve]. Every goroutine it starts, and every
// line that is being handled, counts in open until it is done.
type session struct {
	handler Handler
	opts    Options
	debug   bool
	out     *writer
	dec     *decoder    // of the reading goroutine
	expired atomic.Bool // the drain's limit has passed; set under mu
	drained chan struct{}
	tasks   chan task // for idle workers

	mu       sync.Mutex // guards the fields below
	room     *sync.Cond // held went down, or stopping was set
	table    map[string]*call
	turns    turns
	idle     int  // workers that wait for a task
	held     int  // bytes of queued and running calls
	open     int  // lines, queued calls and running calls
	stopping bool // no line is accepted any more; the end of open closes drained
}

func newSession(h Handler, o Options, out io.Writer) *session {
	s := &session{
		handler: h, opts: o, debug: o.Log.Debug().Enabled(),
		out: newWriter(out), dec: newDecoder(o.MaxBatch),
		drained: make(chan struct{}), tasks: make(chan task, o.MaxConcurrency), table: make(map[string]*call),
		turns: turns{limit: o.MaxConcurrency},
	}
	s.room = sync.NewCond(&s.mu)
	return s
}

// read accepts lines until there are no more, or none is wanted.
//
//	line -> decode -> request: table -> Prepare -> inline: run here
//	                                            -> else: queue -> turn -> goroutine
//	               -> notifications/cancelled: table -> settled
//	               -> notification: Notify
//	               -> response: silence
//	               -> fault: answered here
func (s *session) read(base context.Context, in io.Reader) error {
	lines := newLineReader(in, s.opts.MaxMessageBytes)
	for {
		line, err := lines.next()
		tooLong := errors.Is(err, errLineTooLong)
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil && !tooLong:
			return err
		case !s.enter():
			return nil
		case tooLong:
			s.out.one(errorAnswer(nil, s.tooLong()))
		default:
			s.line(base, line)
		}
		s.leave()
	}
}

func (s *session) line(base context.Context, line []byte) {
	messages, isBatch, fault := s.dec.decode(line)
	switch {
	case fault != nil:
		s.out.one(errorAnswer(nil, fault))
	case isBatch:
		b := &batch{open: 1}
		for i := range messages {
			s.message(base, &messages[i], b)
		}
		s.release(b)
	default:
		s.message(base, &messages[0], nil)
	}
}

func (s *session) message(base context.Context, m *message, b *batch) {
	switch m.kind {
	case kindRequest:
		s.request(base, m, b)
	case kindNotification:
		s.notify(base, m)
	case kindFaulty:
		s.refuse(m.id, m.fault, b)
	case kindResponse:
	}
}

func (s *session) request(base context.Context, m *message, b *batch) {
	s.mu.Lock()
	if s.table[string(m.id)] != nil {
		s.mu.Unlock()
		s.refuse(m.id, newError(CodeInvalidRequest, kindInvalid,
			"a request with this id is still running; give each request an id of its own"), b)
		return
	}
	c := newCall(m)
	s.table[string(m.id)] = c
	s.open++
	if b != nil {
		b.joinLocked(c)
	}
	s.mu.Unlock()
	s.prepare(c)
	if c.order != Inline {
		s.enqueue(base, c)
		return
	}
	if s.out.broken() {
		c.run = func(context.Context) (Result, error) { return nil, notRunError() }
	}
	s.execute(base, c)
	s.leave()
}

// prepare asks the handler what to do; a panic becomes a call that fails.
func (s *session) prepare(c *call) {
	defer s.recovered(func() {
		c.order = Inline
		c.run = func(context.Context) (Result, error) { return nil, internalError() }
	})
	prepared := s.handler.Prepare(&c.req)
	c.order, c.run = prepared.Order, prepared.Run
}

func (s *session) notify(base context.Context, m *message) {
	if m.method == "notifications/cancelled" {
		if id := cancelledID(m.params); id != nil {
			s.cancel(base, id)
		}
		return
	}
	defer s.recovered(func() {})
	s.handler.Notify(&newCall(m).req)
}

// refuse answers a message that never becomes a call.
func (s *session) refuse(id []byte, e *Error, b *batch) {
	if b == nil {
		s.out.one(errorAnswer(id, e))
		return
	}
	s.mu.Lock()
	b.answers = append(b.answers, errorAnswer(append(json.RawMessage(nil), id...), e))
	s.mu.Unlock()
}

// cancel settles the call of exactly that id without an answer.
func (s *session) cancel(base context.Context, id []byte) {
	s.mu.Lock()
	c := s.table[string(id)]
	if c == nil || c.state == settled {
		s.mu.Unlock()
		return
	}
	if c.state == queued {
		s.turns.remove(c)
		s.freeLocked(c)
		s.startLocked(base) // a write at the head may have held back others
	} else {
		c.cancel()
	}
	s.settleLocked(c)
	s.mu.Unlock()
	s.drop(c)
}

// settleLocked decides that nobody else answers c or cancels it.
func (s *session) settleLocked(c *call) {
	c.state = settled
	if c.batch == nil {
		delete(s.table, string(c.req.ID))
	}
}

// answer sends the answer of a call that the caller has settled.
func (s *session) answer(c *call, a answer) {
	if c.batch == nil {
		s.out.one(a)
		release(a.body)
		return
	}
	s.mu.Lock()
	c.batch.answers[c.slot] = a
	s.mu.Unlock()
	s.release(c.batch)
}

// drop leaves a call that the caller has settled without an answer.
func (s *session) drop(c *call) {
	if c.batch != nil {
		s.release(c.batch)
	}
}

// enter says whether another line is accepted; if so, leave must follow.
func (s *session) enter() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.stopping {
		return false
	}
	s.open++
	return true
}

func (s *session) leave() {
	s.mu.Lock()
	s.leaveLocked()
	s.mu.Unlock()
}

func (s *session) leaveLocked() {
	if s.open--; s.open == 0 && s.stopping {
		close(s.drained)
	}
}

func (s *session) tooLong() *Error {
	return newError(CodeInvalidRequest, kindInvalid,
		"the line is longer than "+strconv.Itoa(s.opts.MaxMessageBytes)+" bytes and was skipped")
}
