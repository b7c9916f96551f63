package widget_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/widgettest"
)

const where = `[document.querySelector("h1").textContent, document.querySelector(".amount").textContent,
	String(document.querySelectorAll(".ingredients :checked").length), document.querySelector(".panel .quiet").textContent]`

// What a cook did with one recipe stays with it, and with no other.
func TestChromium_StatePerRecipe(t *testing.T) {
	t.Parallel()
	k := newStove(t)
	k.soup()
	other := soup()
	other["title"] = "Stew"
	k.call("create_recipe", other)
	p := k.bench.Show(widgettest.ChatGPT, widgettest.Setup{Tool: "list_recipes", Arguments: map[string]any{}})
	is := func(want ...string) {
		t.Helper()
		p.Wait(`document.querySelector(".step")`)
		if got := widgettest.Eval[[]string](p, where); !slices.Equal(got, want) {
			t.Errorf("it shows %q, want %q", got, want)
		}
	}
	change := func() {
		t.Helper()
		p.Do(`document.querySelector("[aria-label='More servings']").click(); document.querySelectorAll("input")[1].click();`)
		press(p, "Next step")
	}
	press(p, "Roast tomato soup")
	p.Wait(`document.querySelector(".step")`)
	change()
	press(p, "‹ All recipes")
	press(p, "Stew")
	is("Stew", "4 servings", "0", "Step 1 of 4")
	p.WaitHost(`saved && saved.recipe_id && saved.recipes.length === 1`)
	p.Reload()
	is("Stew", "4 servings", "0", "Step 1 of 4")
	change()
	change()
	press(p, "‹ All recipes")
	press(p, "Roast tomato soup")
	is("Roast tomato soup", "5 servings", "1", "Step 2 of 4")
	press(p, "‹ All recipes")
	press(p, "Stew")
	is("Stew", "6 servings", "0", "Step 3 of 4")
	p.WaitHost(`saved.recipes.length === 2`)
	id := widgettest.Eval[string](p, `openai.widgetState.recipe_id`)
	p.WaitHost(fmt.Sprintf(`saved = { recipe_id: %q, recipes: [{ id: %q, servings: 1e300, step: 1.5 }] }`, id, id))
	p.Reload()
	is("Stew", "200 servings", "0", "Step 2 of 4")
}

// A result that comes again with _meta, or after the widget failed to show one, takes
// nothing back that a cook did.
func TestChromium_ComesAgain(t *testing.T) {
	t.Parallel()
	k := newStove(t)
	p := k.bench.Show(widgettest.ChatGPT, widgettest.Setup{Tool: "get_recipe", Arguments: map[string]string{"recipe_id": k.soup()}, Faults: widgettest.Faults{DropMeta: true}})
	p.Wait(`document.querySelector(".step")`)
	press(p, "Show all")
	p.Do(`openai.toolResponseMetadata = { more: 1 }; window.dispatchEvent(new Event("openai:set_globals"))`)
	p.Wait(`document.querySelector(".all")`)

	// "Try again" ends in something to see.
	p = k.bench.Show(widgettest.ChatGPT, widgettest.Setup{Tool: "list_recipes", Arguments: map[string]any{}, Faults: widgettest.Faults{NoResult: true}})
	p.Do(`var all = Element.prototype.querySelectorAll; Element.prototype.querySelectorAll = function () { throw new Error("no"); }`)
	p.Wait(`document.querySelector(".message")`)
	p.Do(`Element.prototype.querySelectorAll = all`)
	press(p, "Try again")
	p.Wait(`document.querySelector(".recipe")`)
}

// Variables of a dark host are dark, whatever the system's colors are.
func TestChromium_DarkVariables(t *testing.T) {
	t.Parallel()
	k := newStove(t)
	p := k.bench.Show(widgettest.Apps, widgettest.Setup{Tool: "get_recipe", Arguments: map[string]string{"recipe_id": k.soup()}, Theme: "dark",
		Variables: map[string]string{"--color-text-primary": "light-dark(rgb(1, 1, 1), rgb(250, 250, 250))"}})
	p.Wait(`document.querySelector(".step")`)
	if got := widgettest.Eval[string](p, `getComputedStyle(document.body).color`); got != "rgb(250, 250, 250)" {
		t.Errorf("text is %s", got)
	}
}

// The focus stays in the page when what had it goes, and the screen may go dark when no
// one cooks.
func TestChromium_Leaving(t *testing.T) {
	t.Parallel()
	k := newStove(t)
	k.soup()
	k.many(6)
	p := k.bench.Show(widgettest.Apps, widgettest.Setup{Tool: "list_recipes", Arguments: map[string]any{"limit": 4}})
	p.Wait(`document.querySelectorAll(".recipe").length === 4`)
	p.Do(`[...document.querySelectorAll("button")].find((b) => b.textContent === "Show more").focus()`)
	p.Press("\r")
	p.Wait(`document.querySelectorAll(".recipe").length === 7 && document.activeElement === document.querySelectorAll(".recipe")[4]`)
	p.Do(fakeLock)
	press(p, "Roast tomato soup")
	press(p, "Next step")
	p.Wait(`locks === 1`)
	press(p, "Start 1 h timer")
	press(p, "Pause")
	p.Do(`[...document.querySelectorAll(".run button")].find((b) => b.textContent === "Stop").focus()`)
	p.Press("\r")
	p.Wait(`!document.querySelector(".run") && document.activeElement.matches(".timer")`)
	press(p, "Next step")
	press(p, "Next step")
	p.Wait(`locks === 0`)
	press(p, "Back")
	p.Wait(`locks === 1`)
	press(p, "‹ All recipes")
	p.Wait(`locks === 0`)
}

// The list says nothing that isn't known: what the model asked for stays asked, and what
// it asked for may be lost.
func TestChromium_Asked(t *testing.T) {
	t.Parallel()
	k := newStove(t)
	k.soup()
	k.many(10)
	for _, host := range hosts {
		show := func(arguments map[string]any, f widgettest.Faults) *widgettest.Page {
			t.Helper()
			return k.bench.Show(host, widgettest.Setup{Tool: "list_recipes", Arguments: arguments, Faults: f})
		}
		search := func(p *widgettest.Page, text string) {
			p.Do(`document.querySelector("[type=search]").select()`)
			p.Press(text)
		}
		p := show(map[string]any{"query": "bread"}, widgettest.Faults{NoInput: true})
		p.Wait(`document.querySelectorAll(".recipe").length === 2`)
		search(p, "soup")
		p.Wait(`document.querySelector(".recipe strong").textContent === "Roast tomato soup"`)

		for _, f := range []widgettest.Faults{{}, {NoResult: true}} {
			p = show(map[string]any{"max_difficulty": 2, "limit": 2}, f)
			p.Wait(`document.querySelectorAll(".recipe").length === 2`)
			press(p, "Show more")
			p.Wait(`document.querySelectorAll(".recipe").length === 5`)
			search(p, "bread")
			p.Wait(`document.querySelectorAll(".recipe").length === 2`)
			search(p, "focaccia")
			p.Wait(`document.body.innerText.indexOf("No recipe has “focaccia”") >= 0`)
			press(p, "Show all recipes")
			p.Wait(`document.querySelectorAll(".recipe").length === 11`)
		}
		// What is found here is what the server finds.
		search(p, "brulee,creme")
		p.Wait(`document.querySelectorAll(".recipe").length === 2`)
	}
}

// A recipe that is being saved isn't taken for one of the same title. What is saved is
// shown when it is asked for, and then nothing is said to be missing that is there.
func TestChromium_Pending(t *testing.T) {
	t.Parallel()
	k := newStove(t)
	k.soup()
	type pending struct {
		*widgettest.Page
		shows string
	}
	var pages []pending
	for _, host := range hosts {
		for title, shows := range map[string]string{
			"Roast tomato soup": `document.querySelector(".recipe strong").textContent === "Roast tomato soup" && !document.querySelector(".step")`,
			"Never saved":       `document.body.innerText.indexOf("No recipe has “Never saved”") >= 0`,
		} {
			p := k.bench.Show(host, widgettest.Setup{Tool: "create_recipe", Arguments: map[string]any{"title": title}, Result: whole(map[string]any{}), Faults: widgettest.Faults{NoResult: true}})
			pages = append(pages, pending{p, shows})
		}
	}
	for _, p := range pages {
		p.Wait(`document.querySelector(".message")`)
		if text := p.Text(); !strings.Contains(text, "There was no answer") || len(p.Record().Calls) > 0 {
			t.Errorf("it says %q after %v", text, p.Record().Calls)
		}
		press(p.Page, "Show what is saved")
		p.Wait(`!document.querySelector(".bones")`)
		p.Wait(p.shows)
	}
}

// A message that the host refuses is said not to have arrived.
func TestChromium_Unsaid(t *testing.T) {
	t.Parallel()
	k := newStove(t)
	for _, host := range hosts {
		p := k.bench.Show(host, widgettest.Setup{Tool: "list_recipes", Arguments: map[string]any{}})
		if host == widgettest.ChatGPT {
			p.Wait(`document.querySelector("button.main")`)
			p.Do(`openai.sendFollowUpMessage = function () { return Promise.reject(new Error("no")); }`)
		} else {
			p.WaitHost(`requests["ui/message"] = async () => ({ isError: true })`)
		}
		press(p, "Save a first recipe")
		p.Wait(`document.body.innerText.indexOf("The message could not be sent.") >= 0`)
	}
}
