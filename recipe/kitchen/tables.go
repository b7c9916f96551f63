package kitchen

import (
	"fmt"
	"regexp"
	"strings"
)

// Tables is what a program in another language needs, besides the algorithm, to scale as
// [Scale] does.
type Tables struct {
	// Units has a row for each: its name; long name; dimension; 1 if it is metric; size;
	// ladder; 1 if it holds something; and its spellings, as in "leaf|leaves, Blatt|Blätter".
	Units []string `json:"units"`
	// Patterns are regular expressions of JavaScript, each with its flags.
	Patterns map[string][2]string `json:"patterns"`
}

// ScaleTables returns the tables of Scale.
func ScaleTables() Tables {
	t := Tables{Patterns: map[string][2]string{}}
	for _, row := range unitTable() {
		size := ""
		if row.size != nil {
			size = row.size.RatString()
		}
		t.Units = append(t.Units, fmt.Sprintf("%s;%s;%d;%s;%s;%s;%s;%s", row.name, row.long, row.dimension,
			bit(row.system == metric), size, row.ladder, bit(row.holds), strings.Join(row.forms(), ", ")))
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
