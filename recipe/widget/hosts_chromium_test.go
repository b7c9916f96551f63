package widget_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/widgettest"
)

var hosts = []widgettest.Host{widgettest.ChatGPT, widgettest.Apps}

// faults are what hosts lose, with whether the widget has to ask for what it shows.
var faults = map[string]struct {
	widgettest.Faults
	asks, fails bool
}{
	"nothing lost":         {},
	"no _meta":             {Faults: widgettest.Faults{DropMeta: true}},
	"no structuredContent": {Faults: widgettest.Faults{DropStructured: true}},
	"no content":           {Faults: widgettest.Faults{DropContent: true}},
	"an empty result":      {Faults: widgettest.Faults{ReplayEmpty: true}, asks: true},
	"no result":            {Faults: widgettest.Faults{NoResult: true}, asks: true},
	"late":                 {Faults: widgettest.Faults{Late: true}},
	"no tools":             {Faults: widgettest.Faults{NoTools: true}},
	"no result, no tools":  {Faults: widgettest.Faults{NoResult: true, NoTools: true}, fails: true},
	"refused":              {Faults: widgettest.Faults{NoResult: true, RefuseCalls: true}, asks: true, fails: true},
	"an empty policy":      {Faults: widgettest.Faults{EmptyCSP: true}},
	"slow":                 {Faults: widgettest.Faults{Slow: true}},
	"silent":               {Faults: widgettest.Faults{Silent: true}},
}

// Whatever a host loses, the widget shows what the tool returned, or says plainly what is
// the matter, with a way on. It never calls a tool that writes.
func TestChromium_Faults(t *testing.T) {
	t.Parallel()
	for name, f := range faults {
		for _, host := range hosts {
			t.Run(string(host)+" "+name, func(t *testing.T) {
				t.Parallel()
				k := newStove(t)
				id := k.soup()
				tools := []string{"get_recipe", "list_recipes", "update_recipe", "create_recipe"}
				pages, shows := map[string]*widgettest.Page{}, map[string]string{}
				for _, tool := range tools { // all of them first, since some wait for what doesn't come
					var arguments any = map[string]string{"recipe_id": id}
					shows[tool] = `document.querySelector("h1").textContent === "Roast tomato soup" && document.querySelector(".step")`
					switch tool {
					case "list_recipes":
						arguments, shows[tool] = map[string]string{"query": "roast tomato"}, `document.querySelector(".recipe strong").textContent === "Roast tomato soup"`
					case "update_recipe":
						arguments = map[string]any{"recipe_id": id, "difficulty": 3}
					case "create_recipe":
						fresh := soup()
						fresh["title"] = "Another soup"
						arguments, shows[tool] = fresh, `document.querySelector("h1").textContent === "Another soup" && document.querySelector(".step")`
					}
					pages[tool] = k.bench.Show(host, widgettest.Setup{Tool: tool, Arguments: arguments, Faults: f.Faults})
				}
				for _, tool := range tools {
					p := pages[tool]
					pending := tool == "create_recipe" && f.asks // what is saved is shown when the person asks
					if pending {
						press(p, "Show what is saved")
						shows[tool] = `document.querySelector(".recipe strong").textContent === "Another soup"`
					}
					if f.fails {
						if pending {
							p.Wait(`!document.querySelector(".bones") && document.body.innerText.indexOf("There was no answer") < 0`)
						}
						p.Wait(`document.querySelector(".message")`)
						if text := p.Text(); !strings.Contains(text, "Try again") && !strings.Contains(text, "Ask for it in the chat.") {
							t.Errorf("%s shows no way on: %s", tool, text)
						}
					} else {
						p.Wait(`document.querySelector("main *") && !document.querySelector(".bones") && ` + shows[tool])
					}
					calls := p.Record().Calls
					for _, c := range calls {
						if c.Name != "get_recipe" && c.Name != "list_recipes" {
							t.Errorf("for %s, the widget called %s", tool, c.Name)
						}
					}
					if (len(calls) > 0) != f.asks || len(calls) > 2 {
						t.Errorf("for %s, the widget made %d calls", tool, len(calls))
					}
				}
				if list, _ := k.call("list_recipes", map[string]any{})["recipes"].([]any); len(list) != 2 {
					t.Errorf("there are %d recipes, want the 2 that the model saved", len(list))
				}
			})
		}
	}
}

// A cook who has no mouse scales, ticks, steps and starts a timer, and after a reload in
// ChatGPT goes on where she was.
func TestChromium_Keyboard(t *testing.T) {
	t.Parallel()
	k := newStove(t)
	id := k.soup()
	for _, host := range hosts {
		p := k.bench.Show(host, widgettest.Setup{Tool: "get_recipe", Arguments: map[string]string{"recipe_id": id}})
		p.Wait(`document.querySelector(".step")`)
		to := func(focused string) { // by the Tab key alone
			t.Helper()
			var passed []string
			for range 40 {
				p.Press("\t")
				if widgettest.Eval[bool](p, fmt.Sprintf(`document.activeElement.matches(%q)`, focused)) {
					if !widgettest.Eval[bool](p, `getComputedStyle(document.activeElement).outlineStyle !== "none"`) {
						t.Errorf("it isn't seen that %s has the focus", focused)
					}
					return
				}
				passed = append(passed, widgettest.Eval[string](p, `document.activeElement.outerHTML`))
			}
			t.Fatalf("Tab doesn't reach %s: %s", focused, passed)
		}
		p.Do(`document.body.tabIndex = -1; document.body.focus()`)
		to(`[aria-label="More servings"]`)
		p.Press("\r")
		p.Press("\r")
		to(`.ingredients input`)
		p.Press(" ")
		to(`.main`)
		p.Press("\r")
		p.Wait(`document.activeElement.matches(".step")`)
		to(`.timer`)
		p.Press("\r")
		want := []string{"6 servings", "2.25 kg", "true", "Step 2 of 4", "Roast until the edges are dark.", "1 timers"}
		state := `[document.querySelector(".amount").textContent, document.querySelector(".ingredients strong").textContent, String(document.querySelector(".ingredients input").checked),
			document.querySelector(".panel .quiet").textContent, document.querySelector(".step").textContent, document.querySelectorAll(".run").length + " timers"]`
		if got := widgettest.Eval[[]string](p, state); !slices.Equal(got, want) {
			t.Errorf("%s shows %q, want %q", host, got, want)
		}
		if host == widgettest.ChatGPT {
			p.WaitHost(`saved && saved.timers && saved.timers.length === 1`)
			p.Reload()
			p.Wait(`document.querySelector(".step")`)
			if got := widgettest.Eval[[]string](p, state); !slices.Equal(got, want) {
				t.Errorf("after a reload it shows %q, want %q", got, want)
			}
		}
		hours(p, 2)
		p.Wait(`document.querySelector(".over") && document.querySelector(".over strong").textContent === "Time’s up"`)
		press(p, "OK")
		p.Wait(`!document.querySelector(".run")`)
	}
}

// The list filters as one types, opens a card in place, and returns with what was typed
// and the focus where it was. A timer runs on meanwhile.
func TestChromium_List(t *testing.T) {
	t.Parallel()
	k := newStove(t)
	k.soup()
	k.many(6)
	for _, host := range hosts {
		p := k.bench.Show(host, widgettest.Setup{Tool: "list_recipes", Arguments: map[string]any{}})
		p.Wait(`document.querySelectorAll(".recipe").length === 7`)
		p.Do(`document.querySelector("[type=search]").focus()`)
		p.Press("TOMATO so")
		p.Wait(`document.querySelectorAll(".recipe").length === 1`)
		p.Press("\t")
		p.Press("\r")
		p.Wait(`document.querySelector(".step") && document.activeElement.tagName === "H1"`)
		press(p, "Next step")
		press(p, "Start 1 h timer")
		press(p, "‹ All recipes")
		p.Wait(`document.activeElement.matches(".recipe") && document.querySelector("[type=search]").value === "TOMATO so" && document.querySelector(".timers .run")`)
		if calls := p.Record().Calls; len(calls) != 1 || calls[0].Name != "get_recipe" {
			t.Errorf("%s was asked for %v", host, calls)
		}
	}
}

// Where the host's list is only a part, the server is asked: for what is typed, and for
// what follows.
func TestChromium_LongList(t *testing.T) {
	t.Parallel()
	k := newStove(t)
	k.soup()
	k.many(10)
	for _, host := range hosts {
		p := k.bench.Show(host, widgettest.Setup{Tool: "list_recipes", Arguments: map[string]any{"limit": 4}})
		p.Wait(`document.querySelectorAll(".recipe").length === 4 && document.body.innerText.indexOf("Showing 4 of 11 recipes") >= 0`)
		p.Do(`document.querySelector("[type=search]").focus()`)
		// At once: on a slow machine, "so" would be searched for too.
		p.Do(`document.execCommand("insertText", false, "soup")`)
		p.Wait(`document.querySelectorAll(".recipe").length === 1`)
		p.Do(`document.querySelector("[type=search]").select()`)
		p.Press("\b")
		p.Wait(`document.querySelectorAll(".recipe").length === 11`)
		calls := p.Record().Calls
		if len(calls) < 2 || calls[len(calls)-2].Arguments["query"] != "soup" {
			t.Errorf("%s was asked for %v", host, calls)
		}
		p = k.bench.Show(host, widgettest.Setup{Tool: "list_recipes", Arguments: map[string]any{"limit": 4}})
		press(p, "Show more")
		p.Wait(`document.querySelectorAll(".recipe").length === 11 && document.body.innerText.indexOf("11 recipes") >= 0`)
		if calls := p.Record().Calls; len(calls) != 1 || calls[0].Arguments["cursor"] == nil {
			t.Errorf("%s was asked for %v", host, calls)
		}
		// What the model looked for is not all that there is.
		p = k.bench.Show(host, widgettest.Setup{Tool: "list_recipes", Arguments: map[string]any{"query": "bread"}})
		p.Wait(`document.querySelectorAll(".recipe").length === 2 && document.querySelector("[type=search]").value === "bread"`)
		p.Do(`document.querySelector("[type=search]").select()`)
		p.Press("soup")
		p.Wait(`document.querySelectorAll(".recipe").length === 1 && document.querySelector(".recipe strong").textContent === "Roast tomato soup"`)
	}
}

// fakeLock counts the locks that keep the screen on; drop has the system take them back.
const fakeLock = `window.locks = 0;
	Object.defineProperty(document, "featurePolicy", { value: null });
	Object.defineProperty(navigator, "wakeLock", { value: { request: function () {
		var gone;
		locks++;
		window.drop = () => { locks--; gone(); };
		return Promise.resolve({ addEventListener: function (name, f) { gone = f; }, release: function () { locks--; gone(); } });
	} } })`

// The screen stays on while someone cooks, where the host allows it, until the widget ends.
// What a change of tabs takes away is asked for again.
func TestChromium_Cooking(t *testing.T) {
	t.Parallel()
	k := newStove(t)
	p := k.bench.Show(widgettest.Apps, widgettest.Setup{Tool: "get_recipe", Arguments: map[string]string{"recipe_id": k.soup()}})
	p.Wait(`document.querySelector(".step")`)
	p.Do(fakeLock)
	p.Do(`document.dispatchEvent(new Event("visibilitychange"))`)
	if n := widgettest.Eval[int](p, `locks`); n != 0 {
		t.Error("the screen is kept on for no cook")
	}
	press(p, "Next step")
	p.Wait(`locks === 1`)
	p.Do(`drop(); document.dispatchEvent(new Event("visibilitychange"))`)
	p.Wait(`locks === 1`)
	press(p, "Start 1 h timer")
	p.End()
	p.Wait(`locks === 0`)
}

// A call of the model's that failed is said in its words, and isn't made again: what is
// offered is a look at what there is.
func TestChromium_Failed(t *testing.T) {
	t.Parallel()
	k := newStove(t)
	id := k.soup()
	p := k.bench.Show(widgettest.Apps, widgettest.Setup{Tool: "update_recipe", Arguments: map[string]any{"recipe_id": id, "title": "x"}, Result: map[string]any{
		"isError": true, "content": []map[string]any{{"type": "text", "text": "The recipe was changed meanwhile."}},
	}})
	p.Wait(`document.body.innerText.indexOf("The recipe was changed meanwhile.") >= 0`)
	press(p, "Show what is saved")
	p.Wait(`document.querySelector("h1").textContent === "Roast tomato soup" && document.querySelector(".step")`)
	if calls := p.Record().Calls; len(calls) != 1 || calls[0].Name != "get_recipe" {
		t.Errorf("the widget called %v", calls)
	}
}

// What strangers wrote is text: it has no effect, and fits on the screen.
func TestChromium_Hostile(t *testing.T) {
	t.Parallel()
	k := newStove(t)
	k.call("create_recipe", map[string]any{
		"title": hostile, "description": hostile, "ingredients": []map[string]any{{"name": hostile, "notes": hostile}}, "steps": []map[string]any{{"instruction": hostile}},
	})
	for _, host := range hosts {
		for _, f := range []widgettest.Faults{{}, {DropStructured: true}} {
			p := k.bench.Show(host, widgettest.Setup{Tool: "list_recipes", Arguments: map[string]any{}, Faults: f, Width: 320})
			p.Wait(`document.querySelector(".recipe")`)
			p.Fits()
			p.Do(`document.querySelector(".recipe").click()`)
			p.Wait(`document.querySelector(".step")`)
			p.Fits()
			got := widgettest.Eval[[]string](p, `["h1", "header .quiet", ".ingredients label span span", ".step"].map(function (s) { return document.querySelector(s).textContent; })`)
			for i, text := range got {
				if text != hostile {
					t.Errorf("%s shows %d as %q", host, i, text)
				}
			}
			if widgettest.Eval[bool](p, `!!document.querySelector("main img, main script")`) {
				t.Errorf("%s has markup of a recipe in its page", host)
			}
		}
	}
}
