package editor_test

import (
	"testing"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"github.com/mcp-adapters/mcp-adapters/appbuilder/site"
)

// chat sends a message and waits until nothing is worked on any more.
func (p *person) chat(message, answer string) {
	p.Helper()
	p.Do(chromedp.SendKeys(chromedp.ID("message"), message+"\r"))
	p.sees(transcript + `.includes("` + answer + `") && document.getElementById("stop").hidden`)
}

// The page fills the screen, and the chat scrolls in itself, however long it is.
func TestChromium_FillsTheScreen(t *testing.T) {
	t.Parallel()
	p := open(t).person()
	p.create("Show order history in a table")
	for _, message := range []string{"make it fly", "make it swim", "make it sing"} {
		p.chat(message, message)
		p.sees(`[].slice.call(document.querySelectorAll(".message")).pop().innerText.includes("didn't understand")`)
	}
	for _, width := range []int64{1280, 768, 360, 320} {
		p.Look(width, "light")
		p.sees(`document.documentElement.scrollHeight <= innerHeight && document.getElementById("composer").getBoundingClientRect().bottom <= innerHeight`)
		// What was said last is in sight, with less room too.
		p.sees(`(function () { var t = document.getElementById("transcript"); return t.scrollHeight > t.clientHeight && t.scrollHeight - t.scrollTop - t.clientHeight < 2; })()`)
		// Nothing of the bar, the tabs and the tools is cut off or broken in two.
		p.sees(`[].every.call(document.querySelectorAll(".bar .button,.tabs a,.segments span"), function (e) {
			var r = e.getBoundingClientRect();
			return !r.width || e.scrollWidth <= e.clientWidth + 1 && r.height < 52 && (r.right <= innerWidth || e.closest(".tabs"));
		})`)
	}
}

// A phone shows the chat or what is beside it, by one row of tabs.
func TestChromium_PhoneTabs(t *testing.T) {
	t.Parallel()
	p := open(t).person()
	p.Look(360, "light")
	p.create("Show order history in a table")
	const current = `document.querySelectorAll("#tabs [aria-current]").length === 1 && document.querySelector("#tabs [aria-current]").textContent`
	p.sees(current + ` === "Chat" && !document.getElementById("preview").offsetParent`)
	p.chat("change the primary color to blue", "Updated primary color")
	p.sees(`document.querySelector("#tabs .fresh").textContent === "Preview"`)
	p.Do(chromedp.Click(chromedp.CSS("#tabs [data-tab=preview]")))
	p.sees(current + ` === "Preview" && !document.querySelector("#tabs .fresh") && document.getElementById("preview").offsetParent && !document.getElementById("message").offsetParent`)
	p.shows(`innerHeight > 300`, "true") // there is room for it
	p.Do(chromedp.Click(chromedp.CSS("#tabs [data-tab=tool]")))
	p.sees(current + ` === "Tool" && document.getElementById("tool-name").offsetParent`)
	p.Do(chromedp.Click(chromedp.CSS("#tabs [data-view=chat]")))
	p.sees(current + ` === "Chat" && document.getElementById("message").offsetParent`)
	p.Do(chromedp.Navigate(p.at() + "?tab=more"))
	p.sees(current + ` === "More" && !document.getElementById("message").offsetParent`)
	p.Look(1280, "light")
	p.sees(current + ` === "More" && document.getElementById("message").offsetParent`)
}

// What was written when the server can't be reached stays, and can be sent again.
func TestChromium_Offline(t *testing.T) {
	t.Parallel()
	p := open(t).person()
	p.Allow("ERR_INTERNET_DISCONNECTED")
	p.create("Show order history in a table")
	offline := func(is bool) {
		const unlimited = -1
		_, err := chromedp.Call(p.Context(), network.EmulateNetworkConditionsByRule, network.EmulateNetworkConditionsByRuleParams{
			MatchedNetworkConditions: []*network.Conditions{{Offline: is, DownloadThroughput: unlimited, UploadThroughput: unlimited}},
		})
		if err == nil {
			_, err = chromedp.Call(p.Context(), network.OverrideNetworkState, network.OverrideNetworkStateParams{Offline: is, DownloadThroughput: unlimited, UploadThroughput: unlimited})
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	offline(true)
	p.sees(`document.getElementById("banner").innerText.includes("You are offline")`)
	p.Do(chromedp.SendKeys(chromedp.ID("message"), "make it purple"), chromedp.Click(chromedp.ID("send")))
	p.sees(`document.querySelector("#composer-note [role=alert]").innerText.includes("can't be reached")`)
	p.sees(`document.getElementById("message").value.trim() === "make it purple" && !` + transcript + `.includes("make it purple")`)
	p.sees(`document.activeElement.id === "message"`)
	offline(false)
	p.sees(`!document.getElementById("banner").innerText`)
	p.Do(chromedp.Click(chromedp.CSS("#composer-note button")))
	p.sees(transcript + `.includes("Updated primary color") && !document.querySelector("#composer-note [role=alert]")`)
	p.sees(`!document.getElementById("message").value.trim()`)
}

// A long title leaves a badge its room.
func TestChromium_Badges(t *testing.T) {
	t.Parallel()
	p := open(t).person()
	p.create("A gallery of products as cards, with price and badge")
	const cut = `[].filter.call(document.querySelectorAll(".badge"), function (b) { return b.scrollWidth > b.clientWidth; }).length`
	p.shows(`document.querySelectorAll(".top .badge").length > 4`, "true")
	p.shows(cut, "0")
}

// Who has made as many apps as are allowed for now sees how long to wait, and what was typed
// stays.
func TestChromium_Limit(t *testing.T) {
	t.Parallel()
	m, _ := slow(t)
	p := open(t, func(o *site.Options) { o.Generator = m }).person()
	p.Allow("status of 429")
	p.sees(`document.documentElement.classList.contains("js")`)
	p.Do(chromedp.Evaluate[chromedp.Void](`(async function () {
		for (var last = 200; last === 200;) {
			last = (await fetch("/api/generate", { method: "POST", headers: { "Content-Type": "application/json" }, body: "{\"prompt\":\"Display blog posts\"}" })).status;
		}
	})()`, chromedp.EvalAwaitPromise))
	p.Do(chromedp.SendKeys(chromedp.ID("prompt"), "One more"), chromedp.Click(chromedp.CSS("#create .main")))
	p.sees(`/You can try again in \d+ (seconds|minutes)\./.test(document.querySelector("#create-note .countdown").textContent)`)
	p.sees(`document.querySelector("#create-note button").disabled && document.getElementById("prompt").value === "One more"`)
	p.sees(`document.querySelector("#create-note [role=alert] p").textContent === "You have reached the limit for now."`)
}

// A server that has no room for a moment says so, which is no limit of anyone's.
func TestChromium_Restarting(t *testing.T) {
	t.Parallel()
	b := open(t)
	p := b.person()
	p.Allow("status of 503")
	p.sees(`document.documentElement.classList.contains("js")`)
	b.site.Close()
	p.Do(chromedp.SendKeys(chromedp.ID("prompt"), "One more"), chromedp.Click(chromedp.CSS("#create .main")))
	p.sees(`document.querySelector("#create-note .countdown").textContent`)
	p.sees(`document.querySelector("#create-note [role=alert] p").textContent.startsWith("The server is restarting.")`)
}
