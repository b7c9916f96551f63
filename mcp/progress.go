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
	// progressPause is the least time between two notifications of one call, but for
	// the last.
	progressPause = 100 * time.Millisecond
	// signOfLife is how often a client is told that a call goes on.
	signOfLife = time.Second
)

// Progress tells the client of the call whose context ctx is how far the call has
// come: done of total, which is 0 when it isn't known, and what it is at. It may be
// called often: a client that hasn't asked is told nothing, any other at most every
// 100 ms, and always of the last. done must grow; what doesn't is left out.
//
// The client of a call that reports nothing is told each second how many seconds it has
// taken, with no total. A call that reports its progress does so best from its
// beginning: what isn't more than these seconds is left out too.
func Progress(ctx context.Context, done, total float64, message string) {
	if p := requestOf(ctx).progress; p != nil {
		p.report(ctx, done, total, message, progressPause)
	}
}

// Milestone is [Progress] for what a call comes by a few times: each is told at once.
func Milestone(ctx context.Context, done, total float64, message string) {
	if p := requestOf(ctx).progress; p != nil {
		p.report(ctx, done, total, message, 0)
	}
}

// progress is what the client of one call knows of it.
type progress struct {
	token json.RawMessage // as it was sent

	mu      sync.Mutex // guards the fields below
	begun   bool
	over    bool
	done    float64
	told    time.Time       // when the last notification was sent
	pending json.RawMessage // the params of the next; nil: there is nothing new
	timer   *time.Timer     // sends what is pending
	alive   *time.Timer     // says that the call goes on, until the system reports
	ctx     context.Context // of the call, for alive
}

// isToken reports whether a progress token is one: a string, or an integer.
func isToken(token json.RawMessage) bool {
	return len(token) > 0 && (token[0] == '"' ||
		!bytes.ContainsFunc(token, func(r rune) bool { return r != '-' && (r < '0' || r > '9') }))
}

// begin has the client told that the call goes on. p may be nil.
func (p *progress) begin(ctx context.Context) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.ctx = ctx
	p.alive = time.AfterFunc(signOfLife, p.goesOn)
}

// goesOn tells the client for how many seconds the call has gone on.
func (p *progress) goesOn() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.alive == nil {
		return
	}
	p.begun = true
	p.done++
	p.pending = p.params(p.done, 0, strconv.Itoa(int(p.done))+" s")
	p.sendLocked(p.ctx)
	p.alive.Reset(signOfLife)
}

// stopAliveLocked ends what begin began.
func (p *progress) stopAliveLocked() {
	if p.alive != nil {
		p.alive.Stop()
		p.alive = nil
	}
}

func (p *progress) report(ctx context.Context, done, total float64, message string, pause time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.stopAliveLocked()
	if p.over || math.IsNaN(done) || math.IsInf(done, 0) || p.begun && done <= p.done {
		return
	}
	p.done = done
	p.pending = p.params(done, total, message)
	wait := pause - time.Since(p.told)
	switch {
	case !p.begun || wait <= 0:
		p.begun = true
		p.sendLocked(ctx)
	case p.timer == nil:
		p.timer = time.AfterFunc(wait, func() {
			p.mu.Lock()
			defer p.mu.Unlock()
			p.sendLocked(ctx)
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

// sendLocked sends what is pending, if the call isn't over. A client that is gone
// misses it.
func (p *progress) sendLocked(ctx context.Context) {
	if p.timer != nil {
		p.timer.Stop()
		p.timer = nil
	}
	if p.pending == nil || p.over {
		return
	}
	_ = jsonrpc.Notify(ctx, string(mcp.MethodNotificationProgress), p.pending)
	p.pending, p.told = nil, time.Now()
}

// end sends the last, and nothing after it. p may be nil.
func (p *progress) end(ctx context.Context) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.stopAliveLocked()
	p.sendLocked(ctx)
	p.over = true
}
