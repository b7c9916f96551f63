package widget_test

import (
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/widgettest"
)

// A long list comes a page at a time, since a frame that grows takes the search field away
// from the screen: where the frame scrolls, the field stays, and elsewhere a button leads
// back to it.
func TestChromium_Pages(t *testing.T) {
	t.Parallel()
	k := newStove(t)
	k.many(45)
	for _, host := range hosts {
		p := k.bench.Show(host, widgettest.Setup{Tool: "list_recipes", Arguments: map[string]any{}, Height: 400, Width: 900})
		p.Wait(`document.querySelectorAll(".recipe").length === 20 && document.body.innerText.indexOf("Showing 20 of 45 recipes") >= 0`)
		press(p, "Show more")
		p.Wait(`document.querySelectorAll(".recipe").length === 40 && document.activeElement === document.querySelectorAll(".recipe")[20]`)
		press(p, "Show more")
		p.Wait(`document.querySelectorAll(".recipe").length === 45 && [...document.querySelectorAll("button")].every((b) => b.textContent !== "Show more" || b.hidden)`)
		p.Do(`scrollTo(0, 1000)`)
		p.Wait(`scrollY > 500 && document.querySelector("[type=search]").getBoundingClientRect().top >= 0 && document.querySelector("[type=search]").getBoundingClientRect().bottom < 100`)
		press(p, "Back to search")
		p.Wait(`document.activeElement.type === "search"`)
		if !widgettest.Eval[bool](p, `(function (a, b) { return a.top === b.top && a.left < b.left; })(...[...document.querySelectorAll(".recipe")].slice(0, 2).map((r) => r.getBoundingClientRect()))`) {
			t.Errorf("%s shows one column on a wide screen", host)
		}
		if calls := p.Record().Calls; len(calls) != 0 {
			t.Errorf("%s was asked for %v", host, calls)
		}
	}
}

// What isn't found is named, and can be asked for or created in the chat.
func TestChromium_NoHit(t *testing.T) {
	t.Parallel()
	k := newStove(t)
	k.many(2)
	for _, host := range hosts {
		p := k.bench.Show(host, widgettest.Setup{Tool: "list_recipes", Arguments: map[string]any{}})
		p.Wait(`document.querySelector(".recipe")`)
		p.Do(`document.querySelector("[type=search]").focus()`)
		p.Press("caviar")
		p.Wait(`document.body.innerText.indexOf("No recipe has “caviar”") >= 0`)
		press(p, "Ask in the chat")
		press(p, "Create one")
		p.WaitHost(`record.said.length === 2 && record.said.every((text) => text.includes("“caviar”"))`)
		p.Wait(`document.body.innerText.indexOf("Asked in the chat.") >= 0`)
	}
}

// The first step with an empty vault is taken in the chat.
func TestChromium_First(t *testing.T) {
	t.Parallel()
	k := newStove(t)
	p := k.bench.Show(widgettest.Apps, widgettest.Setup{Tool: "list_recipes", Arguments: map[string]any{}})
	p.Wait(`document.querySelector(".empty") && !document.querySelector(".panel") && document.querySelector(".search").hidden`)
	press(p, "Save a first recipe")
	p.WaitHost(`record.said.length === 1`)
}

// Of a recipe that is gone it is said which one, without ids, and what is offered helps.
func TestChromium_Gone(t *testing.T) {
	t.Parallel()
	k := newStove(t)
	k.soup()
	const gone = "11111111-1111-4111-8111-111111111111"
	for _, host := range hosts {
		p := k.bench.Show(host, widgettest.Setup{Tool: "list_recipes", Arguments: map[string]any{}, Result: whole(map[string]any{
			"recipes": []any{map[string]any{"id": gone, "title": "Lost stew"}},
		})})
		press(p, "Lost stew")
		p.Wait(`document.querySelector("h1").textContent === "“Lost stew” is not there any more"`)
		if text := p.Text(); strings.Contains(text, gone) || strings.Contains(text, "Try again") || strings.Contains(text, "list_recipes") {
			t.Errorf("%s says %q", host, text)
		}
		press(p, "Show all recipes")
		press(p, "Roast tomato soup")
		p.Wait(`document.querySelector(".ingredients")`)

		p = k.bench.Show(host, widgettest.Setup{Tool: "list_recipes", Arguments: map[string]any{}, Faults: widgettest.Faults{RefuseCalls: true}})
		press(p, "Roast tomato soup")
		p.Wait(`document.querySelector("h1").textContent === "“Roast tomato soup” did not open"`)
		press(p, "All recipes")
		p.Wait(`document.querySelector(".recipe")`)
	}
}

// While it waits, the widget says for what, and shows its bones.
func TestChromium_Loading(t *testing.T) {
	t.Parallel()
	k := newStove(t)
	k.soup()
	for _, c := range []struct {
		tool      string
		arguments map[string]string
		says      string
	}{
		{"list_recipes", map[string]string{}, "Looking for recipes…"},
		{"get_recipe", map[string]string{"recipe_id": "11111111-1111-4111-8111-111111111111"}, "Opening the recipe…"},
	} {
		p := k.bench.Show(widgettest.ChatGPT, widgettest.Setup{Tool: c.tool, Arguments: c.arguments, Result: whole(map[string]any{}), Faults: widgettest.Faults{NoResult: true}})
		p.Do(`openai.callTool = function () { return new Promise(function () {}); }`)
		p.Wait(`document.querySelector(".bones") && document.body.innerText.indexOf("` + c.says + `") >= 0`)
	}
}

// A host that lets the widget call nothing still leads on: into the chat. Where that can't
// be either, a press shows the whole text.
func TestChromium_Bare(t *testing.T) {
	t.Parallel()
	k := newStove(t)
	k.call("create_recipe", map[string]any{"title": strings.Repeat("Soup and more ", 12), "description": strings.Repeat("Long. ", 90)})
	for _, host := range hosts {
		p := k.bench.Show(host, widgettest.Setup{Tool: "list_recipes", Arguments: map[string]any{}, Faults: widgettest.Faults{NoTools: true}, Width: 320})
		p.Wait(`document.body.innerText.indexOf("Press one to ask for it in the chat.") >= 0`)
		press(p, "Soup and more")
		p.WaitHost(`record.said.length === 1 && record.said[0].indexOf("Show me the recipe “Soup and more") === 0`)
	}
	p := k.bench.Show(widgettest.ChatGPT, widgettest.Setup{Tool: "list_recipes", Arguments: map[string]any{}, Faults: widgettest.Faults{NoTools: true}, Width: 320})
	p.Wait(`document.querySelector(".recipe")`)
	p.Do(`delete openai.sendFollowUpMessage; openai.toolOutput = { ...openai.toolOutput, again: 1 }; window.dispatchEvent(new Event("openai:set_globals"))`)
	p.Wait(`document.body.innerText.indexOf("Ask in the chat to open one.") >= 0`)
	const cut = `[...document.querySelectorAll(".recipe .clamped")].filter((e) => e.scrollHeight > e.clientHeight + 1).length`
	if n := widgettest.Eval[int](p, cut); n != 2 {
		t.Errorf("%d texts are cut off, want 2", n)
	}
	press(p, "Soup and more")
	p.Wait(cut + ` === 0`)
	p.Fits()
}

// Long texts of a card are cut off until they are asked for.
func TestChromium_Unfold(t *testing.T) {
	t.Parallel()
	k := newStove(t)
	p := k.bench.Show(widgettest.Apps, widgettest.Setup{Tool: "get_recipe", Result: whole(strange()["long"]), Width: 320})
	const cut = `[...document.querySelectorAll("header .clamped")].filter((e) => getComputedStyle(e).overflow === "hidden" && e.scrollHeight > e.clientHeight + 1).length`
	p.Wait(cut + ` === 2`)
	press(p, "Show all")
	p.Wait(cut + ` === 0`)
	press(p, "Show less")
	p.Wait(cut + ` === 2`)
}

// In a page that is read from the right, each text has its own direction, words of another
// script aren't called English, and numbers have the digits of the language.
func TestChromium_Arabic(t *testing.T) {
	t.Parallel()
	k := newStove(t)
	p := k.bench.Show(widgettest.Apps, widgettest.Setup{Tool: "get_recipe", Result: whole(strange()["arabic"]), Locale: "ar-EG"})
	p.Wait(`document.querySelector(".amount")`)
	got := widgettest.Eval[string](p, `["h1", ".amount", "h2", ".facts dd"].map((s) => {
		var e = document.querySelector(s), c = getComputedStyle(e);
		return [s, c.direction, e.closest("[lang]").lang, s === "h2" || s === "h1" ? "" : e.textContent, s === ".amount" ? "" : c.textAlign].join(" ");
	}).join("|")`)
	if want := "h1 rtl   right|.amount ltr en ٤ servings |h2 ltr en  right|.facts dd ltr en ١٠ min right"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if !widgettest.Eval[bool](p, `document.querySelector("[aria-label='Fewer servings']").getBoundingClientRect().left < document.querySelector("[aria-label='More servings']").getBoundingClientRect().left`) {
		t.Error("minus and plus stand the other way round than the words between them")
	}
}
