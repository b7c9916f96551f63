package widgettest

import (
	"os"
	"path/filepath"
	"testing"

	"mcp-adapters/internal/harness"
)

// Axe is the script of axe-core, which finds what keeps people out of a page.
type Axe string

// NewAxe installs what the folder tools/axe names. It needs npm.
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
	p.Do("if (!window.axe) {" + string(a) + "\n}")
	for _, broken := range Eval[[]string](p, `axe.run(document, { resultTypes: ["violations"] }).then(function (r) {
		return r.violations.map(function (v) {
			return v.id + ": " + v.help + " (" + v.impact + "): " + v.nodes.map(function (n) { return n.html; }).join(" ");
		});
	})`) {
		p.Errorf("axe: %s", broken)
	}
}
