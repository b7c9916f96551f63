package widget_test

import (
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/widgettest"
)

// TestChromium_StaleRead has a look at the project answered when something was saved after it was
// asked for: what was saved stays.
func TestChromium_StaleRead(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	id := s.draft(map[string]any{"project_type": "Wall", "city": "Denver", "state": "CO"})
	p := s.bench.Show(widgettest.Apps, widgettest.Setup{Tool: "get_project_status", Arguments: map[string]any{"project_id": id}})
	says(p, "3 of 6 ready")
	// The next look is made at once, and its answer comes when it is let through.
	p.DoHost(`var real = callTool, free = null;
		callTool = (n, a) => {
			if (n !== "get_project_status" || free) return real(n, a);
			var answer = real(n, a);
			return new Promise((r) => { free = r; }).then(() => answer);
		}`)
	press(p, "Refresh")
	p.WaitHost(`free`)
	press(p, "Add: Title")
	p.Wait(`document.activeElement.tagName === "INPUT"`)
	p.Do(`document.activeElement.value = "A wall in Denver"; document.activeElement.dispatchEvent(new Event("input"))`)
	p.Press("\r")
	says(p, "Title saved.")
	p.Wait(`document.querySelector("h1").textContent === "A wall in Denver"`)
	p.DoHost(`free()`)
	says(p, "Up to date.")
	if got := widgettest.Eval[string](p, `document.querySelector("h1").textContent`); got != "A wall in Denver" {
		t.Errorf("the title is %q", got)
	}
}
