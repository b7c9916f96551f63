package transfer

import (
	"fmt"
	"io"
	"time"

	"github.com/schollz/progressbar/v3"

	"github.com/mcp-adapters/mcp-adapters/recipe/interchange"
)

// share is a file's part of the bar, in which each recipe of it has a step. Files count
// alike: how many recipes one has is known only when it is opened.
const share = 1_000_000

// Bar shows the progress of an import on a terminal. A nil one does nothing.
type Bar struct {
	w        io.Writer
	bar      *progressbar.ProgressBar
	at, step int64
	recipes  int
}

// NewBar returns nil if watched is false.
func NewBar(w io.Writer, watched bool) *Bar {
	if !watched {
		return nil
	}
	return &Bar{w: w}
}

func (p *Bar) start(files int) {
	if p == nil {
		return
	}
	p.bar = progressbar.NewOptions64(int64(files)*share+1, // the bar ends itself at its maximum; finish does that
		progressbar.OptionSetWriter(p.w),
		progressbar.OptionSetWidth(30),
		progressbar.OptionSetElapsedTime(false),
		progressbar.OptionSetPredictTime(true),
		progressbar.OptionThrottle(100*time.Millisecond),
		progressbar.OptionClearOnFinish(),
	)
	p.draw()
}

// opened begins the i-th file, and counts its recipes: reading it twice costs little
// next to a create for each recipe. For a file that can be read only once the bar
// does not move.
func (p *Bar) opened(i int, f *interchange.File) {
	if p == nil {
		return
	}
	p.at, p.step = int64(i)*share, 0
	if f.Repeatable() {
		var n int64
		for _, err := range f.Recipes() {
			_ = err // what fails takes its turn as well
			n++
		}
		p.step = share / max(n, 1)
	}
	p.draw()
}

func (p *Bar) recipeDone() {
	if p != nil {
		p.recipes++
		p.at += p.step
		p.draw()
	}
}

// draw ignores errors: nothing waits for a bar that can't be drawn.
func (p *Bar) draw() {
	p.bar.Describe(fmt.Sprintf("%d recipes", p.recipes))
	_ = p.bar.Set64(p.at)
}

func (p *Bar) finish() {
	if p != nil {
		_ = p.bar.Finish()
	}
}

// Write puts text, such as a line of the log, where the bar was.
func (p *Bar) Write(text []byte) (int, error) {
	if p.bar != nil {
		_ = p.bar.Clear()
	}
	return p.w.Write(text)
}
