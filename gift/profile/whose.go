package profile

import (
	"slices"
	"strings"

	"github.com/mcp-adapters/mcp-adapters/gift/words"
)

// owner is whose age it is that a description tells.
type owner int

const (
	recipient owner = iota
	another         // someone whom the recipient has
	aThing          // or something: a pet, a whisky
	unclear
)

// whose says whose age the tokens from and up to to tell.
func (r *reader) whose(from, to int) owner {
	from = r.listFrom(from)
	switch {
	case r.thingAfter(to):
		return aThing
	case slices.ContainsFunc(r.t[from:to], func(t token) bool { return t.given }):
		return recipient
	case r.t[to-1].possessive && !r.celebrates(to), r.possessiveAfter(to), r.anothers(from):
		return another
	}
	j := from
	for j > 0 && !r.t[j].apart() && saysAge[r.t[j-1].word] {
		j--
	}
	for j < to-1 && saysAge[r.t[j].word] { // "is" may belong to the age
		j++
	}
	at := j - 1
	for at > 0 && !r.t[at+1].apart() && saysAge[r.t[at].word] {
		at--
	}
	if at < 0 || r.t[at+1].before == stop && !r.opens(at+1) {
		return recipient
	}
	apart := r.t[at+1].apart() && r.t[at+1].before != stop
	switch {
	case r.thing(at) && !apart:
		return aThing
	case r.thing(at) && at > 0 && owns[r.t[at-1].word]: // "my dog, 2 years old"
		return unclear
	case r.isPerson(at) && !apart && r.ofAnother(at):
		return another
	case !apart && at > 1 && r.t[at-1].word == "of" && r.isPerson(at-2) && !r.isYoungPerson(at-2) && r.counts(at): // "dad of 2 (4 and 6)"
		return another
	}
	return recipient
}

// opens reports whether token i stands in brackets.
func (r *reader) opens(i int) bool {
	return i > 0 && slices.Contains([]byte("(["), r.text[r.t[i].start-1])
}

// saysAge are words between someone and an age.
var saysAge = setOf([]string{"is", "are", "who", "that", "turns", "turning", "turned", "just", "almost", "nearly", "aged", "age", "about", "now", "only"})

var owns = setOf([]string{"my", "our", "her", "his", "their", "a", "an", "the", "whose"})

// thing reports whether token i is a word for what has an age and gets no gift.
func (r *reader) thing(i int) bool {
	return slices.ContainsFunc(forms(r.t[i].word), func(w string) bool { return r.things[w] })
}

// thingAfter reports whether an age that ends before token i is that of a thing: "12 year
// old single malts", but not "12 year old dog lover", nor "12 year old plays the piano".
func (r *reader) thingAfter(i int) bool {
	for j := i; j < min(i+3, len(r.t)) && !r.t[j].apart() && !closing[r.t[j].word] && !r.acts(j); j++ {
		if _, n := r.recipients.at(r.t, j); n > 0 {
			return false
		}
		if !r.thing(j) {
			continue
		}
		end := j + 1
		return end >= len(r.t) || r.t[end].apart() || !r.fans[r.t[end].word] && !r.isPersonAt(end)
	}
	return false
}

// acts reports whether token i says what someone does or has, and so is no part of what a thing
// is called: "has", "the", "rides", "drove".
func (r *reader) acts(i int) bool {
	w := r.t[i].word
	return words.Stop(w) && w != "of" || pasts[w] || strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss") && !r.t[i].possessive && !r.thing(i)
}

// pasts are verbs in the past that look like no others.
var pasts = setOf(strings.Fields("began broke built chose drew drove fell flew found grew held hid lost met ran rode sang saw sold spent stole swam taught took tore won wore wrote"))

func (r *reader) isPersonAt(i int) bool {
	kind, n := r.recipients.at(r.t, i)
	return n > 0 && kind != not
}

// possessiveAfter reports whether an age that ends before token i is that of someone who
// has what follows: "3 year old son's teacher".
func (r *reader) possessiveAfter(i int) bool {
	for j := i; j < min(i+2, len(r.t)) && !r.t[j].apart(); j++ {
		if r.t[j].possessive && r.isPerson(j) {
			return !r.celebrates(j + 1)
		}
	}
	return false
}

// listFrom returns where the list of ages begins that has one at token i: "10 and 12 year
// old".
func (r *reader) listFrom(i int) int {
	for i > 1 && (r.t[i-1].word == "and" || r.t[i-1].word == "or" || r.t[i].before == comma && r.t[i-1].number) {
		j := i - 1
		if !r.t[j].number {
			j--
		}
		if _, next := r.integer(j); next == 0 {
			break
		}
		i = j
	}
	return i
}

// anothers reports whether an age that begins at token i is that of someone whom the
// recipient has: "mother of a 2 year old".
func (r *reader) anothers(i int) bool {
	before := r.wordsBefore(i, 2)
	last := before[len(before)-1]
	having := map[string]bool{"of": true, "with": true, "has": true, "have": true, "her": true, "his": true, "their": true, "whose": true, "raising": true}
	article := last == "a" || last == "an" || last == "the" || i > 0 && r.counts(i-1) && !r.t[i].apart()
	if r.caredFor(i) {
		return true
	}
	if last == "to" && i > 1 && r.isPerson(i-2) || article && before[0] == "to" && i > 2 && r.isPerson(i-3) { // "dad to a 4 year old"
		return true
	}
	if (last == "my" || last == "our") && i > 2 { // "nanny for my 2 year old"
		kind, n := r.recipients.at(r.t, i-3)
		cares := n == 1 && (kind == "caregiver" || kind == "teacher")
		if cares && (before[0] == "for" || before[0] == "of") || n == 1 && r.adults[kind] && before[0] == "of" {
			return true
		}
	}
	if !having[last] && (!article || !having[before[0]]) {
		return false
	}
	return r.afterAdult(i)
}

// afterAdult reports whether someone grown up is named before token i.
func (r *reader) afterAdult(i int) bool {
	for j := range i {
		if value, n := r.recipients.at(r.t, j); n > 0 && value != not && !Young(value) && !r.t[j].possessive && !r.speaker(j) {
			return true
		}
	}
	return false
}

// speaker reports whether the person who is named at token i speaks of themself: "I'm a mom".
func (r *reader) speaker(i int) bool {
	before := r.wordsBefore(i, 3)
	return slices.Contains(before, "im") || slices.Contains(before, "am")
}

// counts reports whether token i is a number.
func (r *reader) counts(i int) bool {
	_, next := r.integer(i)
	return next > 0
}

// ofAnother reports whether the person whose name ends at token i is only spoken of: "friend
// whose son", "uncle; his daughter".
func (r *reader) ofAnother(i int) bool {
	for n := 1; n <= 3 && n <= i; n++ {
		if kind, got := r.recipients.at(r.t, i+1-n); got != n || kind == not {
			continue
		}
		before := r.wordsBefore(i+1-n, 2)
		linked := links[before[1]] || links[before[0]] && (determines[before[1]] || qualifies[before[1]] || r.counts(i-n)) // "with 3 kids"
		if (linked || theirs[before[1]] && before[0] != "for") && r.afterAdult(i-n) {
			return true
		}
	}
	return false
}
