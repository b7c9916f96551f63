package widgettest

import (
	"context"
	"encoding/json"
	"slices"
	"sync"
	"time"

	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/chromium"
)

// Host is a fake host.
type Host string

// The hosts.
const (
	ChatGPT Host = "chatgpt"
	Apps    Host = "apps"
	Both    Host = "both" // Apps with window.openai besides, as ChatGPT has it too
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
	Downloads map[string]string `json:"downloads,omitempty"` // where ChatGPT has the files of the chat, by id
	Faults    Faults            `json:"faults"`

	Frames string `json:"frames"`           // set by Show
	OpenAI string `json:"openai,omitempty"` // set by Show: the script that makes window.openai
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
	Cancelled      bool `json:"cancelled,omitempty"`      // it is said never to come, in Apps
	Late           bool `json:"late,omitempty"`           // it comes after a second
	NoTools        bool `json:"noTools,omitempty"`        // the widget may call nothing
	RefuseCalls    bool `json:"refuseCalls,omitempty"`    // the person refuses its calls
	EmptyCSP       bool `json:"emptyCSP,omitempty"`       // what the resource declares is ignored
	Silent         bool `json:"silent,omitempty"`         // ui/initialize isn't answered
	Slow           bool `json:"slow,omitempty"`           // it is answered after 2.5 seconds
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
	Uploads []string         `json:"uploads"`  // names of files, in ChatGPT
	States  []map[string]any `json:"states"`   // ChatGPT's setWidgetState
	Context []map[string]any `json:"contexts"` // ui/update-model-context
}

// Page is a widget in a host.
type Page struct {
	*chromium.Tab
	frame string // the context of its scripts

	mu       sync.Mutex // guards contexts
	contexts []string   // of all scripts in the tab: their ids
}

// Show opens the host in a browser of its own and waits until the widget's script runs.
func (b *Bench) Show(host Host, s Setup) *Page {
	b.tb.Helper()
	s.Frames = b.frames.URL
	if host == Both {
		s.OpenAI = openAIScript
	}
	setup, err := json.Marshal(s)
	if err != nil {
		b.tb.Fatal(err)
	}
	b.mu.Lock()
	b.setup = setup
	b.mu.Unlock()
	p := &Page{Tab: chromium.Open(b.tb)}
	if err := chromedp.Listen(p.Context(), p.hear); err != nil {
		b.tb.Fatal(err)
	}
	width, scheme := s.Width, s.Theme
	if width == 0 {
		width = 800
	}
	if scheme == "" {
		scheme = "light"
	}
	p.Look(width, scheme)
	p.Tab.Do(chromedp.Navigate(b.host.URL + "/?" + string(host)))
	p.find()
	return p
}

// hear keeps which scripts there are.
func (p *Page) hear(event any) {
	if e, ok := event.(*runtime.EventExecutionContextCreated); ok {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.contexts = append(p.contexts, e.Context.UniqueID)
	}
}

// scripts lists the contexts, the newest first.
func (p *Page) scripts() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	ids := slices.Clone(p.contexts)
	slices.Reverse(ids)
	return ids
}

// Reload shows the widget again in the same host, as a chat does that is opened again.
func (p *Page) Reload() {
	p.Helper()
	p.Tab.Do(chromedp.Evaluate[chromedp.Void]("show()", chromedp.EvalAwaitPromise))
	p.find()
}

// pause is the time between two looks at a page.
const pause = 20 * time.Millisecond

// find finds the frame in which the widget's script runs.
func (p *Page) find() {
	p.Helper()
	gone := p.frame
	p.until("the widget's script runs", func() bool {
		for _, id := range p.scripts() {
			if id == gone {
				return false
			}
			runs, err := chromedp.Run(p.Context(), chromedp.Evaluate[bool]("typeof widget === 'function' && document.readyState === 'complete'", in(id)))
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
	p.Helper()
	ctx, cancel := context.WithTimeout(p.Context(), time.Minute)
	defer cancel()
	tick := time.NewTicker(pause)
	defer tick.Stop()
	for !done() {
		select {
		case <-tick.C:
		case <-ctx.Done():
			p.Screenshot("failed")
			p.Fatalf("waited in vain until %s", what)
		}
	}
}

// Wait waits until a JavaScript expression holds in the widget.
func (p *Page) Wait(expression string) {
	p.Helper()
	p.until(expression, func() bool { return Eval[bool](p, "!!("+expression+")") })
}

// WaitHost waits until a JavaScript expression holds in the host, such as of its record.
func (p *Page) WaitHost(expression string) {
	p.Helper()
	p.until(expression, func() bool {
		holds, err := chromedp.Run(p.Context(), chromedp.Evaluate[bool]("!!("+expression+")"))
		return err == nil && holds
	})
}

// Do runs statements in the widget.
func (p *Page) Do(script string) {
	p.Helper()
	Eval[chromedp.Void](p, script)
}

// Eval returns the value of an expression in the widget; promises are waited for.
func Eval[T any](p *Page, expression string) T {
	p.Helper()
	v, err := chromedp.Run(p.Context(), chromedp.Evaluate[T](expression, in(p.frame), chromedp.EvalAwaitPromise))
	if err != nil {
		p.Fatalf("%s: %v", expression, err)
	}
	return v
}

// EvalHost returns the value of an expression in the host, as Eval does.
func EvalHost[T any](p *Page, expression string) T {
	p.Helper()
	v, err := chromedp.Run(p.Context(), chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		p.Fatalf("%s: %v", expression, err)
	}
	return v
}

// DoHost runs statements in the host.
func (p *Page) DoHost(script string) {
	p.Helper()
	EvalHost[chromedp.Void](p, script)
}

// Text returns what a person reads in the widget.
func (p *Page) Text() string {
	p.Helper()
	return Eval[string](p, "document.body.innerText")
}

// Press presses keys, in what has the focus.
func (p *Page) Press(keys string) {
	p.Helper()
	p.Tab.Do(chromedp.KeyEvent(keys))
}

// Record returns what the widget has asked of the host so far.
func (p *Page) Record() Record {
	p.Helper()
	r, err := chromedp.Run(p.Context(), chromedp.Evaluate[Record]("record"))
	if err != nil {
		p.Fatal(err)
	}
	return r
}

// End has the host of MCP Apps end the widget, which has to answer.
func (p *Page) End() {
	p.Helper()
	p.DoHost(`ask("ui/resource-teardown")`)
}

// Fits fails the test if the widget is wider than its frame.
func (p *Page) Fits() {
	p.Helper()
	if !Eval[bool](p, "document.documentElement.scrollWidth <= window.innerWidth") {
		p.Error("the widget is wider than the screen")
	}
}
