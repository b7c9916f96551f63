package widget_test

import (
	"fmt"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/widgettest"
)

var hosts = []widgettest.Host{widgettest.ChatGPT, widgettest.Apps}

const dad = "My dad who loves woodworking and classic rock music, 65 years old"

func asking() map[string]any {
	return map[string]any{"recipient_description": dad, "past_gifts": []string{"tie"}, "limit": 5}
}

// press clicks the button that says what begins so.
func press(p *widgettest.Page, says string) {
	p.Helper()
	find := fmt.Sprintf(`[...document.querySelectorAll("button")].find((b) => (b.getAttribute("aria-label") || b.textContent).startsWith(%q) && !b.hasAttribute("aria-disabled"))`, says)
	p.Wait(find)
	p.Do(find + ".click()")
}

// says waits until the page says something.
func says(p *widgettest.Page, text string) {
	p.Helper()
	p.Wait(fmt.Sprintf(`document.body.innerText.includes(%q)`, text))
}

// TestChromium_Views shows each view in both hosts, and leaves pictures of them. They fit on
// the screen and keep no one out.
func TestChromium_Views(t *testing.T) {
	t.Parallel()
	axe := widgettest.NewAxe(t, "../../internal/tools/axe")
	for _, look := range []struct {
		name, theme, locale string
		width               int64
		host                widgettest.Host
		all                 bool // the rarer views, too
	}{
		{"light", "light", "", 760, widgettest.ChatGPT, true},
		{"dark", "dark", "", 760, widgettest.Apps, false},
		{"light-phone", "light", "", 320, widgettest.Apps, false},
		{"dark-phone", "dark", "", 320, widgettest.ChatGPT, true},
		{"right-to-left", "light", "ar", 1280, widgettest.Apps, false},
		{"right-to-left-phone", "light", "ar", 320, widgettest.ChatGPT, false},
	} {
		t.Run(look.name, func(t *testing.T) {
			t.Parallel()
			bench := newShop(t, nil)
			first := bench.found(asking())
			see := func(p *widgettest.Page, name string) {
				t.Helper()
				p.Wait(`Math.abs(document.body.getBoundingClientRect().height - innerHeight) <= 3`)
				p.Fits()
				axe.Check(p)
				p.Screenshot(name + "-" + look.name)
			}
			setup := widgettest.Setup{Tool: "get_recommendations", Arguments: asking(), Theme: look.theme, Locale: look.locale, Width: look.width}
			p := bench.Show(look.host, setup)
			says(p, "Found")
			press(p, "Star "+first[0].Name)
			press(p, "Star "+first[2].Name)
			see(p, "list")
			press(p, "Refine Recommendations")
			says(p, "Refined by")
			see(p, "refined")
			press(p, shown(p, ".gifts")[0].Name)
			says(p, "Where to find it")
			see(p, "details")
			if !look.all {
				return
			}

			setup.Tool, setup.Arguments = "get_gift_details", map[string]string{"gift_id": first[1].ID}
			setup.Result = linked(bench.call(setup.Tool, setup.Arguments), "https://www.shop.example.com/saw?a=b", true)
			p = bench.Show(look.host, setup)
			says(p, "Opens shop.example.com")
			press(p, "Star this idea")
			see(p, "single")

			setup.Tool, setup.Arguments = "get_recommendations", asking()
			setup.Result = result(map[string]any{"gifts": []any{}, "fallback": true}, nil, "Nothing in the catalog fits this person.\nSay more about interests, age or occasion.", false)
			p = bench.Show(look.host, setup)
			p.Wait(`document.querySelector(".empty")`)
			see(p, "empty")
			setup.Result = result(map[string]any{"gifts": []any{}, "error": "service_error"}, nil, "Unable to fetch recommendations. Please try again.", true)
			p = bench.Show(look.host, setup)
			says(p, "Unable to fetch")
			see(p, "failed")
		})
	}
}

// linked gives a result of get_gift_details a link.
func linked(one map[string]any, link string, affiliate bool) map[string]any {
	one["_meta"] = map[string]any{"gift": map[string]any{"purchase_url": link, "affiliate": affiliate}}
	return one
}
