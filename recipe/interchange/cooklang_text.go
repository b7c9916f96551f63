package interchange

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

var tightSlash = strings.NewReplacer(" / ", "/", "/ ", "/", " /", "/")

// cookParagraph is a paragraph without its markup.
type cookParagraph struct {
	text        strings.Builder
	plain       bool   // there are words beside the ingredients
	parens      []bool // for each "(" in text, whether a backslash stood before it
	unclosed    bool   // no ")" follows any more; not to be looked for again
	ingredients []Ingredient
	timers      []cookTimer
}

// cookTimer stands at text[start:end].
type cookTimer struct {
	start, end int
	minutes    int32
	ok         bool
}

// parseCookParagraph reads "@name{qty%unit}(notes)", "#name{}" and
// "~name{qty%unit}". A component without braces is one word; a sign with
// nothing behind it is text; a backslash takes the meaning off the next sign,
// and keeps a line end or a second blank.
func parseCookParagraph(s string) *cookParagraph {
	p := &cookParagraph{}
	gap := false // the last sign was a blank that may stand for several
	for i := 0; i < len(s); {
		c := s[i]
		if c == '\\' && i+1 < len(s) {
			_, size := utf8.DecodeRuneInString(s[i+1:])
			p.put(s[i+1:i+1+size], true)
			p.plain = p.plain || !unicode.IsSpace(rune(s[i+1]))
			gap = false
			i += 1 + size
			continue
		}
		if c == '@' || c == '#' || c == '~' {
			if n := p.component(s[i:]); n > 0 {
				gap = false
				i += n
				continue
			}
		}
		_, size := utf8.DecodeRuneInString(s[i:])
		blank := c == ' ' || c == '\t'
		switch {
		case !blank:
			p.write(s[i : i+size])
		case !gap:
			p.write(" ")
		}
		gap = blank
		i += size
	}
	return p
}

// put adds text and notes which of its brackets were escaped.
func (p *cookParagraph) put(s string, escaped bool) {
	p.text.WriteString(s)
	for range strings.Count(s, "(") {
		p.parens = append(p.parens, escaped)
	}
}

func (p *cookParagraph) write(s string) {
	p.put(s, false)
	if r, _ := utf8.DecodeRuneInString(s); unicode.IsLetter(r) || unicode.IsDigit(r) {
		p.plain = true
	}
}

// component reads the component at the start of s and returns its length, or
// 0 when there is none.
func (p *cookParagraph) component(s string) int {
	sign, at := s[0], 1
	optional := false
	for sign != '~' && at < len(s) && strings.IndexByte("@&?+-", s[at]) >= 0 {
		optional = optional || s[at] == '?'
		at++
	}
	name, amount, n, braces := braced(s[at:])
	if braces && name == "" && sign != '~' {
		braces = false
	}
	if !braces {
		n = wordLength(s[at:])
		name, amount = s[at:at+n], ""
		if n == 0 {
			return 0
		}
	}
	at += n
	switch sign {
	case '@':
		at += p.ingredient(name, amount, s[at:], braces, optional)
	case '#':
		p.write(unescape(name))
		if amount = oneLine(unescape(amount)); amount != "" {
			p.write(" (" + amount + ")")
		}
	case '~':
		p.timer(oneLine(unescape(name)), amount)
	}
	return at
}

// ingredient notes one and returns the length of the "(notes)" behind it.
func (p *cookParagraph) ingredient(name, amount, after string, braces, optional bool) int {
	name, alias, aliased := cutPlain(name, "|")
	path := strings.HasPrefix(name, "./") || strings.HasPrefix(name, "../") // another recipe
	name = oneLine(unescape(name))
	if path {
		name = name[strings.LastIndexByte(name, '/')+1:]
	}
	in := Ingredient{Name: name}
	quantity, unit, _ := cutPlain(amount, "%")
	in.Unit = oneLine(unescape(unit))
	quantity = strings.TrimSpace(unescape(quantity))
	quantity = strings.TrimSpace(strings.TrimSuffix(strings.TrimPrefix(quantity, "="), "*"))
	if v, ok := plainDecimal(quantity); ok {
		in.Quantity = &v
	} else if v, ok := wholeNumber(tightSlash.Replace(quantity)); ok {
		in.Quantity = &v
	} else if quantity != "" { // "a few": no number, so amount and unit are words
		in.Notes, in.Unit = oneLine(quantity+" "+in.Unit), ""
	}
	length := 0
	if braces && strings.HasPrefix(after, "(") && !p.unclosed {
		if end := indexPlain(after, ")"); end > 0 {
			in.Notes = joinNotes(in.Notes, parseCookNotes(after[1:end]))
			length = end + 1
		} else {
			p.unclosed = true
		}
	}
	if optional {
		in.Notes = joinNotes(in.Notes, "optional")
	}
	p.ingredients = append(p.ingredients, in)
	shown := name
	if aliased {
		shown = oneLine(unescape(alias))
	}
	p.put(shown, false)
	return length
}

func (p *cookParagraph) timer(name, amount string) {
	quantity, unit, _ := cutPlain(amount, "%")
	shown := oneLine(unescape(quantity) + " " + unescape(unit))
	t := cookTimer{start: p.text.Len()}
	if shown != "" {
		t.minutes, t.ok = parseMinutes(shown)
	}
	p.write(shown)
	t.end = p.text.Len()
	if shown == "" {
		p.write(name)
	} else if name != "" {
		p.write(" (" + name + ")")
	}
	p.timers = append(p.timers, t)
}

// isStep reports whether there is anything but ingredients, or than a rule.
func (p *cookParagraph) isStep() bool {
	return p.plain || len(p.timers) > 0 || len(p.ingredients) == 0 && !isRule(p.text.String())
}

// isRule reports whether text is a line drawn in signs, or nothing.
func isRule(text string) bool { return strings.Trim(text, "-=*_ \n") == "" }

// step takes the only timer for the step's duration; "(~{10%minutes})" at the
// end is how the writer adds one, and leaves the text again. A temperature
// whose bracket was escaped is text.
func (p *cookParagraph) step() Step {
	text := p.text.String()
	s := Step{}
	if len(p.timers) == 1 && p.timers[0].ok {
		t := p.timers[0]
		s.DurationMinutes = &t.minutes
		if before, after := text[:t.start], text[t.end:]; after == ")" && strings.HasSuffix(before, " (") {
			text = strings.TrimSuffix(before, " (")
		}
	}
	s.Instruction = tidy(text)
	if last := strings.Count(text, "("); last == 0 || !p.parens[last-1] {
		s.takeTemperature()
	}
	return s
}

// parseCookNotes reads the text between brackets.
func parseCookNotes(s string) string {
	p := &cookParagraph{}
	for i := 0; i < len(s); i++ {
		blank := s[i] == ' ' || s[i] == '\t'
		switch {
		case s[i] == '\\' && i+1 < len(s):
			i++
			p.text.WriteByte(s[i])
		case !blank:
			p.text.WriteByte(s[i])
		case i == 0 || s[i-1] != ' ' && s[i-1] != '\t' || i > 1 && s[i-2] == '\\':
			p.text.WriteByte(' ')
		}
	}
	return tidy(p.text.String())
}

// braced reads "several words{amount}" at the start of s.
func braced(s string) (name, amount string, length int, ok bool) {
	open := -1
	for i := 0; i < len(s) && open < 0; i++ {
		switch s[i] {
		case '\\':
			i++
		case '{':
			open = i
		case '@', '#', '~', '}':
			return "", "", 0, false
		}
	}
	if open < 0 {
		return "", "", 0, false
	}
	if r, _ := utf8.DecodeRuneInString(s); unicode.IsSpace(r) {
		return "", "", 0, false
	}
	// The next brace of either kind, so that a text of nothing but opening ones
	// does not cost its length squared.
	end := indexPlain(s[open+1:], "{}")
	if end < 0 || s[open+1+end] != '}' {
		return "", "", 0, false
	}
	end += open + 1
	return s[:open], s[open+1 : end], end + 1, true
}

// wordLength measures the word at the start of s; punctuation ends it.
func wordLength(s string) int {
	n := strings.IndexFunc(s, func(r rune) bool {
		return unicode.IsSpace(r) || unicode.IsPunct(r) || strings.ContainsRune("`^+=<>|$~", r)
	})
	if n < 0 {
		return len(s)
	}
	return n
}

// indexPlain finds the first of signs without a backslash before it.
func indexPlain(s, signs string) int {
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\\':
			i++
		case strings.IndexByte(signs, s[i]) >= 0:
			return i
		}
	}
	return -1
}

func cutPlain(s, sign string) (before, after string, found bool) {
	if i := indexPlain(s, sign); i >= 0 {
		return s[:i], s[i+1:], true
	}
	return s, "", false
}

// unescape takes backslashes off.
func unescape(s string) string {
	if strings.IndexByte(s, '\\') < 0 {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) {
			i++
		}
		b.WriteByte(s[i])
	}
	return b.String()
}
