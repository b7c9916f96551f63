package interchange

import (
	"math"
	"regexp"
	"strconv"
	"strings"
)

const (
	celsius    = "Celsius"
	fahrenheit = "Fahrenheit"
)

// closingTemperature is how the writers put a step's temperature, which their
// formats have no field for, behind its text.
// One that has no number says the unit alone: "(°C)".
var closingTemperature = regexp.MustCompile(`\s*\((?:(-?\d{1,10}) ?°([CF])?|°([CF]))\)$`)

// temperatureText is the inverse of takeTemperature.
func temperatureText(s Step) string {
	value, unit := "", ""
	if s.TemperatureValue != nil {
		value = strconv.Itoa(int(*s.TemperatureValue)) + " "
	}
	if s.TemperatureUnit != "" {
		unit = s.TemperatureUnit[:1]
	}
	if value+unit == "" {
		return s.Instruction
	}
	return s.Instruction + " (" + value + "°" + unit + ")"
}

// looksTempered reports whether s has no temperature and a text from whose end
// one would be taken.
func (s Step) looksTempered() bool {
	return s.TemperatureValue == nil && s.TemperatureUnit == "" && s.takeTemperature() >= 0
}

// takeTemperature moves "(180 °C)" from the end of the instruction into the
// fields. It returns where that began, or -1.
func (s *Step) takeTemperature() int {
	m := closingTemperature.FindStringSubmatchIndex(s.Instruction)
	if m == nil || m[0] == 0 {
		return -1
	}
	part := func(n int) string {
		if m[2*n] < 0 {
			return ""
		}
		return s.Instruction[m[2*n]:m[2*n+1]]
	}
	if number := part(1); number != "" {
		v, err := strconv.ParseInt(number, 10, 32)
		if err != nil {
			return -1
		}
		value := int32(v)
		s.TemperatureValue = &value
	}
	s.TemperatureUnit = map[string]string{"C": celsius, "F": fahrenheit}[part(2)+part(3)]
	s.Instruction = s.Instruction[:m[0]]
	return m[0]
}

var difficulties = map[string]int32{
	"very easy": 1, "easy": 2, "medium": 3, "moderate": 3, "intermediate": 3, "hard": 4, "difficult": 4,
	"very hard": 5, "expert": 5, "sehr einfach": 1, "leicht": 2, "einfach": 2, "mittel": 3, "normal": 3, "schwer": 4,
	"facile": 2, "très facile": 1, "moyen": 3, "moyenne": 3, "difficile": 4,
}

func (r *Recipe) setDifficulty(text string) {
	text = oneLine(text)
	if d, ok := difficulties[strings.ToLower(text)]; ok {
		r.Difficulty = &d
		return
	}
	if v, ok := wholeNumber(text); ok && v == math.Trunc(v) && v >= 1 && v <= maxDifficulty {
		d := int32(v)
		r.Difficulty = &d
		return
	}
	r.addNote("Difficulty", text)
}

// minutesValue turns a number of minutes from JSON into a field; 0 is how
// most programs say "not given".
func minutesValue(v float64) *int32 {
	if !(v > 0) || v > maxMinutes {
		return nil
	}
	n := int32(math.Ceil(v))
	return &n
}
