package studio_test

import (
	"strings"
	"testing"

	"mcp-adapters/internal/widgettest"
)

// A second tap in the same place publishes nothing, and neither does a second Enter.
func TestChromium_DoubleTap(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	id, _ := s.finished()
	for _, width := range []int64{320, 720, 1280} {
		p := s.bench.Show(widgettest.Apps, widgettest.Setup{Tool: "get_project_status", Arguments: map[string]any{"project_id": id}, Width: width})
		says(p, "Ready to publish")
		p.Wait(loaded)
		p.Wait(`document.body.getBoundingClientRect().height <= innerHeight + 2`)
		p.Do(`window.at = document.querySelector("[data-key=publish]").getBoundingClientRect()`)
		press(p, "Publish")
		says(p, "Publish now?")
		for _, part := range []string{"0.1", "0.5", "0.9"} {
			if under := widgettest.Eval[string](p, `(document.elementFromPoint(at.left + `+part+` * at.width, at.top + at.height / 2).closest("button") || document.body).textContent`); strings.HasPrefix(under, "Yes") {
				t.Errorf("at %d pixels, a second tap presses %q", width, under)
			}
		}
		if focused := widgettest.Eval[string](p, `document.activeElement.textContent`); focused != "Cancel" {
			t.Errorf("a second Enter presses %q", focused)
		}
	}
}

// A published page's link can be copied, to be sent to a customer.
func TestChromium_CopyLink(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	id, _ := s.finished()
	s.must("publish_project", map[string]any{"project_id": id})
	for _, host := range hosts {
		p := s.bench.Show(host, widgettest.Setup{Tool: "get_project_status", Arguments: map[string]any{"project_id": id}})
		says(p, "This project is live")
		p.Do(`document.addEventListener("copy", () => { window.copied = getSelection().toString(); }); document.querySelector("[data-key=copy]").focus()`)
		p.Press("\r")
		p.Wait(`window.copied && copied === document.querySelector(".address").textContent && copied.startsWith("http")`)
		p.Wait(`document.querySelector("[data-key=copy]").textContent === "Copied"`)
	}
}
