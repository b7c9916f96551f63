package interchange

import (
	"fmt"
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
// formats have no field for, after its text. One that has no number says the unit
// alone: "(°C)".
var closingTemperature = regexp.MustCompile(`\s*\((?:(-?\d{1,10}) ?°([CF])?|°([CF]))\)$`)

func temperatureText(s Step) string {
	shown := "°" + s.TemperatureUnit[:min(1, len(s.TemperatureUnit))]
	switch {
	case s.TemperatureValue != nil:
		shown = fmt.Sprintf("%d %s", *s.TemperatureValue, shown)
	case s.TemperatureUnit == "":
		return s.Instruction
	}
	return s.Instruction + " (" + shown + ")"
}

// looksTempered reports whether s has no temperature and a text from whose end
// one would be taken.
func (s Step) looksTempered() bool {
	return s.TemperatureValue == nil && s.TemperatureUnit == "" && s.takeTemperature()
}

// takeTemperature moves "(180 °C)" from the end of the instruction into the
// fields, and reports whether there was one.
func (s *Step) takeTemperature() bool {
	m := closingTemperature.FindStringSubmatch(s.Instruction)
	if m == nil || m[0] == s.Instruction {
		return false
	}
	if m[1] != "" {
		v, err := strconv.ParseInt(m[1], 10, 32)
		if err != nil {
			return false
		}
		s.TemperatureValue = new(int32(v))
	}
	s.TemperatureUnit = map[string]string{"C": celsius, "F": fahrenheit}[m[2]+m[3]]
	s.Instruction = strings.TrimSuffix(s.Instruction, m[0])
	return true
}

var difficulties = wordMap(map[int32]string{
	1: "1 very·easy sehr·einfach très·facile",
	2: "2 easy leicht einfach facile",
	3: "3 medium moderate intermediate mittel normal moyen moyenne",
	4: "4 hard difficult schwer difficile",
	5: "5 very·hard expert",
})

func (r *Recipe) setDifficulty(text string) {
	text = oneLine(text)
	if d, ok := difficulties[strings.ToLower(text)]; ok {
		r.Difficulty = &d
	} else {
		r.addNote("Difficulty", text)
	}
}

// minutes returns a number of minutes, if it says anything: 0 is how most programs
// say "not given".
func (o object) minutes(name string) *int32 {
	v, _ := o.number(name)
	if !(v > 0) || v > maxMinutes {
		return nil
	}
	return new(int32(math.Ceil(v)))
}
