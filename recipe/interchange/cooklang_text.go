package interchange

import (
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

var (
	// component is a sign, modifiers, and "several words{amount}" or a word.
	component = regexp.MustCompile(`([@#~])([@&?+-]*)(?:([^` + space + `@#~{}&?+-][^@#~{}]*)?\{([^{}]*)\}|([^` + space + word + `]+))`)
	// closingTimer is how the writer adds a step's duration.
	closingTimer = regexp.MustCompile(` \(~\{(\d+)%minutes\}\)$`)
	blankRun     = regexp.MustCompile(`[ \t\n]+`)
	tightSlash   = strings.NewReplacer(" / ", "/", "/ ", "/", " /", "/")
)

// Classes of characters: what unicode.IsSpace accepts, and what else ends a word.
const (
	space = `\s\v\x{85}\pZ`
	word  = "`" + `\pP^+=<>|$~\x{FFFD}`
)

// mark is before each escaped sign, whose high bit is set. Neither can be in a text,
// which is UTF-8, so that nothing takes the sign for one that means something.
const mark = "\xff"

func marked(s string) string {
	return escaped.ReplaceAllStringFunc(s, func(pair string) string {
		if pair[1] >= utf8.RuneSelf {
			return pair[1:]
		}
		return mark + string([]byte{pair[1] | utf8.RuneSelf})
	})
}

func unmarked(s string) string {
	parts := strings.Split(s, mark)
	for i, part := range parts[1:] {
		parts[i+1] = string(rune(part[0]&^utf8.RuneSelf)) + part[1:]
	}
	return strings.Join(parts, "")
}

// cookParagraph is a paragraph without its markup.
type cookParagraph struct {
	text        strings.Builder // with marks
	words       bool            // there are some beside the ingredients
	unclosed    bool            // no ")" follows any more; not to be looked for again
	ingredients []Ingredient
	timers      []*int32 // their minutes, or nil
	duration    *int32   // of the whole step
}

// parseCookParagraph reads "@name{qty%unit}(notes)", "#name{}" and
// "~name{qty%unit}". A component without braces is one word; a sign with
// nothing after it is text; a backslash takes the meaning off the next sign,
// and keeps a line end or a second blank.
func parseCookParagraph(s string) *cookParagraph {
	p := &cookParagraph{}
	s = blankRun.ReplaceAllString(marked(s), " ")
	if m := closingTimer.FindStringSubmatch(s); m != nil {
		if minutes, err := strconv.ParseInt(m[1], 10, 32); err == nil {
			p.duration = new(int32(minutes))
			s = strings.TrimSuffix(s, m[0])
		}
	}
	for at := component.FindStringSubmatchIndex(s); at != nil; at = component.FindStringSubmatchIndex(s) {
		sign, modifiers, name, amount := group(s, at, 1), group(s, at, 2), group(s, at, 3)+group(s, at, 5), group(s, at, 4)
		if sign == "~" && modifiers != "" || sign != "~" && name == "" {
			p.write(s[:at[0]+1])
			s = s[at[0]+1:]
			continue
		}
		p.write(s[:at[0]])
		s = s[at[1]:]
		switch sign {
		case "@":
			notes := ""
			if at[8] >= 0 {
				notes, s = p.notes(s)
			}
			p.ingredient(name, amount, notes, strings.Contains(modifiers, "?"))
		case "#":
			p.write(withRemark(name, oneLine(unmarked(amount))))
		case "~":
			p.timer(name, amount)
		}
	}
	p.write(s)
	return p
}

// group returns the n-th group of a match, or "".
func group(s string, match []int, n int) string {
	if match[2*n] < 0 {
		return ""
	}
	return s[match[2*n]:match[2*n+1]]
}

func withRemark(text, remark string) string {
	if text == "" || remark == "" {
		return text + remark
	}
	return text + " (" + remark + ")"
}

func (p *cookParagraph) write(s string) {
	p.text.WriteString(s)
	p.words = p.words || strings.ContainsFunc(s, func(r rune) bool {
		return unicode.IsLetter(r) || unicode.IsDigit(r) || r == utf8.RuneError
	})
}

// notes takes "(notes)" off the start of s.
func (p *cookParagraph) notes(s string) (notes, rest string) {
	if !strings.HasPrefix(s, "(") || p.unclosed {
		return "", s
	}
	notes, rest, closed := strings.Cut(s[1:], ")")
	if p.unclosed = !closed; p.unclosed {
		return "", s
	}
	return tidy(unmarked(notes)), rest
}

func (p *cookParagraph) ingredient(name, amount, notes string, optional bool) {
	name, alias, aliased := strings.Cut(name, "|")
	path := strings.HasPrefix(name, "./") || strings.HasPrefix(name, "../") // another recipe
	in := Ingredient{Name: oneLine(unmarked(name))}
	if path {
		in.Name = in.Name[strings.LastIndexByte(in.Name, '/')+1:]
	}
	quantity, unit, _ := strings.Cut(amount, "%")
	in.Unit = oneLine(unmarked(unit))
	quantity = strings.TrimPrefix(strings.TrimSpace(unmarked(quantity)), "=")
	quantity = strings.TrimSpace(strings.TrimSuffix(quantity, "*"))
	if v, ok := plainDecimal(quantity); ok {
		in.Quantity = &v
	} else if v, ok := wholeNumber(tightSlash.Replace(quantity)); ok {
		in.Quantity = &v
	} else if quantity != "" { // "a few": no number, so amount and unit are words
		in.Notes, in.Unit = oneLine(quantity+" "+in.Unit), ""
	}
	in.Notes = joinNotes(in.Notes, notes)
	if optional {
		in.Notes = joinNotes(in.Notes, "optional")
	}
	p.ingredients = append(p.ingredients, in)
	if aliased {
		p.text.WriteString(oneLine(unmarked(alias)))
	} else {
		p.text.WriteString(in.Name)
	}
}

func (p *cookParagraph) timer(name, amount string) {
	quantity, unit, _ := strings.Cut(amount, "%")
	shown := oneLine(unmarked(quantity + " " + unit))
	var minutes *int32
	if v, ok := parseMinutes(shown); ok {
		minutes = &v
	}
	p.timers = append(p.timers, minutes)
	p.write(withRemark(shown, oneLine(unmarked(name))))
}

// isStep reports whether there is anything but ingredients, or than a rule.
func (p *cookParagraph) isStep() bool {
	return p.words || len(p.timers) > 0 || p.duration != nil || len(p.ingredients) == 0 && !isRule(p.text.String())
}

// isRule reports whether text is a line drawn in signs, or nothing.
func isRule(text string) bool { return strings.Trim(text, "-=*_ \n") == "" }

// step takes the only timer for the step's duration. A temperature whose bracket
// was escaped is text.
func (p *cookParagraph) step() Step {
	s := Step{Instruction: strings.TrimSpace(p.text.String()), DurationMinutes: p.duration}
	if p.duration == nil && len(p.timers) == 1 {
		s.DurationMinutes = p.timers[0]
	}
	s.takeTemperature()
	s.Instruction = tidy(unmarked(s.Instruction))
	return s
}
