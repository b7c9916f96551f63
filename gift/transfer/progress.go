package transfer

import (
	"fmt"
	"io"
	"time"

	"github.com/schollz/progressbar/v3"
)

// Progress shows how far an import is: as a bar, or as a line per 1,000 gifts. A nil one
// does nothing.
type Progress struct {
	w    io.Writer
	bar  *progressbar.ProgressBar
	done int
}

// every is how many gifts have a line.
const every = 1000

// NewProgress returns what writes lines to w, or a bar if w is watched by a person. rows is
// how many there are, -1 if that isn't known.
func NewProgress(w io.Writer, watched bool, rows int) *Progress {
	p := &Progress{w: w}
	if watched {
		p.bar = progressbar.NewOptions(rows,
			progressbar.OptionSetWriter(w),
			progressbar.OptionSetWidth(30),
			progressbar.OptionSetDescription("gifts"),
			progressbar.OptionShowCount(),
			progressbar.OptionSetElapsedTime(false),
			progressbar.OptionThrottle(100*time.Millisecond),
			progressbar.OptionClearOnFinish(),
		)
	}
	return p
}

// add says that n more rows are done. Errors are ignored: nothing waits for a bar that can't
// be drawn.
func (p *Progress) add(n int) {
	if p == nil {
		return
	}
	before := p.done
	p.done += n
	if p.bar != nil {
		_ = p.bar.Set(p.done)
		return
	}
	for at := before/every + 1; at <= p.done/every; at++ {
		_, _ = fmt.Fprintf(p.w, "%d gifts\n", at*every)
	}
}

func (p *Progress) finish() {
	if p != nil && p.bar != nil {
		_ = p.bar.Finish()
	}
}

// Write puts text, such as what is wrong with a row, where the bar was.
func (p *Progress) Write(text []byte) (int, error) {
	if p == nil {
		return len(text), nil
	}
	if p.bar != nil {
		_ = p.bar.Clear()
	}
	return p.w.Write(text)
}
