package cli

import (
	"fmt"
	"io"
	"slices"
	"sync/atomic"
	"time"
)

const (
	// What is kept while the stream takes nothing; what comes then is dropped.
	maxLines = 1024
	maxBytes = 1 << 20
	// lastWords is how long Close waits for the stream.
	lastWords = time.Second
)

// Sink writes log lines, one for each Write, and never blocks: a desktop app may start a
// server and never read its stderr. Its methods are safe for concurrent use. [NewSink] makes it.
type Sink struct {
	out     io.Writer
	lines   chan []byte
	held    atomic.Int64 // bytes in lines
	dropped atomic.Int64 // lines, since the last report
	closed  chan struct{}
	done    chan struct{}
}

// NewSink starts a sink to w, which [Sink.Close] ends.
func NewSink(w io.Writer) *Sink {
	s := &Sink{out: w, lines: make(chan []byte, maxLines), closed: make(chan struct{}), done: make(chan struct{})}
	go s.run()
	return s
}

// Write queues a copy of line, or drops it when too much waits already. It
// always succeeds. What is written after Close is dropped.
func (s *Sink) Write(line []byte) (int, error) {
	size := int64(len(line))
	if s.held.Add(size) <= maxBytes {
		select {
		case s.lines <- slices.Clone(line):
			return len(line), nil
		default:
		}
	}
	s.held.Add(-size)
	s.dropped.Add(1)
	return len(line), nil
}

// Close returns when all lines are written, or after a second when the stream
// takes none: then what is writing stays until the stream lets go. It must be
// called once.
func (s *Sink) Close() {
	close(s.closed)
	limit := time.NewTimer(lastWords)
	defer limit.Stop()
	select {
	case <-s.done:
	case <-limit.C:
	}
}

func (s *Sink) run() {
	defer close(s.done)
	for {
		select {
		case line := <-s.lines:
			s.put(line)
			continue
		case <-s.closed:
		}
		for {
			select {
			case line := <-s.lines:
				s.put(line)
			default:
				return
			}
		}
	}
}

// put writes a line, and reports what was dropped after it. A stream that fails
// takes no lines: there is nowhere to say so.
func (s *Sink) put(line []byte) {
	_, _ = s.out.Write(line)
	s.held.Add(-int64(len(line)))
	if n := s.dropped.Swap(0); n > 0 {
		_, _ = fmt.Fprintf(s.out, `{"level":"warn","message":"%d lines of the log were dropped, because stderr was not read"}`+"\n", n)
	}
}
