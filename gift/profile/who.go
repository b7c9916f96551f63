package profile

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// findRecipients reads who gets the gift: those who are named, less those who are only
// spoken of, as in "her kids" or "my friend's mother".
func (r *reader) findRecipients() {
	adult := false
	other := 0                 // where who was last spoken of ends
	before, small := -1, false // who young was named before: where, and whether a baby or toddler
	for i := 0; i < len(r.t); i++ {
		kind, n := r.recipients.at(r.t, i)
		if n == 0 || r.t[i].gone {
			continue
		}
		last := &r.t[i+n-1]
		if _, same := r.occasions.at(r.t, i); kind == not || r.t[i].used && same != n { // "off to college" is both
			r.minor = r.minor || last.possessive && r.isYoungPerson(i+n-1) && r.peerSoon(i+n) // "my kids' friend"
			i += n - 1
			continue
		}
		names := append(forms(last.word), r.t[i].word) // "nephews", "son in law school"
		spokenOf := r.possesses(i+n, kind) || r.spokenOf(i, Young(kind), adult) || r.sameAs(other, i) ||
			kind == "parent" && r.parentOfChild(i, n)
		if Young(kind) && !last.possessive && adult && r.apposed(i) { // "my brother, a teenager"
			r.minor = true
			spokenOf = slices.ContainsFunc(r.p.Recipients, func(s string) bool { return r.adults[s] })
		}
		r.use(i, i+n, false)
		r.about(i, i+n, Who)
		if spokenOf {
			r.another(i, i+n)
			other = i + n
		}
		if kind == "partner" && !spokenOf && r.partnerOf(i, i+n) {
			i += n - 1
			continue
		}
		r.provenGrown = r.provenGrown || !spokenOf && r.adults[kind] && (kind == "student" || r.apposed(i))
		young := Young(kind) && i+n < len(r.t) && !r.t[i+n].apart() && r.kindAt(i+n) == "sibling" // "baby brother"
		i += n - 1
		if spokenOf {
			continue
		}
		if Young(kind) && kind != "teen" {
			now := kind != "child"
			r.siblings = r.siblings || before >= 0 && now != small && r.joined(before, i)
			before, small = i, now
		}
		adult = adult || !Young(kind)
		r.kin = r.kin || young || kind == "child" && slices.ContainsFunc(names, func(w string) bool { return r.lexicon.kin[w] })
		if !slices.Contains(r.p.Recipients, kind) {
			r.p.Recipients = append(r.p.Recipients, kind)
		}
	}
}

// another marks what is said of someone who is only spoken of: their name, and after "whose
// husband" the rest of the clause.
func (r *reader) another(from, to int) {
	if from > 0 && theirs[r.t[from-1].word] && !r.t[to-1].possessive {
		for to < len(r.t) && !r.t[to].apart() && r.t[to].word != "and" {
			to++
		}
	}
	for i := from; i < to; i++ {
		r.t[i].another = true
	}
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

// Who says in a few words who gets the gift and how old they are; "" if neither is known.
func (p *Profile) Who() string {
	who := ""
	for _, recipient := range p.Recipients {
		if p.Age >= 0 && Young(recipient) && len(p.Recipients) > 1 {
			continue // the age says it
		}
		who += map[bool]string{true: "for ", false: " and "}[who == ""] + article(recipient)
	}
	switch {
	case p.Age < 0:
		return who
	case len(p.Ages) > 1:
		ages := make([]string, len(p.Ages))
		for i, age := range p.Ages {
			ages[i] = years(age)
		}
		last := len(ages) - 1
		return "for children of " + strings.Join(ages[:last], ", ") + " and " + ages[last]
	case who == "":
		who = "for someone"
	}
	return who + " of " + years(p.Age)
}

func years(age float64) string {
	if age < 2 {
		return strconv.Itoa(int(math.Round(age*12))) + " months"
	}
	return strconv.Itoa(int(age))
}

// article puts "a" or "an" before a recipient type.
func article(recipient string) string {
	if strings.ContainsRune("aeiou", rune(recipient[0])) {
		return "an " + recipient
	}
	return "a " + recipient
}
