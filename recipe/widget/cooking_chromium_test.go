package widget_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/widgettest"
)

// shows fails the test unless the texts of what the selector finds are these.
func shows(p *widgettest.Page, selector string, want ...string) {
	p.Helper()
	got := widgettest.Eval[[]string](p, fmt.Sprintf(`[...document.querySelectorAll(%q)].map((e) => e.textContent)`, selector))
	if !slices.Equal(got, want) {
		p.Errorf("%s is %q, want %q", selector, got, want)
	}
}

// at has the page's clock stand at so many seconds; looks counts how often it is read.
func at(p *widgettest.Page, seconds int) {
	p.Helper()
	p.Do(fmt.Sprintf(`window.looks = 0; Date.now = () => { looks++; return 1e12 + %d; }`, seconds*1000))
}

func (k *stove) open(host widgettest.Host, id string) *widgettest.Page {
	k.t.Helper()
	p := k.bench.Show(host, widgettest.Setup{Tool: "get_recipe", Arguments: map[string]string{"recipe_id": id}, Width: 320})
	p.Wait(`document.querySelector("h1").textContent.length > 0 && !document.querySelector(".bones")`)
	return p
}

// What is pressed with wet hands is large, and what is read at an arm's length too.
func TestChromium_Large(t *testing.T) {
	t.Parallel()
	k := newStove(t)
	p := k.open(widgettest.Apps, k.soup())
	p.Do(`document.querySelector("[aria-label='More servings']").click()`)
	press(p, "Next step")
	press(p, "Start 1 h timer")
	for _, view := range []string{"one step", "all steps"} {
		if view == "all steps" {
			press(p, "Show all")
		}
		small := widgettest.Eval[[]string](p, `[...document.querySelectorAll("button:not([hidden]), .ingredients label")].filter((e) => e.offsetHeight < 48 || e.offsetWidth < 48)
			.concat([...document.querySelectorAll(".ingredients input")].filter((e) => e.offsetHeight < 32 || e.offsetWidth < 32))
			.concat([...document.querySelectorAll(".ingredients strong, .step, .uses")].filter((e) => parseFloat(getComputedStyle(e).fontSize) < 18)).map((e) => e.outerHTML)`)
		if len(small) > 0 {
			t.Errorf("%s: these are small: %s", view, small)
		}
	}
}

// No fact stands alone in a row.
func TestChromium_Facts(t *testing.T) {
	t.Parallel()
	k := newStove(t)
	for _, minutes := range []int{5, 75} {
		r := soup()
		r["title"], r["cook_time_minutes"] = fmt.Sprint("Soup of ", minutes), minutes
		id, _ := k.call("create_recipe", r)["id"].(string)
		p := k.open(widgettest.Apps, id)
		if tops := widgettest.Eval[[]float64](p, `[...document.querySelectorAll(".facts > div")].map((e) => e.offsetTop)`); len(tops) != 4 || tops[0] != tops[1] || tops[2] != tops[3] {
			t.Errorf("after %d minutes, the facts stand at %v", minutes, tops)
		}
	}
}

// The card's first button leads to where the cook is in the steps, and keeps the screen on.
func TestChromium_Start(t *testing.T) {
	t.Parallel()
	k := newStove(t)
	id := k.soup()
	p := k.open(widgettest.Apps, id)
	p.Do(fakeLock)
	shows(p, "header .begin", "Start cooking")
	press(p, "Start cooking")
	p.Wait(`locks === 1 && document.activeElement.matches(".step")`)
	press(p, "Next step")
	shows(p, "header .begin", "Go on with step 2")
	press(p, "Show all")
	press(p, "Go on with step 2")
	p.Wait(`document.querySelector(".panel .quiet").textContent === "Step 2 of 4" && document.activeElement.textContent === "Roast until the edges are dark."`)
	p = k.bench.Show(widgettest.Apps, widgettest.Setup{Tool: "get_recipe", Arguments: map[string]string{"recipe_id": id}, Height: 500, Width: 320})
	press(p, "Start cooking")
	p.Wait(`document.querySelector("h2 ~ *, .head + .panel").getBoundingClientRect().top < innerHeight && scrollY > 0`)
}

// A step says how much it takes of what it names, at the servings that are chosen. What it
// may not mean isn't said.
func TestChromium_Uses(t *testing.T) {
	t.Parallel()
	k := newStove(t)
	p := k.open(widgettest.Apps, k.soup())
	shows(p, ".stack > :first-child .uses li", "1.5 kg ripe tomatoes", "2 onions", "4 cloves garlic", "3 tbsp olive oil")
	p.Do(`document.querySelector("[aria-label='More servings']").click()`)
	shows(p, ".stack > :first-child .uses li", "1.88 kg ripe tomatoes", "2 1/2 onions", "5 cloves garlic", "3 tbsp + 2 tsp olive oil")
	press(p, "Next step")
	shows(p, ".stack > :first-child .uses li")

	id, _ := k.call("create_recipe", map[string]any{
		"title": "Peppers", "servings": 2,
		"ingredients": []map[string]any{
			{"name": "butter, soft", "quantity": 100, "unit": "g"}, {"name": "peanut butter", "quantity": 2, "unit": "tbsp"},
			{"name": "bell pepper", "quantity": 1}, {"name": "black pepper", "quantity": 1, "unit": "tsp"},
			{"name": "large eggs", "quantity": 3}, {"name": "berries", "quantity": 200, "unit": "g"}, {"name": "salt"},
			{"name": "2 cups (500 ml) milk"},
		},
		"steps": []map[string]any{
			{"instruction": "Stir the peanut butter in a large pan."},
			{"instruction": "Melt half of the butter, season with pepper and salt."},
			{"instruction": "Beat in an egg and the bell pepper."},
			{"instruction": "Add each berry, the eggs and the rest of the butter. Pour in the milk."},
		},
	})["id"].(string)
	p = k.open(widgettest.Apps, id)
	press(p, "Show all")
	for i, want := range [][]string{
		{"2 tbsp peanut butter"}, {"100 g butter in all"}, {"1 bell pepper", "3 large eggs in all"}, {"100 g butter in all", "3 large eggs in all", "200 g berries"},
	} {
		shows(p, fmt.Sprintf(".all > :nth-child(%d) .uses li", i+1), want...)
	}
}

// The buttons below a step stay where they are from step to step, and when a timer starts
// and ends.
func TestChromium_NextStays(t *testing.T) {
	t.Parallel()
	k := newStove(t)
	const top = `document.querySelector(".pair").getBoundingClientRect().top + scrollY`
	tea, _ := k.call("create_recipe", map[string]any{"title": "Tea", "steps": []map[string]any{
		{"instruction": "Boil it."}, {"instruction": "Steep it.", "duration_minutes": 60}, {"instruction": "Cool it."}, {"instruction": "Drink it."},
	}})["id"].(string)
	for _, id := range []string{k.soup(), tea} {
		p := k.open(widgettest.Apps, id)
		want := widgettest.Eval[float64](p, top)
		is := func(when string) {
			t.Helper()
			if got := widgettest.Eval[float64](p, top); got != want {
				t.Errorf("%s, the buttons are at %v, and were at %v", when, got, want)
			}
		}
		at(p, 0)
		press(p, "Next step")
		is("at step 2")
		press(p, "Start 1 h timer")
		is("with a timer")
		press(p, "Pause")
		is("with a timer that is paused")
		press(p, "Resume")
		at(p, 3600)
		p.Wait(`document.querySelector(".slot .over")`)
		is("when it ends")
		press(p, "Next step")
		is("with a timer in the bar")
		press(p, "Next step")
		is("at the last step")
	}
}

// A timer runs in its own step while that is shown, without another way to start it, and
// else beside the buttons, under the words of the step.
func TestChromium_TimerPlace(t *testing.T) {
	t.Parallel()
	k := newStove(t)
	k.soup()
	k.many(2)
	p := k.bench.Show(widgettest.Apps, widgettest.Setup{Tool: "list_recipes", Arguments: map[string]any{}, Width: 320})
	press(p, "Roast tomato soup")
	press(p, "Next step")
	at(p, 0)
	press(p, "Start 1 h timer")
	p.Wait(`document.activeElement.textContent === "Pause" && document.activeElement.closest(".slot")`)
	const start = ".stack > :first-child .timer, .all .timer"
	shows(p, ".stack > :first-child .slot strong", "1:00:00")
	shows(p, start)
	p.Wait(`document.querySelector(".timers").hidden`)
	press(p, "Show all")
	shows(p, ".all > :nth-child(2) .slot strong", "1:00:00")
	shows(p, start, "Start 10 min timer")
	press(p, "One at a time")
	press(p, "Next step")
	shows(p, ".pair + .timers .run p span", "Roast until the edges are dark.", "Roast tomato soup")
	shows(p, start, "Start 10 min timer")
	press(p, "‹ All recipes")
	p.Wait(`document.querySelector(".timers .run") && document.querySelector(".timers").offsetTop < document.querySelector("h1").offsetTop`)
	shows(p, ".timers strong", "1:00:00")
}

// A press on the wrong button ends no timer: it pauses, and goes on where it was.
func TestChromium_Pause(t *testing.T) {
	t.Parallel()
	k := newStove(t)
	p := k.open(widgettest.ChatGPT, k.soup())
	press(p, "Next step")
	at(p, 0)
	press(p, "Start 1 h timer")
	shows(p, ".run button:not([hidden])", "Pause")
	at(p, 600)
	press(p, "Pause")
	shows(p, ".run button:not([hidden])", "Stop", "Resume")
	at(p, 7200)
	p.WaitHost(`saved && saved.timers && saved.timers[0].left === 3000000`)
	p.Reload() // the clock is a real one again
	p.Wait(`document.querySelector(".slot .run")`)
	shows(p, ".run strong", "50:00")
	at(p, 0)
	press(p, "Resume")
	at(p, 60)
	p.Wait(`document.querySelector(".run strong").textContent === "49:00"`)
	press(p, "Pause")
	press(p, "Stop")
	p.Wait(`document.querySelector(".stack > :first-child .timer")`)
	shows(p, ".run")
	p.WaitHost(`saved.timers.length === 0`)
}

// fakeSound counts the tones that the page makes.
const fakeSound = `window.tones = 0;
	Object.defineProperty(navigator, "userActivation", { value: { isActive: true } });
	window.AudioContext = function () {
		this.currentTime = 0;
		this.createGain = () => ({ gain: {}, connect: (to) => to });
		this.createOscillator = () => ({ frequency: {}, connect: (to) => to, start: () => { tones++; }, stop: () => {} });
	}`

// A timer that ends says of what, and sounds every three seconds until someone presses OK,
// but not forever. A minute more starts it again.
func TestChromium_TimeUp(t *testing.T) {
	t.Parallel()
	k := newStove(t)
	p := k.open(widgettest.Apps, k.soup())
	p.Do(fakeSound)
	press(p, "Next step")
	at(p, 0)
	press(p, "Start 1 h timer")
	press(p, "Next step")
	p.Do(`Element.prototype.scrollIntoView = function () { window.seen = this.textContent; }`)
	if n := widgettest.Eval[int](p, `tones`); n != 0 {
		t.Errorf("it sounds %d times before its time", n)
	}
	at(p, 3600)
	p.Wait(`tones === 3 && seen.startsWith("Roast until the edges are dark.")`)
	shows(p, "[role=status]", "Time’s up: Roast until the edges are dark.")
	shows(p, ".over strong", "Time’s up")
	shows(p, ".over button", "OK", "+1 min")
	if !widgettest.Eval[bool](p, `document.querySelector(".over button").matches(".main")`) {
		t.Error("OK doesn't look like the main action")
	}
	at(p, 3603)
	p.Wait(`tones === 6`)
	at(p, 3604)
	press(p, "+1 min")
	p.Wait(`!document.querySelector(".over") && document.querySelector(".run strong").textContent === "1:00"`)
	at(p, 3664)
	p.Wait(`tones === 9`)
	for i := range 45 {
		at(p, 3667+3*i)
		p.Wait(`looks > 0`)
	}
	p.Wait(`looks > 2`)
	if n := widgettest.Eval[int](p, `tones`); n != 6+3*40 {
		t.Errorf("it sounded %d times, want %d", n, 6+3*40)
	}
	press(p, "OK")
	p.Wait(`!document.querySelector(".run")`)
	at(p, 9000)
	press(p, "Back")
	press(p, "Start 1 h timer")
	press(p, "Show all")
	at(p, 9000+3600)
	p.Wait(`tones === 129`)
	press(p, "Start 10 min timer") // keeps the clock going
	press(p, "OK")
	at(p, 9000+3700)
	p.Wait(`looks > 2`)
	if n := widgettest.Eval[int](p, `tones`); n != 129 {
		t.Errorf("after OK it sounds on: %d", n)
	}
}

// Timers of an old session are gone; those that ended within the last hour say so.
func TestChromium_OldTimers(t *testing.T) {
	t.Parallel()
	k := newStove(t)
	id := k.soup()
	p := k.open(widgettest.ChatGPT, id)
	p.WaitHost(`saved = { timers: [
		{ key: "a", name: "Long ago", end: Date.now() - 3700000 }, { key: "b", name: "Just now", end: Date.now() - 60000 },
		{ key: "c", name: "To come", end: Date.now() + 600000 }, { key: "d", name: "Paused", end: 1, left: 5000 }] }`)
	p.Reload()
	p.Wait(`document.querySelector(".run")`)
	shows(p, ".timers .clamped:not(.quiet)", "Just now", "To come", "Paused")
	shows(p, ".over .clamped:not(.quiet)", "Just now")
}

// Which steps are done, and which is the next, is seen among all of them.
func TestChromium_Marks(t *testing.T) {
	t.Parallel()
	k := newStove(t)
	p := k.open(widgettest.Apps, k.soup())
	press(p, "Next step")
	press(p, "Next step")
	press(p, "Show all")
	shows(p, ".all > .done .step", "Heat the oven. Spread the tomatoes, onions and garlic on a tray and toss them with the oil.", "Roast until the edges are dark.")
	shows(p, ".all > [aria-current=step] .step", "Simmer with the stock, then blend.")
	marks := widgettest.Eval[[]string](p, `[...document.querySelectorAll(".all > li")].map((e) => getComputedStyle(e, "::before").content)`)
	if len(marks) != 4 || marks[0] != `"✓"` || marks[1] != `"✓"` || strings.Contains(marks[2], "✓") {
		t.Errorf("the steps are marked %v", marks)
	}
	// What can't be pressed looks like no button.
	if got := widgettest.Eval[[]string](p, `[getComputedStyle(document.querySelector(".at")).borderStyle, document.querySelector(".at").textContent]`); !slices.Equal(got, []string{"none", "At 200 °C"}) {
		t.Errorf("the temperature is %q", got)
	}
}

// What was changed is said, until it is undone; the last step is said to be it.
func TestChromium_Notes(t *testing.T) {
	t.Parallel()
	k := newStove(t)
	p := k.open(widgettest.Apps, k.soup())
	const note = `document.querySelector(".note").hidden`
	if !widgettest.Eval[bool](p, note) {
		t.Error("a recipe as it was written is said to be scaled")
	}
	p.Do(`document.querySelector("[aria-label='Fewer servings']").click()`)
	if widgettest.Eval[bool](p, note) {
		t.Error("a scaled recipe doesn't say so")
	}
	shows(p, ".note span", "Scaled from 4 servings. Times, temperatures and pan sizes are not.")
	press(p, "Reset")
	p.Wait(note + ` && document.querySelector(".amount").textContent === "4 servings"`)
	const last = "This is the last step. Enjoy!"
	if text := p.Text(); strings.Contains(text, last) {
		t.Error("the first step is said to be the last")
	}
	for range 3 {
		press(p, "Next step")
	}
	if text := p.Text(); !strings.Contains(text, last) || strings.Contains(text, "Next step") {
		t.Errorf("the last step reads %s", text)
	}
	press(p, "Start over")
	p.Wait(`document.querySelector(".panel .quiet").textContent === "Step 1 of 4"`)
}

// A timer that runs is read from afar, even where its step is done. When it ends, it fills
// the foot of its step. How hot comes before what it takes: an oven heats slowly.
func TestChromium_Afar(t *testing.T) {
	t.Parallel()
	k := newStove(t)
	p := k.open(widgettest.Apps, k.soup())
	if !widgettest.Eval[bool](p, `document.querySelector(".at").nextElementSibling.matches(".uses")`) {
		t.Error("the temperature doesn't come before the amounts")
	}
	press(p, "Next step")
	at(p, 0)
	press(p, "Start 1 h timer")
	const clock = `getComputedStyle(document.querySelector(".run strong"))`
	if size := widgettest.Eval[string](p, clock+`.fontSize`); size != "32px" {
		t.Errorf("the clock is %s high", size)
	}
	press(p, "Next step")
	press(p, "Show all")
	if !widgettest.Eval[bool](p, `document.querySelector(".all .done .run") && `+clock+`.color === getComputedStyle(document.body).color`) {
		t.Error("a timer that runs looks as if it were done")
	}
	press(p, "One at a time")
	press(p, "Back")
	at(p, 3600)
	p.Wait(`document.querySelector(".slot .over")`)
	if gaps := widgettest.Eval[[]float64](p, `(function (a, b) { return [a.left - b.left, b.right - a.right, b.bottom - a.bottom]; })(document.querySelector(".over").getBoundingClientRect(), document.querySelector(".panel").getBoundingClientRect())`); !slices.Equal(gaps, []float64{0, 0, 0}) {
		t.Errorf("beside a timer that ended are %v pixels", gaps)
	}
	p.Fits()
}
