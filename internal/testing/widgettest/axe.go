package widgettest

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/chromium"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
)

// Axe is the script of axe-core, which finds what keeps people out of a page.
type Axe string

// NewAxe installs what the folder internal/tools/axe names. It needs npm.
func NewAxe(tb testing.TB, folder string) Axe {
	tb.Helper()
	harness.Needs(tb, "chromium", "npm")
	script, err := os.ReadFile(filepath.Join(harness.Packages(tb, folder), "node_modules", "axe-core", "axe.min.js"))
	if err != nil {
		tb.Fatal(err)
	}
	return Axe(script)
}

// Check fails the test for each rule that the widget breaks now.
func (a Axe) Check(p *Page) {
	p.Helper()
	a.check(p.Tab, in(p.frame))
}

// CheckTab does so for a page that is no widget.
func (a Axe) CheckTab(tab *chromium.Tab) {
	tab.Helper()
	a.check(tab)
}

func (a Axe) check(tab *chromium.Tab, options ...chromedp.EvaluateOption) {
	tab.Helper()
	options = append(options, chromedp.EvalAwaitPromise)
	tab.Do(chromedp.Evaluate[chromedp.Void]("if (!window.axe) {"+string(a)+"\n}", options...))
	found, err := chromedp.Run(tab.Context(), chromedp.Evaluate[[]string](`axe.run(document, { resultTypes: ["violations"] }).then(function (r) {
		return r.violations.map(function (v) {
			return v.id + ": " + v.help + " (" + v.impact + "): " + v.nodes.map(function (n) { return n.html; }).join(" ");
		});
	})`, options...))
	if err != nil {
		tab.Fatal(err)
	}
	for _, broken := range found {
		tab.Errorf("axe: %s", broken)
	}
}
