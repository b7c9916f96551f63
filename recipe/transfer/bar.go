package transfer

import (
	"fmt"
	"io"
	"time"

	"github.com/schollz/progressbar/v3"

	"mcp-adapters/recipe/interchange"
)

// share is a file's part of the bar. Files count alike, however many recipes
// they hold: how many is known only when a file is opened.
const share = 1000

// Bar shows the progress of an import on a terminal. A nil one does nothing, so that callers need
// not ask whether there is a terminal.
type Bar struct {
	w       io.Writer
	bar     *progressbar.ProgressBar
	files   int // done
	recipes int // done, in all files
	inFile  int // recipes of the file at hand
	done    int // of those
}

// NewBar returns nil where nobody watches.
func NewBar(w io.Writer, watched bool) *Bar {
	if !watched {
		return nil
	}
	return &Bar{w: w}
}

// start draws the bar for so many files.
func (p *Bar) start(files int) {
	if p == nil {
		return
	}
	p.bar = progressbar.NewOptions(files*share,
		progressbar.OptionSetWriter(p.w),
		progressbar.OptionSetWidth(30),
		progressbar.OptionSetElapsedTime(false),
		progressbar.OptionSetPredictTime(true),
		progressbar.OptionThrottle(100*time.Millisecond),
		progressbar.OptionClearOnFinish(),
	)
	p.draw()
}

// fileOpened counts what is in the file; reading it twice costs little next to
// a create for each recipe. What can be read only once stands still on the bar,
// and its recipes are counted beside it.
func (p *Bar) fileOpened(f *interchange.File) {
	if p == nil {
		return
	}
	p.inFile, p.done = 0, 0
	if !f.Repeatable() {
		return
	}
	for _, err := range f.Recipes() {
		_ = err // what fails takes its turn as well
		p.inFile++
	}
}

func (p *Bar) recipeDone() {
	if p == nil {
		return
	}
	p.recipes++
	p.done++
	p.draw()
}

func (p *Bar) fileDone() {
	if p == nil {
		return
	}
	p.files++
	p.inFile, p.done = 0, 0
	p.draw()
}

// draw shows where things stand. A bar that can't be drawn keeps nothing from
// being done.
func (p *Bar) draw() {
	at := p.files * share
	if p.inFile > 0 {
		at += share * p.done / p.inFile
	}
	p.bar.Describe(fmt.Sprintf("%d recipes", p.recipes))
	// The bar ends itself at its maximum; finish does that.
	_ = p.bar.Set(min(at, p.bar.GetMax()-1))
}

// finish takes the bar away, so that the summary stands alone.
func (p *Bar) finish() {
	if p != nil && p.bar != nil {
		_ = p.bar.Finish()
	}
}

// Write puts text, such as a line of the log, where the bar stood.
func (p *Bar) Write(text []byte) (int, error) {
	if p.bar != nil {
		_ = p.bar.Clear()
	}
	return p.w.Write(text)
}
