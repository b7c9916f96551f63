package kitchen

import (
	"regexp"
	"strconv"
	"strings"
)

// Tables is what a program in another language needs, besides the algorithm, to scale as
// [Scale] does.
type Tables struct {
	// Units has a row for each: its other spellings, as in "leaf|leaves,Blatt|Blätter",
	// without the plural where that is the singular with an s, and the name first where
	// there is none after; its short and its long name, where it has them; dimension; 1 if
	// it is metric; size, which counts only then; ladder; and 1 if it holds something. A row
	// ends at the last of them that isn't empty, and with a "!" if another comes.
	Units string `json:"units"`
	// Patterns are regular expressions of JavaScript, each with its flags.
	Patterns map[string][2]string `json:"patterns"`
}

// ScaleTables returns the tables of Scale.
func ScaleTables() Tables {
	t := Tables{Patterns: map[string][2]string{}}
	var rows []string
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
		rows = append(rows, strings.TrimRight(strings.Join([]string{regular(row.spelled), name, row.long, dimension, bit(row.system == metric), size, row.ladder, bit(row.holds)}, ";"), ";"))
	}
	t.Units = strings.Join(rows, "!")
	for name, re := range map[string]*regexp.Regexp{
		"number": numberForm(), "range": rangeSign(), "linking": linking(), "startsName": startsName(), "goesOn": goesOn(),
		"whole": wholeName(), "notWhole": notWhole(), "apiece": apiece(),
	} {
		t.Patterns[name] = script(re)
	}
	t.Patterns["brackets"] = [2]string{script(brackets())[0], "gu"}
	return t
}

// regular leaves out plurals that are the singular with an s: "cup|" for "cup|cups".
func regular(spelled string) string {
	forms := strings.Split(spelled, ", ")
	for i, form := range forms {
		if one, more, _ := strings.Cut(form, "|"); more == one+"s" {
			forms[i] = one + "|"
		}
	}
	return strings.Join(forms, ",")
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
