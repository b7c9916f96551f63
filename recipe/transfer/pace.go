package transfer

import (
	"context"
	"time"

	"github.com/rs/zerolog"

	"mcp-adapters/fault"
)

const (
	firstPause = 250 * time.Millisecond
	mostPause  = 5 * time.Second
	mostAsked  = time.Minute // that a server may ask for
	// mostTries is how often one recipe is sent to a vault that is busy: with the
	// pauses between, for some 20 seconds.
	mostTries = 9
)

// pace is how fast recipes are sent to a vault that is served. Others use it too,
// and one that can't keep up answers with failures: "database is locked", 429,
// 503, or nothing in time.
type pace struct {
	wait  func(context.Context, time.Duration) error
	log   zerolog.Logger
	pause time.Duration // before each recipe
	told  bool
}

// busy reports whether a failure may be gone in a while.
func busy(e *fault.Error) bool {
	switch e.Kind {
	case fault.Unavailable, fault.Timeout, fault.UnknownOutcome:
		return true
	}
	return false
}

// slower is for an answer that says busy.
func (p *pace) slower(e *fault.Error) {
	p.pause = max(min(max(2*p.pause, firstPause), mostPause), min(e.RetryAfter, mostAsked))
	if !p.told {
		p.told = true
		p.log.Warn().Msg("the vault is busy; the import waits and goes on more slowly")
	}
}

// faster is for a recipe that was taken: the next begins with the shortest pause,
// and the one after that with none.
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
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
