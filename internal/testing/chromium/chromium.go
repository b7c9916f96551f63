// Package chromium has a person at a browser, for tests.
package chromium

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
)

// Tab is a tab that is closed with the test. It shares no cookies and no storage with
// others. What its console says is a fault of the page: a breach of the policy is said
// there.
type Tab struct {
	testing.TB
	ctx context.Context

	mu      sync.Mutex // guards allowed
	allowed []string
}

// Allow lets the console say what has this in it.
func (b *Tab) Allow(part string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.allowed = append(b.allowed, part)
}

func (b *Tab) allows(text string) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.ContainsFunc(b.allowed, func(part string) bool { return strings.Contains(text, part) })
}

// Open opens a tab, where tests may use a browser.
func Open(t testing.TB) *Tab {
	t.Helper()
	harness.Needs(t, "chromium")
	browser, err := shared.take()
	t.Cleanup(shared.leave)
	if err != nil {
		t.Fatal(err)
	}
	const patience = 3 * time.Minute
	ctx, cancel := context.WithTimeout(browser, patience)
	t.Cleanup(cancel)
	ctx, closeTab := chromedp.NewContext(ctx, chromedp.WithNewBrowserContext())
	t.Cleanup(closeTab)
	tab := &Tab{TB: t, ctx: ctx, allowed: []string{"status of 40"}} // what was refused, as it should
	var mu sync.Mutex
	var said []string
	err = chromedp.Listen(ctx, func(event any) {
		mu.Lock()
		defer mu.Unlock()
		switch e := event.(type) {
		case *log.EventEntryAdded:
			said = append(said, e.Entry.Text+" "+e.Entry.URL)
		case *runtime.EventConsoleAPICalled:
			var words []string
			for _, a := range e.Args {
				words = append(words, string(a.Value)+a.Description)
			}
			said = append(said, strings.Join(words, " "))
		case *runtime.EventExceptionThrown:
			said = append(said, e.ExceptionDetails.Text+" "+e.ExceptionDetails.Exception.Description)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		mu.Lock()
		defer mu.Unlock()
		for _, text := range said {
			if !tab.allows(text) {
				t.Errorf("the console says: %s", text)
			}
		}
	})
	// Tabs share a screen, and each behaves as the one in front.
	_, err = chromedp.Call(ctx, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true})
	if err != nil {
		t.Fatal(err)
	}
	return tab
}

// Context is the tab's, for actions of chromedp.
func (b *Tab) Context() context.Context { return b.ctx }

// Do does what a person does.
func (b *Tab) Do(steps ...chromedp.Action[chromedp.Void]) {
	b.Helper()
	if err := chromedp.Do(b.ctx, steps...); err != nil {
		b.Fatal(err)
	}
}

// Get reads something from the page.
func (b *Tab) Get(a chromedp.Action[string]) string {
	b.Helper()
	text, err := chromedp.Run(b.ctx, a)
	if err != nil {
		b.Fatal(err)
	}
	return text
}

// Look makes the page as wide as that, and the scheme light or dark. It says if the
// page is wider than the screen.
func (b *Tab) Look(width int64, scheme string) {
	b.Helper()
	const height = 640
	view := chromedp.EmulateViewport(width, height)
	if width < height {
		view = chromedp.EmulateViewport(width, height, chromedp.EmulateMobile)
	}
	b.Do(view)
	_, err := chromedp.Call(b.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}},
	})
	if err != nil {
		b.Fatal(err)
	}
	// Not innerWidth: a phone zooms out until a page fits that is too wide.
	// Nor an empty tab, which is as wide as a page that was not made for phones.
	wide, err := chromedp.Run(b.ctx, chromedp.Evaluate[int64]("location.protocol === 'about:' ? 0 : document.documentElement.scrollWidth"))
	if err != nil || wide > width {
		b.Errorf("%d wide, the page is wider than the screen: %d, %v", width, wide, err)
	}
}

// Picture leaves pictures of the whole page: on a phone and on a desk, light and dark.
func (b *Tab) Picture(name string) {
	b.Helper()
	for _, width := range []int64{1280, 320} {
		for _, scheme := range []string{"light", "dark"} {
			b.Look(width, scheme)
			b.Screenshot(fmt.Sprintf("%s-%d-%s", name, width, scheme))
		}
	}
}

// Screenshot leaves a picture of the whole page as it is, in the folder that
// TEST_SCREENSHOTS names, or else in the test's artifacts (go test -artifacts).
func (b *Tab) Screenshot(name string) {
	b.Helper()
	dir := os.Getenv("TEST_SCREENSHOTS")
	if dir == "" {
		dir = b.ArtifactDir()
	}
	const lossless = 100
	png, err := chromedp.Run(b.ctx, chromedp.FullScreenshot(lossless))
	if err == nil {
		err = os.MkdirAll(dir, 0o750) //nolint:gosec // whoever runs the tests says where
	}
	path := filepath.Join(dir, name+".png")
	if err == nil {
		err = os.WriteFile(path, png, 0o600) //nolint:gosec // as above
	}
	if err != nil {
		b.Error(err)
		return
	}
	b.Logf("screenshot: %s", path)
}
