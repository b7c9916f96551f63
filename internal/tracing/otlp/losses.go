package otlp

import (
	"encoding/json"
	"sync"
	"time"

	"github.com/rs/zerolog"
)

// quiet is how long nothing more is logged of spans that are lost.
const quiet = 5 * time.Minute

// losses counts the spans that were lost, and logs that now and then.
type losses struct {
	log zerolog.Logger

	mu     sync.Mutex // guards the fields below
	spans  int        // lost since the last line
	said   time.Time  // when that was
	failed bool       // nothing was sent since
}

// note is called after each attempt to send spans, with how many were lost, and why.
func (l *losses) note(spans int, cause error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.spans += spans
	switch {
	case spans == 0 && l.failed:
		l.log.Info().Int("lost", l.spans).Msg("traces are sent again")
		l.failed, l.spans = false, 0 // said stays: what fails by turns is logged as rarely
	case spans > 0 && time.Since(l.said) >= quiet:
		l.log.Warn().Int("lost", l.spans).AnErr("cause", cause).Msg("traces can't be sent; everything else goes on")
		l.failed, l.spans, l.said = true, 0, time.Now()
	}
}

// refusedBy returns how many spans an answer says were refused. An answer that can't be read
// is none that says so.
func refusedBy(answer []byte) int {
	var a struct {
		PartialSuccess struct {
			RejectedSpans json.Number `json:"rejectedSpans"` // "3", or 3
		} `json:"partialSuccess"`
	}
	if json.Unmarshal(answer, &a) != nil {
		return 0
	}
	n, err := a.PartialSuccess.RejectedSpans.Int64()
	if err != nil || n < 0 {
		return 0
	}
	return int(n)
}
