package widget_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mcp-adapters/mcp-adapters/gift/catalog"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/widgettest"
)

// same fails the test unless a list shows these gifts.
func same(p *widgettest.Page, of string, want []item) {
	p.Helper()
	list := []string{}
	for _, g := range want {
		list = append(list, g.Name)
	}
	if got := names(p, of); !slices.Equal(got, list) {
		p.Errorf("%s shows %q, want %q", of, got, list)
	}
}

// names are what the list shows, from its top.
func names(p *widgettest.Page, of string) []string {
	p.Helper()
	return widgettest.Eval[[]string](p, `[...document.querySelectorAll("`+of+` h3")].map((h) => h.textContent)`)
}

// called fails the test unless the page's calls so far were these.
func called(p *widgettest.Page, want ...map[string]any) {
	p.Helper()
	got := []map[string]any{}
	for _, c := range p.Record().Calls {
		got = append(got, map[string]any{"name": c.Name, "arguments": c.Arguments})
	}
	if diff := cmp.Diff(append([]map[string]any{}, want...), got); diff != "" {
		p.Errorf("the page called (-want +got):\n%s", diff)
	}
}

func finds(past, stars []any) map[string]any {
	return map[string]any{"name": "get_recommendations", "arguments": map[string]any{
		"recipient_description": dad, "past_gifts": past, "limit": 5., "starred_gift_ids": stars,
	}}
}

func opens(id string) map[string]any {
	return map[string]any{"name": "get_gift_details", "arguments": map[string]any{"gift_id": id}}
}

// TestStarAndRefine stars an idea in ChatGPT and refines the list by it, by the
// call that the model made and the star. Stars survive a reload, and names are text.
func TestStarAndRefine(t *testing.T) {
	t.Parallel()
	const name = `<img src=x onerror="console.error('run')"> `
	s := newShop(t, func(g *catalog.Gift) { g.Name = (name + g.Name)[:min(100, len(name+g.Name))] })
	first := s.found(asking())
	p := s.Show(widgettest.ChatGPT, widgettest.Setup{Tool: "get_recommendations", Arguments: asking()})
	same(p, ".gifts", first)
	says(p, name)
	if !widgettest.Eval[bool](p, `document.images.length === 0 && document.querySelector("h1").textContent === "Gift ideas"`) {
		t.Error("a name has become a part of the page")
	}
	id := first[0].ID
	press(p, "Star "+first[0].Name)
	p.Wait(`document.querySelectorAll('.star[aria-pressed="true"]').length === 1`)
	p.WaitHost(fmt.Sprintf(`JSON.stringify(saved) === JSON.stringify({ starredGiftIds: [%q], recipientDescription: %q })`, id, dad))

	press(p, "Refine Recommendations (1)")
	says(p, "Refined by 1 star")
	called(p, finds([]any{"tie"}, []any{id}))
	if got := names(p, ".pinned"); !slices.Equal(got, []string{first[0].Name}) {
		t.Errorf("above the list stands %q", got)
	}
	if got := names(p, ".gifts"); len(got) != 5 || slices.Contains(got, first[0].Name) {
		t.Errorf("the list has %q", got)
	}
	p.Reload()
	p.Wait(`document.querySelectorAll(".gifts .card").length === 5`)
	if got := widgettest.Eval[[]string](p, `[...document.querySelectorAll('.star[aria-pressed="true"]')].map((b) => b.getAttribute("aria-label"))`); !slices.Equal(got, []string{"Star " + first[0].Name}) {
		t.Errorf("after a reload, these are starred: %q", got)
	}
	press(p, "Refine Recommendations (1)") // by the star of before
	says(p, "Refined by 1 star")
	called(p, finds([]any{"tie"}, []any{id}), finds([]any{"tie"}, []any{id}))
}

// TestAppsHost has a host of MCP Apps greet the page and send the result. It
// shows that, calls the tool for more, and tells its height and, to the model, the stars.
func TestAppsHost(t *testing.T) {
	t.Parallel()
	s := newShop(t, nil)
	first := s.found(asking())
	p := s.Show(widgettest.Apps, widgettest.Setup{Tool: "get_recommendations", Arguments: asking()})
	says(p, "Found ")
	p.WaitHost(`greeted && ready && record.sizes.some((h) => h > 300)`)
	called(p)
	same(p, ".gifts", first)
	notes := s.call("get_recommendations", asking())["_meta"].(map[string]any)["notes"].([]any)
	says(p, notes[0].(string))
	card := widgettest.Eval[string](p, `document.querySelector(".gifts .card").textContent`)
	for _, part := range []string{first[0].Brief, first[0].Categories[0]} {
		if !contains(card, part) {
			t.Errorf("the first card lacks %q:\n%s", part, card)
		}
	}
	press(p, "Star "+first[1].Name)
	p.WaitHost(`record.contexts.length === 1`)
	told := map[string]any{"structuredContent": map[string]any{
		"starredGiftIds": []any{first[1].ID}, "recipientDescription": dad,
		"starredGifts": []any{map[string]any{"id": first[1].ID, "name": first[1].Name}},
	}}
	if diff := cmp.Diff(told, p.Record().Context[0]); diff != "" {
		t.Errorf("the model is told (-want +got):\n%s", diff)
	}
	sizes := len(p.Record().Sizes)
	press(p, "Refine Recommendations (1)")
	says(p, "Refined by 1 star")
	called(p, finds([]any{"tie"}, []any{first[1].ID}))
	p.WaitHost(fmt.Sprintf(`record.sizes.length > %d`, sizes))
}

// Other ideas are asked for with the names that were shown and not starred, of which the
// last twenty count; what was given before stays among them while there is room. The lists
// of before can be shown again.
func TestChromium_OtherIdeas(t *testing.T) {
	t.Parallel()
	s := newShop(t, nil)
	first := s.found(asking())
	p := s.Show(widgettest.Apps, widgettest.Setup{Tool: "get_recommendations", Arguments: asking()})
	says(p, "Found")
	press(p, "Star "+first[1].Name)
	press(p, "Other ideas")
	p.Wait(`document.querySelectorAll(".pinned .card").length === 1 && !document.querySelector("[aria-busy]")`)
	past := []any{"tie", first[0].Name, first[2].Name, first[3].Name, first[4].Name}
	other := finds(past, []any{first[1].ID})
	called(p, other)
	same(p, ".pinned", first[1:2])
	for _, g := range shown(p, ".gifts") {
		if slices.ContainsFunc(first, func(f item) bool { return f.ID == g.ID }) {
			t.Errorf("%s is shown again", g.Name)
		}
	}
	if !widgettest.Eval[bool](p, `document.activeElement.id === "found"`) {
		t.Error("the focus isn't where the new ideas begin")
	}
	press(p, "Refine Recommendations (1)") // doesn't bring back what was passed over
	p.Wait(`!document.querySelector("[aria-busy]")`)
	called(p, other, other)
	press(p, "Earlier ideas")
	press(p, "Earlier ideas")
	p.Wait(`!document.querySelector(".pinned") && document.querySelectorAll('.gifts [aria-pressed="true"]').length === 1`)
	same(p, ".gifts", first)

	// What was passed over and is starred after all isn't kept away any more.
	press(p, "Star "+first[0].Name)
	press(p, "Other ideas")
	p.WaitHost(`record.calls.length === 3`)
	past, _ = p.Record().Calls[2].Arguments["past_gifts"].([]any)
	if slices.Contains(past, any(first[0].Name)) || !slices.Contains(past, any(first[2].Name)) {
		t.Errorf("passed over are %q", past)
	}
}

// Twenty names at most are passed over: first go those that were shown first, and those
// that were given only where what is shown now needs the room.
func TestChromium_OtherIdeasLimit(t *testing.T) {
	t.Parallel()
	s := newShop(t, nil)
	args, given := asking(), []any{}
	for i := range 18 {
		given = append(given, fmt.Sprint("given ", i))
	}
	args["past_gifts"] = given
	p := s.Show(widgettest.ChatGPT, widgettest.Setup{Tool: "get_recommendations", Arguments: args})
	says(p, "Found")
	calls := []map[string]any{}
	for range 2 {
		past := slices.Clone(given[3:])
		for _, g := range shown(p, ".gifts") {
			past = append(past, g.Name)
		}
		calls = append(calls, finds(past, []any{}))
		press(p, "Other ideas")
		p.WaitHost(fmt.Sprintf(`record.calls.length === %d`, len(calls)))
		p.Wait(`!document.querySelector("[aria-busy]")`)
		called(p, calls...)
	}
}

// A gift opens in place, at once where its details came with the list, and Back leads to
// where one was.
func TestChromium_Details(t *testing.T) {
	t.Parallel()
	bench := newShop(t, nil)
	first := bench.found(asking())
	for _, host := range hosts {
		p := bench.Show(host, widgettest.Setup{Tool: "get_recommendations", Arguments: asking(), Width: 320})
		says(p, "Found")
		p.WaitHost(`theFrame.offsetHeight > innerHeight`)
		p.DoHost(`scrollTo(0, 1e5)`)
		press(p, first[2].Name)
		p.WaitHost(`scrollY < 200`) // the name is in sight, though the frame is as high as the page
		says(p, first[2].Guidance)
		called(p)
		for _, part := range []string{first[2].Full, first[2].Occasions[len(first[2].Occasions)-1], first[2].Recipients[len(first[2].Recipients)-1]} {
			if !contains(p.Text(), part) {
				t.Errorf("the details lack %q:\n%s", part, p.Text())
			}
		}
		if !widgettest.Eval[bool](p, `document.activeElement.tagName === "H1"`) {
			t.Error("the focus isn't at the gift's name")
		}
		press(p, "Star this idea")
		p.Wait(`document.querySelector("[data-key=star]").getAttribute("aria-pressed") === "true"`)
		press(p, "All ideas")
		p.Wait(fmt.Sprintf(`document.activeElement.textContent === %q`, first[2].Name))
		p.Wait(`document.querySelectorAll('.gifts [aria-pressed="true"]').length === 1`)
		p.Press("\r")
		says(p, "Where to find it")
		p.Press("\x1b")
		p.Wait(fmt.Sprintf(`document.activeElement.textContent === %q`, first[2].Name))
	}

	// Without _meta they are asked for, once.
	p := bench.Show(widgettest.Apps, widgettest.Setup{Tool: "get_recommendations", Arguments: asking(), Faults: widgettest.Faults{DropMeta: true}})
	says(p, first[0].Brief)
	press(p, first[0].Name)
	says(p, first[0].Guidance)
	press(p, "All ideas")
	press(p, first[0].Name)
	says(p, first[0].Guidance)
	called(p, opens(first[0].ID))
	press(p, "All ideas")

	// What comes after Back, or fails, disturbs nothing.
	const hold = `var kept = %[1]s["%[2]s"], free; %[1]s["%[2]s"] = (p) => new Promise((r) => { free = r; }).then(() => kept(p));`
	p.DoHost(fmt.Sprintf(hold, "requests", "tools/call"))
	press(p, first[1].Name)
	p.WaitHost(`free`)
	says(p, first[1].Brief)
	press(p, "All ideas")
	p.DoHost(`requests["tools/call"] = async () => { throw new Error("Not now."); }`)
	press(p, first[2].Name)
	says(p, "Not now.")
	p.DoHost(`free()`)
	p.WaitHost(`record.calls.length === 2`)
	p.DoHost(`new Promise((r) => setTimeout(r)).then(() => ask("ping"))`)
	if got := widgettest.Eval[string](p, `document.querySelector("h1").textContent`); got != first[2].Name {
		t.Errorf("%q is shown, want %q", got, first[2].Name)
	}
	p.DoHost(`requests["tools/call"] = kept`)
	press(p, "Try again")
	says(p, first[2].Guidance)
	if contains(p.Text(), "Not now.") {
		t.Error("it still says what failed")
	}
	press(p, "All ideas")
	press(p, first[1].Name) // came meanwhile
	says(p, first[1].Guidance)
	called(p, opens(first[0].ID), opens(first[1].ID), opens(first[2].ID))
}

// The page of one gift shows it whole, and keeps its star.
func TestChromium_Single(t *testing.T) {
	t.Parallel()
	const shop = "https://www.shop.example.com/saw?a=b"
	s := newShop(t, func(g *catalog.Gift) { g.URL, g.Affiliate = shop, true })
	g := s.found(asking())[0]
	args := map[string]string{"gift_id": g.ID}
	for _, host := range hosts {
		p := s.Show(host, widgettest.Setup{Tool: "get_gift_details", Arguments: args})
		says(p, g.Full)
		says(p, "may earn a commission")
		says(p, "Opens shop.example.com")
		press(p, "Go to the shop")
		p.WaitHost(fmt.Sprintf(`record.opened.join() === %q`, shop))
		press(p, "Star this idea")
		if host == widgettest.ChatGPT {
			p.WaitHost(fmt.Sprintf(`saved.starredGiftIds.join() === %q`, g.ID))
			p.Reload()
			p.Wait(`document.querySelector('[aria-pressed="true"]')`)
		} else {
			p.WaitHost(fmt.Sprintf(`record.contexts[0].structuredContent.starredGifts[0].name === %q`, g.Name))
		}
		press(p, "More like this")
		p.WaitHost(fmt.Sprintf(`record.said.length === 1 && record.said[0].includes(%q)`, g.ID))
		press(p, "Back")
		p.WaitHost(`record.said.length === 2`)
		called(p)
	}
	// Only an https page can be gone to, and no one earns a commission but who says so.
	for link, can := range map[string]bool{"https://plain.example.com": true, "http://plain.example.com": false, "javascript:alert(1)": false, "": false} {
		one := linked(s.call("get_gift_details", args), link, false)
		p := s.Show(widgettest.Apps, widgettest.Setup{Tool: "get_gift_details", Arguments: args, Result: one})
		says(p, g.Full)
		if got := contains(p.Text(), "Go to the shop"); got != can {
			t.Errorf("%s can be gone to: %v", link, got)
		}
		if contains(p.Text(), "commission") {
			t.Errorf("%s is said to be an affiliate's", link)
		}
	}
}
