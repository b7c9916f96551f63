package profile

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// Ages at which something changes.
const (
	small, school, teen, grownUp, drinking, pastSchool = 3, 6, 13, 18, 21, 30
)

// readAges reads how old someone is: "65 years old", "turning 7", "(9)", "in her 60s", "first grade".
func (r *reader) readAges() {
	for i := r.giver; i < len(r.t); i++ {
		t := &r.t[i]
		if t.gone || t.line == "budget" || t.line == "likes" {
			continue
		}
		if a := r.amount(i); a != nil {
			i = a.to - 1
			continue
		}
		if value, n := r.grades.at(r.t, i); n > 0 {
			if age, err := strconv.Atoi(value); err == nil && len(r.p.Ages) == 0 && !r.ofAnother(i, float64(age)) {
				r.p.Ages = append(r.p.Ages, float64(age))
				r.use(i, i+n, AnAge)
			}
			i += n - 1
			continue
		}
		value, end, money := r.number(i)
		if decade := r.Decades[t.word]; decade > 0 || end > 0 && end < len(r.t) && r.t[end].word == "s" && int(value)%10 == 0 {
			value, end = max(float64(decade), value+5), max(end+1, i+1)
			if t.line == "age" || slices.ContainsFunc(r.t[max(0, i-3):i], func(b token) bool {
				return slices.Contains([]string{"in", "early", "mid", "late"}, b.word)
			}) {
				r.age(i, end, value)
			}
			i = end - 1
			continue
		}
		if end == 0 || money || value > 110 {
			continue
		}
		if value, end, ok := r.aged(i, end, value); ok {
			if i > 0 && (r.t[i-1].word == "almost" || r.t[i-1].word == "nearly") {
				value -= 0.1
			}
			if r.ofAnother(i, value) || r.t[end-1].possessive && r.recipientSoon(end) {
				r.use(i, end, Liking)
			} else if !r.ofThing(end) {
				r.age(i, end, value)
			}
			i = end - 1
		}
	}
}

// aged reads the words around a number at the tokens i to end, and reports whether it is an age.
func (r *reader) aged(i, end int, value float64) (years float64, to int, ok bool) {
	word := func(k int) string {
		if k < 0 || k >= len(r.t) || k > i && r.t[k].apart() {
			return ""
		}
		return r.t[k].word
	}
	if word(end) == "and" && word(end+1) == "a" && word(end+2) == "half" {
		value, end = value+0.5, end+3
	}
	old := func(k int) int { // "old", "olds"
		if w := word(k); w == "old" || w == "olds" || w == "young" || w == "of" && word(k+1) == "age" {
			return k + 1
		}
		return 0
	}
	switch unit := word(end); unit {
	case "year", "years", "yr", "yrs", "y", "jahre", "anos", "ans", "anni", "jaar":
		if to := old(end + 1); to > 0 || word(end+1) == "o" {
			return value, max(to, end+2), true
		}
		closed := end+1 == len(r.t) || r.t[end+1].apart() || word(end+1) == "and"
		return value, end + 1, r.t[i].line == "age" || unit == "yr" || unit == "yrs" || unit[0] != 'y' || closed && r.t[i].apart()
	case "yo", "岁":
		return value, end + 1, true
	case "th", "st", "nd", "rd":
		w := word(end + 1)
		return value, end + 1, w == "birthday" || w == "bday" || w == "" && value > 9 && slices.Contains([]string{"her", "his", "their"}, word(i-1))
	case "ish":
		return value, end + 1, true
	case "month", "months", "mo", "mos":
		if to := old(end + 1); to > 0 || r.t[i].line == "age" || value > 1 && r.t[i].apart() && (end+1 == len(r.t) || r.t[end+1].apart()) {
			return value / 12, max(to, end+1), true
		}
		return 0, end, false
	case "week", "weeks":
		if to := old(end + 1); to > 0 || r.t[i].line == "age" {
			return value / 52, max(to, end+1), true
		}
		return 0, end, false
	}
	if r.t[i].line == "age" {
		return value, end, true
	}
	before := word(i - 1)
	if r.t[i].before == space {
		switch before {
		case "nearly", "almost":
			return value, end, true
		case "of":
			if word(i-2) != "child" && word(i-2) != "shy" && word(i-2) != "ages" {
				return 0, end, false
			}
			return value - 0.1, end, true // "shy of 21"
		case "turning", "turns", "turned", "aged", "age", "ages", "maybe", "probably", "between", "roughly":
			return value, end, value > 0 && !r.amounts["not_money"].has(r.t, min(end, len(r.t)-1)) || end == len(r.t) || r.t[end].apart()
		case "is", "shes", "hes", "theyre", "are", "whos", "both", "be", "just", "only", "about", "around":
			if end == len(r.t) || r.t[end].apart() || slices.Contains([]string{"and", "or", "now", "who", "next", "this", "but", "so", "with", "in", "tomorrow", "today", "on", "soon"}, r.t[end].word) {
				return value, end, true
			}
			return 0, end, false
		}
	}
	// A number by itself: ", 30," or "(9)" or "dad 65", at the end or before "and" if another age follows.
	closed := end == len(r.t) || r.t[end].apart() || slices.Contains([]string{"who", "and", "loves", "likes", "into", "female", "male", "obsessed", "or"}, r.t[end].word)
	opened := r.t[i].apart() || i > 0 && (r.recipients.has(r.t, i-1) || len(r.p.Ages) > 0 && (before == "and" || before == "or"))
	named := i > 0 && r.t[i].before == space && r.recipients.has(r.t, i-1) && end < len(r.t) && !r.amounts["not_money"].has(r.t, end) && !r.things[r.t[end].word]
	return value, end, (closed && opened || named) && value >= 1 && (r.t[i].number || closed && value >= teen)
}

// age notes an age that the tokens tell, with "turning" before them.
func (r *reader) age(from, to int, years float64) {
	r.p.Ages = append(r.p.Ages, years)
	for from > 0 && !r.t[from].apart() && slices.Contains([]string{"turning", "turns", "turned", "aged", "age", "ages", "in", "his", "her", "their", "early", "mid", "late", "a"}, r.t[from-1].word) {
		from--
	}
	r.use(from, to, AnAge)
	for i := from; i < to; i++ {
		r.t[i].gone = true
	}
}

// ofAnother reports whether an age at token i is that of someone whom the recipient has: "has a 3 year old", or a child's
// where the recipient is grown up.
func (r *reader) ofAnother(i int, years float64) bool {
	for k := i - 1; k >= 0 && years < grownUp && r.adult && r.t[k+1].before != stop; k-- {
		if slices.Contains([]string{"of", "to", "with", "has", "boys", "girls", "kids", "adopted", "coaches", "teaches", "babysits", "after"}, r.t[k].word) {
			return true // "mom of two boys (7 and 9)"
		}
	}
	for k := i - 1; k >= max(0, i-3) && !r.t[k+1].apart(); k-- {
		if r.things[r.t[k].word] { // "my dog is 2 years old"
			return true
		}
		switch r.t[k].word {
		case "has", "have", "having", "had", "with", "raising", "teaches", "babysits", "whose", "from", "fostering":
			return true
		case "her", "his", "their":
			return r.adultBefore(k)
		case "a", "an", "the", "two", "three", "small", "little", "young", "old", "new", "and", "year", "is", "our", "starts", "son", "daughter":
		default:
			return false
		}
	}
	return false
}

// adultBefore reports whether someone is named before token i.
func (r *reader) adultBefore(i int) bool {
	for k := range i {
		if r.recipients.has(r.t, k) || r.person[r.t[k].word] {
			return true
		}
	}
	return false
}

// ofThing reports whether what ends before token i is said of a dog or a whisky, and not of its lover.
func (r *reader) ofThing(i int) bool {
	for k := i; k < min(i+2, len(r.t)) && !r.t[k].apart(); k++ {
		if r.naming[r.t[k].word] {
			return false // "my 12 year old plays piano"
		}
		if r.things[r.t[k].word] {
			return k+1 == len(r.t) || r.t[k+1].apart() || !r.fans[r.t[k+1].word]
		}
	}
	return false
}

// Occasion is a reason for a gift.
type Occasion struct {
	Tag  string // of the catalog
	Said string // the words of the description
}

// readOccasions reads why something is given.
func (r *reader) readOccasions() {
	add := func(tag, said string) {
		if !slices.ContainsFunc(r.p.Occasions, func(o Occasion) bool { return o.Tag == tag }) {
			r.p.Occasions = append(r.p.Occasions, Occasion{tag, said})
		}
	}
	for i := 0; i < len(r.t); i++ {
		tag, n := r.occasions.at(r.t, i)
		if n == 0 || r.t[i].gone {
			continue
		}
		last := i > 0 && r.t[i-1].word == "last" || slices.ContainsFunc(r.t[i+n:min(i+n+4, len(r.t))], func(t token) bool { return t.word == "ago" })
		switch first := r.t[i].word; {
		case tag == "sympathy" && slices.Contains([]string{"lost", "died", "passed", "loss", "rainbow"}, first):
			last = last || !r.p.Mourning
		case tag == "thank you" && r.t[i].apart(): // "Thanks so much"
			end := i + n
			for end < len(r.t) && r.t[end].before != stop {
				end++
			}
			last = last || end-i < 5 && end > i+n-1 && i > 0
		}
		if tag != none && !last {
			add(tag, r.text[r.t[i].start:r.t[i+n-1].end])
			r.use(i, i+n, aboutOccasion(tag))
		}
		i += n - 1
	}
	if r.p.Mourning {
		add("sympathy", "")
	}
	if age := r.p.age(); age >= grownUp && math.Mod(age, 10) == 0 || age == grownUp || age == drinking {
		for _, o := range r.p.Occasions {
			if o.Tag == "birthday" {
				add("milestone birthday", o.Said)
			}
		}
	}
}

// aboutOccasion is what an occasion of the catalog is about.
func aboutOccasion(tag string) About {
	switch tag {
	case "get well", "sympathy":
		return AHardTime
	}
	return AnOccasion
}

// readRecipients reads who gets the gift: those who are named, less those who are only spoken of, as in "her
// kids" or "my friend's mother".
func (r *reader) readRecipients() {
	for i := 0; i < len(r.t); i++ {
		kind, n := r.recipients.at(r.t, i)
		if n == 0 || r.t[i].gone || r.t[i].line == "likes" || r.t[i].line == "has" {
			continue
		}
		last := &r.t[i+n-1]
		if kind != none {
			if i > 1 && slices.Contains([]string{"her", "his", "their"}, r.t[i-1].word) && slices.Contains([]string{"for", "give", "gives", "surprise", "to", "thank"}, r.t[i-2].word) && len(r.p.Recipients) > 0 {
				r.p.Recipients, r.adult, r.giver = nil, false, i // "my daughter needs a present for her teacher"
			}
			if i > 1 && (r.t[i-1].word == "a" || i > 2 && r.t[i-2].word == "a") && slices.ContainsFunc(r.t[max(0, i-3):i], func(t token) bool { return t.word == "im" || t.word == "as" }) {
				r.use(i, i+n, Who) // "I'm a single dad", who gives
				r.t[i].another = true
				i += n - 1
				continue
			}
			if kind == "partner" && i > 0 && r.t[i-1].possessive { // "my boss's wife"
				r.adult = true
				r.use(i, i+n, Who)
				i += n - 1
				continue
			}
			another := last.possessive && r.recipientSoon(i+n) || r.spokenOf(i, Young(kind))
			r.use(i, i+n, Who)
			if another {
				r.t[i].another, r.others = true, true
			} else if !slices.Contains(r.p.Recipients, kind) {
				r.p.Recipients = append(r.p.Recipients, kind)
				r.adult = r.adult || slices.Contains(r.Adults, kind)
				if kind == "child" && !slices.Contains(r.Kin, last.word) && !slices.Contains(r.Kin, strings.TrimSuffix(last.word, "s")) {
					r.kid = true
				}
			}
		}
		i += n - 1
	}
}

// recipientSoon reports whether someone or their house is named right after a possessive: "my friend's little sister".
func (r *reader) recipientSoon(i int) bool {
	for k := i; k < min(i+3, len(r.t)) && !r.t[k].apart(); k++ {
		if r.recipients.has(r.t, k) || slices.Contains([]string{"home", "house", "place", "party", "dinner", "cottage"}, r.t[k].word) {
			return true
		}
	}
	return false
}

// spokenOf reports whether whoever is named at token i belongs to someone else: "her kids", "a friend with twins".
func (r *reader) spokenOf(i int, young bool) bool {
	if i == r.giver && i > 0 {
		return false
	}
	if young && r.adult && !r.joined(i) {
		return true
	}
	for k := i - 1; k >= max(0, i-4) && (k+1 == i || !r.t[k+1].apart()) && (k+1 < i || !r.t[i].apart()); k-- {
		switch r.t[k].word {
		case "her", "his", "their", "whose":
			return r.adultBefore(k)
		case "has", "have", "having", "with", "lost", "teaches", "babysits", "of":
			return len(r.p.Recipients) > 0
		case "my", "our", "a":
			return false
		}
	}
	return false
}

// joined reports whether whoever is named at token i stands beside someone named before: "my sister and her son".
func (r *reader) joined(i int) bool {
	for k := i - 1; k >= max(0, i-3); k-- {
		if r.t[k].word == "and" || r.t[k+1].before == comma && r.t[k+1].word == "my" {
			return k > 0 && (r.t[k-1].about == Who || k > 1 && r.t[k-2].about == Who)
		}
	}
	return false
}

// settle draws the conclusions from age and recipients.
func (r *reader) settle() {
	p := r.p
	age := p.age()
	if age >= 0 {
		p.Recipients = slices.DeleteFunc(p.Recipients, func(s string) bool { return Young(s) || age < teen && slices.Contains(r.Adults, s) && s != "student" })
		for _, years := range slices.Backward(p.Ages) {
			if s := byAge(years); s != "" && !slices.Contains(p.Recipients, s) {
				p.Recipients = slices.Insert(p.Recipients, 0, s)
			}
		}
		if age >= 1 && age < 2 && !slices.Contains(p.Recipients, "baby") {
			p.Recipients = append(p.Recipients, "baby")
		}
	}
	adult := r.adult && (age < 0 || age >= grownUp)
	shower := slices.ContainsFunc(p.Occasions, func(o Occasion) bool { return o.Tag == "baby shower" })
	if age < 0 && slices.Contains(p.Recipients, "child") && !r.kid && !r.others && r.says(r.grown) || age < 0 && slices.Contains(p.Recipients, "host") {
		p.Recipients = slices.DeleteFunc(p.Recipients, Young) // "my son, a nurse"
		adult = true
	}
	if shower && age < 0 {
		adult = false
		if i := slices.Index(p.Recipients, "child"); i >= 0 { // "it's a girl"
			p.Recipients[i] = "new parent"
		}
	}
	young := slices.ContainsFunc(p.Recipients, Young)
	p.Minor = young || r.says(r.minors) || age >= 0 && age < drinking
	p.Grown = (age >= grownUp || age < 0 && adult) && !young && !slices.Contains(p.Recipients, "new parent")
	p.Child = !p.Grown && slices.ContainsFunc(p.Recipients, func(s string) bool { return Young(s) && s != "teen" })
	switch babies := slices.Contains(p.Recipients, "baby") || slices.Contains(p.Recipients, "toddler"); {
	case age >= 0 && age < school:
		for _, years := range p.Ages {
			if s := byAge(years); s != "" && !slices.Contains(p.Young, s) {
				p.Young = append(p.Young, s)
			}
		}
		if age >= 1 && age < 2 {
			p.Young = append(p.Young, "baby")
		}
	case age < 0 && babies && !adult:
		for _, s := range [...]string{"baby", "toddler"} {
			if slices.Contains(p.Recipients, s) {
				p.Young = append(p.Young, s)
			}
		}
		if r.kid {
			p.Young = append(p.Young, "child")
		}
	}
}

// says reports whether one of the phrases stands anywhere.
func (r *reader) says(list phrases) bool {
	for i := range r.t {
		if list.has(r.t, i) {
			return true
		}
	}
	return false
}

// age is that of the youngest, or -1 if it isn't known.
func (p *Profile) age() float64 {
	if len(p.Ages) == 0 {
		return -1
	}
	return slices.Min(p.Ages)
}

// byAge is the recipient type of an age, "" of the grown.
func byAge(age float64) string {
	switch {
	case age < 1:
		return "baby"
	case age < small:
		return "toddler"
	case age < teen:
		return "child"
	case age < 20:
		return "teen"
	}
	return ""
}

// Young reports whether a recipient type is one of those under age.
func Young(recipient string) bool {
	return slices.Contains([]string{"baby", "toddler", "child", "teen"}, recipient)
}

// PastSchool reports whether what is for students and the young alone is for someone else.
func (p *Profile) PastSchool() bool {
	return p.Grown && !slices.Contains(p.Recipients, "student") && (p.age() >= pastSchool || p.age() < 0 &&
		slices.ContainsFunc(p.Recipients, func(s string) bool { return s == "parent" || s == "grandparent" || s == "retiree" }))
}

// ForYoung reports whether the recipient is young.
func (p *Profile) ForYoung() bool { return !p.Grown && slices.ContainsFunc(p.Recipients, Young) }
