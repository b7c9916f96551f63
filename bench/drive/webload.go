package drive

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"
)

// firstID makes all ids of a load as long as each other.
const firstID = 10_000

// WebLoad says how calls of a tool are made: Window connections with one in flight on
// each, for as long as For.
type WebLoad struct {
	Era    Era
	Tool   Tool // with one set of arguments; none: "get" with an id
	Prose  bool // the text of a result is for people, and no JSON
	Window int
	For    time.Duration
	Paths  []string // of endpoints that answer alike, which are called in turn; none: the server's own
}

// Run makes the calls of a load and returns when all are answered. Each connection
// has an id of its own. The first answer of each is decoded and checked; the others
// must have its id and its length.
func (w *Web) Run(l WebLoad) (Sample, error) {
	if l.Tool.Name == "" {
		l.Tool = Tool{Name: "get", Arguments: []string{`{"id":"one"}`}}
	}
	params := `"name":"` + l.Tool.Name + `","arguments":` + l.Tool.Arguments[0]
	if l.Tool.Meta != "" {
		params += `,"_meta":` + l.Tool.Meta
	}
	if l.Paths == nil {
		l.Paths = []string{w.path}
	}
	callers := make([]*caller, l.Window)
	for i := range callers {
		c, err := w.dial()
		if err != nil {
			return Sample{}, err
		}
		defer c.close()
		callers[i] = &caller{connection: c, id: firstID + i, prose: l.Prose, next: i * len(l.Paths) / l.Window}
		for _, path := range l.Paths {
			at := *w
			at.path = path
			callers[i].requests = append(callers[i].requests, at.call(l.Era, firstID+i, "tools/call", l.Tool.Name, params))
		}
	}
	s := Sample{CPU: -1}
	cpu, cpuErr := w.CPU()
	start := time.Now()
	var all sync.WaitGroup
	for _, c := range callers {
		all.Go(func() { c.err = c.run(start.Add(l.For)) })
	}
	all.Wait()
	s.Took = time.Since(start)
	if end, err := w.CPU(); err == nil && cpuErr == nil {
		s.CPU = end - cpu
	}
	for _, c := range callers {
		if c.err != nil {
			return s, w.failure(c.err)
		}
		s.Calls += len(c.latencies)
		s.Bytes += int64(len(c.latencies)) * int64(c.length)
		s.Latencies = append(s.Latencies, c.latencies...)
	}
	return s, nil
}

// caller makes calls one after the other.
type caller struct {
	*connection
	id        int
	prose     bool
	requests  [][]byte // made in turn
	next      int
	length    int // of the first answer
	latencies []time.Duration
	err       error
}

func (c *caller) run(until time.Time) error {
	for begun := time.Now(); ; {
		r, err := c.exchange(c.requests[c.next%len(c.requests)])
		if err != nil {
			return fmt.Errorf("call: %w", err)
		}
		c.next++
		now := time.Now()
		c.latencies = append(c.latencies, now.Sub(begun))
		if err := c.check(r); err != nil {
			return err
		}
		if begun = now; now.After(until) {
			return nil
		}
	}
}

func (c *caller) check(r response) error {
	if at := bytes.LastIndex(r.body, []byte("\ndata: ")); at >= 0 { // a stream, whose last event is the answer
		r.body = bytes.TrimSpace(r.body[at+len("\ndata: "):])
	}
	id, ok := ID(r.body)
	switch {
	case r.status != http.StatusOK:
		return fmt.Errorf("a call was answered with status %d: %.300s", r.status, r.body)
	case !ok:
		return fmt.Errorf("an answer has no id: %.300s", r.body)
	case id != c.id:
		return errors.New("a call got another call's answer")
	case c.length == 0:
		c.length = len(r.body)
		return check(r.body, c.prose)
	case len(r.body) != c.length:
		return fmt.Errorf("an answer has %d bytes and the first had %d", len(r.body), c.length)
	}
	return nil
}
