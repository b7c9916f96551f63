package widget_test

import (
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/widgettest"
)

// What is pressed on a phone is as large as a thumb, and says what it does in one line.
func TestChromium_Thumb(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	id, _ := s.finished()
	p := s.bench.Show(widgettest.ChatGPT, widgettest.Setup{Tool: "get_project_status", Arguments: map[string]any{"project_id": id}, Width: 320})
	large := func(view string) {
		t.Helper()
		p.Wait(loaded)
		if small := widgettest.Eval[[]string](p, `[...document.querySelectorAll("button, select, textarea, input:not([type=file])")].filter((e) => e.offsetHeight < 44 || e.offsetWidth < 44).map((e) => e.outerHTML)`); len(small) > 0 {
			t.Errorf("%s: these are small: %s", view, small)
		}
		if tall := widgettest.Eval[[]string](p, `[...document.querySelectorAll("h1, button")].filter((e) => e.childElementCount < 2 && !e.querySelector(".picture") && !e.matches(".wait") && e.offsetHeight > 64).map((e) => e.outerHTML)`); len(tall) > 0 {
			t.Errorf("%s: these are tall: %s", view, tall)
		}
	}
	says(p, "Ready to publish")
	large("overview")
	press(p, "Story")
	press(p, "Edit challenge")
	large("story")
	press(p, "Photos")
	p.Wait(`document.querySelectorAll(".card").length === 4`)
	large("photos")
	// A description is seen as a whole, and is one line for those who hear it.
	const text = `document.querySelector("textarea")`
	p.Do(text + `.focus(); ` + text + `.value = "The finished chimney against a clear sky,\nas it is seen from the street below"; ` + text + `.dispatchEvent(new Event("input"))`)
	if !widgettest.Eval[bool](p, text+`.scrollHeight <= `+text+`.clientHeight && `+text+`.clientHeight > 60`) {
		t.Error("a part of the description can't be seen")
	}
	p.Press("\r")
	p.Do(text + `.dispatchEvent(new Event("change"))`)
	says(p, "Description saved.")
	if i := s.image(id, ""); i["alt_text"] != "The finished chimney against a clear sky, as it is seen from the street below" {
		t.Errorf("the description is %q", i["alt_text"])
	}
	press(p, "All projects")
	p.Wait(`document.querySelector(".project")`)
	large("list")
	if tall := widgettest.Eval[int](p, `document.querySelector(".project").offsetHeight`); tall > 180 {
		t.Errorf("a project takes %d pixels of a phone's height", tall)
	}
}

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
