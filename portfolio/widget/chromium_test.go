package widget_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"io"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/widgettest"
)

func TestMain(m *testing.M) { harness.Main(m, nil) }

// result is what a client gets of a tool call.
type result struct {
	Structured map[string]any `json:"structuredContent"`
	Meta       map[string]any `json:"_meta"`
	Content    []any          `json:"content"`
	Failed     bool           `json:"isError"`
}

// call calls a tool as the model does.
func (s *shop) call(tool string, arguments any) result {
	s.t.Helper()
	body, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": map[string]any{"name": tool, "arguments": arguments}})
	if err != nil {
		s.t.Fatal(err)
	}
	text := s.send(http.MethodPost, "http://"+s.address+"/mcp", body,
		"Content-Type", "application/json", "Accept", "application/json, text/event-stream", "MCP-Protocol-Version", "2025-11-25")
	var answer struct {
		Result *result `json:"result"`
	}
	if err := json.Unmarshal(text, &answer); err != nil || answer.Result == nil {
		s.t.Fatalf("%s: %v %s", tool, err, text)
	}
	return *answer.Result
}

// must calls a tool that succeeds.
func (s *shop) must(tool string, arguments any) result {
	s.t.Helper()
	r := s.call(tool, arguments)
	if r.Failed {
		s.t.Fatalf("%s failed: %v", tool, r.Content)
	}
	return r
}

// send sends a request that has to succeed, and returns what comes back.
func (s *shop) send(method, url string, body []byte, header ...string) []byte {
	s.t.Helper()
	req, err := http.NewRequestWithContext(s.t.Context(), method, url, bytes.NewReader(body))
	if err != nil {
		s.t.Fatal(err)
	}
	for i := 0; i < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		s.t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	text, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode >= http.StatusMultipleChoices {
		s.t.Fatalf("%s %s: %d %v %s", method, url, res.StatusCode, err, text)
	}
	return text
}

// draft begins a project.
func (s *shop) draft(fields map[string]any) (id string) {
	s.t.Helper()
	id, _ = s.must("create_project_draft", fields).Structured["project_id"].(string)
	return id
}

// photos adds pictures to a project, and returns their ids.
func (s *shop) photos(id string, pictures ...[]byte) (ids []string) {
	s.t.Helper()
	for i, data := range pictures {
		r := s.must("add_project_media", map[string]any{"project_id": id, "files": []any{map[string]any{"file_id": fmt.Sprint(i), "filename": "photo.jpg", "content_type": "image/jpeg"}}})
		upload, _ := r.Meta["uploads"].([]any)[0].(map[string]any)
		s.send(http.MethodPut, upload["signed_url"].(string), data, "Content-Type", "image/jpeg", "x-upsert", "true")
		ids = append(ids, upload["image_id"].(string))
	}
	return ids
}

// chimney is a project that has everything but its photos.
func chimney() map[string]any {
	return map[string]any{
		"title": "Chimney rebuilt with reclaimed brick", "project_type": "Chimney rebuild", "city": "Denver", "state": "CO",
		"summary":            "A 1910 chimney leaned eleven inches over a slate roof. It stands straight again, with the brick it was built from.",
		"challenge":          "The mortar had turned to sand above the roof line, and the stack moved when the wind blew.\n\nThe owners wanted to keep the look of the house.",
		"solution":           "We took the stack down to the flashing, cleaned and sorted 640 bricks, and laid them again in lime mortar with a new liner.",
		"results":            "The chimney draws well, sheds water, and passed inspection on the first visit.",
		"outcome_highlights": []string{"640 bricks saved from the landfill", "Passed inspection at once", "Matches the house's 1910 brickwork"},
	}
}

// finished is a project that can be published.
func (s *shop) finished() (id string, photos []string) {
	s.t.Helper()
	id = s.draft(chimney())
	photos = s.photos(id, scene(1), scene(2), scene(3), scene(4))
	s.must("set_project_media_labels", map[string]any{"project_id": id, "labels": []any{
		map[string]any{"image_id": photos[0], "image_type": "after", "alt_text": "The finished chimney against a clear sky"},
		map[string]any{"image_id": photos[1], "image_type": "before", "alt_text": "The old stack, leaning"},
		map[string]any{"image_id": photos[2], "image_type": "detail"},
	}})
	s.must("update_project_meta", map[string]any{"project_id": id, "duration": "3 weeks", "materials": []string{"Reclaimed brick", "Lime mortar", "Clay liner"}})
	return id, photos
}

// scene is a picture of brickwork before a sky.
func scene(n uint64) []byte { return sceneOf(n, 960, 720, 88) }

func sceneOf(n uint64, w, h, quality int) []byte {
	rnd := rand.New(rand.NewPCG(n, 7))
	m := image.NewRGBA(image.Rect(0, 0, w, h))
	skies := [][2]color.RGBA{{{120, 170, 215, 255}, {235, 225, 205, 255}}, {{150, 160, 170, 255}, {205, 205, 200, 255}}, {{240, 190, 140, 255}, {250, 230, 200, 255}}, {{95, 140, 190, 255}, {190, 215, 235, 255}}}
	sky := skies[n%uint64(len(skies))]
	mix := func(a, b uint8, t float64) uint8 { return uint8(float64(a) + (float64(b)-float64(a))*t) }
	for y := range h {
		t := float64(y) / float64(h)
		c := color.RGBA{mix(sky[0].R, sky[1].R, t), mix(sky[0].G, sky[1].G, t), mix(sky[0].B, sky[1].B, t), 255}
		for x := range w {
			m.SetRGBA(x, y, c)
		}
	}
	brick := func(x0, y0, x1, y1 int, base color.RGBA) {
		bh, bw := h/26, w/14
		for row, y := 0, y0; y < y1; row, y = row+1, y+bh {
			for x := x0 - (row%2)*bw/2; x < x1; x += bw {
				d := rnd.IntN(46) - 23
				tone := func(v uint8) uint8 { return uint8(min(255, max(0, int(v)+d))) }
				c := color.RGBA{tone(base.R), tone(base.G), tone(base.B), 255}
				for yy := y; yy < min(y+bh, y1); yy++ {
					for xx := max(x, x0); xx < min(x+bw, x1); xx++ {
						if yy-y < bh/8 || xx-x < bw/18 {
							m.SetRGBA(xx, yy, color.RGBA{205, 198, 186, 255})
						} else {
							m.SetRGBA(xx, yy, c)
						}
					}
				}
			}
		}
	}
	bases := []color.RGBA{{150, 72, 52, 255}, {168, 88, 60, 255}, {140, 95, 80, 255}, {120, 60, 50, 255}}
	base := bases[n%uint64(len(bases))]
	left := w/5 + rnd.IntN(w/4)
	brick(left, h/5, left+w*2/5, h, base)
	brick(left-w/30, h/5, left+w*2/5+w/30, h/5+h/13, base)
	brick(0, h*4/5, w, h, bases[(n+1)%uint64(len(bases))])
	var b bytes.Buffer
	_ = jpeg.Encode(&b, m, &jpeg.Options{Quality: quality}) // a buffer takes all
	return b.Bytes()
}

var looks = []struct {
	name  string
	theme string
	width int64
}{{"light-wide", "light", 1280}, {"dark-wide", "dark", 720}, {"light-phone", "light", 320}, {"dark-phone", "dark", 320}}

// press clicks the button that says what begins so.
func press(p *widgettest.Page, says string) {
	p.Helper()
	find := fmt.Sprintf(`[...document.querySelectorAll("button")].find((b) => (b.getAttribute("aria-label") || b.textContent).startsWith(%q) && !b.disabled)`, says)
	p.Wait(find)
	p.Do(find + ".click()")
}

// says waits until the widget says something.
func says(p *widgettest.Page, text string) {
	p.Helper()
	p.Wait(fmt.Sprintf(`document.body.innerText.includes(%q)`, text))
}

// loaded is when all pictures are to be seen.
const loaded = `[...document.images].every((i) => i.complete && i.naturalWidth && getComputedStyle(i).opacity === "1")`

// TestChromium_Views shows each view in both hosts, and leaves pictures of them.
// They fit on the screen and keep no one out.
func TestChromium_Views(t *testing.T) {
	t.Parallel()
	axe := widgettest.NewAxe(t, "../../internal/tools/axe")
	for _, look := range looks {
		t.Run(look.name, func(t *testing.T) {
			t.Parallel()
			s := newShop(t)
			host := widgettest.Apps
			if look.theme == "light" {
				host = widgettest.ChatGPT
			}
			show := func(tool string, arguments any) *widgettest.Page {
				return s.bench.Show(host, widgettest.Setup{Tool: tool, Arguments: arguments, Theme: look.theme, Width: look.width})
			}
			see := func(p *widgettest.Page, name string) {
				t.Helper()
				p.Wait(loaded)
				p.Wait(`document.body.getBoundingClientRect().height <= innerHeight + 2 || innerHeight > 5900`)
				p.Fits()
				axe.Check(p)
				p.Screenshot(name + "-" + look.name)
			}
			p := show("list_projects", map[string]any{})
			says(p, "No projects yet")
			see(p, "empty")

			p = show("create_project_draft", map[string]any{"project_type": "Stone wall"})
			says(p, "Needed to publish")
			see(p, "draft-empty")
			press(p, "Overview")
			says(p, "of 6 ready")
			see(p, "status-empty")
			press(p, "Photos")
			says(p, "Show the work")
			see(p, "media-empty")

			id, _ := s.finished()
			for i, title := range []string{"Garden wall in dry stone", "Porch steps, relaid", "Brick arch over a bakery's door"} {
				other := s.draft(map[string]any{"title": title, "project_type": "Masonry", "city": strings.Fields("Aurora Boulder Golden")[i], "state": "CO"})
				s.photos(other, scene(uint64(i+5)))
			}
			p = show("get_project_status", map[string]any{"project_id": id})
			says(p, "Ready to publish")
			see(p, "status-ready")
			press(p, "Story")
			says(p, "Needed to publish")
			press(p, "Edit challenge")
			see(p, "draft")
			press(p, "Photos")
			p.Wait(`document.querySelectorAll(".card").length === 4`)
			press(p, "Remove photo 3")
			see(p, "media")
			press(p, "Overview")
			press(p, "Publish")
			says(p, "Publish now?")
			see(p, "status-question")
			press(p, "Yes, publish")
			says(p, "This project is live")
			see(p, "status-live")
			press(p, "All projects")
			p.Wait(`document.querySelectorAll(".project").length === 5`)
			see(p, "list")
		})
	}
	// In a language that is written from the right.
	t.Run("right-to-left", func(t *testing.T) {
		t.Parallel()
		s := newShop(t)
		id := s.draft(map[string]any{"title": "جدار من الطوب", "project_type": "بناء", "city": "عمّان", "state": "عمّان"})
		s.photos(id, scene(1), scene(2))
		p := s.bench.Show(widgettest.Apps, widgettest.Setup{Tool: "get_project_status", Arguments: map[string]any{"project_id": id}, Locale: "ar", Width: 320})
		press(p, "Photos")
		p.Wait(`document.querySelectorAll(".card").length === 2`)
		p.Wait(loaded)
		p.Fits()
		axe.Check(p)
		p.Screenshot("media-right-to-left")
	})
}
