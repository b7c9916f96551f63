package profile

import "slices"

// sameAs reports whether the person who is named at token i is said to be the one who was spoken of
// before token from: "her mom works as a nurse".
func (r *reader) sameAs(from, i int) bool {
	if from == 0 || from > i || slices.ContainsFunc(r.t[from:i], func(t token) bool { return t.apart() || t.word == "and" }) {
		return false
	}
	return slices.ContainsFunc(r.t[from:i], func(t token) bool { return t.word == "is" || t.word == "was" || t.word == "as" })
}

// parentOfChild reports whether the n tokens from token i on name the parents of the child who gets the gift:
// "my niece, parents are strict".
func (r *reader) parentOfChild(i, n int) bool {
	if len(r.p.Recipients) == 0 && (r.p.Age < 0 || r.p.Age >= adultAge) ||
		slices.ContainsFunc(r.p.Recipients, func(s string) bool { return !Young(s) }) {
		return false
	}
	if i+n < len(r.t) && !r.t[i+n].apart() && r.t[i+n].word == "of" { // "my daughter, mom of two"
		return false
	}
	before := r.wordsBefore(i, 1)[0]
	return r.t[i].apart() || before == "the" || before == "whose" || before == "but"
}

// joined reports whether the people who are named at two tokens are two.
func (r *reader) joined(from, to int) bool {
	return slices.ContainsFunc(r.t[from:to], func(t token) bool { return t.word == "and" || t.word == "plus" })
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
	case r.t[i].given, last == "for" || second == "for":
		return false
	case last == "carrying" || second == "carrying": // a surrogate mother
		return true
	case theirs[last], second == "of" && (last == "my" || last == "our") && i >= 3 && r.isPerson(i-3): // "son of my cousin"
		return true
	case last == "us", last == "we", last == "im", second == "im" || second == "am" && before[0] == "i": // the giver
		return true
	case second == "as" && last == "a": // works as a nurse
		return young
	case young && r.caredFor(i):
		return true
	case links[last], determines[last] && links[second]:
		return young && afterAdult || len(r.p.Recipients) > 0
	case young && afterAdult:
		return second != "and" && last != "and" && last != "my" && last != "our"
	}
	return false
}

// caredFor reports whether someone, or an age, that begins at token i is looked after by who was
// named before: "aunt who babysits my 2 year old", "couple who adopted a girl".
func (r *reader) caredFor(i int) bool {
	for i > 0 && !r.t[i].apart() && (determines[r.t[i-1].word] || qualifies[r.t[i-1].word] || r.t[i-1].word == "my" || r.t[i-1].word == "our" || r.counts(i-1)) {
		i--
	}
	for n := min(3, i); n > 0; n-- {
		if _, got := r.caring.at(r.t, i-n); got == n && !r.t[i].apart() {
			return r.afterAdult(i-n) || i > n && subjects[r.t[i-n-1].word]
		}
	}
	return false
}

var subjects = setOf([]string{"who", "she", "he", "they", "woman", "man", "lady", "guy", "person"})
