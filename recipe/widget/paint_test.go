package widget_test

import (
	"flag"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/chromium"
	"github.com/mcp-adapters/mcp-adapters/recipe/widget"
)

var paint = flag.Bool("paint", false, "measure the first paint, on a quiet machine")

// TestPaint measures how long the page takes to its first paint, in one run with a document
// of one word: go test ./recipe/widget -run TestPaint -paint -v.
func TestPaint(t *testing.T) { //nolint:paralleltest // it takes times
	if !*paint {
		t.Skip("it takes times; run it with -paint")
	}
	const rounds, most = 15, 3.0
	w, err := widget.New()
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	serve := func(path, html string) {
		mux.HandleFunc("GET "+path, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			w.Header().Set("Cache-Control", "no-store")
			_, _ = w.Write([]byte(html))
		})
	}
	serve("/empty", "<!doctype html><html lang=en><title>Empty</title><p>Empty</p></html>")
	serve("/card", w.Page())
	serve("/", `<!doctype html><html lang=en><link rel=icon href="data:,"><script>
function load(path) {
  return new Promise(function (done) {
    var f = document.createElement("iframe");
    f.style.cssText = "width:800px;height:600px";
    f.src = path;
    document.body.append(f);
    (function look() {
      var e = f.contentWindow.performance.getEntriesByName("first-paint")[0];
      if (!e || f.contentWindow.location.pathname !== path) return setTimeout(look, 5);
      done(e.startTime);
      f.remove();
    })();
  });
}
</script><body></body></html>`)
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	tab := chromium.Open(t)
	tab.Do(chromedp.Navigate(server.URL))
	times := map[string][]float64{}
	for range rounds {
		for _, path := range []string{"/empty", "/card"} {
			ms, err := chromedp.Run(tab.Context(), chromedp.Evaluate[float64](fmt.Sprintf("load(%q)", path), chromedp.EvalAwaitPromise))
			if err != nil {
				t.Fatal(err)
			}
			times[path] = append(times[path], ms)
		}
	}
	median := func(path string) float64 { slices.Sort(times[path]); return times[path][rounds/2] }
	empty, page := median("/empty"), median("/card")
	t.Logf("first paint: one word %.1f ms, the card's page %.1f ms, %.2f times", empty, page, page/empty)
	if page > most*empty {
		t.Errorf("the first paint takes %.2f times as long, want at most %.0f", page/empty, most)
	}
}
