package widgettest

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"time"

	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// Host is a fake host.
type Host string

// The hosts.
const (
	ChatGPT Host = "chatgpt"
	Apps    Host = "apps"
)

// Setup says what a host shows, and how.
type Setup struct {
	Tool      string            `json:"tool"`
	Arguments any               `json:"arguments"`
	Result    any               `json:"result,omitempty"`    // in place of a call: what the model got before
	Theme     string            `json:"theme,omitempty"`     // "dark"; else light
	Locale    string            `json:"locale,omitempty"`    // such as "ar"
	Variables map[string]string `json:"variables,omitempty"` // of CSS, in Apps
	Files     bool              `json:"files,omitempty"`     // ChatGPT takes files
	Faults    Faults            `json:"faults"`

	Frames string `json:"frames"`           // set by Show
	Width  int64  `json:"-"`                // of the screen; 0: 800
	Height int64  `json:"height,omitempty"` // of the widget's frame; 0: as high as it asks
}

// Faults are what hosts are known to lose or to refuse.
type Faults struct {
	DropMeta       bool `json:"dropMeta,omitempty"`       // of the model's result
	DropStructured bool `json:"dropStructured,omitempty"` // of every result
	DropContent    bool `json:"dropContent,omitempty"`    // of the model's result
	ReplayEmpty    bool `json:"replayEmpty,omitempty"`    // {} in place of the model's result
	NoResult       bool `json:"noResult,omitempty"`       // the model's result never comes
	NoInput        bool `json:"noInput,omitempty"`        // nor do its arguments
	Late           bool `json:"late,omitempty"`           // it comes after a second
	NoTools        bool `json:"noTools,omitempty"`        // the widget may call nothing
	RefuseCalls    bool `json:"refuseCalls,omitempty"`    // the person refuses its calls
	EmptyCSP       bool `json:"emptyCSP,omitempty"`       // what the resource declares is ignored
	Silent         bool `json:"silent,omitempty"`         // ui/initialize isn't answered
}

// Record is what a widget asked of its host.
type Record struct {
	Calls []struct {
		Name      string         `json:"name"`
		Arguments map[string]any `json:"arguments"`
	} `json:"calls"`
	Said    []string         `json:"said"`
	Opened  []string         `json:"opened"`
	Modes   []string         `json:"modes"`
	Sizes   []float64        `json:"sizes"`
	States  []map[string]any `json:"states"`   // ChatGPT's setWidgetState
	Context []map[string]any `json:"contexts"` // ui/update-model-context
}

// Page is a widget in a host.
type Page struct {
	*browser
	frame string // the context of its scripts
}

// Show opens the host in a browser of its own and waits until the widget's script runs.
func (b *Bench) Show(host Host, s Setup) *Page {
	b.tb.Helper()
	s.Frames = b.frames.URL
	setup, err := json.Marshal(s)
	if err != nil {
		b.tb.Fatal(err)
	}
	b.mu.Lock()
	b.setup = setup
	b.mu.Unlock()
	p := &Page{browser: open(b.tb)}
	width, scheme := s.Width, s.Theme
	if width == 0 {
		width = 800
	}
	if scheme == "" {
		scheme = "light"
	}
	p.look(width, 900, scheme)
	p.do(chromedp.Navigate(b.host.URL + "/?" + string(host)))
	p.find()
	return p
}

// Reload shows the widget again in the same host, as a chat does that is opened again.
func (p *Page) Reload() {
	p.tb.Helper()
	p.do(chromedp.Evaluate[chromedp.Void]("show()", chromedp.EvalAwaitPromise))
	p.find()
}

// pause is the time between two looks at a page.
const pause = 20 * time.Millisecond

// find finds the frame in which the widget's script runs.
func (p *Page) find() {
	p.tb.Helper()
	gone := p.frame
	p.until("the widget's script runs", func() bool {
		for _, id := range p.scripts() {
			if id == gone {
				return false
			}
			runs, err := chromedp.Run(p.ctx, chromedp.Evaluate[bool]("typeof widget === 'function' && document.readyState === 'complete'", in(id)))
			if err == nil && runs {
				p.frame = id
				return true
			}
		}
		return false
	})
}

func in(frame string) chromedp.EvaluateOption {
	return func(e *runtime.EvaluateParams) { e.UniqueContextID = frame }
}

// until waits for what a page does in its own time.
func (p *Page) until(what string, done func() bool) {
	p.tb.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, time.Minute)
	defer cancel()
	tick := time.NewTicker(pause)
	defer tick.Stop()
	for !done() {
		select {
		case <-tick.C:
		case <-ctx.Done():
			p.Screenshot("failed")
			p.tb.Fatalf("waited in vain until %s", what)
		}
	}
}

// Wait waits until a JavaScript expression holds in the widget.
func (p *Page) Wait(expression string) {
	p.tb.Helper()
	p.until(expression, func() bool { return Eval[bool](p, "!!("+expression+")") })
}

// WaitHost waits until a JavaScript expression holds in the host, such as of its record.
func (p *Page) WaitHost(expression string) {
	p.tb.Helper()
	p.until(expression, func() bool {
		holds, err := chromedp.Run(p.ctx, chromedp.Evaluate[bool]("!!("+expression+")"))
		return err == nil && holds
	})
}

// Do runs statements in the widget.
func (p *Page) Do(script string) {
	p.tb.Helper()
	Eval[chromedp.Void](p, script)
}

// Eval returns the value of an expression in the widget; promises are waited for.
func Eval[T any](p *Page, expression string) T {
	p.tb.Helper()
	v, err := chromedp.Run(p.ctx, chromedp.Evaluate[T](expression, in(p.frame), chromedp.EvalAwaitPromise))
	if err != nil {
		p.tb.Fatalf("%s: %v", expression, err)
	}
	return v
}

// Text returns what a person reads in the widget.
func (p *Page) Text() string {
	p.tb.Helper()
	return Eval[string](p, "document.body.innerText")
}

// Press presses keys, in what has the focus.
func (p *Page) Press(keys string) {
	p.tb.Helper()
	p.do(chromedp.KeyEvent(keys))
}

// Record returns what the widget has asked of the host so far.
func (p *Page) Record() Record {
	p.tb.Helper()
	r, err := chromedp.Run(p.ctx, chromedp.Evaluate[Record]("record"))
	if err != nil {
		p.tb.Fatal(err)
	}
	return r
}

// End has the host of MCP Apps end the widget, which has to answer.
func (p *Page) End() {
	p.tb.Helper()
	p.do(chromedp.Evaluate[chromedp.Void]("end()", chromedp.EvalAwaitPromise))
}

// Fits fails the test if the widget is wider than its frame.
func (p *Page) Fits() {
	p.tb.Helper()
	if !Eval[bool](p, "document.documentElement.scrollWidth <= window.innerWidth") {
		p.tb.Error("the widget is wider than the screen")
	}
}

// Screenshot writes a picture of the whole page, and logs its path.
func (p *Page) Screenshot(name string) {
	p.tb.Helper()
	dir := os.Getenv("TEST_SCREENSHOTS")
	if dir == "" {
		dir = p.tb.ArtifactDir()
	}
	picture, err := chromedp.Run(p.ctx, chromedp.FullScreenshot(100))
	if err == nil {
		err = os.MkdirAll(dir, 0o750) //nolint:gosec // whoever runs the tests says where
	}
	path := filepath.Join(dir, name+".png")
	if err == nil {
		err = os.WriteFile(path, picture, 0o600) //nolint:gosec // as above
	}
	if err != nil {
		p.tb.Errorf("screenshot %s: %v", name, err)
		return
	}
	p.tb.Logf("screenshot: %s", path)
}
