package kitchen

import (
	"regexp"
	"strconv"
	"strings"
)

// Tables is what a program in another language needs, besides the algorithm, to scale as
// [Scale] does.
type Tables struct {
	// Units has a row for each: its short and its long name, where it has them; dimension;
	// 1 if it is metric; size, which counts only then; ladder; 1 if it holds something; and
	// its other spellings, as in "leaf|leaves, Blatt|Blätter", the name first where there is
	// none before.
	Units []string `json:"units"`
	// Patterns are regular expressions of JavaScript, each with its flags.
	Patterns map[string][2]string `json:"patterns"`
}

// ScaleTables returns the tables of Scale.
func ScaleTables() Tables {
	t := Tables{Patterns: map[string][2]string{}}
	for _, row := range unitTable() {
		name, size, dimension := row.name, bit(row.size != nil), ""
		if strings.HasPrefix(row.spelled, name+"|") {
			name = ""
		}
		if row.system == metric {
			size = row.size.RatString()
		}
		if row.dimension != counted {
			dimension = strconv.Itoa(int(row.dimension))
		}
		t.Units = append(t.Units, strings.Join([]string{name, row.long, dimension, bit(row.system == metric), size, row.ladder, bit(row.holds), row.spelled}, ";"))
	}
	for name, re := range map[string]*regexp.Regexp{
		"number": numberForm(), "range": rangeSign(), "linking": linking(), "startsName": startsName(), "goesOn": goesOn(),
		"whole": wholeName(), "notWhole": notWhole(), "apiece": apiece(),
	} {
		t.Patterns[name] = script(re)
	}
	t.Patterns["brackets"] = [2]string{script(brackets())[0], "gu"}
	return t
}

func bit(b bool) string {
	if b {
		return "1"
	}
	return ""
}

// script returns a regular expression in JavaScript's syntax. One that ignores case
// anywhere ignores it everywhere.
func script(re *regexp.Regexp) [2]string {
	text := strings.NewReplacer("(?i)", "", "(?i:", "(?:", `\pL`, `\p{L}`).Replace(re.String())
	if strings.Contains(re.String(), "(?i") {
		return [2]string{text, "iu"}
	}
	return [2]string{text, "u"}
}
