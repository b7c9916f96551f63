package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"math"
	"strconv"
	"sync"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/mark3labs/mcp-go/mcp"

	"github.com/mcp-adapters/mcp-adapters/jsonrpc"
)

const (
	// progressPause is the least time between two notifications of one call, except the last.
	progressPause = 100 * time.Millisecond
	// signOfLife is how often a client is told that a call is still running.
	signOfLife = time.Second
)

// Progress tells the client how far the call has come: done of total, which is 0 when unknown,
// and what it is working on. It may be called often. A client that didn't ask is told nothing;
// any other is told at most every 100 ms, and always of the last. done must grow: a report that
// doesn't is left out.
//
// The client of a call that reports nothing is told each second how many seconds it has taken,
// with no total. A call should report progress from its beginning, because a report that isn't
// more than these seconds is left out too.
func (r *Request) Progress(done, total float64, message string) {
	r.progress.report(done, total, message, progressPause)
}

// Milestone is [Request.Progress] for the few steps of a call: each is told at once.
func (r *Request) Milestone(done, total float64, message string) {
	r.progress.report(done, total, message, 0)
}

// progress is what the client of one call has been told of it.
type progress struct {
	token json.RawMessage // as it was sent; nil: the client doesn't ask

	mu      sync.Mutex // guards the fields below
	begun   bool
	over    bool
	done    float64
	told    time.Time       // when the last notification was sent
	pending json.RawMessage // the params of the next; nil: there is nothing new
	timer   *time.Timer     // sends what is pending
	alive   *time.Timer     // says that the call is running, until the system reports
	ctx     context.Context // of the call
	client  jsonrpc.Client
}

// isToken reports whether a progress token is a string or an integer.
func isToken(token json.RawMessage) bool {
	return len(token) > 0 && (token[0] == '"' ||
		!bytes.ContainsFunc(token, func(r rune) bool { return r != '-' && (r < '0' || r > '9') }))
}

// begin starts to tell the client that the call is running.
func (p *progress) begin(ctx context.Context, client jsonrpc.Client) {
	if p.token == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.ctx, p.client = ctx, client
	p.alive = time.AfterFunc(signOfLife, p.running)
}

// running tells the client for how many seconds the call has been running.
func (p *progress) running() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.alive == nil {
		return
	}
	p.begun = true
	p.done++
	p.pending = p.params(p.done, 0, strconv.Itoa(int(p.done))+" s")
	p.sendLocked()
	p.alive.Reset(signOfLife)
}

// stopAliveLocked ends what begin started.
func (p *progress) stopAliveLocked() {
	if p.alive != nil {
		p.alive.Stop()
		p.alive = nil
	}
}

func (p *progress) report(done, total float64, message string, pause time.Duration) {
	if p.token == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.stopAliveLocked()
	if p.ctx == nil || p.over || math.IsNaN(done) || math.IsInf(done, 0) || p.begun && done <= p.done {
		return
	}
	p.done = done
	p.pending = p.params(done, total, message)
	wait := pause - time.Since(p.told)
	switch {
	case !p.begun || wait <= 0:
		p.begun = true
		p.sendLocked()
	case p.timer == nil:
		p.timer = time.AfterFunc(wait, func() {
			p.mu.Lock()
			defer p.mu.Unlock()
			p.sendLocked()
		})
	}
}

// params encodes a notification's params.
func (p *progress) params(done, total float64, message string) json.RawMessage {
	b := append([]byte(`{"progressToken":`), p.token...)
	b = strconv.AppendFloat(append(b, `,"progress":`...), done, 'f', -1, 64)
	if total > 0 && !math.IsInf(total, 0) {
		b = strconv.AppendFloat(append(b, `,"total":`...), total, 'f', -1, 64)
	}
	if message != "" {
		if quoted, err := jsontext.AppendQuote(append(b, `,"message":`...), message); err == nil {
			b = quoted
		}
	}
	return append(b, '}')
}

// sendLocked sends what is pending, unless the call is over. A client that is gone misses it.
func (p *progress) sendLocked() {
	if p.timer != nil {
		p.timer.Stop()
		p.timer = nil
	}
	if p.pending == nil || p.over {
		return
	}
	_ = p.client.Notify(p.ctx, string(mcp.MethodNotificationProgress), p.pending)
	p.pending, p.told = nil, time.Now()
}

// end sends the last report, and nothing after it.
func (p *progress) end() {
	if p.token == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.stopAliveLocked()
	p.sendLocked()
	p.over = true
}
