package editor_test

import (
	"testing"

	"github.com/chromedp/chromedp"
)

// Beside an address that was refused stands what is wrong with it, and beside another one only
// what is true of that. Once an app is published, its address is in sight.
func TestChromium_RefusedAddress(t *testing.T) {
	t.Parallel()
	p := open(t).person()
	p.create("Show the order history of our shop in a table")
	p.Look(360, "light")
	p.Do(chromedp.Evaluate[chromedp.Void](`document.querySelector("[data-dialog=publish]").click()`))
	p.types("slug", "admin")
	p.types("publish-toolDescription", "x")
	p.Do(chromedp.Click(chromedp.CSS("#publish form .main")))
	const state = `document.getElementById("slug-state").textContent`
	p.sees(`document.querySelector("#slug[aria-invalid]") && document.querySelector("#publish-toolDescription[aria-invalid]") && ` + state + ` === ""`)
	p.sees(`document.getElementById("publish-toolDescription-fault").textContent.startsWith("This has 1 character;")`)
	p.Screenshot("publish-refused-360")
	p.types("slug", "my-orders")
	p.sees(state + `.endsWith("/servers/my-orders/mcp is free.")`)
	p.sees(`!document.getElementById("slug-fault") && !document.querySelector("#slug[aria-invalid]") && document.getElementById("slug").getAttribute("aria-describedby") === "slug-hint"`)
	// What is wrong with another field still is.
	p.sees(`document.getElementById("publish-toolDescription-fault")`)
	// Another form of the dialog leaves what was typed, and its address.
	p.Do(chromedp.Evaluate[chromedp.Void](`document.querySelector("#publish form[action$=call-token]").requestSubmit()`))
	p.sees(`document.querySelector("#publish .secret") && document.getElementById("slug").value === "my-orders" && ` + state + `.endsWith("/servers/my-orders/mcp")`)
	p.types("publish-toolDescription", "Get the orders of the shop, with what they cost.")
	p.Do(chromedp.Click(chromedp.CSS("#publish form .main")))
	p.sees(`document.getElementById("copy-endpoint")`)
	p.sees(`(function () {
		var dialog = document.getElementById("publish"), r = document.querySelector("[data-copy=copy-endpoint]").getBoundingClientRect();
		return dialog.scrollTop === 0 && r.top > 0 && r.bottom < innerHeight && document.activeElement.id === "publish-title";
	})()`)
	p.Screenshot("publish-after-refused-360")
}
