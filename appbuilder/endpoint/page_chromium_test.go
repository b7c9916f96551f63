package endpoint_test

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/mcp-adapters/mcp-adapters/appbuilder/endpoint"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/chromium"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/widgettest"
)

// TestChromium_Pages looks at the pages that people find at the addresses of apps.
func TestChromium_Pages(t *testing.T) {
	t.Parallel()
	axe := widgettest.NewAxe(t, "../../internal/tools/axe")
	s := open(t, func(o *endpoint.Options) { o.Report = "mailto:abuse@example.com" })
	s.publish(s.create("Products of our shop", tableData))
	tab := chromium.Open(t)
	for name, path := range map[string]string{"app": "/servers/products-of-our-shop", "nothing": "/servers/nothing"} {
		tab.Do(chromedp.Navigate(s.url + path))
		for _, width := range []int64{1280, 360} {
			for _, scheme := range []string{"light", "dark"} {
				tab.Look(width, scheme)
				axe.CheckTab(tab)
				tab.Screenshot(fmt.Sprintf("page-%s-%d-%s", name, width, scheme))
			}
		}
	}
}
