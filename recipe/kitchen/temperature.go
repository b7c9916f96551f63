package kitchen

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"sync"
)

// ovenFahrenheit is where ovens begin. Below it are yeast, meat and sugar, where a
// degree counts.
const ovenFahrenheit = 240

// toCelsius converts a temperature: of an oven to the nearest ten, as dials have it and
// tables give it (350 °F is 180 °C), any other to the degree.
func toCelsius(f float64) int {
	c := (f - 32) / 1.8
	if f < ovenFahrenheit {
		return int(math.Round(c))
	}
	if ten := math.Round(c/10) * 10; math.Abs(ten-c) < 4.9 {
		return int(ten)
	}
	return int(math.Round(c/5) * 5)
}

// toFahrenheit converts a temperature: of an oven to the nearest 25, as recipes have
// it, unless that is more than 8 off, and then to the nearest five.
func toFahrenheit(c float64) int {
	f := c*1.8 + 32
	if f < ovenFahrenheit {
		return int(math.Round(f))
	}
	if dial := math.Round(f/25) * 25; math.Abs(dial-f) <= 8 {
		return int(dial)
	}
	return int(math.Round(f/5) * 5)
}

// temperatures finds what text says of degrees: a number or a range of two, and the
// scale. A bare C or F needs a degree sign or a number of an oven.
var temperatures = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(^|[^\pL\pN.,/])([-−]?\d{1,3})((?: ?[°º˚]| degrees?)? ?(?:[-–—/]|to|bis|or) ?[-−]?(\d{1,3}))?( ?[°º˚] ?| ?degrees? ?|-degree | ?deg\.? | ?)(Celsius|Fahrenheit|Grad(?: Celsius)?|[CF])([^\pL\pN]|$)`)
})

// convertTemperatures converts what is sure, but for what is given in both scales.
func convertTemperatures(text string, to System) string {
	return replaceAll(temperatures(), text, func(m []int) (string, bool) {
		group := func(i int) string {
			if m[2*i] < 0 {
				return ""
			}
			return text[m[2*i]:m[2*i+1]]
		}
		sign, scale := group(5), group(6)
		celsius := scale[0] == 'C' || scale[0] == 'G'
		value, _ := strconv.Atoi(strings.Replace(group(2), "−", "-", 1))
		if bare := len(scale) == 1 && strings.TrimSpace(sign) == ""; bare && (value < 90 || value > 600) || celsius == (to == Metric) {
			return "", false
		}
		if givenTwice(text[:m[4]], text[m[13]:], scale) {
			return "", false
		}
		convert := func(digits string) string {
			v, _ := strconv.Atoi(strings.Replace(digits, "−", "-", 1))
			if celsius {
				return strconv.Itoa(toFahrenheit(float64(v)))
			}
			return strconv.Itoa(toCelsius(float64(v)))
		}
		between := group(3)
		if second := group(4); second != "" {
			between = strings.TrimSuffix(between, second) + convert(second)
		}
		return group(1) + convert(group(2)) + between + sign + otherScale(scale) + group(7), true
	})
}

// written returns the temperature of a text in a scale that is about t, and t if there is
// none: a cook who wrote 350 °F (175 °C) meant 175.
func written(text string, t int, scale byte) int {
	for _, m := range temperatures().FindAllStringSubmatch(text, -1) {
		if v, _ := strconv.Atoi(m[2]); m[6][0] == scale && v >= t-10 && v <= t+10 {
			return v
		}
	}
	return t
}

func otherScale(scale string) string {
	switch scale {
	case "C":
		return "F"
	case "F":
		return "C"
	case "Celsius":
		return "Fahrenheit"
	case "Fahrenheit":
		return "Celsius"
	}
	return "°F" // Grad
}

// nearbyScale is a temperature directly before or after another.
var nearbyScale = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[ (\[/,;]*(?:or |about |ca\. )?\d{2,3} ?(?:[°º˚]|degrees)? ?([CF])(?:elsius|ahrenheit)?(?:[^\pL]|$)`)
})

var beforeScale = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\d{2,3} ?(?:[°º˚]|degrees)? ?([CF])(?:elsius|ahrenheit)?[ )(\[/,;]*$`)
})

// givenTwice reports whether the other scale stands beside a temperature.
func givenTwice(before, after, scale string) bool {
	other := otherScale(scale)[:1]
	for _, m := range [][]string{nearbyScale().FindStringSubmatch(after), beforeScale().FindStringSubmatch(before[max(0, len(before)-40):])} {
		if m != nil && m[1] == other {
			return true
		}
	}
	return false
}

// replaceAll replaces the matches for which change returns true. A match may begin with
// the last character of the one before it.
func replaceAll(re *regexp.Regexp, text string, change func(m []int) (string, bool)) string {
	var b strings.Builder
	done := 0
	for at := 0; at < len(text); {
		m := re.FindStringSubmatchIndex(text[at:])
		if m == nil {
			break
		}
		for i := range m {
			if m[i] >= 0 {
				m[i] += at
			}
		}
		if replacement, ok := change(m); ok {
			b.WriteString(text[done:m[0]])
			b.WriteString(replacement)
			done = m[1]
		}
		at = m[1]
	}
	b.WriteString(text[done:])
	return b.String()
}
