package kitchen

import (
	"math/big"
	"regexp"
	"strings"
	"sync"
)

// ConvertText converts the temperatures, weights, volumes and lengths in a text where
// they are sure. What is given in both systems, gas marks and a few spoons stay as they are.
func ConvertText(text string, to System) string {
	if len(text) > mostText {
		return text
	}
	return convertLengths(convertMeasures(convertTemperatures(text, to), to), to)
}

// ConvertStep converts a step's temperature and what its instruction says.
func ConvertStep(step Step, to System) (Step, Mark) {
	before := step
	step.Instruction = ConvertText(step.Instruction, to)
	if t := step.TemperatureValue; t != nil {
		switch {
		case to == Metric && step.TemperatureUnit == "Fahrenheit":
			step.TemperatureValue, step.TemperatureUnit = new(written(step.Instruction, toCelsius(float64(*t)), 'C')), "Celsius"
		case to == US && step.TemperatureUnit == "Celsius":
			step.TemperatureValue, step.TemperatureUnit = new(written(step.Instruction, toFahrenheit(float64(*t)), 'F')), "Fahrenheit"
		}
	}
	if step == before {
		return step, AsIs
	}
	return step, Converted
}

func convertMeasures(text string, to System) string {
	var b strings.Builder
	done := 0
	found := measures(text)
	for i, m := range found {
		if i > 0 && givenBeside(text[found[i-1].end:m.start], found[i-1].unit, m.unit) ||
			i+1 < len(found) && givenBeside(text[m.end:found[i+1].start], m.unit, found[i+1].unit) {
			continue
		}
		c, ok := to.conversion(m.unit.unit, nameAfter(text[m.end:]), m.last())
		if !ok {
			continue
		}
		other, ok := c.show(m.amount)
		if !ok {
			continue
		}
		b.WriteString(text[done:m.start])
		b.WriteString(other)
		done = m.end
	}
	b.WriteString(text[done:])
	return b.String()
}

// givenBeside reports whether two measures with this text between them are one amount
// in both systems.
func givenBeside(between string, a, b spelling) bool {
	return a.unit.system != b.unit.system && beside().MatchString(between)
}

var (
	beside = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^ ?(?:[(\[/|,=]|or|about|ca\.|\(about|\(ca\.|/about) ?$`)
	})
	// endOfName is a word that an ingredient's name doesn't go on with.
	endOfName = sync.OnceValue(func() map[string]bool {
		return set("and or with to in into over from for until then on at each plus the if as while und mit in zu zum auf et avec dans y con en e")
	})
)

// nameAfter returns the longest known ingredient that follows an amount in text, and ""
// if there is none, or if its name may go on: sugar syrup is not sugar.
func nameAfter(text string) string {
	text = linking().ReplaceAllString(strings.TrimLeft(text, " "), "")
	text = strings.TrimPrefix(text, "the ")
	if i := strings.IndexAny(text, ",.;:()[]\n!?/"); i >= 0 {
		text = text[:i]
	}
	words := strings.Fields(text)
	for n := min(4, len(words)); n > 0; n-- {
		name := strings.Join(words[:n], " ")
		if _, known := densityOf(name); known && (n == len(words) || endOfName()[strings.ToLower(words[n])]) {
			return name
		}
	}
	return ""
}

// lengths are inches and centimetres: of pans and of cuts.
var lengths = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(^|[^\pL\pN.,/⁄-])((?:\d{1,3} )?\d{1,2}[/⁄]\d{1,2}|\d{1,3} ?[¼½¾⅛⅓⅔]|[¼½¾⅛⅓⅔]|\d{1,3}(?:[.,]\d)?)((?: ?(?:x|×|by|-|–|to) ?)((?:\d{1,3} )?\d{1,2}[/⁄]\d{1,2}|\d{1,3} ?[¼½¾⅛⅓⅔]|\d{1,3}(?:[.,]\d)?))?([ -]?)(inch(?:es)?|centimet(?:er|re)s?|cm|mm)([^\pL\pN]|$)`)
})

func convertLengths(text string, to System) string {
	return replaceAll(lengths(), text, func(m []int) (string, bool) {
		group := func(i int) string {
			if m[2*i] < 0 {
				return ""
			}
			return text[m[2*i]:m[2*i+1]]
		}
		unit := group(6)
		inches := strings.HasPrefix(unit, "inch")
		if inches == (to == US) || lengthBeside(text[:m[4]], text[m[13]:]) {
			return "", false
		}
		first, _, ok := leadingNumber(group(2))
		if !ok {
			return "", false
		}
		between, second := "", group(4)
		if second != "" {
			other, _, ok := leadingNumber(second)
			if !ok {
				return "", false
			}
			converted, ok := convertLength(other, unit)
			if !ok {
				return "", false
			}
			between = strings.TrimSuffix(group(3), second) + converted
		}
		length, ok := convertLength(first, unit)
		if !ok {
			return "", false
		}
		joint, name := group(5), "cm"
		if !inches {
			joint, name = "-", "inch" // a 10-inch pan
			if aside().MatchString(text[m[13]:]) {
				joint, name = " ", "inches"
			}
		} else if joint == "" {
			joint = " "
		}
		if inches && joint == "-" {
			joint = " "
		}
		return group(1) + length + between + joint + name + group(7), true
	})
}

// aside is what follows a length that is not that of the next word: 2 inches thick.
var aside = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^ *(?:$|[^\pL ]|(?:apart|thick|long|wide|deep|high|from|in|of|and|to|or|dick|lang|breit|hoch|und|auf)(?:[^\pL]|$))`)
})

// convertLength returns centimetres to the nearest whole, half below ten, and inches to
// the nearest half, quarter below four; less than that finer, and ok is false if no
// ruler shows it.
func convertLength(n *big.Rat, unit string) (text string, ok bool) {
	inches := strings.HasPrefix(unit, "inch")
	step, finest := ratio(1, 2), ratio(1, 8)
	switch {
	case inches:
		finest = ratio(1, 10)
		if n = times(n, ratio(254, 100)); !less(n, 10, 1) {
			step = ratio(1, 1)
		}
	case unit == "mm":
		n = over(n, ratio(254, 10))
	default:
		n = over(n, ratio(254, 100))
	}
	if !inches && less(n, 4, 1) {
		step = ratio(1, 4)
	}
	round := nearest(n, step)
	if !within(round, n, 300) {
		round = nearest(n, finest)
	}
	if inches {
		return decimalText(round, 1), within(round, n, 300)
	}
	return fractionText(round), within(round, n, 300)
}

// lengthBeside reports whether a length is given in both systems.
func lengthBeside(before, after string) bool {
	return lengthAfter().MatchString(after) || lengthBefore().MatchString(before[max(0, len(before)-40):])
}

var (
	lengthAfter  = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^ ?[(/] ?[\d ./x×½¼¾]+-?(?:inch|cm|mm|in\b)`) })
	lengthBefore = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?:inch(?:es)?|cm|mm|in) ?[(/] ?$`) })
)
