package widgettest

import (
	"context"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"mcp-adapters/internal/harness"
)

// patience bounds everything that a test does in its browser.
const patience = 3 * time.Minute

// browser is one tab of a browser of the test's own.
type browser struct {
	tb  testing.TB
	ctx context.Context

	mu       sync.Mutex // guards the fields below
	said     []string
	contexts []string // of scripts: their unique ids
}

// open starts a browser that ends with the test.
func open(tb testing.TB) *browser {
	tb.Helper()
	harness.Needs(tb, "chromium")
	ctx, cancel := context.WithTimeout(tb.Context(), patience)
	tb.Cleanup(cancel)
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath("chromium"), chromedp.UserDataDir(tb.TempDir()))
	if os.Geteuid() == 0 {
		options = append(options, chromedp.NoSandbox)
	}
	ctx, stop := chromedp.NewExecAllocator(ctx, options...)
	tb.Cleanup(stop)
	ctx, end := chromedp.NewContext(ctx)
	tb.Cleanup(end)
	b := &browser{tb: tb, ctx: ctx}
	if err := chromedp.Listen(ctx, b.hear); err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		for _, text := range b.said {
			tb.Errorf("the console says: %s", text)
		}
	})
	return b
}

// hear keeps what the console says, and which scripts there are.
func (b *browser) hear(event any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch e := event.(type) {
	case *runtime.EventExecutionContextCreated:
		b.contexts = append(b.contexts, e.Context.UniqueID)
	case *log.EventEntryAdded:
		b.said = append(b.said, e.Entry.Text+" "+e.Entry.URL)
	case *runtime.EventConsoleAPICalled:
		var words []string
		for _, a := range e.Args {
			words = append(words, string(a.Value)+a.Description)
		}
		b.said = append(b.said, strings.Join(words, " "))
	case *runtime.EventExceptionThrown:
		b.said = append(b.said, fmt.Sprint(e.ExceptionDetails.Text, " ", e.ExceptionDetails.Exception.Description))
	}
}

// scripts lists the contexts of scripts, the newest first.
func (b *browser) scripts() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	var ids []string
	for i := len(b.contexts) - 1; i >= 0; i-- {
		ids = append(ids, b.contexts[i])
	}
	return ids
}

func (b *browser) do(steps ...chromedp.Action[chromedp.Void]) {
	b.tb.Helper()
	if err := chromedp.Do(b.ctx, steps...); err != nil {
		b.tb.Fatal(err)
	}
}

// look makes the page that wide, and light or dark.
func (b *browser) look(width, height int64, scheme string) {
	b.tb.Helper()
	b.do(chromedp.EmulateViewport(width, height))
	_, err := chromedp.Call(b.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}, {Name: "prefers-reduced-motion", Value: "reduce"}},
	})
	if err != nil {
		b.tb.Fatal(err)
	}
}
