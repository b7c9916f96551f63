package chromium

import (
	"context"
	"os"
	"sync"

	"github.com/chromedp/chromedp"
)

// browser runs while tests have tabs: to start one takes longer than most tests.
type browser struct {
	mu    sync.Mutex // guards the rest
	users int
	ctx   context.Context // outlives the test that started the browser
	end   func()
	err   error
}

var shared browser

// take returns the browser's context, and starts it for the first user. Each call is
// followed by one of leave.
func (b *browser) take() (context.Context, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.users == 0 {
		b.start()
	}
	b.users++
	return b.ctx, b.err
}

// leave ends the browser after its last user.
func (b *browser) leave() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.users--
	if b.users == 0 {
		b.end()
	}
}

func (b *browser) start() {
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath("chromium"))
	// Tests look into frames whose sandbox gives them an origin of their own.
	options = append(options, chromedp.Flag("disable-features", "site-per-process,Translate,BlinkGenPropertyTrees,IsolateSandboxedIframes"))
	if os.Geteuid() == 0 {
		options = append(options, chromedp.NoSandbox)
	}
	ctx, stop := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, closeAll := chromedp.NewContext(ctx)
	b.ctx, b.end = ctx, func() { closeAll(); stop() }
	b.err = chromedp.Do(ctx)
}
