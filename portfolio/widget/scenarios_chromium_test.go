package widget_test

import (
	"bytes"
	"fmt"
	"image/jpeg"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/widgettest"
)

var hosts = []widgettest.Host{widgettest.ChatGPT, widgettest.Apps}

// reading are the tools that change nothing.
var reading = []string{"get_project_status", "list_projects"}

// TestChromium_Recovery loses what hosts are known to lose. The view appears all
// the same, after at most one call, which reads.
func TestChromium_Recovery(t *testing.T) {
	t.Parallel()
	for _, host := range hosts {
		for name, f := range map[string]struct {
			widgettest.Faults
			tool string
			sees string
		}{
			"no meta":              {widgettest.Faults{DropMeta: true}, "update_project_sections", "Needed to publish"},
			"no structuredContent": {widgettest.Faults{DropStructured: true}, "update_project_sections", "Needed to publish"},
			"empty":                {widgettest.Faults{ReplayEmpty: true}, "set_project_hero_media", "Dry stone wall"},
			"nothing":              {widgettest.Faults{NoResult: true}, "get_project_status", "of 6 ready"},
			"late":                 {widgettest.Faults{Late: true}, "get_project_status", "of 6 ready"},
			"list without meta":    {widgettest.Faults{DropMeta: true}, "list_projects", "Your projects"},
			"list of nothing":      {widgettest.Faults{NoResult: true, NoInput: true}, "list_projects", "Your projects"},
			"slow":                 {widgettest.Faults{Slow: true, DropContent: true}, "get_project_status", "of 6 ready"},
		} {
			t.Run(string(host)+" "+name, func(t *testing.T) {
				t.Parallel()
				s := newShop(t)
				id := s.draft(map[string]any{"title": "Dry stone wall"})
				args := map[string]any{"project_id": id}
				switch f.tool {
				case "update_project_sections":
					args["summary"] = "It stands without mortar."
				case "set_project_hero_media":
					args["hero_image_id"] = s.photos(id, scene(1))[0]
				case "list_projects":
					args = map[string]any{"limit": 5}
				}
				p := s.bench.Show(host, widgettest.Setup{Tool: f.tool, Arguments: args, Faults: f.Faults})
				says(p, f.sees)
				says(p, "Dry stone wall")
				calls := p.Record().Calls
				if len(calls) > 1 || len(calls) == 1 && !slices.Contains(reading, calls[0].Name) {
					t.Errorf("the widget called %v", calls)
				}
			})
		}
	}
}

// A host that refuses the call says so, with a way on; what the model's call failed with
// stands above what there is.
func TestChromium_Failures(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	id := s.draft(map[string]any{"title": "Dry stone wall"})
	args := map[string]any{"project_id": id}
	p := s.bench.Show(widgettest.ChatGPT, widgettest.Setup{Tool: "get_project_status", Arguments: args, Faults: widgettest.Faults{NoResult: true, RefuseCalls: true}})
	says(p, "The person refused.")
	p.Wait(`document.querySelector("button.main").textContent === "Retry"`)
	p.Screenshot("error")

	p = s.bench.Show(widgettest.Apps, widgettest.Setup{Tool: "publish_project", Arguments: args})
	says(p, "can't be published yet")
	says(p, "of 6 ready")
	if calls := p.Record().Calls; len(calls) != 1 || calls[0].Name != "get_project_status" {
		t.Errorf("the widget called %v", calls)
	}
	p.Screenshot("refused")
}

const order = `[...document.querySelectorAll(".card")].map((c) => c.dataset.id)`

// reorders counts the calls that put photos in order.
func reorders(p *widgettest.Page) (n int) {
	p.Helper()
	for _, c := range p.Record().Calls {
		if c.Name == "reorder_project_media" {
			n++
		}
	}
	return n
}

// ordered waits until the server has the photos in that order.
func (s *shop) ordered(id string, want ...string) {
	s.t.Helper()
	var got []string
	for end := time.Now().Add(30 * time.Second); time.Now().Before(end); {
		got = nil
		images, _ := s.must("get_project_status", map[string]any{"project_id": id}).Structured["images"].([]any)
		for _, i := range images {
			got = append(got, i.(map[string]any)["image_id"].(string))
		}
		if slices.Equal(got, want) {
			return
		}
	}
	s.t.Errorf("the server has the order %v, want %v", got, want)
}

// TestChromium_Reorder moves photos by mouse, touch, keys and buttons: each is
// one call, and the order stays. If the call fails, the old order is back.
func TestChromium_Reorder(t *testing.T) {
	t.Parallel()
	for _, host := range hosts {
		t.Run(string(host), func(t *testing.T) {
			t.Parallel()
			s := newShop(t)
			id := s.draft(map[string]any{"title": "Wall"})
			a := s.photos(id, scene(1), scene(2), scene(3))
			p := s.bench.Show(host, widgettest.Setup{Tool: "get_project_status", Arguments: map[string]any{"project_id": id}, Width: 1000})
			press(p, "Photos")
			p.Wait(`document.querySelectorAll(".card").length === 3`)
			p.Wait(loaded)
			if host == widgettest.ChatGPT {
				drag(p, a[0], a[2], false)
			} else {
				drag(p, a[0], a[2], true)
			}
			p.Wait(fmt.Sprintf(`%s.join() === %q`, order, a[1]+","+a[2]+","+a[0]))
			s.ordered(id, a[1], a[2], a[0])
			says(p, "The order is saved.")
			if n := reorders(p); n != 1 {
				t.Errorf("one drag is %d calls", n)
			}

			// What is spoken gives way to the next news: it is kept as it comes. Both keys are
			// pressed in one task, so that no slow machine makes two moves of them.
			p.Do(`window.spoken = []; new MutationObserver(() => { spoken.push(document.querySelector("[role=status]").textContent); }).observe(document.querySelector("[role=status]"), { childList: true, characterData: true, subtree: true });
				document.querySelectorAll(".grip")[2].focus();
				for (let i = 0; i < 2; i++) document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowLeft", bubbles: true, cancelable: true }));`)
			p.Wait(`spoken.some((text) => text.includes("Photo 1 of 3")) && document.activeElement.classList.contains("grip")`)
			s.ordered(id, a...)
			p.Wait(fmt.Sprintf(`%s.join() === %q`, order, strings.Join(a, ",")))
			if n := reorders(p); n != 2 {
				t.Errorf("two key presses are %d calls", n-1)
			}
			p.Press(left) // nothing: it is the first
			p.Press(right)
			s.ordered(id, a[1], a[0], a[2])
			p.Press(left)
			s.ordered(id, a...)
			p.Reload()
			press(p, "Photos")
			p.Wait(fmt.Sprintf(`%s.join() === %q`, order, strings.Join(a, ",")))

			p.WaitHost(`fault.refuseCalls = true`)
			p.Do(`window.orders = []; new MutationObserver(() => { orders.push(` + order + `.join()); }).observe(document.body, { childList: true, subtree: true })`)
			press(p, "Move photo 1 back")
			says(p, "back in their old order")
			p.Wait(fmt.Sprintf(`orders.includes(%q) && %s.join() === %q`, a[1]+","+a[0]+","+a[2], order, strings.Join(a, ",")))
			s.ordered(id, a...)
		})
	}
}

// image returns what the server has of a photo.
func (s *shop) image(id, imageID string) map[string]any {
	s.t.Helper()
	project, _ := s.must("get_project_status", map[string]any{"project_id": id}).Meta["project"].(map[string]any)
	images, _ := project["images"].([]any)
	for _, i := range images {
		if image := i.(map[string]any); image["id"] == imageID || imageID == "" {
			return image
		}
	}
	return nil
}

// big puts a JPEG of 9 MB into the widget's file field.
const big = `(async () => {
	const c = document.createElement("canvas"), pen = Object.assign(c, { width: 3900, height: 2600 }).getContext("2d"), data = pen.createImageData(3900, 2600);
	for (let i = 0; i < data.data.length; i += 65536) crypto.getRandomValues(data.data.subarray(i, Math.min(i + 65536, data.data.length)));
	for (let i = 3; i < data.data.length; i += 4) data.data[i] = 255;
	pen.putImageData(data, 0, 0);
	let blob = await new Promise((r) => c.toBlob(r, "image/jpeg", 0.95));
	const t = new DataTransfer(), input = document.querySelector("input[type=file]");
	t.items.add(new File([blob], "IMG 0001.JPG", { type: "image/jpeg" }));
	input.files = t.files;
	input.dispatchEvent(new Event("change"));
	return blob.size;
})()`

// TestChromium_Upload adds a photo that is too large. If it isn't taken, the
// widget says so and offers to try again.
func TestChromium_Upload(t *testing.T) {
	t.Parallel()
	for _, host := range hosts {
		t.Run(string(host), func(t *testing.T) {
			t.Parallel()
			s := newShop(t)
			id := s.draft(map[string]any{"title": "Wall"})
			p := s.bench.Show(host, widgettest.Setup{Tool: "get_project_status", Arguments: map[string]any{"project_id": id}})
			press(p, "Photos")
			says(p, "Show the work")
			p.Do(`window.open1 = XMLHttpRequest.prototype.open; XMLHttpRequest.prototype.open = function (method, url) { return open1.call(this, method, url.replace(/token=/, "token=not")); }`)
			if size := widgettest.Eval[int](p, big); size < 9<<20 {
				t.Fatalf("the photo has %d bytes", size)
			}
			says(p, "The server refused the photo")
			if text := p.Text(); strings.Contains(text, "added") || strings.Contains(text, "Sent") {
				t.Errorf("it says: %s", text)
			}
			if image := s.image(id, ""); image["uploaded"] != false {
				t.Errorf("the server has %v", image)
			}
			p.Screenshot("upload-refused-" + string(host))
			p.Do(`XMLHttpRequest.prototype.open = open1`)
			press(p, "Retry")
			says(p, "1 photo added.")
			p.Wait(`document.querySelectorAll(".card").length === 1 && !document.querySelector(".queue")`)
			p.Wait(loaded)
			image := s.image(id, "")
			if image["uploaded"] != true {
				t.Errorf("the server has %v", image)
			}
			data := s.send(http.MethodGet, image["url"].(string), nil)
			c, err := jpeg.DecodeConfig(bytes.NewReader(data))
			if err != nil || c.Width != 2048 || len(data) > 5<<20 {
				t.Errorf("stored are %d bytes, %d x %d: %v", len(data), c.Width, c.Height, err)
			}
			s.onDisk(data)
		})
	}
}

// TestChromium_ChatFiles sends the bytes of files that the model has announced.
func TestChromium_ChatFiles(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	source := s.draft(map[string]any{"title": "Source"})
	s.photos(source, scene(2))
	id := s.draft(map[string]any{"title": "Wall"})
	args := map[string]any{"project_id": id, "files": []any{map[string]any{"file_id": "file_chat", "filename": "wall.jpg", "content_type": "image/jpeg"}}}
	p := s.bench.Show(widgettest.ChatGPT, widgettest.Setup{
		Tool: "add_project_media", Arguments: args, Result: s.must("add_project_media", args), Downloads: map[string]string{"file_chat": s.image(source, "")["url"].(string)},
	})
	says(p, "1 photo added.")
	p.Wait(loaded)
	image := s.image(id, "")
	if image["uploaded"] != true || !bytes.Equal(s.send(http.MethodGet, image["url"].(string), nil), scene(2)) {
		t.Errorf("the server has %v", image)
	}
	p.Reload() // and sends nothing again
	p.Wait(loaded + ` && document.querySelectorAll(".card").length === 1`)
	for _, c := range p.Record().Calls {
		if !slices.Contains(reading, c.Name) {
			t.Errorf("the widget called %s", c.Name)
		}
	}

	// Where the host has no such file, one can be chosen.
	p = s.bench.Show(widgettest.Apps, widgettest.Setup{
		Tool:      "add_project_media",
		Arguments: map[string]any{"project_id": id, "files": []any{map[string]any{"file_id": "file_2", "filename": "wall.jpg", "content_type": "image/jpeg"}}},
	})
	says(p, "can't hand over the photo")
	p.Wait(`[...document.querySelectorAll("button")].some((b) => b.textContent === "Choose photo")`)
	p.Screenshot("upload-choose")
	press(p, "Remove Photo from the chat")
	p.Wait(`document.querySelectorAll(".card").length === 1 && !document.querySelector(".queue")`)
}

// TestChromium_Publishing has no publish button where something is missing, and
// an action for each thing; what a publish lacked is listed.
func TestChromium_Publishing(t *testing.T) {
	t.Parallel()
	for _, host := range hosts {
		t.Run(string(host), func(t *testing.T) {
			t.Parallel()
			s := newShop(t)
			id := s.draft(map[string]any{"project_type": "Wall", "city": "Denver", "state": "CO"})
			args := map[string]any{"project_id": id}
			p := s.bench.Show(host, widgettest.Setup{Tool: "get_project_status", Arguments: args})
			says(p, "3 of 6 ready")
			got := widgettest.Eval[[]string](p, `[...document.querySelectorAll(".todo button")].map((b) => b.getAttribute("aria-label"))`)
			if want := []string{"Add: Title", "Add: Cover photo", "Add: A photo"}; !slices.Equal(got, want) {
				t.Errorf("the actions are %q, want %q", got, want)
			}
			if widgettest.Eval[bool](p, `[...document.querySelectorAll("button")].some((b) => /publish/i.test(b.textContent))`) {
				t.Error("there is a button to publish")
			}
			press(p, "Add: Title")
			p.Wait(`document.activeElement.tagName === "INPUT"`)
			p.Do(`document.activeElement.value = "x".repeat(201); document.activeElement.dispatchEvent(new Event("input"))`)
			p.Wait(`document.querySelector(".count").textContent === "201 / 200, too long by 1" && document.querySelector("[data-key=save-title]").disabled`)
			p.Do(`document.activeElement.value = "A wall in Denver"; document.activeElement.dispatchEvent(new Event("input"))`)
			p.Press("\r")
			says(p, "Title saved.")
			p.Wait(`document.querySelector("h1").textContent === "A wall in Denver" && document.activeElement.dataset.key === "edit-title"`)
			s.photos(id, scene(1))
			press(p, "Overview")
			press(p, "Refresh")
			press(p, "Publish")
			s.must("update_project_meta", map[string]any{"project_id": id, "title": ""})
			press(p, "Yes, publish")
			says(p, "Something is still missing: Title.")
			says(p, "5 of 6 ready")
			p.Screenshot("not-ready-" + string(host))
			if status := s.must("get_project_status", args).Structured["status"]; status != "draft" {
				t.Errorf("the project is %v", status)
			}
			s.must("update_project_meta", map[string]any{"project_id": id, "title": "A wall"})
			press(p, "Refresh")
			press(p, "Publish")
			press(p, "Yes, publish")
			says(p, "This project is live")
			if status := s.must("get_project_status", args).Structured["status"]; status != "published" {
				t.Errorf("the project is %v", status)
			}
			press(p, "Unpublish")
			press(p, "Yes, unpublish")
			says(p, "It is a draft again")
			n := 0
			for _, c := range p.Record().Calls {
				if c.Name == "publish_project" {
					n++
				}
			}
			if n != 2 {
				t.Errorf("publish_project was called %d times, want 2", n)
			}
		})
	}
}

// TestChromium_NoTools shows what was sent where nothing can be called, and says
// what to do.
func TestChromium_NoTools(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	id, _ := s.finished()
	for _, host := range hosts {
		for tool, text := range map[string]string{"get_project_status": "Ready to publish", "list_projects": "Your projects"} {
			for _, f := range []widgettest.Faults{{NoTools: true}, {NoTools: true, DropMeta: true}} {
				args := map[string]any{"project_id": id}
				if tool == "list_projects" {
					args = map[string]any{}
				}
				p := s.bench.Show(host, widgettest.Setup{Tool: tool, Arguments: args, Faults: f})
				says(p, text)
				says(p, "Chimney rebuilt with reclaimed brick")
				says(p, "ask in the chat")
				if widgettest.Eval[bool](p, `[...document.querySelectorAll("button")].some((b) => /^(Publish|Add|Save|Refresh|Load|All p)/.test(b.getAttribute("aria-label") || b.textContent))`) {
					t.Errorf("%s offers what it can't do: %s", host, p.Text())
				}
				if calls := p.Record().Calls; len(calls) > 0 {
					t.Errorf("%s: the widget called %v", host, calls)
				}
			}
		}
	}
}

// hostile is text that tries to be more.
const hostile = `<img src=x onerror="console.error('run')"><script>console.error('run')</script>`

// TestChromium_Hostile shows what people wrote as text.
func TestChromium_Hostile(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	long := hostile + strings.Repeat("Donaudampfschifffahrt", 4)
	id := s.draft(map[string]any{"title": long, "project_type": hostile, "city": hostile, "summary": hostile, "outcome_highlights": []string{hostile}})
	photo := s.photos(id, scene(1))[0]
	s.must("set_project_media_labels", map[string]any{"project_id": id, "labels": []any{map[string]any{"image_id": photo, "alt_text": hostile}}})
	for _, host := range hosts {
		p := s.bench.Show(host, widgettest.Setup{Tool: "list_projects", Arguments: map[string]any{}, Width: 320})
		press(p, long[:20])
		p.Wait(`document.querySelector(".lead")`)
		p.Fits()
		if got := widgettest.Eval[string](p, `document.querySelector("h1").textContent`); got != long {
			t.Errorf("%s shows the title as %q", host, got)
		}
		press(p, "Story")
		says(p, "Needed to publish")
		p.Fits()
		press(p, "Photos")
		p.Wait(fmt.Sprintf(`document.querySelector('[data-key="%s"]').value === %q`, "alt-"+photo, hostile))
		p.Fits()
		if widgettest.Eval[bool](p, `!!document.querySelector("main script") || [...document.images].some((i) => i.src.endsWith("/x"))`) {
			t.Errorf("%s has markup of a project in its page", host)
		}
	}
}

// Where the host lets no picture in and nothing out, pictures come through it, and an
// upload says that it can't be.
func TestChromium_NoNetwork(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	id := s.draft(map[string]any{"title": "Wall"})
	s.photos(id, scene(1), scene(2))
	p := s.bench.Show(widgettest.Apps, widgettest.Setup{Tool: "get_project_status", Arguments: map[string]any{"project_id": id}, Faults: widgettest.Faults{EmptyCSP: true}})
	p.Allow("Content Security Policy")
	p.Wait(loaded + ` && document.images.length === 2 && [...document.images].every((i) => i.src.startsWith("data:image/jpeg"))`)
	press(p, "Photos")
	p.Wait(`document.querySelectorAll(".card").length === 2`)
	widgettest.Eval[int](p, big)
	says(p, "This app doesn't let photos out")
	press(p, "Remove IMG 0001.JPG")
	p.Wait(`document.querySelectorAll(".card").length === 2 && !document.querySelector(".queue")`)
	if images, _ := s.must("get_project_status", map[string]any{"project_id": id}).Structured["images"].([]any); len(images) != 2 {
		t.Errorf("the server has %d photos, want 2", len(images))
	}
}

// What the person does with a photo is kept by the server, and by the host.
func TestChromium_Photos(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	id := s.draft(map[string]any{"title": "Wall"})
	a := s.photos(id, scene(1), scene(2), scene(3))
	p := s.bench.Show(widgettest.ChatGPT, widgettest.Setup{Tool: "list_projects", Arguments: map[string]any{}})
	press(p, "Wall")
	press(p, "Photos")
	p.Wait(`document.querySelectorAll(".card").length === 3`)
	press(p, "Set as cover: photo 2")
	p.Wait(fmt.Sprintf(`document.querySelector('[data-id="%s"] .badge')`, a[1]))
	p.Do(fmt.Sprintf(`(function (s) { s.value = "before"; s.dispatchEvent(new Event("change")); })(document.querySelector('[data-key="%s"]'))`, "label-"+a[0]))
	says(p, "Label saved.")
	p.Do(fmt.Sprintf(`(function (e) { e.value = "The old wall"; e.dispatchEvent(new Event("input")); e.dispatchEvent(new Event("change")); })(document.querySelector('[data-key="%s"]'))`, "alt-"+a[0]))
	says(p, "Description saved.")
	press(p, "Remove photo 3")
	p.Do(`document.querySelector(".ask button").click()`)
	p.Wait(`document.querySelectorAll(".card").length === 2`)
	if i := s.image(id, a[0]); i["image_type"] != "before" || i["alt_text"] != "The old wall" {
		t.Errorf("the server has %v", i)
	}
	if i := s.image(id, a[2]); i != nil {
		t.Errorf("the server still has %v", i)
	}
	p.WaitHost(fmt.Sprintf(`saved && saved.project_id === %q && saved.image_ids.join() === %q && saved.hero_image_id === %q`, id, a[0]+","+a[1], a[1]))
	p.Reload() // the list, in which the project was open
	p.Wait(`document.querySelector("h1").textContent === "Wall"`)
	press(p, "Story")
	press(p, "Help me write the summary")
	p.WaitHost(fmt.Sprintf(`record.said.length === 1 && record.said[0].includes(%q)`, id))
	press(p, "Full screen")
	p.WaitHost(`record.modes.join() === "fullscreen"`)
}
