package rules

import (
	"maps"
	"strconv"
	"strings"

	"github.com/mcp-adapters/mcp-adapters/appbuilder/generate"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/theme"
)

// partName is what people call a part.
func partName(key string) string {
	for _, p := range parts {
		if p.key == key {
			return p.words[0]
		}
	}
	return theme.Name(key)
}

// paint gives parts their colors: each its own, or all the only one.
func (r request) paint(s sheet) (answer, bool) {
	if len(s.parts) == 0 {
		s.parts, s.joined = []string{"--primary"}, []int{1}
	}
	if len(s.colors) == len(s.parts)+1 && s.joined[0] > 1 { // "pink with a black background"
		s.parts = append([]string{"--primary"}, s.parts...)
	}
	if len(s.colors) != 1 && len(s.colors) != len(s.parts) {
		return cannot("Which part should have which color? Say “make the background white and the buttons blue”.")
	}
	set := map[string]string{}
	for i, part := range s.parts {
		c, ok := theme.Read(s.colors[min(i, len(s.colors)-1)])
		if !ok {
			return cannot("I can't read the color " + s.colors[min(i, len(s.colors)-1)] + ". Write it as #2563eb, rgb(37, 99, 235) or a name such as blue.")
		}
		set[part] = c.String()
		// Cards that had the color of the page keep it.
		if all := r.content.Theme.All(); part == "--background" && r.content.Theme["--card"] != "" && all["--card"] == all[part] {
			set["--card"] = c.String()
		}
	}
	return answer{operations: []generate.Operation{{Op: generate.SetTheme, Theme: set}}}, true
}

// recolor reads "change blue to red": what is blue becomes red.
func (r request) recolor(s sheet) (answer, bool) {
	set := map[string]string{}
	for key, value := range r.content.Theme {
		if value == s.colors[0] {
			set[key] = s.colors[1]
		}
	}
	if len(set) == 0 {
		return cannot("Nothing is " + theme.Describe(s.colors[0]) + ". The primary color is " + theme.Describe(r.content.Theme["--primary"]) + ": say “make it " + theme.Describe(s.colors[1]) + "”.")
	}
	return answer{operations: []generate.Operation{{Op: generate.SetTheme, Theme: set}}}, true
}

// shade makes a part lighter or darker.
func (r request) shade(s sheet) (answer, bool) {
	parts := s.parts
	if len(parts) == 0 {
		parts = []string{"--primary"}
	}
	all, set := r.content.Theme.All(), map[string]string{}
	for _, part := range parts {
		c, ok := theme.Read(all[part])
		if !ok {
			return answer{}, false
		}
		c.L = min(100, max(0, c.L+s.shift))
		set[part] = c.String()
	}
	return answer{operations: []generate.Operation{{Op: generate.SetTheme, Theme: set}}}, true
}

// brightness turns the theme dark or light, if it isn't.
func (r request) brightness(dark bool) answer {
	background, _ := theme.Read(r.content.Theme["--background"])
	if (background.L < 50) == dark {
		return answer{operations: []generate.Operation{{Op: generate.SetTheme, Theme: map[string]string{"--background": r.content.Theme["--background"]}}}}
	}
	said := "Turned the light theme on"
	if dark {
		said = "Turned the dark theme on"
	}
	return answer{operations: []generate.Operation{{Op: generate.SetTheme, Theme: maps.Clone(r.content.Theme.Dark())}}, said: []string{said}}
}

// moded turns the theme dark or light, and then gives parts their colors: "dark mode with orange".
func (r request) moded(s sheet) (answer, bool) {
	first := r.brightness(s.mode == "dark")
	turned, _, faults := generate.Apply(r.content, first.operations)
	if len(faults) > 0 {
		return answer{}, false
	}
	r.content = turned
	second, ok := r.paint(s)
	if !ok || second.reply != "" {
		return second, ok
	}
	_, changes, _ := generate.Apply(turned, second.operations) // what is wrong is found when all is done
	return answer{operations: append(first.operations, second.operations...), said: append(first.said, changes...)}, true
}

// round makes corners rounder or sharper.
func (r request) round(how string) (answer, bool) {
	now, err := strconv.ParseFloat(strings.TrimRight(r.content.Theme.All()["--radius"], "remp x"), 64)
	if err != nil {
		now = 0.5
	}
	if strings.HasSuffix(r.content.Theme.All()["--radius"], "px") {
		now /= 16
	}
	value, said := strings.ReplaceAll(how, " ", ""), "Set the radius of corners to "+how
	switch how {
	case "more":
		value, said = strconv.FormatFloat(min(1.5, now+0.5), 'f', -1, 64)+"rem", "Made corners rounder"
	case "less":
		value, said = strconv.FormatFloat(max(0, now-0.25), 'f', -1, 64)+"rem", "Made corners sharper"
	case "none":
		value, said = "0rem", "Made corners square"
	}
	return answer{operations: []generate.Operation{{Op: generate.SetTheme, Theme: map[string]string{"--radius": value}}}, said: []string{said}}, true
}
