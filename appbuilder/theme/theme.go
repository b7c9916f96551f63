// Package theme has the colors of an app: a closed set of CSS variables, each stored as it is
// printed from parsed numbers, so that no other text can ever be in a style.
package theme

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/mcp-adapters/mcp-adapters/appbuilder/rule"
)

// Theme is a set of variables with their values, as [Check] leaves them. A Theme that was
// handed out is not changed.
type Theme map[string]string

// Keys are all variables there are, in the order in which they are printed. Those of required
// are in every theme, and [Theme.All] derives the others where they are absent.
var Keys = []string{
	"--primary", "--primary-foreground", "--background", "--foreground",
	"--muted", "--muted-foreground", "--accent", "--accent-foreground",
	"--card", "--card-foreground", "--popover", "--popover-foreground",
	"--secondary", "--secondary-foreground", "--destructive", "--destructive-foreground",
	"--border", "--input", "--ring", "--radius",
}

const (
	required = 8 // of Keys
	radius   = "--radius"
	// readable is the contrast that text must have (WCAG 2.2, 1.4.3).
	readable = 4.5
	darkest  = 7 // percent of lightness, of what is turned dark
)

// pairs are what text is written on, each with the variable of its text.
var pairs = []struct{ on, text string }{
	{"--primary", "--primary-foreground"},
	{"--background", "--foreground"},
	{"--muted", "--muted-foreground"},
	{"--accent", "--accent-foreground"},
	{"--card", "--card-foreground"},
	{"--popover", "--popover-foreground"},
	{"--secondary", "--secondary-foreground"},
	{"--destructive", "--destructive-foreground"},
}

// drawn are the variables that [Theme.Drawn] adds: quiet text, on what it is written on.
var drawn = []struct{ text, on string }{{"--quiet", "--background"}, {"--card-quiet", "--card"}}

const quiet = "--muted-foreground"

// Check returns the theme of values, or the rules that they break; fields are the keys.
func Check(values map[string]string) (Theme, rule.Faults) {
	t, faults := clean(values)
	for _, key := range Keys[:required] {
		if _, ok := values[key]; !ok {
			faults.Add(key, "required", "The theme has no %s.", key)
		}
	}
	if len(faults) == 0 {
		faults = t.unreadable()
	}
	if len(faults) > 0 {
		return nil, faults
	}
	return t, nil
}

// Set returns t with values in place of its own. Where a value would leave text that can't
// be read, and the other color of the pair isn't among values, that one is chosen anew, and
// notes has a sentence that says so.
func (t Theme) Set(values map[string]string) (set Theme, notes []string, faults rule.Faults) {
	cleaned, faults := clean(values)
	if len(faults) > 0 {
		return nil, nil, faults
	}
	set = maps.Clone(t)
	maps.Copy(set, cleaned)
	all := set.All()
	for _, p := range pairs {
		_, on := values[p.on]
		_, text := values[p.text]
		if on == text || Contrast(all.color(p.on), all.color(p.text)) >= readable {
			continue
		}
		change, to := p.text, p.on
		if text {
			change, to = p.on, p.text
		}
		set[change] = opposite(all.color(change), all.color(to)).String()
		notes = append(notes, "Changed "+Name(change)+" too, so that the text on it stays readable")
	}
	if faults = set.unreadable(); len(faults) > 0 {
		return nil, nil, faults
	}
	if note := set.keepQuiet(t, values); note != "" {
		notes = append(notes, note)
	}
	return set, notes, nil
}

// keepQuiet has quiet text in set be readable on each surface, where one color can be, and
// says what became of it, there or in [Theme.Drawn].
func (t Theme) keepQuiet(was Theme, values map[string]string) (note string) {
	asked := false
	for _, key := range []string{quiet, "--background", "--card", "--muted"} {
		_, ok := values[key]
		asked = asked || ok
	}
	if !asked {
		return ""
	}
	wished := t.color(quiet)
	if _, ok := values[quiet]; !ok {
		all := t.All()
		if c, ok := legible(wished, all.color("--muted"), all.color("--background"), all.color("--card")); ok {
			t[quiet] = c.String()
		}
		wished = was.color(quiet)
	}
	now, before := t.Drawn(), was.Drawn()
	for _, d := range drawn {
		if c := now.color(d.text); c != wished && c != before.color(d.text) {
			if c.L < wished.L {
				return "Made muted text darker, so that it stays readable"
			}
			return "Made muted text lighter, so that it stays readable"
		}
	}
	return ""
}

// Drawn returns t with every variable and those that only a page needs: "--quiet" and
// "--card-quiet" are muted text on the background and on a card, where --muted-foreground may
// be readable on --muted alone.
func (t Theme) Drawn() Theme {
	all := t.All()
	for _, d := range drawn {
		c, _ := legible(all.color(quiet), all.color(d.on))
		all[d.text] = c.String()
	}
	return all
}

// Name is what people call a variable: "primary foreground".
func Name(key string) string {
	return strings.ReplaceAll(strings.TrimPrefix(key, "--"), "-", " ")
}

// All returns t with every variable: those that t hasn't are derived from the others.
func (t Theme) All() Theme {
	all := make(Theme, len(Keys))
	for _, d := range [][2]string{
		{"--card", "--background"}, {"--card-foreground", "--foreground"},
		{"--popover", "--background"}, {"--popover-foreground", "--foreground"},
		{"--secondary", "--muted"}, {"--secondary-foreground", "--foreground"},
		{"--ring", "--primary"},
	} {
		all[d[0]] = t[d[1]]
	}
	maps.Copy(all, Theme{
		"--destructive": "0 72% 45%", "--destructive-foreground": "0 0% 100%",
		"--border": "214.3 31.8% 91.4%", "--input": "214.3 31.8% 91.4%", radius: "0.5rem",
	})
	maps.Copy(all, t)
	if _, ok := t["--secondary-foreground"]; !ok && Contrast(all.color("--secondary"), all.color("--secondary-foreground")) < readable {
		all["--secondary-foreground"] = opposite(all.color("--secondary-foreground"), all.color("--secondary")).String()
	}
	return all
}

// Dark returns the theme for a dark screen: lightness mirrored, but for black, which is
// hard to look at, and text still readable.
func (t Theme) Dark() Theme {
	dark := make(Theme, len(Keys))
	for key, value := range t.All() {
		if c, ok := parse(value); ok {
			c.L = darkest + (100-c.L)*(100-darkest)/100
			value = c.String()
		}
		dark[key] = value
	}
	for _, p := range pairs {
		if Contrast(dark.color(p.on), dark.color(p.text)) < readable {
			dark[p.text] = opposite(dark.color(p.text), dark.color(p.on)).String()
		}
	}
	return dark
}

// CSS returns the declarations of all variables, and of those of [Theme.Drawn] where t has them, printed from parsed numbers:
// "--primary:221 83% 53%;…".
func (t Theme) CSS() string {
	var b strings.Builder
	all := t.All()
	for _, key := range Keys {
		if value, ok := canonical(key, all[key]); ok {
			b.WriteString(key + ":" + value + ";")
		}
	}
	for _, d := range drawn {
		if value, ok := canonical(d.text, all[d.text]); ok {
			b.WriteString(d.text + ":" + value + ";")
		}
	}
	return b.String()
}

func (t Theme) color(key string) Color {
	c, _ := parse(t[key])
	return c
}

// unreadable has a fault for each pair of which the text can't be read.
func (t Theme) unreadable() (faults rule.Faults) {
	all := t.All()
	for _, p := range pairs {
		if c := Contrast(all.color(p.on), all.color(p.text)); c < readable {
			faults.Add(p.text, "contrast", "Text in %s on %s has a contrast of %.1f to 1; it needs 4.5. Choose a lighter or a darker one.",
				Name(p.text), Name(p.on), c)
		}
	}
	return faults
}

// opposite is c, made as light or as dark as it must be to be read with other.
func opposite(c, other Color) Color {
	best := Color{c.H, min(c.S, 40), 100}
	if dark := (Color{c.H, min(c.S, 40), 0}); Contrast(dark, other) > Contrast(best, other) {
		best = dark
	}
	soft := best
	soft.L = 98
	if best.L == 0 {
		soft.L = 10
	}
	if Contrast(soft, other) >= readable {
		return soft
	}
	return best
}

// legible returns c, made lighter or darker only as far as it must be to be read on all of
// these. On one color there always is a way.
func legible(c Color, on ...Color) (Color, bool) {
	const most = 100
	for step := 0.0; step <= most; step++ {
		for _, l := range []float64{c.L - step, c.L + step} {
			near := Color{c.H, c.S, min(most, max(0, l))}
			if !slices.ContainsFunc(on, func(o Color) bool { return Contrast(near, o) < readable }) {
				return near, true
			}
		}
	}
	return c, false
}

func clean(values map[string]string) (t Theme, faults rule.Faults) {
	t = make(Theme, len(values))
	for _, key := range slices.Sorted(maps.Keys(values)) {
		if !slices.Contains(Keys, key) {
			faults.Add(strings.ToValidUTF8(key[:min(len(key), 40)], ""), "unknown", "There is no such variable; those of a theme are %s.", strings.Join(Keys, ", "))
			continue
		}
		value, ok := canonical(key, values[key])
		switch {
		case ok:
			t[key] = value
		case key == radius:
			faults.Add(key, "format", "Write a length from 0 to 3rem, such as 0.5rem or 8px.")
		default:
			faults.Add(key, "format", "Write hue, saturation and lightness, such as 221 83%% 53%%.")
		}
	}
	return t, faults
}

// canonical prints a value anew.
func canonical(key, value string) (string, bool) {
	if key != radius {
		c, ok := parse(value)
		return c.String(), ok
	}
	for unit, most := range map[string]float64{"rem": 3, "px": 48, "em": 3} {
		digits, found := strings.CutSuffix(value, unit)
		if !found {
			continue
		}
		if v, ok := decimal(digits, most); ok {
			return strconv.FormatFloat(v, 'f', -1, 64) + unit, true
		}
	}
	return "", false
}
