package profile

import (
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
		age, from, to := r.stage(i)
		told := to == 0
		if told {
			age, from, to = r.age(i)
		}
		if to == 0 || age > maxAge {
			continue
		}
		if told && age >= 1 && age <= drinkingAge && r.almost(i) {
			age -= yet
		}
		whose := r.whose(from, to)
		if whose != recipient {
			r.bar(from, to)
		}
		if whose == aThing {
			r.use(i, to, true)
			continue
		}
		r.about(from, to, AnAge)
		r.use(max(from, i), to, told) // a grade tells of more than the age
		if told {
			r.use(from, to, true)
		} else if r.t[to-1].number {
			r.bar(i, to) // "year 11" is no age of 11
		}
		if whose == unclear && age < drinkingAge {
			r.minor = true
		}
		if whose != recipient {
			continue
		}
		further, end := r.listed(to)
		r.use(to, end, true)
		for _, age := range append([]float64{age}, further...) {
			r.aged(age)
		}
		if r.t[from].word == "born" && r.p.Age == age { // the birthday may be yet to come
			r.unborn = 1
		}
	}
}

// aged notes the age of a recipient. Of several only children count: a grown one has them.
func (r *reader) aged(age float64) {
	p := r.p
	switch {
	case p.Age < 0:
		p.Age = age
	case p.Age < adultAge && age < adultAge && !slices.Contains(p.Ages, age) && age != p.Age:
		if p.Ages == nil {
			p.Ages = []float64{p.Age}
		}
		p.Ages = append(p.Ages, age)
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
	next = r.until(i, next, value)
	if next < len(r.t) && ordinal(r.t[next].word) && r.t[next].word != "s" && r.t[next].before == space && r.t[i].number {
		if kind, n := r.agePhrase(next + 1); kind == "birthday" {
			return value, i, next + 1 + n - 1 // "birthday" itself is an occasion
		}
		if i > 0 && !r.t[i].apart() && (theirs[r.t[i-1].word] || r.t[i-1].possessive && r.isPerson(i-1)) && r.closes(next+1) { // "her 18th"
			return value, i, next + 1
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
	if r.kinAged(i, next) {
		return value, i, next
	}
	if !r.closes(next) {
		return 0, 0, 0
	}
	if r.called(i) {
		return value, i, next
	}
	if from := r.introduced(i, next, value); from >= 0 {
		return value, from, next
	}
	if from := r.alone(i, next, value); from >= 0 {
		return value, from, next
	}
	return 0, 0, 0
}

// isYoungPerson reports whether token i ends what someone young is called.
func (r *reader) isYoungPerson(i int) bool {
	for n := 1; n <= 3 && n <= i+1; n++ {
		if kind, got := r.recipients.at(r.t, i+1-n); got == n && Young(kind) {
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
