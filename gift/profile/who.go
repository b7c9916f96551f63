package profile

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

func (r *reader) findOccasions() {
	for i := 0; i < len(r.t); i++ {
		tag, n := r.occasions.at(r.t, i)
		if n == 0 || r.t[i].gone {
			continue
		}
		if tag != not {
			r.p.Occasions = addOccasion(r.p.Occasions, Occasion{tag, r.text[r.t[i].start:r.t[i+n-1].end]})
			r.use(i, i+n, false)
		}
		i += n - 1
	}
	if r.p.Age >= 18 && int(r.p.Age)%10 == 0 || r.p.Age == 18 || r.p.Age == 21 { // a round birthday
		for _, o := range r.p.Occasions {
			if o.Tag == "birthday" {
				r.p.Occasions = addOccasion(r.p.Occasions, Occasion{"milestone birthday", o.Said})
				break
			}
		}
	}
}

func addOccasion(list []Occasion, o Occasion) []Occasion {
	if slices.ContainsFunc(list, func(other Occasion) bool { return other.Tag == o.Tag }) {
		return list
	}
	return append(list, o)
}

// findRecipients reads who gets the gift: those who are named, less those who are only
// spoken of, as in "her kids" or "my friend's mother".
func (r *reader) findRecipients() {
	adult := false
	before, small := -1, false // who young was named before: where, and whether a baby or toddler
	for i := 0; i < len(r.t); i++ {
		kind, n := r.recipients.at(r.t, i)
		if n == 0 || r.t[i].gone {
			continue
		}
		last := &r.t[i+n-1]
		if kind == not || r.t[i].used {
			i += n - 1
			continue
		}
		phrase := last.word
		spokenOf := last.possessive && !r.celebrates(i+n) || r.spokenOf(i, isYoung(kind), adult)
		if isYoung(kind) && !last.possessive && adult && r.apposed(i) { // "my brother, a teenager"
			r.minor = true
			spokenOf = slices.ContainsFunc(r.p.Recipients, func(s string) bool { return r.adults[s] })
		}
		r.use(i, i+n, false)
		i += n - 1
		if spokenOf {
			continue
		}
		if isYoung(kind) && kind != "teen" {
			now := kind != "child"
			r.siblings = r.siblings || before >= 0 && now != small && r.joined(before, i)
			before, small = i, now
		}
		adult = adult || !isYoung(kind)
		r.kin = r.kin || kind == "child" && slices.ContainsFunc(forms(phrase), func(w string) bool { return r.lexicon.kin[w] })
		if !slices.Contains(r.p.Recipients, kind) {
			r.p.Recipients = append(r.p.Recipients, kind)
		}
	}
}

// joined reports whether the people who are named at two tokens are two.
func (r *reader) joined(from, to int) bool {
	return slices.ContainsFunc(r.t[from:to], func(t token) bool { return t.word == "and" || t.word == "plus" })
}

// celebrates reports whether an occasion of someone's own is named at token i or soon
// after: "my wife's 40th birthday".
func (r *reader) celebrates(i int) bool {
	for j := i; j < min(i+4, len(r.t)) && !r.t[j].apart(); j++ {
		if tag, n := r.occasions.at(r.t, j); n > 0 && tag != not {
			return true
		}
	}
	return false
}

// Words before someone who is named.
var (
	theirs     = setOf([]string{"her", "his", "their", "whose"})
	determines = setOf([]string{"a", "an", "the", "two", "three", "four", "five", "six", "her", "his", "their"})
	links      = setOf([]string{"with", "of", "by", "from", "like", "than", "to", "has", "have", "as"})
	qualifies  = setOf([]string{"young", "little", "older", "younger", "small", "big", "own", "grown", "adult", "new"})
)

// spokenOf reports whether the person who is named at token i isn't the recipient.
func (r *reader) spokenOf(i int, young, afterAdult bool) bool {
	before := r.wordsBefore(i, 3)
	last, second := before[2], before[1]
	if last == "" && r.t[i].before == space && i > 0 && r.t[i-1].number { // "3 kids"
		last = "two"
	}
	for qualifies[last] {
		last, second = second, before[0]
	}
	switch {
	case last == "for" || second == "for":
		return false
	case theirs[last], second == "of" && (last == "my" || last == "our") && i >= 3 && r.isPerson(i-3): // "son of my cousin"
		return true
	case second == "as" && last == "a": // works as a nurse
		return young
	case links[last], determines[last] && links[second]:
		return young && afterAdult || len(r.p.Recipients) > 0
	case young && afterAdult:
		return second != "and" && last != "and" && last != "my" && last != "our"
	}
	return false
}

// foreignText reports whether the text is in another language than English.
func (r *reader) foreignText() bool {
	latin, other := 0, 0
	for _, c := range r.text {
		switch {
		case !unicode.IsLetter(c):
		case unicode.Is(unicode.Latin, c):
			latin++
		default:
			other++
		}
	}
	if other > latin {
		return true
	}
	foreign, english, all := 0, 0, 0
	for i := range r.t {
		if r.t[i].number {
			continue
		}
		w := r.t[i].word
		all++
		if r.english[w] {
			english++
		} else if r.foreign[w] {
			foreign++
		}
	}
	return foreign > english && foreign*5 >= all && foreign > 1
}

// elsewhere says how much the text seems to ask for something else than a gift: fully if it
// is a question or an order that speaks of no gift and of nothing that someone likes, and
// half if it speaks of no one at all.
func (r *reader) elsewhere() float64 {
	asks, person := false, len(r.p.Recipients) > 0 || len(r.p.Occasions) > 0 || r.p.Age >= 0
	for i := range r.t {
		w := r.t[i].word
		if r.likes[w] {
			return 0
		}
		if kind, n := r.recipients.at(r.t, i); n > 0 && kind != not || i > 0 && r.person[w] {
			person = true
		}
		asks = asks || i == 0 && r.beginning[w] || r.anywhere.has(r.t, i)
	}
	switch {
	case asks && len(r.p.Occasions) == 0 && r.p.Age < 0:
		return 1
	case !person:
		return 0.5
	}
	return 0
}

// Who says in a few words who gets the gift and how old they are; "" if neither is known.
func (p *Profile) Who() string {
	who := ""
	for _, recipient := range p.Recipients {
		if p.Age >= 0 && isYoung(recipient) && len(p.Recipients) > 1 {
			continue // the age says it
		}
		who += map[bool]string{true: "for ", false: " and "}[who == ""] + article(recipient)
	}
	switch {
	case p.Age < 0:
		return who
	case p.Age < 2:
		return strings.TrimSpace(who + " of " + strconv.Itoa(int(math.Round(p.Age*12))) + " months")
	case who == "":
		return "for someone of " + strconv.Itoa(int(p.Age))
	}
	return who + " of " + strconv.Itoa(int(p.Age))
}

// article puts "a" or "an" before a recipient type.
func article(recipient string) string {
	if strings.ContainsRune("aeiou", rune(recipient[0])) {
		return "an " + recipient
	}
	return "a " + recipient
}
