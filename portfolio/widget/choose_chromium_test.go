package widget_test

import (
	"bytes"
	"fmt"
	"net/http"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/widgettest"
)

// TestChromium_LoadMore takes a list page by page to its end.
func TestChromium_LoadMore(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	const projects = 5
	for i := range projects {
		s.draft(map[string]any{"title": fmt.Sprint("Job ", i+1)})
	}
	p := s.bench.Show(widgettest.Apps, widgettest.Setup{Tool: "list_projects", Arguments: map[string]any{"limit": 2}})
	for shown := 2; shown < projects; shown += 2 {
		p.Wait(fmt.Sprintf(`document.querySelectorAll(".projects li").length === %d`, shown))
		press(p, "Load more")
	}
	p.Wait(fmt.Sprintf(`document.querySelectorAll(".projects li").length === %d && !document.body.innerText.includes("Load more")`, projects))
	titles := widgettest.Eval[[]string](p, `[...document.querySelectorAll(".projects strong")].map((t) => t.textContent)`)
	if got := fmt.Sprint(titles); got != "[Job 5 Job 4 Job 3 Job 2 Job 1]" {
		t.Error(got)
	}
}

// TestChromium_Drop drops a file on the photos; what is no file is left to the host.
func TestChromium_Drop(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	id := s.draft(map[string]any{"title": "Wall"})
	p := s.bench.Show(widgettest.Apps, widgettest.Setup{Tool: "get_project_status", Arguments: map[string]any{"project_id": id}})
	press(p, "Photos")
	says(p, "Show the work")
	const dropped = `(async () => {
		const zone = document.querySelector(".drop"), t = new DataTransfer();
		%s
		const send = (type) => zone.dispatchEvent(new DragEvent(type, { dataTransfer: t, bubbles: true, cancelable: true }));
		const free = send("dragover"), over = zone.classList.contains("over");
		send("drop");
		return String([free, over, document.querySelector(".drop").classList.contains("over")]);
	})()`
	if got := widgettest.Eval[string](p, fmt.Sprintf(dropped, `t.setData("text/plain", "words");`)); got != "true,false,false" {
		t.Errorf("words: %s", got)
	}
	if got := widgettest.Eval[string](p, fmt.Sprintf(dropped, `
		const c = Object.assign(document.createElement("canvas"), { width: 80, height: 60 });
		c.getContext("2d").fillRect(0, 0, 80, 60);
		t.items.add(new File([await new Promise((r) => c.toBlob(r, "image/jpeg"))], "wall.jpg", { type: "image/jpeg" }));`)); got != "false,true,false" {
		t.Errorf("a file: %s", got)
	}
	says(p, "1 photo added.")
	p.Wait(loaded)
	if image := s.image(id, ""); image["uploaded"] != true {
		t.Errorf("the server has %v", image)
	}
}

// TestChromium_SelectFiles adds a file that the person has in ChatGPT.
func TestChromium_SelectFiles(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	source := s.draft(map[string]any{"title": "Source"})
	s.photos(source, scene(3))
	id := s.draft(map[string]any{"title": "Wall"})
	p := s.bench.Show(widgettest.ChatGPT, widgettest.Setup{
		Tool: "get_project_status", Arguments: map[string]any{"project_id": id}, Downloads: map[string]string{"file_mine": s.image(source, "")["url"].(string)},
	})
	says(p, "Wall")
	p.Do(`window.openai.selectFiles = async () => [{ fileId: "file_mine", fileName: "wall.jpg", mimeType: "image/jpeg" }, {}]`)
	press(p, "Photos")
	press(p, "From your files")
	says(p, "1 photo added.")
	p.Wait(loaded)
	image := s.image(id, "")
	if image["uploaded"] != true || !bytes.Equal(s.send(http.MethodGet, image["url"].(string), nil), scene(3)) {
		t.Errorf("the server has %v", image)
	}
}
