package endpoint_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/mcp-adapters/mcp-adapters/appbuilder"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/store"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/chromium"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/widgettest"
)

// ChatGPT reads the page as hosts of MCP Apps do, with window.openai besides.
var hosts = []widgettest.Host{widgettest.Apps, widgettest.Both}

// bench serves an app's endpoint at /mcp, where the fake hosts look for one.
func (s *site) bench(t *testing.T, slug string) *widgettest.Bench {
	t.Helper()
	forward := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.URL.Path = "/servers/" + slug + "/mcp"
		s.handler.ServeHTTP(w, r)
	}))
	t.Cleanup(forward.Close)
	return widgettest.New(t, strings.TrimPrefix(forward.URL, "http://"))
}

func asking() widgettest.Setup {
	return widgettest.Setup{Tool: "search_products", Arguments: map[string]string{"message": "Lamps?"}}
}

var shelves = map[string]struct{ data, says string }{
	"table": {`{"type":"table","columns":[{"key":"name","header":"Product","type":"text"},{"key":"price","header":"Price","type":"number"},{"key":"added","header":"Added","type":"date"},{"key":"state","header":"Status","type":"badge"},{"key":"see","header":"Link","type":"action"}],"rows":[` +
		`{"name":"Wireless headphones","price":129.5,"added":"2026-01-31","state":"In stock","see":{"label":"Open","url":"https://example.com/1"}},{"name":"Desk lamp with a dimmer","price":45,"added":"2026-02-03","state":"Few left"},{"name":"قلم رصاص","price":1200.25,"state":"New"}]}`, "Wireless headphones"},
	"posts": {`{"type":"post-list","posts":[{"id":"1","title":"The market square opens again","excerpt":"After two years of work the stalls are back.\nThe fountain runs.","author":"City desk","date":"2026-03-01","category":"City","tags":["market","news"]},{"id":"2","title":"Night trains return","excerpt":"Three lines leave after ten."}]}`, "The market square opens again"},
	"cards": {`{"type":"card-list","items":[{"title":"Widget Pro","price":"$99.99","badge":"New","subtitle":"For the desk","description":"Does what widgets do, twice as fast."},{"title":"Gadget X","price":"$149.99","url":"https://example.com"},{"title":"Spare part","description":"It fits."}]}`, "Widget Pro"},
}

// TestWidgetInHosts shows each layout in both hosts, in their colors and widths, and leaves
// pictures.
func TestWidgetInHosts(t *testing.T) {
	t.Parallel()
	harness.Needs(t, "chromium")
	s := open(t, nil)
	for name, shelf := range shelves {
		s.publish(s.create("My "+name, shelf.data))
		for _, host := range hosts {
			for _, look := range []struct {
				theme string
				width int64
			}{{"", 800}, {"dark", 800}, {"", 320}, {"dark", 320}} {
				t.Run(name+" "+string(host)+" "+look.theme, func(t *testing.T) {
					t.Parallel()
					setup := asking()
					setup.Theme, setup.Width = look.theme, look.width
					p := s.bench(t, "my-"+name).Show(host, setup)
					says(p, shelf.says)
					p.Fits()
					says(p, "Sample data")
					if host == widgettest.Apps {
						p.WaitHost(`record.sizes.length > 0`)
					}
					if look.theme == "dark" {
						p.Wait(`getComputedStyle(document.body).backgroundColor.match(/\d+/g).slice(0, 3).every((c) => c < 60)`)
					}
					p.Screenshot(strings.Join([]string{"app", name, string(host), look.theme, map[int64]string{800: "wide", 320: "320"}[look.width]}, "-"))
				})
			}
		}
	}
}

func says(p *widgettest.Page, text string) {
	p.Helper()
	p.Wait(`document.body.innerText.includes(` + quoted(text) + `)`)
}

func quoted(s string) string {
	return `"` + strings.ReplaceAll(strings.ReplaceAll(s, `\`, `\\`), `"`, `\"`) + `"`
}

// TestDataOfAPageAndABareResult shows the data of a page that is opened at its address, and of a host
// that posts the bare result.
func TestDataOfAPageAndABareResult(t *testing.T) {
	t.Parallel()
	harness.Needs(t, "chromium")
	s := open(t, nil)
	s.publish(s.create("Shop", shelves["cards"].data))
	tab := chromium.Open(t)
	tab.Do(chromedp.Navigate(s.url + "/servers/shop/ui/card-list.html"))
	if got := tab.Get(chromedp.Evaluate[string](`document.body.innerText`)); !strings.Contains(got, "Widget Pro") {
		t.Error(got)
	}
	for scheme, light := range map[string]string{"light": "true", "dark": "false"} {
		tab.Look(800, scheme)
		tab.Do(chromedp.Evaluate[chromedp.Void](`new Promise((done) => setInterval(() => (getComputedStyle(document.body).backgroundColor.match(/\d+/)[0] > 128) === `+light+` && done(), 20))`, chromedp.EvalAwaitPromise))
	}
	tab.Picture("app-page")
	tab.Do(chromedp.Evaluate[chromedp.Void](`void window.postMessage({structuredContent: ` + shelves["posts"].data + `}, "*")`))
	tab.Do(chromedp.Evaluate[chromedp.Void](`new Promise((done) => setInterval(() => document.body.innerText.includes("Night trains return") && done(), 20))`, chromedp.EvalAwaitPromise))
	tab.Do(chromedp.Navigate(s.url + "/servers/shop"))
	tab.Picture("app-about")
}

// TestOldPage shows a newer version in the page of an older one.
func TestOldPage(t *testing.T) {
	t.Parallel()
	harness.Needs(t, "chromium")
	s := open(t, nil)
	a := s.publish(s.create("Shop", shelves["table"].data))
	bench := s.bench(t, "shop")
	p := bench.Show(widgettest.Apps, asking())
	says(p, "Wireless headphones")
	if _, _, err := s.Edit(t.Context(), s.owner, a.ID, 0, appbuilder.Patch{Data: []byte(shelves["posts"].data), Theme: map[string]string{"--primary": "0 72% 51%"}}); err != nil {
		t.Fatal(err)
	}
	s.publish(a)
	result := in(s.call("shop", "tools/call", `{"name":"search_products","arguments":{"message":"x"}}`), "result")
	setup := asking()
	setup.Result = result
	p = bench.Show(widgettest.Apps, setup)
	says(p, "Night trains return")
	if got := widgettest.Eval[string](p, `getComputedStyle(document.documentElement).getPropertyValue("--t-primary")`); got != "0 72% 51%" {
		t.Error(got)
	}
}

// TestHostileTexts shows names, cells and links that try to be more than text.
func TestHostileTexts(t *testing.T) {
	t.Parallel()
	harness.Needs(t, "chromium")
	const evil = `<img src=x onerror=alert(1)></script><script>alert(2)</script>{{.}}`
	s := open(t, nil)
	json := strings.ReplaceAll(evil, `"`, `\"`)
	for name, data := range map[string]string{
		"table": `{"type":"table","columns":[{"key":"a","header":"<b>H</b>","type":"text"},{"key":"b","header":"B","type":"badge"}],"rows":[{"a":"` + json + `","b":"` + json + `"}]}`,
		"posts": `{"type":"post-list","posts":[{"id":"` + json + `","title":"` + json + `","excerpt":"` + json + `","author":"` + json + `","category":"` + json + `","tags":["<b onclick=x>"]}]}`,
		"cards": `{"type":"card-list","items":[{"title":"` + json + `","subtitle":"` + json + `","description":"` + json + `","price":"<script>alert(1)</script>"}]}`,
	} {
		slug := "evil-" + name
		a := s.create(evil, data)
		if _, err := s.Publish(t.Context(), s.owner, a.ID, store.Publication{Slug: slug}); err != nil {
			t.Fatal(err)
		}
		bench := s.bench(t, slug)
		for _, host := range hosts {
			p := bench.Show(host, asking())
			says(p, `<img src=x onerror=alert(1)>`)
			if !widgettest.Eval[bool](p, `document.images.length === 0 && document.scripts.length <= 2`) {
				t.Errorf("%s in %s: text has become a part of the page", name, host)
			}
		}
		tab := chromium.Open(t)
		layouts := map[string]string{"table": "table", "posts": "post-list", "cards": "card-list"}
		for _, path := range []string{"/servers/" + slug, "/servers/" + slug + "/ui/" + layouts[name] + ".html"} {
			tab.Do(chromedp.Navigate(s.url + path))
			if got := tab.Get(chromedp.Evaluate[string](`document.body.innerText + (document.images.length || "")`)); !strings.Contains(got, `<img src=x`) {
				t.Errorf("%s: %s", path, got)
			}
		}
	}
}

// TestInheritedNames shows columns whose keys are names that each object of JavaScript has.
func TestInheritedNames(t *testing.T) {
	t.Parallel()
	harness.Needs(t, "chromium")
	s := open(t, nil)
	s.publish(s.create("Parts", `{"type":"table","columns":[{"key":"name","header":"Name","type":"text"},{"key":"constructor","header":"Maker","type":"text"},{"key":"toString","header":"Label","type":"badge"}],`+
		`"rows":[{"name":"Bolt"},{"name":"Nut","constructor":"Ann","toString":"N-1"}]}`))
	p := s.bench(t, "parts").Show(widgettest.Apps, asking())
	says(p, "N-1")
	if got := widgettest.Eval[string](p, `[...document.querySelectorAll("tbody th, tbody td")].map((e) => e.textContent).join("|")`); got != "Bolt|||Nut|Ann|N-1" {
		t.Error(got)
	}
}

// TestErrorState shows a failed call as such, and never a blank frame.
func TestErrorState(t *testing.T) {
	t.Parallel()
	harness.Needs(t, "chromium")
	s := open(t, nil)
	s.publish(s.create("Shop", shelves["table"].data))
	setup := asking()
	setup.Arguments = map[string]string{}
	for _, host := range hosts {
		p := s.bench(t, "shop").Show(host, setup)
		says(p, "message is missing")
		p.Screenshot("app-error-" + string(host))
	}
}
