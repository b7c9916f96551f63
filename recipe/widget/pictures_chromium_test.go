package widget_test

import (
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/widgettest"
)

// look is how a host shows a widget.
type look struct {
	name  string
	theme string
	width int64
}

var looks = []look{{"light-wide", "light", 900}, {"dark-wide", "dark", 900}, {"light-phone", "light", 320}, {"dark-phone", "dark", 320}}

// viewer looks at what a kitchen has in one look.
type viewer struct {
	*stove
	look
	axe widgettest.Axe
	id  string // of the soup
}

func (v viewer) show(s widgettest.Setup) *widgettest.Page {
	v.t.Helper()
	s.Theme, s.Width = v.theme, v.width
	if s.Tool == "" {
		s.Tool = "get_recipe"
	}
	if s.Arguments == nil && s.Tool == "get_recipe" {
		s.Arguments = map[string]string{"recipe_id": v.id}
	}
	host := widgettest.Apps
	if v.theme == "light" {
		host = widgettest.ChatGPT
	}
	return v.bench.Show(host, s)
}

// see leaves a picture of a page that fits on the screen and keeps no one out.
func (v viewer) see(p *widgettest.Page, name, when string) {
	v.t.Helper()
	p.Wait(when)
	p.Wait(`document.body.getBoundingClientRect().height <= innerHeight + 2 || innerHeight > 5900`)
	p.Fits()
	v.axe.Check(p)
	p.Screenshot(name + "-" + v.name)
}

// views are shown each from a server of its own, since a server lives for two minutes.
var views = map[string]func(v viewer){
	"card": func(v viewer) {
		p := v.show(widgettest.Setup{})
		v.see(p, "card", `document.querySelector(".step")`)
		p.Do(`document.querySelector("[aria-label='More servings']").click(); document.querySelectorAll("input")[0].click();`)
		press(p, "Next step")
		press(p, "Start 1 h timer")
		v.see(p, "cooking", `document.querySelector(".slot .run strong")`)
		press(p, "Next step")
		press(p, "Start 10 min timer")
		v.see(p, "timers", `document.querySelector(".timers .run")`)
		press(p, "Show all")
		v.see(p, "steps", `document.querySelector(".all")`)
		hours(p, 2)
		v.see(p, "steps-done", `document.querySelector(".over")`)
		press(p, "One at a time")
		v.see(p, "timer-done", `document.querySelector(".timers .over")`)
	},
	"list": func(v viewer) {
		v.many(12)
		p := v.show(widgettest.Setup{Tool: "list_recipes", Arguments: map[string]string{}})
		v.see(p, "list", `document.querySelector(".recipe")`)
		p.Do(`document.querySelector("[type=search]").value = "caviar"; document.querySelector("[type=search]").dispatchEvent(new Event("input"))`)
		v.see(p, "no-hit", `document.body.innerText.indexOf("No recipe has “caviar”") >= 0`)
		press(p, "Show all recipes")
		press(p, "Roast tomato soup")
		v.see(p, "opened", `document.querySelector(".step")`)
	},
	"nothing": func(v viewer) {
		v.see(v.show(widgettest.Setup{Tool: "list_recipes", Arguments: map[string]string{}, Result: whole(map[string]any{"recipes": []any{}, "total": 0})}), "empty", `document.body.innerText.indexOf("no recipes yet") >= 0`)
		v.see(v.show(widgettest.Setup{Faults: widgettest.Faults{NoResult: true, RefuseCalls: true}}), "error", `document.body.innerText.indexOf("Try again") >= 0`)
		v.see(v.show(widgettest.Setup{Faults: widgettest.Faults{NoResult: true, NoTools: true}}), "loading", `document.querySelector(".bones")`)
	},
	"strange": func(v viewer) {
		for name, recipe := range strange() {
			s := widgettest.Setup{Result: whole(recipe)}
			if name == "arabic" {
				s.Locale = "ar"
			}
			v.see(v.show(s), name, `document.querySelector("main *") && !document.querySelector(".bones")`)
		}
	},
}

func TestChromium_Pictures(t *testing.T) {
	t.Parallel()
	axe := widgettest.NewAxe(t, "../../internal/tools/axe")
	for _, look := range looks {
		for name, all := range views {
			t.Run(look.name+" "+name, func(t *testing.T) {
				t.Parallel()
				k := newStove(t)
				all(viewer{k, look, axe, k.soup()})
			})
		}
	}
}
