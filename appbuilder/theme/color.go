package theme

import (
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/mazznoer/csscolorparser"
)

// Color is a colour as a theme holds it: hue in degrees from 0 to 360, saturation and
// lightness in percent.
type Color struct{ H, S, L float64 }

// String prints the color as "221 83% 53%", with a tenth at most: nothing but digits, dots,
// percent signs and spaces.
func (c Color) String() string {
	return number(c.H) + " " + number(c.S) + "% " + number(c.L) + "%"
}

func number(f float64) string {
	return strconv.FormatFloat(math.Round(f*10)/10, 'f', -1, 64)
}

// parse reads a color in the form of [Color.String].
func parse(s string) (c Color, ok bool) {
	parts := strings.Fields(s)
	if len(parts) != 3 || !strings.HasSuffix(parts[1], "%") || !strings.HasSuffix(parts[2], "%") {
		return Color{}, false
	}
	for i, p := range []struct {
		to   *float64
		most float64
	}{{&c.H, 360}, {&c.S, 100}, {&c.L, 100}} {
		v, ok := decimal(strings.TrimSuffix(parts[i], "%"), p.most)
		if !ok || i == 0 && strings.Contains(parts[0], "%") {
			return Color{}, false
		}
		*p.to = v
	}
	return c, true
}

// decimal reads digits with at most one dot, and nothing else that a float can be.
func decimal(s string, most float64) (float64, bool) {
	if s == "" || len(s) > 8 || strings.Trim(s, "0123456789.") != "" {
		return 0, false
	}
	v, err := strconv.ParseFloat(s, 64)
	return v, err == nil && v <= most
}

// words are the names of colors as people mean them, which are not those of CSS: its
// "green" is a dark one and its "blue" hurts.
var words = map[string]Color{
	"red": {0, 72, 51}, "orange": {24, 95, 53}, "amber": {38, 92, 50}, "yellow": {48, 96, 53},
	"lime": {84, 81, 44}, "green": {142, 76, 36}, "emerald": {160, 84, 39}, "teal": {173, 80, 40},
	"cyan": {189, 94, 43}, "sky": {199, 89, 48}, "light blue": {213, 97, 87}, "blue": {221, 83, 53},
	"dark blue": {224, 64, 33}, "navy": {222, 47, 20}, "indigo": {239, 84, 67}, "violet": {262, 83, 58},
	"purple": {271, 81, 56}, "magenta": {292, 84, 61}, "pink": {330, 81, 60}, "rose": {350, 89, 60},
	"brown": {26, 45, 32}, "beige": {40, 43, 90}, "cream": {45, 60, 95}, "gold": {43, 74, 49},
	"gray": {220, 9, 46}, "grey": {220, 9, 46}, "light gray": {220, 13, 91}, "light grey": {220, 13, 91},
	"dark gray": {217, 19, 27}, "dark grey": {217, 19, 27}, "black": {0, 0, 0}, "white": {0, 0, 100},
	"dark green": {144, 61, 20}, "light green": {141, 77, 73}, "dark red": {0, 70, 35}, "turquoise": {173, 80, 40},
}

// Read reads a color as a person writes it: a word ("blue", "dark green"), "#hex",
// "rgb(…)", "hsl(…)", any of CSS's names, or as [Color.String] prints it.
func Read(s string) (Color, bool) {
	s = strings.ToLower(strings.Join(strings.Fields(s), " "))
	if c, ok := words[s]; ok {
		return c, true
	}
	if c, ok := parse(s); ok {
		return c, true
	}
	if len(s) > 60 || bareHex(s) && (len(s) != 6 || !strings.ContainsAny(s, "0123456789")) {
		return Color{}, false
	}
	css, err := csscolorparser.Parse(strings.ReplaceAll(s, " ", ""))
	if err != nil {
		css, err = csscolorparser.Parse(s)
	}
	if err != nil || css.A < 1 {
		return Color{}, false
	}
	return fromRGB(css.Clamp()), true
}

// bareHex reports whether s has only hex digits. Without its # it may be a word, "add" or
// "facade", or a number.
func bareHex(s string) bool {
	return strings.Trim(strings.ReplaceAll(s, " ", ""), "0123456789abcdef") == ""
}

// Describe is what people call the value of a variable: "blue", or "#2463eb" for a color without
// a word. What is no color stays as it is.
func Describe(value string) string {
	c, ok := parse(value)
	if !ok {
		return value
	}
	for _, word := range slices.Sorted(maps.Keys(words)) {
		if words[word] == c {
			return word
		}
	}
	return csscolorparser.FromHsl(c.H, c.S/100, c.L/100, 1).Clamp().HexString()
}

func fromRGB(c csscolorparser.Color) Color {
	high, low := max(c.R, c.G, c.B), min(c.R, c.G, c.B)
	l, d := (high+low)/2, high-low
	if d == 0 {
		return Color{0, 0, l * 100}
	}
	var h float64
	switch high {
	case c.R:
		h = math.Mod((c.G-c.B)/d+6, 6)
	case c.G:
		h = (c.B-c.R)/d + 2
	default:
		h = (c.R-c.G)/d + 4
	}
	return Color{h * 60, d / (1 - math.Abs(2*l-1)) * 100, l * 100}
}

// Contrast is how well one color can be read on the other, from 1 to 21 (WCAG 2.2, contrast
// ratio).
func Contrast(a, b Color) float64 {
	x, y := a.luminance(), b.luminance()
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

func (c Color) luminance() float64 {
	rgb := csscolorparser.FromHsl(c.H, c.S/100, c.L/100, 1).Clamp()
	linear := func(v float64) float64 {
		if v <= 0.04045 {
			return v / 12.92
		}
		return math.Pow((v+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(rgb.R) + 0.7152*linear(rgb.G) + 0.0722*linear(rgb.B)
}
