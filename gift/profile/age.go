package profile

import (
	"math"
	"slices"
	"strings"
)

// maxAge is the highest number that is taken for an age.
const maxAge = 110

// findAge reads the first age that is that of the recipient.
func (r *reader) findAge() {
	for i := range r.t {
		if r.t[i].used {
			continue
		}
		age, from, to := r.age(i)
		if to == 0 || age > maxAge {
			continue
		}
		whose := r.whose(from, to)
		if whose == aThing {
			r.use(i, to, true)
			continue
		}
		r.use(from, to, true)
		if whose == unclear && age < drinkingAge {
			r.minor = true
		}
		if whose != recipient {
			continue
		}
		if r.p.Age < 0 {
			r.p.Age = age
			if r.t[from].word == "born" { // the birthday may be yet to come
				r.unborn = 1
			}
		}
	}
}

// age reads an age at token i and says which tokens tell it; to is 0 if there is none.
func (r *reader) age(i int) (age float64, from, to int) {
	if age, to := r.decade(i); to > 0 {
		return age, i, to
	}
	if age, to := r.born(i); to > 0 {
		return age, i, to
	}
	value, next := r.numeral(i)
	if next == 0 || r.t[i].money {
		return 0, 0, 0
	}
	if next < len(r.t) && ordinal(r.t[next].word) && r.t[next].word != "s" && r.t[next].before == space && r.t[i].number {
		if kind, n := r.agePhrase(next + 1); kind == "birthday" {
			return value, i, next + 1 + n - 1 // "birthday" itself is an occasion
		}
		return 0, 0, 0
	}
	if unit := r.bareUnit(i, next); unit > 0 {
		return value / unit, i, next + 1
	}
	switch kind, n := r.agePhrase(next); kind {
	case "after":
		return value, i, next + n
	case "months":
		return value / 12, i, next + n
	case "weeks":
		return value / 52, i, next + n
	case "birthday":
		if !r.t[i].number {
			return value, i, next // "first birthday"
		}
	}
	if j := r.rangeEnd(i); j > 0 && r.t[i].number { // "ages 3 to 5"
		next = j + 1
	}
	if !r.closes(next) {
		return 0, 0, 0
	}
	if r.called(i) {
		return value, i, next
	}
	small := !r.t[i].number && next-i == 1 && value == 1 // "is one" is no age, "turning one" is
	for n := min(4, i); n > 0; n-- {                     // "turning 7"
		if kind, got := r.ages.at(r.t, i-n); kind == "before" && got == n && !r.t[i].apart() && (!small || strings.HasPrefix(r.t[i-n].word, "turn")) {
			return value, i - n, next
		}
	}
	if (r.t[i].number || value >= 10 && r.t[i].apart() || value != math.Trunc(value)) && value >= 1 && (r.t[i].apart() && i > 0 || i > 0 && r.isPerson(i-1)) { // ", 30,"
		return value, i, next
	}
	return 0, 0, 0
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

var contracted = setOf([]string{"she", "he", "who", "theyre"})

// bareUnit returns how many of the units at token next make a year, where they tell an age
// without saying so: "nephew, 3 months", "18mo nephew". It is 0 if they don't.
func (r *reader) bareUnit(i, next int) float64 {
	if next >= len(r.t) || r.t[next].apart() {
		return 0
	}
	unit := map[string]float64{
		"month": 12, "months": 12, "mo": 12, "mos": 12, "mth": 12, "mths": 12, "week": 52, "weeks": 52, "wk": 52, "wks": 52, "year": 1, "years": 1,
	}[r.t[next].word]
	if r.t[next].word == "m" && next == i+1 && r.t[next].start == r.t[i].end && i > 0 && r.isYoungPerson(i-1) { // "niece, 18m"
		unit = 12
	}
	if unit == 0 || unit > 1 && r.t[i].value > 4*unit {
		return 0
	}
	for j := range i { // "husband, 10 years" are those of a marriage
		if kind, n := r.recipients.at(r.t, j); n > 0 && r.adults[kind] && kind != "student" && (unit > 1 || kind == "partner" || kind == "couple" || kind == "coworker" || kind == "boss") {
			return 0
		}
	}
	after := next + 1
	if after < len(r.t) && !r.t[after].apart() {
		if kind, n := r.recipients.at(r.t, after); n > 0 && isYoung(kind) && unit > 1 {
			return unit
		}
	}
	if !r.closes(after) || i == 0 && after < len(r.t) && !r.t[after].apart() {
		return 0
	}
	before := 0
	for n := min(4, i); n > 0 && before == 0; n-- {
		if kind, got := r.ages.at(r.t, i-n); kind == "before" && got == n && !r.t[i].apart() {
			before = n
		}
	}
	if r.t[i].apart() || r.isPerson(i-1) || r.called(i) || before > 0 {
		return unit
	}
	return 0
}

// isYoungPerson reports whether token i ends what someone young is called.
func (r *reader) isYoungPerson(i int) bool {
	for n := 1; n <= 3 && n <= i+1; n++ {
		if kind, got := r.recipients.at(r.t, i+1-n); got == n && isYoung(kind) {
			return true
		}
	}
	return false
}

func (r *reader) agePhrase(i int) (string, int) {
	if i >= len(r.t) || r.t[i].apart() {
		return "", 0
	}
	if r.t[i].word == "y" && i+1 < len(r.t) && r.t[i+1].word == "o" && r.text[r.t[i].end:r.t[i+1].start] == "." { // "16 y.o."
		return "after", 2
	}
	return r.ages.at(r.t, i)
}

// numeral reads a number in digits or words: "sixty five", "one and a half", "1 1/2".
func (r *reader) numeral(i int) (value float64, next int) {
	if n := r.half(i); n > 0 {
		return 0.5, n
	}
	if value, next = r.integer(i); next > 0 && next < len(r.t) && !r.t[next].apart() {
		at := next
		if r.t[at].word == "and" {
			at++
		}
		if n := r.half(at); n > 0 {
			return value + 0.5, n
		}
	}
	return value, next
}

// half returns where "half", "half a", "a half" or "1/2" at token i ends, 0 if it isn't there.
func (r *reader) half(i int) int {
	word := func(i int) string {
		if i >= len(r.t) || r.t[i].apart() {
			return ""
		}
		return r.t[i].word
	}
	switch {
	case i < len(r.t) && r.t[i].word == "half":
		if word(i+1) == "a" {
			return i + 2
		}
		return i + 1
	case i < len(r.t) && r.t[i].word == "a" && word(i+1) == "half":
		return i + 2
	case i+1 < len(r.t) && r.t[i].word == "1" && r.t[i+1].word == "2" && r.text[r.t[i].end:r.t[i+1].start] == "/":
		return i + 2
	}
	return 0
}

func (r *reader) integer(i int) (value float64, next int) {
	if r.t[i].number {
		return r.t[i].value, i + 1
	}
	n, ok := r.Ages.Numbers[r.t[i].word]
	if !ok {
		return 0, 0
	}
	if i+1 < len(r.t) && n >= 20 && n%10 == 0 && !r.t[i+1].apart() {
		if unit, ok := r.Ages.Numbers[r.t[i+1].word]; ok && unit < 10 {
			return float64(n + unit), i + 2
		}
	}
	return float64(n), i + 1
}

// born reads a year of birth after token i: "born in May 2012".
func (r *reader) born(i int) (age float64, to int) {
	if r.t[i].word != "born" {
		return 0, 0
	}
	for j := i + 1; j < min(i+6, len(r.t)) && r.t[j].before != stop; j++ {
		age := float64(r.year) - r.t[j].value
		if r.t[j].number && age >= 0 && age <= maxAge && (j+1 == len(r.t) || r.t[j+1].word != "s") {
			return age, j + 1
		}
	}
	return 0, 0
}

// decade reads "in her late 60s" from its last word but the number's: token i is "in",
// "early", "mid" or "late".
func (r *reader) decade(i int) (age float64, to int) {
	j, shift := i, 0
	if r.t[j].word == "in" && j+1 < len(r.t) && slices.Contains([]string{"her", "his", "their", "my", "your"}, r.t[j+1].word) {
		j += 2
	}
	if j < len(r.t) && slices.Contains([]string{"early", "mid", "late"}, r.t[j].word) {
		shift = map[string]int{"early": -3, "late": 3}[r.t[j].word]
		j++
	}
	if j == i || j >= len(r.t) || r.t[j].apart() {
		return 0, 0
	}
	if n, ok := r.Ages.Decades[r.t[j].word]; ok {
		return float64(n + shift), j + 1
	}
	if r.t[j].number && j+1 < len(r.t) && r.t[j+1].word == "s" && r.t[j].value >= 10 && int(r.t[j].value)%10 == 0 {
		return r.t[j].value + float64(5+shift), j + 2
	}
	return 0, 0
}

// closes reports whether what stands at token i ends what is said of an age.
func (r *reader) closes(i int) bool {
	return i >= len(r.t) || r.t[i].apart() || closing[r.t[i].word]
}

var closing = setOf(strings.Fields("and who with next this in on soon but loves likes enjoys today tomorrow into"))

// isPerson reports whether token i ends what someone is called.
func (r *reader) isPerson(i int) bool {
	for n := 1; n <= 3 && n <= i+1; n++ {
		if value, got := r.recipients.at(r.t, i+1-n); got == n && value != not {
			return true
		}
	}
	return false
}

// wordsBefore returns the n words before token i, "" where there is none.
func (r *reader) wordsBefore(i, n int) []string {
	list := make([]string, n)
	for k := range list {
		if at := i - n + k; at >= 0 && (at+1 >= len(r.t) || !r.t[at+1].apart()) {
			list[k] = r.t[at].word
		}
	}
	return list
}
