package drive

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"time"
)

// Tool is a call that is made again and again.
type Tool struct {
	Name      string
	Arguments []string // compact JSON objects, taken in turn
	Meta      string   // a compact JSON object to send as _meta; empty: none
}

// Load says how calls are made: Window in flight, until both Calls and For are
// reached.
type Load struct {
	Tool   Tool
	Window int
	Calls  int
	For    time.Duration
	Prose  bool // the text of a result is for people, and no JSON
}

// Sample is what a load came to.
type Sample struct {
	Calls     int
	Took      time.Duration
	Latencies []time.Duration // of each call, in order of its answer
	CPU       time.Duration   // the process's, user and system; negative where it can't be told
	Bytes     int64           // of the answers
}

// Run makes the calls of a load and returns when all are answered. The first
// answer is decoded and checked; the others must have about its length.
func (p *Process) Run(l Load) (Sample, error) {
	s := Sample{CPU: -1, Latencies: make([]time.Duration, 0, max(l.Calls, 1024))}
	sent := make(map[int]time.Time, l.Window)
	cpu, cpuErr := p.CPU()
	start := time.Now()
	for range l.Window {
		if err := p.send(l.Tool, sent); err != nil {
			return s, err
		}
	}
	first := 0
	for len(sent) > 0 {
		line, err := p.read()
		if err != nil {
			return s, p.failure(fmt.Errorf("read an answer: %w", err))
		}
		now := time.Now()
		id, ok := ID(line)
		at, known := sent[id]
		if !ok || !known {
			if ok {
				return s, p.failure(fmt.Errorf("id %d was answered twice or never asked", id))
			}
			continue // a notification
		}
		delete(sent, id)
		s.Calls++
		s.Latencies = append(s.Latencies, now.Sub(at))
		s.Bytes += int64(len(line))
		if first == 0 {
			first = len(line)
			if err := check(line, l.Prose); err != nil {
				return s, p.failure(err)
			}
		} else if diff := len(line) - first; diff < -20 || diff > 20 {
			return s, p.failure(fmt.Errorf("an answer has %d bytes and the first had %d: %w", len(line), first, check(line, l.Prose)))
		}
		s.Took = now.Sub(start)
		if s.Calls+len(sent) < l.Calls || s.Took < l.For {
			if err := p.send(l.Tool, sent); err != nil {
				return s, err
			}
		}
	}
	if end, err := p.CPU(); err == nil && cpuErr == nil {
		s.CPU = end - cpu
	}
	return s, nil
}

// Flood writes n calls, ends the input at once, and returns how many of them
// were answered by the time the process ended.
func (p *Process) Flood(t Tool, n int) (answered int, err error) {
	open := make(map[int]bool, n)
	lines := make([]byte, 0, 160*n)
	for range n {
		open[p.next] = true
		lines = append(lines, p.request(t)...)
	}
	wrote := make(chan struct{})
	go func() {
		defer close(wrote)
		// A process that stops reading early loses the rest.
		_, _ = p.stdin.Write(lines)
		_ = p.stdin.Close()
	}()
	for {
		line, err := p.read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return 0, p.failure(err)
		}
		if id, ok := ID(line); ok && open[id] && check(line, false) == nil {
			delete(open, id)
		}
	}
	<-wrote
	_ = p.cmd.Wait()
	return n - len(open), nil
}

func (p *Process) send(t Tool, sent map[int]time.Time) error {
	line := p.request(t)
	sent[p.next-1] = time.Now()
	if _, err := p.stdin.Write(line); err != nil {
		return p.failure(fmt.Errorf("write a call: %w", err))
	}
	return nil
}

// request is a call with the next id, as a line.
func (p *Process) request(t Tool) []byte {
	b := make([]byte, 0, 160)
	b = append(b, head...)
	b = strconv.AppendInt(b, int64(p.next), 10)
	b = append(b, `,"method":"tools/call","params":{"name":"`...)
	b = append(b, t.Name...)
	b = append(b, '"')
	if t.Meta != "" {
		b = append(b, `,"_meta":`...)
		b = append(b, t.Meta...)
	}
	b = append(b, `,"arguments":`...)
	b = append(b, t.Arguments[p.next%len(t.Arguments)]...)
	p.next++
	return append(b, "}}\n"...)
}
