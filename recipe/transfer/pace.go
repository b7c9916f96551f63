package transfer

import (
	"context"
	"time"

	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

const (
	firstPause = 250 * time.Millisecond
	mostPause  = 5 * time.Second
	mostAsked  = time.Minute // that a server may ask for
)

// pace is how fast recipes are sent to a served vault. Others use it too, and one that
// can't keep up answers with failures: "database is locked", 429, 503, or nothing in
// time.
type pace struct {
	wait   func(context.Context, time.Duration) error
	log    zerolog.Logger
	pause  time.Duration // before each recipe
	warned bool
}

// busy reports whether a failure may pass.
func busy(e *fault.Error) bool {
	return e.Kind == fault.Unavailable || e.Kind == fault.Timeout || e.Kind == fault.UnknownOutcome
}

// slower is for a busy vault.
func (p *pace) slower(e *fault.Error) {
	p.pause = max(min(max(2*p.pause, firstPause), mostPause), min(e.RetryAfter, mostAsked))
	if !p.warned {
		p.warned = true
		p.log.Warn().Msg("the vault is busy; the import waits and continues more slowly")
	}
}

// faster is for a recipe that was saved: the next one waits for the shortest pause, and
// the one after it does not wait.
func (p *pace) faster() {
	if p.pause > firstPause {
		p.pause = firstPause
	} else {
		p.pause = 0
	}
}

// next waits before a recipe is sent. Its error says that the import was stopped.
func (p *pace) next(ctx context.Context) error {
	if p.pause == 0 {
		return nil
	}
	return p.wait(ctx, p.pause)
}

// PauseFor waits for d, or until ctx ends.
func PauseFor(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
