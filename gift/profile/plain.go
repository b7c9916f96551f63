package profile

import (
	"math"
	"strings"
)

// yet is how much someone lacks to an age that is almost theirs.
const yet = 0.1

// until returns where an age ends whose number i ends before token next: that of a range, "3 to 5", or
// of a guess, "16 or 17", "16/17", "14ish". Of several the lowest counts.
func (r *reader) until(i, next int, value float64) int {
	if j := r.rangeEnd(i); j > 0 && r.t[i].number {
		return j + 1
	}
	if next >= len(r.t) || r.t[next].apart() {
		return next
	}
	if sex := &r.t[next]; sex.start == r.t[next-1].end && value < 100 && (r.text[sex.start:sex.end] == "M" || r.text[sex.start:sex.end] == "F") { // "15M"
		return next + 1
	}
	j := next
	switch {
	case r.t[j].word == "ish":
		return next + 1
	case r.t[j].word == "or":
		j++
	case r.t[j].word == "going" && j+1 < len(r.t) && r.t[j+1].word == "on": // "12 going on 30"
		if j += 2; j < len(r.t) && !r.t[j].apart() {
			if _, end := r.integer(j); end > 0 {
				return end
			}
		}
		return next
	case !r.t[j].number || r.text[r.t[j-1].end:r.t[j].start] != "/":
		return next
	}
	if j < len(r.t) && !r.t[j].apart() {
		if other, end := r.integer(j); end > 0 && other == value+1 {
			return end
		}
	}
	return next
}

// almost reports whether the age that token i tells is yet to come: "nearly 21".
func (r *reader) almost(i int) bool {
	_, n := r.ageWords("almost", i)
	return n > 0
}

// ageWords returns the longest phrase of a kind that ends before token i, by where it begins and how
// many words it has.
func (r *reader) ageWords(kind string, i int) (from, n int) {
	for n := min(4, i); n > 0 && !r.t[i].apart(); n-- {
		if got, length := r.ages.at(r.t, i-n); got == kind && length == n {
			return i - n, n
		}
	}
	return i, 0
}

// introduced returns where an age begins whose number i has words before it that say so, "turning
// 7", or -1.
func (r *reader) introduced(i, next int, value float64) int {
	small := !r.t[i].number && next-i == 1 && value == 1 // "is one" is no age, "turning one" is
	for _, kind := range [...]string{"before", "almost"} {
		if from, n := r.ageWords(kind, i); n > 0 && (!small || strings.HasPrefix(r.t[from].word, "turn")) {
			return from
		}
	}
	return -1
}

// alone returns where an age begins whose number i stands by itself: ", 30,", "about 19, loves
// whisky" where a text begins or after a person. It is -1 if it is none.
func (r *reader) alone(i, next int, value float64) int {
	from, n := r.ageWords("about", i)
	if value < 1 || !r.t[i].number && strings.HasSuffix(r.t[i].word, "th") {
		return -1
	}
	if j := r.rangeEnd(i); j > 0 && (r.t[j].value > maxAge || value >= drinkingAge && r.t[j].value-value > widest) {
		return -1
	}
	digits := r.t[i].number || value != math.Trunc(value)
	switch {
	case from == 0:
		if (digits || value >= leastSpelled) && !r.enumerates(next, value) {
			return 0
		}
	case n > 0:
		if r.isPerson(from-1) || !r.t[from].apart() && (being[r.t[from-1].word] || contracted[r.t[from-1].word] && r.t[from-1].possessive) {
			return from
		}
	case (digits || value >= 10 && r.t[i].apart()) && (r.t[i].apart() || r.isPerson(i-1)),
		value >= leastSpelled && r.t[i].apart() && r.isPerson(i-1):
		return i
	}
	return -1
}

// widest is how many years a range has at most that tells the age of someone grown up without saying so.
const widest = 10

// leastSpelled is the lowest number that is taken for an age where it is spelled out by itself: "second"
// and "one" begin sentences.
const leastSpelled = 4

var being = setOf([]string{"is", "are", "im", "be"})

// enumerates reports whether a number at the beginning of a text, which ends before token next, is that of
// an item, "1. My brother", or of something else, "50, for my brother", "3 in a pack".
func (r *reader) enumerates(next int, value float64) bool {
	if next == len(r.t) {
		return false
	}
	t := &r.t[next]
	return t.before == stop && value < 10 || t.word == "for" || t.word == "to" || !t.apart() && !goesOn[t.word]
}

// called reports whether what is before token i makes a number the age of a person: "child
// of 2", "she's 2".
func (r *reader) called(i int) bool {
	switch {
	case i == 0 || r.t[i].apart():
		return false
	case contracted[r.t[i-1].word]:
		return r.t[i-1].possessive || r.t[i-1].word == "theyre"
	case r.t[i-1].word == "of" && i > 1:
		return r.isYoungPerson(i - 2)
	}
	return false
}

// kinAged reports whether the number before token next stands between a child and what it does:
// "son 17 plays".
func (r *reader) kinAged(i, next int) bool {
	return i > 0 && r.t[i].number && next < len(r.t) && !r.t[i].apart() && !r.t[next].apart() && r.isYoungPerson(i-1) && !r.plural(i-1) &&
		len(r.t[next].word) > 3 && strings.HasSuffix(r.t[next].word, "s") && !isUnit[r.t[next].word]
}

var isUnit = setOf(strings.Fields("months weeks days hours miles books toys years pounds dollars euros bucks"))

var contracted = setOf([]string{"she", "he", "who", "theyre"})
