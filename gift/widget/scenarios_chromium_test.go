package widget_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"mcp-adapters/internal/widgettest"
)

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

// TestScenario27_StarAndRefine stars an idea in ChatGPT and refines the list by it, by the
// call that the model made and the star. Stars survive a reload, and names are text.
func TestScenario27_StarAndRefine(t *testing.T) {
	t.Parallel()
	s := builtIn(t)
	s.gifts[1].Name = `<img src=x onerror="console.error('run')">`
	p := s.bench().Show(widgettest.ChatGPT, widgettest.Setup{Tool: "get_recommendations", Arguments: asking()})
	says(p, s.gifts[1].Name)
	if !widgettest.Eval[bool](p, `document.images.length === 0 && document.querySelector("h1").textContent === "Gift ideas"`) {
		t.Error("a name has become a part of the page")
	}
	id := s.gifts[0].ID
	press(p, "Star "+s.gifts[0].Name)
	p.Wait(`document.querySelectorAll('.star[aria-pressed="true"]').length === 1`)
	p.WaitHost(fmt.Sprintf(`JSON.stringify(saved) === JSON.stringify({ starredGiftIds: [%q], recipientDescription: %q })`, id, dad))

	press(p, "Refine Recommendations (1)")
	says(p, "Refined by 1 star")
	called(p, finds([]any{"tie"}, []any{id}))
	if got := names(p, ".pinned"); !slices.Equal(got, []string{s.gifts[0].Name}) {
		t.Errorf("above the list stands %q", got)
	}
	if got := names(p, ".gifts"); len(got) != 5 || slices.Contains(got, s.gifts[0].Name) {
		t.Errorf("the list has %q", got)
	}
	p.Reload()
	p.Wait(`document.querySelectorAll(".gifts .card").length === 5`)
	if got := widgettest.Eval[[]string](p, `[...document.querySelectorAll('.star[aria-pressed="true"]')].map((b) => b.getAttribute("aria-label"))`); !slices.Equal(got, []string{"Star " + s.gifts[0].Name}) {
		t.Errorf("after a reload, these are starred: %q", got)
	}
	press(p, "Refine Recommendations (1)") // by the star of before
	says(p, "Refined by 1 star")
	called(p, finds([]any{"tie"}, []any{id}), finds([]any{"tie"}, []any{id}))
}

// TestScenario28_AppsHost has a host of MCP Apps greet the page and send the result. It
// shows that, calls the tool for more, and tells its height and, to the model, the stars.
func TestScenario28_AppsHost(t *testing.T) {
	t.Parallel()
	s := builtIn(t)
	p := s.bench().Show(widgettest.Apps, widgettest.Setup{Tool: "get_recommendations", Arguments: asking()})
	says(p, "Found 23 matches from 640 ideas")
	p.WaitHost(`greeted && ready && record.sizes.some((h) => h > 300)`)
	called(p)
	want := []string{}
	for _, g := range s.gifts[:5] {
		want = append(want, g.Name)
	}
	if got := names(p, ".gifts"); !slices.Equal(got, want) {
		t.Errorf("the list has %q, want %q", got, want)
	}
	first := widgettest.Eval[string](p, `document.querySelector(".gifts .card").innerText`)
	for _, part := range []string{s.gifts[0].Brief, "94% match", s.gifts[0].Categories[0], "· for a parent"} {
		if !contains(first, part) {
			t.Errorf("the first card lacks %q:\n%s", part, first)
		}
	}
	press(p, "Star "+s.gifts[1].Name)
	p.WaitHost(`record.contexts.length === 1`)
	told := map[string]any{"structuredContent": map[string]any{
		"starredGiftIds": []any{s.gifts[1].ID}, "recipientDescription": dad,
		"starredGifts": []any{map[string]any{"id": s.gifts[1].ID, "name": s.gifts[1].Name}},
	}}
	if diff := cmp.Diff(told, p.Record().Context[0]); diff != "" {
		t.Errorf("the model is told (-want +got):\n%s", diff)
	}
	sizes := len(p.Record().Sizes)
	press(p, "Refine Recommendations (1)")
	says(p, "Refined by 1 star")
	called(p, finds([]any{"tie"}, []any{s.gifts[1].ID}))
	p.WaitHost(fmt.Sprintf(`record.sizes.length > %d`, sizes))
}

// Other ideas are asked for with the names that were shown and not starred, of which the
// last twenty count; what was given before stays among them while there is room. The lists
// of before can be shown again.
func TestChromium_OtherIdeas(t *testing.T) {
	t.Parallel()
	s := builtIn(t)
	p := s.bench().Show(widgettest.Apps, widgettest.Setup{Tool: "get_recommendations", Arguments: asking()})
	says(p, "Found")
	press(p, "Star "+s.gifts[1].Name)
	press(p, "Other ideas")
	p.Wait(`document.querySelectorAll(".pinned .card").length === 1 && !document.querySelector("[aria-busy]")`)
	past := []any{"tie", s.gifts[0].Name, s.gifts[2].Name, s.gifts[3].Name, s.gifts[4].Name}
	first := finds(past, []any{s.gifts[1].ID})
	called(p, first)
	if got := names(p, ".gifts"); got[0] != s.gifts[5].Name {
		t.Errorf("the other ideas are %q", got)
	}
	if !widgettest.Eval[bool](p, `document.activeElement.id === "found"`) {
		t.Error("the focus isn't where the new ideas begin")
	}
	press(p, "Refine Recommendations (1)") // doesn't bring back what was passed over
	p.Wait(`!document.querySelector("[aria-busy]")`)
	called(p, first, first)
	press(p, "Earlier ideas")
	press(p, "Earlier ideas")
	p.Wait(`!document.querySelector(".pinned") && document.querySelectorAll('.gifts [aria-pressed="true"]').length === 1`)
	if got := names(p, ".gifts"); got[0] != s.gifts[0].Name {
		t.Errorf("the first ideas are %q", got)
	}

	// Twenty at most: first go the ones that were shown first, then the first given.
	args := asking()
	given := []any{}
	for i := range 18 {
		given = append(given, fmt.Sprint("given ", i))
	}
	args["past_gifts"] = given
	p = s.bench().Show(widgettest.ChatGPT, widgettest.Setup{Tool: "get_recommendations", Arguments: args})
	says(p, "Found")
	press(p, "Other ideas")
	p.WaitHost(`record.calls.length === 1`)
	p.Wait(`!document.querySelector("[aria-busy]")`)
	want := given[3:]
	for _, g := range s.gifts[:5] {
		want = append(want[:len(want):len(want)], g.Name)
	}
	called(p, finds(want, []any{}))
	press(p, "Other ideas")
	p.WaitHost(`record.calls.length === 2`)
	last := p.Record().Calls[1].Arguments["past_gifts"].([]any)
	if len(last) != 20 || last[0] != "given 3" || last[15] != s.gifts[5].Name {
		t.Errorf("the second call has the past gifts %q", last)
	}
}

// A gift opens in place, at once where its details came with the list, and Back leads to
// where one was.
func TestChromium_Details(t *testing.T) {
	t.Parallel()
	s := builtIn(t)
	bench := s.bench()
	for _, host := range hosts {
		p := bench.Show(host, widgettest.Setup{Tool: "get_recommendations", Arguments: asking()})
		says(p, "Found")
		press(p, s.gifts[2].Name)
		says(p, s.gifts[2].Guidance)
		called(p)
		for _, part := range []string{s.gifts[2].Full, s.gifts[2].Occasions[1], s.gifts[2].Recipients[1], "80% match"} {
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
		p.Wait(fmt.Sprintf(`document.activeElement.textContent === %q`, s.gifts[2].Name))
		p.Wait(`document.querySelectorAll('.gifts [aria-pressed="true"]').length === 1`)
		p.Press("\r")
		says(p, "Where to find it")
		p.Press("\x1b")
		p.Wait(fmt.Sprintf(`document.activeElement.textContent === %q`, s.gifts[2].Name))
	}

	// Without _meta they are asked for, once.
	p := bench.Show(widgettest.Apps, widgettest.Setup{Tool: "get_recommendations", Arguments: asking(), Faults: widgettest.Faults{DropMeta: true}})
	says(p, s.gifts[0].Brief)
	press(p, s.gifts[0].Name)
	says(p, s.gifts[0].Guidance)
	press(p, "All ideas")
	press(p, s.gifts[0].Name)
	says(p, s.gifts[0].Guidance)
	called(p, opens(s.gifts[0].ID))
	press(p, "All ideas")

	// What comes after Back, or fails, disturbs nothing.
	const hold = `var kept = %[1]s["%[2]s"], free; %[1]s["%[2]s"] = (p) => new Promise((r) => { free = r; }).then(() => kept(p));`
	p.DoHost(fmt.Sprintf(hold, "requests", "tools/call"))
	press(p, s.gifts[1].Name)
	p.WaitHost(`free`)
	says(p, s.gifts[1].Brief)
	press(p, "All ideas")
	p.DoHost(`requests["tools/call"] = async () => { throw new Error("Not now."); }`)
	press(p, s.gifts[2].Name)
	says(p, "Not now.")
	p.DoHost(`free()`)
	p.WaitHost(`record.calls.length === 2`)
	p.DoHost(`new Promise((r) => setTimeout(r)).then(() => ask("ping"))`)
	if got := widgettest.Eval[string](p, `document.querySelector("h1").textContent`); got != s.gifts[2].Name {
		t.Errorf("%q is shown, want %q", got, s.gifts[2].Name)
	}
	p.DoHost(`requests["tools/call"] = kept`)
	press(p, "Try again")
	says(p, s.gifts[2].Guidance)
	if contains(p.Text(), "Not now.") {
		t.Error("it still says what failed")
	}
	press(p, "All ideas")
	press(p, s.gifts[1].Name) // came meanwhile
	says(p, s.gifts[1].Guidance)
	called(p, opens(s.gifts[0].ID), opens(s.gifts[1].ID), opens(s.gifts[2].ID))
}

// The page of one gift shows it whole, and keeps its star.
func TestChromium_Single(t *testing.T) {
	t.Parallel()
	s := builtIn(t)
	s.gifts[0].URL, s.gifts[0].Affiliate = "https://www.shop.example.com/saw?a=b", true
	s.gifts[1].URL = "javascript:alert(1)"
	s.gifts[2].URL = "https://plain.example.com"
	bench := s.bench()
	for _, host := range hosts {
		p := bench.Show(host, widgettest.Setup{Tool: "get_gift_details", Arguments: map[string]string{"gift_id": s.gifts[0].ID}})
		says(p, s.gifts[0].Full)
		says(p, "may earn a commission")
		press(p, "See it at shop.example.com")
		p.WaitHost(`record.opened.join() === "https://www.shop.example.com/saw?a=b"`)
		press(p, "Star this idea")
		if host == widgettest.ChatGPT {
			p.WaitHost(fmt.Sprintf(`saved.starredGiftIds.join() === %q`, s.gifts[0].ID))
			p.Reload()
			p.Wait(`document.querySelector('[aria-pressed="true"]')`)
		} else {
			p.WaitHost(fmt.Sprintf(`record.contexts[0].structuredContent.starredGifts[0].name === %q`, s.gifts[0].Name))
		}
		press(p, "More like this")
		p.WaitHost(fmt.Sprintf(`record.said.length === 1 && record.said[0].includes(%q)`, s.gifts[0].ID))
		press(p, "Back")
		p.WaitHost(`record.said.length === 2`)
		called(p)
	}
	for _, g := range s.gifts[1:3] {
		p := bench.Show(widgettest.Apps, widgettest.Setup{Tool: "get_gift_details", Arguments: map[string]string{"gift_id": g.ID}})
		says(p, g.Full)
		if got, want := contains(p.Text(), "See it at"), g.URL[:5] == "https"; got != want {
			t.Errorf("%s is a link: %v", g.URL, got)
		}
		if contains(p.Text(), "commission") {
			t.Errorf("%s is said to be an affiliate's", g.URL)
		}
	}
}
