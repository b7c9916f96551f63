package widget_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/mcp-adapters/mcp-adapters/appbuilder"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/layout"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/theme"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/widget"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/chromium"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
)

var shelves = map[string]string{
	layout.Table: `{"type":"table","columns":[{"key":"name","header":"Product","type":"text"},{"key":"see","header":"Link","type":"action"}],"rows":[{"name":"Lamp","see":{"label":"Soon","url":""}}]}`,
	"post-list":  `{"type":"post-list","posts":[{"id":"1","title":"Trains return","excerpt":"After ten.","author":"City desk","date":"2026-03-01","category":"City","tags":["news"]}]}`,
	"card-list":  `{"type":"card-list","items":[{"title":"Lamp","price":"$9","badge":"New","subtitle":"Stock: 24","description":"It is bright."}]}`,
}

// page opens the page of an app with this data and theme.
func page(t *testing.T, data string, set theme.Theme) *chromium.Tab {
	t.Helper()
	harness.Needs(t, "chromium")
	d, faults := layout.Parse([]byte(data))
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	html, _, err := widget.Page(appbuilder.Content{Name: "Shop", Layout: d.Layout(), Theme: set, Data: d}, "shop", 1)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write([]byte(html))
	}))
	t.Cleanup(server.Close)
	tab := chromium.Open(t)
	tab.Do(chromedp.Navigate(server.URL))
	return tab
}

// faint lists the texts of a page whose contrast is below that of WCAG 2.2, 1.4.3.
const faint = `(function () {
	function light(rgb) {
		var c = rgb.match(/[\d.]+/g).slice(0, 3).map(function (v) { v /= 255; return v <= .04045 ? v / 12.92 : Math.pow((v + .055) / 1.055, 2.4); });
		return .2126 * c[0] + .7152 * c[1] + .0722 * c[2];
	}
	function on(e) {
		for (; e; e = e.parentElement) { var b = getComputedStyle(e).backgroundColor; if (b !== "rgba(0, 0, 0, 0)") return b; }
		return "rgb(255, 255, 255)";
	}
	var bad = [];
	document.querySelectorAll("main *").forEach(function (e) {
		var own = [].some.call(e.childNodes, function (n) { return n.nodeType === 3 && n.data.trim(); }), before = getComputedStyle(e, "::before");
		(own ? [getComputedStyle(e).color] : []).concat(before.content !== "none" ? [before.color] : []).forEach(function (color) {
			var a = light(color), b = light(on(e)), c = (Math.max(a, b) + .05) / (Math.min(a, b) + .05);
			if (c < 4.45) bad.push(e.textContent + ": " + color + " on " + on(e) + " is " + c.toFixed(2)); // colors are rounded to whole numbers
		});
	});
	return bad.join("\n");
})()`

// Whatever one color a theme was given, all text of the page can be read.
func TestChromium_Readable(t *testing.T) {
	t.Parallel()
	for name, data := range shelves {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tab := page(t, data, theme.Palettes["shop"])
			for _, values := range []map[string]string{
				{"--background": "221 83% 53%"}, {"--background": "0 0% 60%"}, {"--background": "222 47% 20%"}, {"--background": "48 96% 53%"},
				{"--card": "221 83% 53%"}, {"--card": "0 0% 0%"}, {"--muted": "0 0% 0%"}, {"--muted-foreground": "0 0% 90%"}, {"--muted-foreground": "48 96% 53%"},
			} {
				set, _, faults := theme.Palettes["shop"].Set(values)
				if len(faults) > 0 {
					t.Fatal(faults)
				}
				for _, drawn := range []theme.Theme{set, set.Dark()} {
					style := widget.Style(drawn)
					tab.Do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`void (function () {
						document.documentElement.removeAttribute("style");
						var s = document.getElementById("tried") || document.head.appendChild(Object.assign(document.createElement("style"), { id: "tried" }));
						s.textContent = %q;
					})()`, style)))
					for _, width := range []int64{900, 400} {
						tab.Look(width, "light")
						if bad := tab.Get(chromedp.Evaluate[string](faint)); bad != "" {
							t.Errorf("%v at %d: %s", values, width, bad)
						}
					}
				}
			}
			tab.Screenshot("readable-" + name)
		})
	}
}

// A call that fails takes the place of the data of an earlier one, however it is said, and is
// over with the next that succeeds, though that has the same data.
func TestChromium_FailureAfterData(t *testing.T) {
	t.Parallel()
	data := shelves[layout.Table]
	tab := page(t, data, theme.Palettes["shop"])
	sees := func(expression string) {
		t.Helper()
		tab.Do(chromedp.Evaluate[chromedp.Void](`new Promise((done) => setInterval(() => (`+expression+`) && done(), 20))`, chromedp.EvalAwaitPromise))
	}
	post := func(message string) {
		t.Helper()
		tab.Do(chromedp.Evaluate[chromedp.Void](`void window.postMessage(` + message + `, "*")`))
	}
	const rows, failed = `document.querySelector("tbody tr") && !document.querySelector("[role=alert]")`, `!document.querySelector("tbody tr") && document.querySelector("[role=alert]")?.textContent === "The shop is closed."`
	sees(rows)
	for _, wrapped := range []string{`{jsonrpc: "2.0", method: "ui/notifications/tool-result", params: %s}`, `%s`} {
		for range 2 {
			post(fmt.Sprintf(wrapped, `{structuredContent: `+data+`, content: []}`))
			sees(rows)
			post(fmt.Sprintf(wrapped, `{isError: true, content: [{type: "text", text: "The shop is closed."}]}`))
			sees(failed)
		}
		post(fmt.Sprintf(wrapped, `{structuredContent: `+data+`, content: []}`))
		sees(rows)
	}
}

// A year is no amount.
func TestChromium_Numbers(t *testing.T) {
	t.Parallel()
	tab := page(t, `{"type":"table","columns":[{"key":"n","header":"Number","type":"number"}],"rows":[{"n":2022},{"n":-0.125},{"n":12345},{"n":1234567.5}]}`, theme.Palettes["shop"])
	if got := tab.Get(chromedp.Evaluate[string](`[...document.querySelectorAll("tbody th")].map((e) => e.textContent).join(" ")`)); got != "2022 -0.125 12,345 1,234,567.5" {
		t.Error(got)
	}
}
