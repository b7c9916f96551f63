package editor_test

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
)

// types replaces what is in a field, as a person does.
func (p *person) types(id, text string) {
	p.Helper()
	p.Do(chromedp.WaitVisible(chromedp.ID(id)), chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`document.getElementById(%q).select()`, id)),
		chromedp.SendKeys(chromedp.ID(id), text))
}

// elsewhere edits the app as another window does.
func (p *person) elsewhere(patch string) {
	p.Helper()
	p.Do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`(function () {
		var at = "/api" + location.pathname;
		return fetch(at).then(function (r) { return r.json(); }).then(function (app) {
			return fetch(at, { method: "PATCH", body: %q, headers: { "Content-Type": "application/json", "If-Match": '"' + app.revision + '"' } });
		}).then(function (r) { if (!r.ok) return r.text().then(function (t) { throw new Error(t); }); });
	})()`, patch), chromedp.EvalAwaitPromise))
}

// chats sends a message that changes the app, and waits until the page has followed.
func (p *person) chats(text, reply string) {
	p.Helper()
	p.Do(chromedp.SendKeys(chromedp.ID("message"), text+"\r"))
	p.sees(fmt.Sprintf(transcript+`.includes(%q) && document.getElementById("stop").hidden`, reply))
	p.sees(`document.querySelector("#bar [aria-label=Undo]").getAttribute("aria-disabled") === "false"`)
}

const unsaved = `(function () { var e = new Event("beforeunload", { cancelable: true }); dispatchEvent(e); return e.defaultPrevented; })()`

// What was refused stays in its form, whatever happens to the rest of the page.
func TestChromium_RefusedIsKept(t *testing.T) {
	t.Parallel()
	b := open(t)
	panel := func(t *testing.T, tab string) *person {
		p := (&bench{t, b.site, b.db, b.url}).person()
		p.create("A table of contacts with name, email and the date of birth")
		p.Do(chromedp.Click(chromedp.CSS("#tabs [data-tab="+tab+"]")), chromedp.WaitVisible(chromedp.CSS("#panel form > .main")))
		return p
	}
	const save = "#panel form > .main"

	t.Run("data", func(t *testing.T) {
		t.Parallel()
		p := panel(t, "data")
		p.types("data", `{"type":"table","columns":[{"key":"a","header":"MY PRECIOUS WORK","type":"dat"}],"rows":[]}`)
		p.Do(chromedp.Click(chromedp.CSS(save)))
		p.sees(`document.querySelector("#panel [role=alert]")`)
		p.chats("make it red", "Updated primary color to red")
		p.elsewhere(`{"name":"Theirs"}`)
		p.sees(`document.querySelector("h1").textContent === "Theirs"`)
		p.sees(`document.getElementById("data").value.includes("MY PRECIOUS WORK") && document.querySelector("#panel [role=alert]")`)
		// Neither another page nor another tab takes it without a question.
		p.sees(unsaved)
		p.sees(`(window.confirm = function () { window.asked = true; return false; })`)
		p.Do(chromedp.Click(chromedp.CSS("#tabs [data-tab=tool]")))
		p.sees(`window.asked && document.getElementById("data").value.includes("MY PRECIOUS WORK")`)
		p.Screenshot("refused-kept")
	})

	t.Run("tool", func(t *testing.T) {
		t.Parallel()
		p := panel(t, "tool")
		p.types("tool-toolDescription", "My long description of what this tool is for, typed with care.")
		p.types("tool-toolName", "1bad")
		p.Do(chromedp.Click(chromedp.CSS(save)))
		p.sees(`document.querySelector("#tool-toolName[aria-invalid]")`)
		p.chats("make it red", "Updated primary color to red")
		p.elsewhere(`{"name":"Theirs"}`)
		p.sees(`document.querySelector("h1").textContent === "Theirs"`)
		p.sees(`document.getElementById("tool-toolDescription").value.includes("typed with care") && document.querySelector("#tool-toolName[aria-invalid]").value === "1bad"`)
		// Once it is saved, nothing asks any more.
		p.types("tool-toolName", "get_contacts")
		p.Do(chromedp.Click(chromedp.CSS(save)))
		p.sees(`document.querySelector("#panel [role=alert]").innerText.includes("Apply mine anyway")`)
		p.Do(chromedp.Click(chromedp.CSS("#panel [role=alert] .main")))
		p.sees(`!document.querySelector("#panel [role=alert]") && document.getElementById("tool-toolDescription").value.includes("typed with care") && !` + unsaved)
	})

	t.Run("conflict", func(t *testing.T) {
		t.Parallel()
		p := panel(t, "tool")
		p.types("tool-toolDescription", "My long description of what this tool is for, typed with care.")
		p.elsewhere(`{"toolDescription":"What somebody else has written in another window."}`)
		p.Do(chromedp.Click(chromedp.CSS(save)))
		p.sees(`document.querySelector("#panel [role=alert]").innerText.includes("Apply mine anyway")`)
		p.chats("make it red", "Updated primary color to red")
		p.elsewhere(`{"name":"Theirs"}`)
		p.sees(`document.querySelector("h1").textContent === "Theirs"`)
		p.sees(`document.getElementById("tool-toolDescription").value.includes("typed with care") && document.querySelector("#panel [role=alert]").innerText.includes("Apply mine anyway")`)
		p.sees(unsaved)
		// Who asks for theirs gets it without another question.
		p.sees(`(window.confirm = function () { window.asked = true; return false; })`)
		p.Do(chromedp.Click(chromedp.CSS("#panel [role=alert] a")))
		p.sees(`document.getElementById("tool-toolDescription").value.includes("somebody else") && !window.asked && !` + unsaved)
	})

	t.Run("publish", func(t *testing.T) {
		t.Parallel()
		p := panel(t, "tool")
		p.Do(chromedp.Click(chromedp.CSS("[data-dialog=publish]")))
		p.types("publish-toolDescription", "My long description of what this tool is for, typed with care.")
		p.types("slug", "api")
		p.Do(chromedp.Click(chromedp.CSS("#publish form .main")))
		p.sees(`document.querySelector("#slug[aria-invalid]")`)
		p.elsewhere(`{"name":"Theirs"}`)
		p.sees(`document.querySelector("h1").textContent === "Theirs"`)
		kept := `document.getElementById("slug").value === "api" && document.getElementById("publish-toolDescription").value.includes("typed with care") && ` + unsaved
		p.sees(kept)
		// Nor is it lost with the answer to another form of the dialog.
		p.Do(chromedp.Evaluate[chromedp.Void](`document.querySelector("#publish form[action$=call-token]").requestSubmit()`))
		p.sees(`document.querySelector("#publish .secret")`)
		p.sees(kept)
		p.types("slug", "")
		p.Do(chromedp.Evaluate[chromedp.Void](`document.getElementById("slug").value = ""`), chromedp.Click(chromedp.CSS("#publish form .main")))
		p.sees(`document.getElementById("copy-endpoint") && !` + unsaved)
	})

	t.Run("no answer", func(t *testing.T) {
		t.Parallel()
		p := panel(t, "tool")
		p.types("tool-name", "Mine")
		p.sees(`(window.fetch = (function (was) { return function (url, o) {
			if (!o || o.method !== "POST") return was.apply(window, arguments);
			return was.apply(window, arguments).then(function () { throw new TypeError("lost"); });
		}; })(window.fetch))`)
		p.Do(chromedp.Click(chromedp.CSS(save)))
		// The server did it, which the page has no way to know before it has looked.
		p.sees(`document.getElementById("banner").innerText.includes("may or may not have been done") && document.querySelector("h1").textContent === "Mine"`)
		p.sees(`!document.body.innerText.includes("Nothing was changed") && document.getElementById("tool-name").value === "Mine" && !document.querySelector(".sending") && ` + unsaved)
	})
}
