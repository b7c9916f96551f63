package widget_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/widgettest"
)

// held has the host keep its answer to a search back until it is let go.
const held = `(() => {
	const real = callTool;
	callTool = async (name, args) => {
		const result = await real(name, args);
		if (args.query === "bread") await new Promise((go) => { record.go = go; });
		return result;
	};
	return true;
})()`

// An answer that comes after a later one has come shows nothing.
func TestChromium_LaterAnswerWins(t *testing.T) {
	t.Parallel()
	k := newStove(t)
	k.soup()
	k.many(10)
	for _, host := range hosts {
		p := k.bench.Show(host, widgettest.Setup{Tool: "list_recipes", Arguments: map[string]any{"limit": 4}})
		p.Wait(`document.querySelectorAll(".recipe").length === 4`)
		p.WaitHost(held)
		search := func(text string) {
			p.Do(fmt.Sprintf(`var search = document.querySelector("[type=search]"); search.value = %q; search.dispatchEvent(new Event("input"))`, text))
		}
		search("bread")
		p.WaitHost(`record.go`)
		search("soup")
		p.Wait(`document.querySelectorAll(".recipe").length === 1`)
		p.Do(`var heard = 0; addEventListener("message", () => { heard++; })`)
		p.WaitHost(`(record.go(), true)`)
		p.Wait(`heard > 0`)
		p.Do(`new Promise(requestAnimationFrame)`)
		shows(p, ".recipe strong", "Roast tomato soup")
	}
}

// A card that was left with the page opens again as it was, and one that was left for the
// list stays closed.
func TestChromium_Reopens(t *testing.T) {
	t.Parallel()
	k := newStove(t)
	k.soup()
	k.many(2)
	p := k.bench.Show(widgettest.ChatGPT, widgettest.Setup{Tool: "list_recipes", Arguments: map[string]any{}})
	press(p, "Bread 1")
	p.Wait(`document.querySelector("h1").textContent === "Bread 1"`)
	p.WaitHost(`saved && saved.recipe_id`)
	p.Reload()
	p.Wait(`document.querySelector("h1") && document.querySelector("h1").textContent === "Bread 1"`)
	press(p, "‹ All recipes")
	press(p, "Roast tomato soup")
	p.Wait(`document.querySelector(".step")`)
	p.Do(`document.querySelector("[aria-label='Fewer servings']").click(); [1, 4].forEach((i) => { document.querySelectorAll("input")[i].click(); })`)
	press(p, "Next step")
	press(p, "Next step")
	p.WaitHost(`saved && saved.recipes[0].step === 2`)
	p.Reload()
	p.Wait(`document.querySelector(".step")`)
	got := widgettest.Eval[[]string](p, where)
	if want := []string{"Roast tomato soup", "3 servings", "2", "Step 3 of 4"}; !slices.Equal(got, want) {
		t.Errorf("it opens with %q, want %q", got, want)
	}
	shows(p, ".ingredients :checked + span", "1 1/2 onions, cut in wedges", "565 ml vegetable stock")
	press(p, "‹ All recipes")
	p.Wait(`document.querySelectorAll(".recipe").length === 3`)
	p.WaitHost(`saved.recipe_id === null`)
	p.Reload()
	p.Wait(`document.querySelectorAll(".recipe").length === 3 && !document.querySelector(".step")`)
}

// While a change of a recipe has no result, the recipe is shown as it is saved.
func TestChromium_PendingUpdate(t *testing.T) {
	t.Parallel()
	k := newStove(t)
	id := k.soup()
	for _, host := range hosts {
		p := k.bench.Show(host, widgettest.Setup{
			Tool: "update_recipe", Arguments: map[string]any{"recipe_id": id, "title": "Cold soup"}, Result: whole(map[string]any{}), Faults: widgettest.Faults{NoResult: true},
		})
		p.Wait(`document.querySelector(".step")`)
		shows(p, "h1", "Roast tomato soup")
		if calls := p.Record().Calls; len(calls) != 1 || calls[0].Name != "get_recipe" || calls[0].Arguments["recipe_id"] != id {
			t.Errorf("%s was asked for %v", host, calls)
		}
	}
}
