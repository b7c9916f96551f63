package editor_test

import (
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/widgettest"
)

// The whole way of an app, from words to what an assistant shows: docs/app-builder.md has these
// pictures.
func TestChromium_WholeWay(t *testing.T) {
	t.Parallel()
	p := open(t).person()
	desk := func(name string) {
		p.Helper()
		const width, height = 1040, 680
		p.Do(chromedp.EmulateViewport(width, height))
		p.Screenshot("way-" + name)
	}
	p.sees(`document.documentElement.classList.contains("js")`)
	p.Do(chromedp.SendKeys(chromedp.ID("prompt"), "Show the order history of our shop in a table"))
	desk("create")
	p.Do(chromedp.Click(chromedp.CSS("#create .main")))
	p.sees(`document.querySelector("#editor") && document.documentElement.classList.contains("js")`)
	p.shows(`document.querySelector("tbody th").textContent`, "#10482")
	p.Do(chromedp.SendKeys(chromedp.ID("message"), "change the primary color to blue"), chromedp.Click(chromedp.ID("send")))
	p.sees(transcript + `.includes("Updated primary color to blue") && document.getElementById("stop").hidden`)
	p.shows(`document.documentElement.style.getPropertyValue("--t-primary")`, "221 83% 53%")
	desk("chat")
	p.Do(chromedp.Click(chromedp.CSS("[data-dialog=publish]")), chromedp.WaitVisible(chromedp.CSS("#publish form .main")), chromedp.Click(chromedp.CSS("#publish form .main")),
		chromedp.WaitVisible(chromedp.ID("copy-endpoint")))
	desk("publish")
	address, err := url.Parse(p.Get(chromedp.Text(chromedp.ID("copy-endpoint"))))
	if err != nil {
		t.Fatal(err)
	}
	// The fake hosts look for an endpoint at /mcp.
	forward := httptest.NewServer(&httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) { r.Out.URL, r.Out.Host = address, "" }})
	t.Cleanup(forward.Close)
	for _, host := range []widgettest.Host{widgettest.Apps, widgettest.Both} {
		shown := widgettest.New(t, strings.TrimPrefix(forward.URL, "http://")).Show(host, widgettest.Setup{Tool: "get_orders", Arguments: map[string]string{"message": "What was ordered last?"}})
		shown.Wait(`document.querySelector("tbody th")?.textContent === "#10482"`)
		shown.Fits()
		shown.WaitHost(`document.querySelector("iframe").clientHeight > 420`) // as high as it asks
		shown.Screenshot("way-call-" + string(host))
	}
}
