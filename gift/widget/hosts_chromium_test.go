package widget_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/widgettest"
)

func contains(text, part string) bool { return strings.Contains(text, part) }

// What a host loses is got by a call that the model made too, or isn't needed.
func TestChromium_Recovery(t *testing.T) {
	t.Parallel()
	g := newShop(t, nil).found(asking())[0]
	for name, c := range map[string]struct {
		widgettest.Faults
		calls int
	}{
		"no meta":                 {widgettest.Faults{DropMeta: true}, 0},
		"no structuredContent":    {widgettest.Faults{DropStructured: true}, 0}, // the list is in _meta, too
		"empty":                   {widgettest.Faults{ReplayEmpty: true}, 1},
		"nothing":                 {widgettest.Faults{NoResult: true}, 1},
		"late":                    {widgettest.Faults{Late: true}, 0},
		"a slow host, no content": {widgettest.Faults{Slow: true, DropContent: true}, 0},
	} {
		for _, host := range hosts {
			t.Run(string(host)+" "+name, func(t *testing.T) {
				t.Parallel()
				bench := newShop(t, nil)
				p := bench.Show(host, widgettest.Setup{Tool: "get_recommendations", Arguments: asking(), Faults: c.Faults})
				says(p, g.Name)
				if calls := p.Record().Calls; len(calls) != c.calls || c.calls > 0 && calls[0].Name != "get_recommendations" {
					t.Errorf("the page called %v", calls)
				}
				press(p, g.Name)
				says(p, g.Guidance)
				if name == "no structuredContent" {
					return
				}
				p = bench.Show(host, widgettest.Setup{Tool: "get_gift_details", Arguments: map[string]string{"gift_id": g.ID}, Faults: c.Faults})
				says(p, g.Full)
				if calls := p.Record().Calls; len(calls) != c.calls {
					t.Errorf("the page called %v", calls)
				}
			})
		}
	}
	// Where all is lost, the tool's text is what there is.
	bench := newShop(t, nil)
	for _, host := range hosts {
		p := bench.Show(host, widgettest.Setup{Tool: "get_gift_details", Arguments: map[string]string{"gift_id": g.ID}, Faults: widgettest.Faults{DropMeta: true, DropStructured: true}})
		says(p, "**"+g.Name+"**")
	}
}

// Where nothing can be called, what was sent is shown, and buttons ask in the chat.
func TestChromium_NoTools(t *testing.T) {
	t.Parallel()
	bench := newShop(t, nil)
	first := bench.found(asking())
	for _, host := range hosts {
		p := bench.Show(host, widgettest.Setup{Tool: "get_recommendations", Arguments: asking(), Faults: widgettest.Faults{NoTools: true, DropMeta: true}})
		says(p, "Found")
		press(p, "Star "+first[0].Name)
		press(p, "Refine Recommendations (1)")
		says(p, "Asked in the chat.")
		press(p, "Other ideas")
		p.WaitHost(`record.said.length === 2`)
		press(p, first[1].Name)
		p.WaitHost(`record.said.length === 3`)
		said := p.Record().Said
		for i, parts := range [][]string{{dad, first[0].ID, first[0].Name}, {dad, first[1].Name, first[4].Name}, {first[1].ID}} {
			for _, part := range parts {
				if !contains(said[i], part) {
					t.Errorf("%s: %q lacks %q", host, said[i], part)
				}
			}
		}
		if contains(said[1], first[0].Name) {
			t.Errorf("%s: what is starred is not to be left out: %q", host, said[1])
		}
		called(p)
	}
}

// What failed is said in the tool's words, and leaves what there is.
func TestChromium_Failures(t *testing.T) {
	t.Parallel()
	bench := newShop(t, nil)
	first := bench.found(asking())
	for _, host := range hosts {
		setup := widgettest.Setup{Tool: "get_recommendations", Arguments: asking()}
		setup.Result = result(map[string]any{"error": "service_error", "gifts": []any{}}, nil, "Unable to fetch recommendations. Please try again.", true)
		p := bench.Show(host, setup)
		says(p, "Unable to fetch recommendations. Please try again.")
		press(p, "Try again")
		says(p, first[0].Name)

		setup.Result = nil
		p = bench.Show(host, setup)
		says(p, first[0].Name)
		p.DoHost(`fault.refuseCalls = true`)
		press(p, "Star "+first[0].Name)
		press(p, "Refine")
		says(p, "The person refused.")
		p.Wait(`document.activeElement.textContent === "Try again" && document.querySelectorAll(".gifts .card").length === 5`)
		p.DoHost(`fault.refuseCalls = false`)
		press(p, "Try again")
		says(p, "Refined by 1 star")
		if contains(p.Text(), "refused") {
			t.Error("it still says what failed")
		}
		none := result(map[string]any{"gifts": []any{}, "fallback": true}, nil, "There is nothing else like that.", false)
		p.DoHost(fmt.Sprintf(`window.none = %s; callTool = async () => none`, encode(t, none)))
		press(p, "Other ideas")
		says(p, "There is nothing else like that.")
		p.Wait(`document.querySelectorAll(".gifts .card").length === 5`)

		setup.Result = none
		p = bench.Show(host, setup)
		if host == widgettest.Apps { // ChatGPT doesn't pass the text on
			says(p, "There is nothing else like that.")
		} else {
			says(p, "Nothing in the catalog fits.")
		}
		setup = widgettest.Setup{Tool: "get_gift_details", Arguments: map[string]string{"gift_id": "x"}}
		setup.Result = result(map[string]any{"error": "not_found", "gift": nil}, nil, "Gift not found. It may have been removed from our catalog.", true)
		p = bench.Show(host, setup)
		says(p, "Gift not found. It may have been removed from our catalog.")
	}
}

// Popular ideas are said to be that, in the tool's words, with no match that isn't one.
func TestChromium_Popular(t *testing.T) {
	t.Parallel()
	bench := newShop(t, nil)
	g := bench.found(asking())[0]
	popular := result(map[string]any{
		"gifts":         []any{map[string]any{"id": g.ID, "name": g.Name, "brief_description": g.Brief, "relevance_score": 0.2, "price_range": "luxury", "categories": g.Categories}},
		"query_context": map[string]any{"total_searched": 640, "above_threshold": 0, "starred_boost_applied": false, "fallback_used": true}, "fallback": true,
	}, nil, "No strong matches found. Here are some popular gift ideas...\n\n1. "+g.Name, false)
	for _, host := range hosts {
		p := bench.Show(host, widgettest.Setup{Tool: "get_recommendations", Arguments: asking(), Result: popular})
		says(p, "No strong matches found. Here are some popular gift ideas")
		says(p, "Over $200")
		if contains(p.Text(), "% match") || contains(p.Text(), "1. ") {
			t.Errorf("%s shows %s", host, p.Text())
		}
	}
}

// hold has the host answer calls when it is told to, by free.
const hold = `var real = window.real || callTool, free = null, freed = 0;
	callTool = (n, a) => new Promise((r) => { free = r; }).then(() => real(n, a)).finally(() => { freed++; })`

// settle waits until so many answers have reached the page.
func settle(p *widgettest.Page, host widgettest.Host, answers int) {
	p.Helper()
	p.WaitHost(fmt.Sprintf(`freed === %d`, answers))
	if host == widgettest.ChatGPT { // which passes on one thing after the other
		widgettest.Eval[string](p, `openai.requestDisplayMode({ mode: "inline" }).then(() => "")`)
	} else {
		p.DoHost(`new Promise((r) => setTimeout(r)).then(() => ask("ping"))`)
	}
}

// A list that is short of matches ends with popular ideas, which are told from them.
func TestChromium_ToppedUp(t *testing.T) {
	t.Parallel()
	bench := newShop(t, nil)
	one := func(id, name string) map[string]any {
		return map[string]any{"id": id, "name": name, "brief_description": "It is nice.", "relevance_score": 0.6, "price_range": "luxury", "categories": []string{"art"}}
	}
	list := result(map[string]any{
		"gifts":         []any{one("a", "A match"), one("b", "A popular idea"), one("c", "Another match")},
		"query_context": map[string]any{"total_searched": 640, "above_threshold": 2, "starred_boost_applied": false, "fallback_used": true},
	}, map[string]any{"gifts": []any{
		map[string]any{"id": "a", "reason": "popular music"}, map[string]any{"id": "b", "reason": "popular · for a parent"}, map[string]any{"id": "c"},
	}}, "Here are 3", false)
	p := bench.Show(widgettest.Apps, widgettest.Setup{Tool: "get_recommendations", Arguments: asking(), Result: list})
	says(p, "Found 2 matches from 640 ideas")
	got := widgettest.Eval[[]string](p, `[...document.querySelectorAll(".card")].map((c) => c.querySelector("h3").textContent + (c.querySelector(".popular") ? ": popular" : ""))`)
	if want := []string{"A match", "A popular idea: popular", "Another match"}; !slices.Equal(got, want) {
		t.Errorf("the cards are %q, want %q", got, want)
	}
}

// An answer that isn't waited for any more changes nothing, and neither does one more press
// while one is.
func TestChromium_LateAnswers(t *testing.T) {
	t.Parallel()
	bench := newShop(t, nil)
	first := bench.found(asking())
	for _, host := range hosts {
		p := bench.Show(host, widgettest.Setup{Tool: "get_recommendations", Arguments: asking()})
		says(p, "Found")
		press(p, "Other ideas")
		p.Wait(fmt.Sprintf(`document.querySelector(".gifts h3").textContent !== %q`, first[0].Name))
		other := shown(p, ".gifts")
		p.DoHost(hold)
		press(p, "Star "+other[0].Name)
		press(p, "Refine Recommendations (1)")
		says(p, "Finding ideas…")
		p.WaitHost(`free`)
		p.Do(`document.querySelector("[data-key=refine]").click(); document.querySelector("[data-key=other]").click()`)
		press(p, "Star "+other[1].Name) // counts for the next list
		press(p, "Earlier ideas")
		p.Wait(fmt.Sprintf(`document.querySelector(".gifts h3").textContent === %q`, first[0].Name))
		p.DoHost(`free()`)
		settle(p, host, 1)
		same(p, ".gifts", first)
		p.DoHost(`callTool = real`)
		press(p, "Refine Recommendations (2)")
		says(p, "Refined by 2 stars")
		calls := p.Record().Calls
		if len(calls) != 3 || !slices.Equal(calls[2].Arguments["starred_gift_ids"].([]any), []any{other[0].ID, other[1].ID}) {
			t.Errorf("%s: the page called %v", host, calls)
		}
		if got := names(p, ".pinned"); !slices.Equal(got, []string{other[0].Name, other[1].Name}) {
			t.Errorf("%s: above the list stand %q", host, got)
		}
		// One that comes while a gift is read waits for Back.
		p.DoHost(hold)
		press(p, "Other ideas")
		p.WaitHost(`free`)
		name := shown(p, ".gifts")[1].Name
		press(p, name)
		p.DoHost(`free()`)
		settle(p, host, 1)
		if got := widgettest.Eval[string](p, `document.querySelector("h1").textContent`); got != name {
			t.Errorf("%s: %q is shown, want %q", host, got, name)
		}
		press(p, "All ideas")
		p.Wait(`document.querySelector(".gifts") && document.activeElement.tagName === "H1"`)
	}
}

// What the model starred, or was starred before a reload, stands above the list; stars for
// someone else don't.
func TestChromium_Recall(t *testing.T) {
	t.Parallel()
	bench := newShop(t, nil)
	first := bench.found(asking())
	args := asking()
	args["limit"] = 10
	list := bench.found(args)
	star := list[slices.IndexFunc(list, func(g item) bool { return !slices.ContainsFunc(first, func(f item) bool { return f.ID == g.ID }) })]
	args["limit"] = 5
	args["starred_gift_ids"] = []string{strings.ToUpper(star.ID), "00000000-0000-4000-8000-000000000000"}
	args["past_gifts"] = `["tie"]` // as JSON, which the tool takes too
	setup := widgettest.Setup{Tool: "get_recommendations", Arguments: args, Result: bench.call("get_recommendations", asking())}
	for _, host := range hosts {
		p := bench.Show(host, setup)
		p.Wait(`document.querySelectorAll(".pinned .card").length === 1 && document.querySelector("[data-key=refine]").textContent.includes("(1)")`)
		if got := names(p, ".pinned"); got[0] != star.Name {
			t.Errorf("%s: above the list stand %q", host, got)
		}
		calls := len(p.Record().Calls)
		press(p, "Refine")
		says(p, "Refined by 1 star")
		last := p.Record().Calls[calls].Arguments
		if !slices.Equal(last["starred_gift_ids"].([]any), []any{star.ID}) || !slices.Equal(last["past_gifts"].([]any), []any{"tie"}) {
			t.Errorf("%s: the page called with %v", host, last)
		}
	}
	p := bench.Show(widgettest.ChatGPT, widgettest.Setup{Tool: "get_recommendations", Arguments: asking()})
	says(p, "Found")
	for description, stars := range map[string]int{dad: 1, "My mother": 0} {
		p.DoHost(fmt.Sprintf(`saved = { starredGiftIds: [%q], recipientDescription: %q }`, first[0].ID, description))
		p.Reload()
		says(p, "Found")
		if got := widgettest.Eval[int](p, `document.querySelectorAll('[aria-pressed="true"]').length`); got != stars {
			t.Errorf("stars for %q: %d ideas for dad have one", description, got)
		}
	}
}

// hostile is text that tries to be more.
const hostile = `<img src=x onerror="console.error('run')"><script>console.error('run')</script>`

// What the catalog and people say is text, wherever it stands.
func TestChromium_Hostile(t *testing.T) {
	t.Parallel()
	many := []string{hostile, hostile}
	list := func(from int) map[string]any {
		gifts, whole := []any{}, []any{}
		for i := range 5 {
			id, name := fmt.Sprintf("00000000-0000-4000-8000-%012d", from+i), fmt.Sprint(hostile, strings.Repeat("Donaudampfschifffahrt", 4), from+i)
			gifts = append(gifts, map[string]any{"id": id, "name": name, "brief_description": hostile, "relevance_score": 0.7, "price_range": hostile, "categories": many})
			whole = append(whole, map[string]any{"id": id, "full_description": hostile, "purchasing_guidance": hostile, "reason": hostile, "occasions": many, "recipient_types": many,
				"purchase_url": `https://example.com/"><img src=x onerror=console.error('run')>`, "affiliate": true})
		}
		return result(map[string]any{"gifts": gifts, "query_context": map[string]any{"fallback_used": true}}, map[string]any{"gifts": whole, "notes": many}, hostile, false)
	}
	clean := func(p *widgettest.Page) {
		t.Helper()
		p.Fits()
		if widgettest.Eval[bool](p, `!!document.querySelector("main script, main img")`) {
			t.Error("markup of a gift is in the page")
		}
	}
	bench := newShop(t, nil)
	args := asking()
	args["recipient_description"] = hostile
	for _, host := range hosts {
		p := bench.Show(host, widgettest.Setup{Tool: "get_recommendations", Arguments: args, Result: list(1), Width: 320})
		p.Wait(`document.querySelectorAll(".gifts .card").length === 5`)
		clean(p)
		p.Do(`document.querySelector(".star").click()`)
		p.DoHost(fmt.Sprintf(`window.more = %s; callTool = async () => more`, encode(t, list(6))))
		press(p, "Refine")
		p.Wait(`document.querySelector(".pinned .card")`)
		clean(p)
		p.DoHost(fmt.Sprintf(`callTool = async () => { throw new Error(%q); }`, hostile))
		press(p, "Other ideas")
		p.Wait(`document.querySelector(".said")`)
		clean(p)
		p.Do(`document.querySelector(".name").click()`)
		p.Wait(`document.querySelector(".details")`)
		clean(p)
		if got := widgettest.Eval[string](p, `document.querySelector("h1").textContent`); !strings.HasPrefix(got, hostile+"Donau") {
			t.Errorf("%s shows the name as %q", host, got)
		}
		one := list(1)["_meta"].(map[string]any)["gifts"].([]any)[0].(map[string]any)
		one["name"] = hostile
		p = bench.Show(host, widgettest.Setup{Tool: "get_gift_details", Arguments: map[string]string{"gift_id": "x"}, Result: result(map[string]any{"gift": one}, nil, hostile, false), Width: 320})
		p.Wait(`document.querySelector(".details")`)
		clean(p)
	}
	// Nor does what has another shape than it should end the page.
	odd := map[string]any{"id": "1", "name": 7, "brief_description": []any{"a"}, "relevance_score": "high", "price_range": map[string]any{}, "categories": "none"}
	p := bench.Show(widgettest.Apps, widgettest.Setup{Tool: "get_recommendations", Arguments: args, Result: result(map[string]any{
		"gifts": []any{nil, "x", odd}, "query_context": "none",
	}, nil, "", false)})
	p.Wait(`document.querySelectorAll(".gifts .card").length === 1`)
}

// All is done by keys as well: the focus stays on what was pressed, and is seen.
func TestChromium_Keys(t *testing.T) {
	t.Parallel()
	s := newShop(t, nil)
	first := s.found(asking())
	p := s.Show(widgettest.Apps, widgettest.Setup{Tool: "get_recommendations", Arguments: asking(), Width: 320})
	says(p, "Found")
	if small := widgettest.Eval[[]string](p, `[...document.querySelectorAll("button:not(.name)")].filter((e) => e.offsetHeight < 44 || e.offsetWidth < 44).map((e) => e.outerHTML)`); len(small) > 0 {
		t.Errorf("these are small for a thumb: %s", small)
	}
	p.Do(`document.querySelector("h1").focus()`)
	seen := []string{}
	for range 4 {
		p.Press("\t")
		seen = append(seen, widgettest.Eval[string](p, `document.activeElement.getAttribute("aria-label") || document.activeElement.textContent`))
	}
	if want := []string{first[0].Name, "Star " + first[0].Name, first[1].Name, "Star " + first[1].Name}; !slices.Equal(seen, want) {
		t.Errorf("Tab leads to %q, want %q", seen, want)
	}
	p.Press(" ")
	p.Wait(`document.activeElement.getAttribute("aria-pressed") === "true" && getComputedStyle(document.activeElement).outlineStyle !== "none"`)
	p.Press(" ")
	p.Wait(`document.activeElement.getAttribute("aria-pressed") === "false"`)
	p.Wait(fmt.Sprintf(`document.querySelector("[role=status]").textContent === %q`, first[1].Name+": no longer starred."))
}
