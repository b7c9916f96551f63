package page_test

import (
	"bytes"
	"encoding/json"
	"image"
	"image/color"
	"image/jpeg"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/chromium"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/widgettest"
	"github.com/mcp-adapters/mcp-adapters/portfolio/page"
)

// scenes are the pictures of the example: walls, in the light of their moment.
var scenes = map[string]struct {
	width, height int
	brick, mortar color.RGBA
	rough         float64 // how many bricks are off
}{
	"before": {1200, 1600, color.RGBA{120, 92, 80, 255}, color.RGBA{150, 146, 140, 255}, .4},
	"after":  {1600, 1067, color.RGBA{158, 74, 52, 255}, color.RGBA{214, 200, 178, 255}, 0},
	"bricks": {1600, 1200, color.RGBA{176, 102, 70, 255}, color.RGBA{88, 104, 62, 255}, .1},
	"course": {1600, 1067, color.RGBA{140, 66, 50, 255}, color.RGBA{196, 186, 170, 255}, .05},
	"cap":    {1200, 1200, color.RGBA{184, 108, 60, 255}, color.RGBA{70, 52, 44, 255}, 0},
}

// paint returns a wall under a sky, as a JPEG of that width.
func paint(name string, width int) []byte {
	s := scenes[name]
	height := s.height * width / s.width
	random := rand.New(rand.NewPCG(uint64(len(name)), uint64(name[0])))
	const across, ground = 14, 5
	tall := width / across / 2
	var tones [256]float64
	for i := range tones {
		tones[i] = .85 + .3*random.Float64()
		if random.Float64() < s.rough {
			tones[i] *= .55
		}
	}
	canvas := image.NewRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			sky := height/ground + (x-width/2)*(x-width/2)/(6*width)
			if y < sky {
				up := float64(y) / float64(sky)
				canvas.SetRGBA(x, y, color.RGBA{uint8(120 + 100*up), uint8(160 + 50*up), uint8(205 + 10*up), 255})
				continue
			}
			row := y / tall
			along := x + row%2*tall
			tone, paint := tones[(row*31+along/(2*tall)*7)%len(tones)], s.brick
			if y%tall < tall/8+1 || along%(2*tall) < tall/8+1 {
				tone, paint = 1, s.mortar
			}
			tone *= 1.15 - .5*float64(x)/float64(width)*float64(y)/float64(height) + .06*random.Float64()
			shade := func(c uint8) uint8 { return uint8(min(255, float64(c)*tone)) }
			canvas.SetRGBA(x, y, color.RGBA{shade(paint.R), shade(paint.G), shade(paint.B), 255})
		}
	}
	var b bytes.Buffer
	if err := jpeg.Encode(&b, canvas, &jpeg.Options{Quality: 80}); err != nil {
		panic(err)
	}
	return b.Bytes()
}

// site serves the pages, under their policy, and their pictures.
func site(t *testing.T) string {
	t.Helper()
	mux := http.NewServeMux()
	s := httptest.NewServer(mux)
	t.Cleanup(s.Close)
	long := chimney(s.URL)
	long.Title = "Donaudampfschifffahrtsgesellschaftskapitänswitwenhaus " + strings.Repeat("Schornstein", 9)
	long.Summary = strings.Repeat("x", 400)
	long.Tags = []string{strings.Repeat("y", 90)}
	long.Contractor.Name, long.Contractor.Website = strings.Repeat("W", 90), "https://"+strings.Repeat("a.", 60)+"example.com"
	tall := chimney(s.URL)
	tall.Images[0].Hero, tall.Images[1].Hero, tall.Images[1].Label = true, false, ""
	tall.Description = "<p>We did it <strong>by hand</strong>, with <em>lime</em>.</p><ul><li>First the bricks</li><li>Then the mortar</li></ul><p>And it stands.</p>"
	right := page.CaseStudy{
		URL: s.URL + "/right", Home: s.URL + "/", Title: "إعادة بناء مدخنة", City: "Denver", State: "CO",
		Summary: "مدخنة مائلة أعيد بناؤها.", Highlights: []string{"حجر", "Copper"}, Images: chimney(s.URL).Images[:2], Contractor: mason,
	}
	for path, text := range map[string][]byte{
		"/{$}": must(portfolio(s.URL).Render()), "/study": must(chimney(s.URL).Render()), "/tall": must(tall.Render()),
		"/long": must(long.Render()), "/right": must(right.Render()),
		"/empty": must(page.List{URL: s.URL + "/empty"}.Render()),
		"/gone":  must(page.NotFound(s.URL + "/")),
	} {
		mux.HandleFunc("GET "+path, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Security-Policy", page.Policy)
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			_, _ = w.Write(text)
		})
	}
	for name, scene := range scenes {
		for suffix, width := range map[string]int{"": scene.width, "-640": 640} {
			mux.HandleFunc("GET /media/"+name+suffix+".jpg", func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", "image/jpeg")
				w.Header().Set("Cache-Control", "max-age=300")
				_, _ = w.Write(paint(name, width))
			})
		}
	}
	return s.URL
}

// TestChromium_Pages leaves pictures of each page, which fit on the screen, keep no one
// out and break no policy. Nothing on them moves when the pictures come.
func TestChromium_Pages(t *testing.T) {
	t.Parallel()
	axe := widgettest.NewAxe(t, "../../internal/tools/axe")
	url := site(t)
	for name, path := range map[string]string{
		"list": "/", "study": "/study", "tall": "/tall", "long": "/long", "right": "/right", "empty": "/empty", "gone": "/gone",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := chromium.Open(t)
			for _, width := range []int64{1280, 320} {
				for _, scheme := range []string{"light", "dark"} {
					b.Look(width, scheme)
					b.Do(chromedp.Navigate(url + path))
					if moved := load(b); moved > 0 {
						t.Errorf("%d wide: the page moved by %v", width, moved)
					}
					b.Look(width, scheme) // fits
					axe.CheckTab(b)
					b.Screenshot(name + "-" + strconv.FormatInt(width, 10) + "-" + scheme)
				}
			}
			for _, width := range []int64{360, 600, 768, 900, 1024, 1440} {
				b.Look(width, "light")
			}
		})
	}
	t.Run("print", func(t *testing.T) {
		t.Parallel()
		b := chromium.Open(t)
		b.Do(chromedp.Navigate(url + "/study"))
		b.Look(794, "light") // A4
		load(b)
		if _, err := chromedp.Call(b.Context(), emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"}); err != nil {
			t.Fatal(err)
		}
		b.Screenshot("study-print")
	})
}

// TestChromium_Slow has pages come tag by tag, as they do over a slow line or to a busy
// machine: what has come stays where it is, except the pictures of a row.
func TestChromium_Slow(t *testing.T) {
	t.Parallel()
	url := site(t)
	b := chromium.Open(t)
	for _, path := range []string{"/", "/study", "/tall", "/long", "/right", "/empty", "/gone"} {
		res, err := http.Get(url + path)
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(res.Body)
		_ = res.Body.Close()
		quoted, _ := json.Marshal(string(text))
		if err != nil || len(text) == 0 {
			t.Fatalf("%s: %v", path, err)
		}
		for _, width := range []int64{1280, 768, 320} {
			b.Look(width, "light")
			b.Do(chromedp.Navigate(url + path))
			moved, err := chromedp.Run(b.Context(), chromedp.Evaluate[[]string](`(text => {
				const seen = new Map(), moved = [], range = document.createRange();
				let row = false;
				document.open();
				for (const piece of text.match(/<[^>]*>(?:[^<]|<wbr\/>)*/g)) {
					document.write(piece);
					row = piece === '<ul class="row">' || row && piece !== "</ul>"; // whose pictures share its width anew
					if (row || !document.body) continue;
					const all = document.createTreeWalker(document.body);
					for (let n = all.nextNode(); n; n = all.nextNode()) {
						const text = n.nodeType === Node.TEXT_NODE, e = text ? n.parentElement : n;
						if (text) range.selectNodeContents(n);
						const box = text ? range.getClientRects()[0] : n.getBoundingClientRect(), was = seen.get(n);
						if (!box) continue; // space between tags
						const now = { x: getComputedStyle(e).direction === "rtl" ? box.right : box.left, y: box.top };
						if (box.width * box.height > 0) seen.set(n, now);
						if (was && Math.hypot(now.x - was.x, now.y - was.y) >= 3) {
							moved.push(e.outerHTML.slice(0, 60) + " from " + was.x + ", " + was.y + " to " + now.x + ", " + now.y + " by " + piece);
						}
					}
				}
				document.close();
				return moved;
			})(`+string(quoted)+`)`))
			if err != nil {
				t.Fatal(err)
			}
			for _, what := range moved {
				t.Errorf("%s, %d wide: moved %s", path, width, what)
			}
		}
	}
}

// load waits for all pictures, of which the lazy ones are loaded as a person scrolls to
// them. It returns how much of the page has moved since it was opened.
func load(b *chromium.Tab) float64 {
	b.Helper()
	moved, err := chromedp.Run(b.Context(), chromedp.Evaluate[float64](`(async () => {
		let moved = 0;
		new PerformanceObserver(list => list.getEntries().forEach(e => moved += e.value)).observe({ type: "layout-shift", buffered: true });
		for (const image of document.images) {
			image.scrollIntoView();
			await image.decode();
			await new Promise(requestAnimationFrame);
		}
		scrollTo(0, 0);
		await new Promise(requestAnimationFrame);
		return moved;
	})()`, chromedp.EvalAwaitPromise))
	if err != nil {
		b.Fatal(err)
	}
	return moved
}
