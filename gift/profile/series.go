package profile

import "slices"

// series says how far a row of things goes.
type series struct {
	kind  string
	whole bool // up to the end of the sentence: "dislikes: jewelry, perfume"
	terse bool // nothing is said to be liked in a sentence, so that what comes next may be
	brief bool // and the series begins with "no" or the like
}

// newSeries is one of what isn't wanted, after the n tokens at token i that say so.
func (r *reader) newSeries(i, n int, kind string) series {
	terse := r.t[i].word != "avoid" && !r.likesSomething()
	return series{kind: kind, whole: r.headed(i + n), terse: terse, brief: terse && n == 1 && (r.t[i].word == "no" || r.t[i].word == "without")}
}

// dislike reads what is disliked after the n tokens at token i that say so: one thing, or several. It
// returns where it ends.
func (r *reader) dislike(i, n int, kind string) int {
	of := r.newSeries(i, n, kind)
	end := r.disliked(i+n, i, &of)
	if end == i+n {
		return end
	}
	return r.further(end, i, &of)
}

// further reads the other things of a series whose first ended before token i.
func (r *reader) further(i, begin int, of *series) int {
	for r.goesOn(i, of) {
		next := i
		if joint(r.t[next].word) {
			next++
		}
		end := r.disliked(next, begin, of)
		if end == next {
			return i
		}
		r.use(i, next, true)
		i = end
	}
	return i
}

// disliked reads one thing at token i of a series that begins at another, and returns where it ends.
func (r *reader) disliked(i, begin int, of *series) int {
	from := i
	for i < len(r.t) && (i == from || !r.t[i].apart()) && r.skip[r.t[i].word] {
		i++
	}
	if i > from && r.headed(i) { // "avoid the following: candles"
		of.whole, from = true, i
	}
	first := i
	for i < len(r.t) && i-first < mostDisliked && (i == from || !r.t[i].apart()) && !r.end[r.t[i].word] && !r.t[i].money && !r.t[i].number {
		i++
	}
	last := i
	for last > first+1 && (r.skip[r.t[last-1].word] || types[r.t[last-1].word]) { // "cat things", "a cat person"
		last--
	}
	switch {
	case i == first:
		return from
	case pronouns[r.t[first].word]:
		if !r.unwantedBefore(begin, first, of.kind) {
			return from
		}
	default:
		r.unwanted(first, last, of.kind)
	}
	r.use(from, i, true)
	return i
}

// types are words for people that a dislike is no part of: "not a coffee drinker".
var types = setOf([]string{"person", "people", "guy", "girl", "drinker", "eater", "type", "fan", "lover"})

// goesOn reports whether another thing of a row begins at token i.
func (r *reader) goesOn(i int, of *series) bool {
	if i+1 > len(r.t)-1 && (i >= len(r.t) || joint(r.t[i].word)) || r.t[i].before == stop {
		return false
	}
	switch w := r.t[i].word; {
	case w == "or" || w == "nor":
		return true
	case w == "and" && !r.t[i].apart(): // "A and B"
		_, ok := r.itemAt(i)
		return ok
	case r.t[i].before == comma:
		return r.rowGoesOn(i, of)
	}
	return false
}

// rowGoesOn reports whether what comes after a comma at token i belongs to the row: if the row closes
// with "or" or "and", or further on has what is known to be such a thing.
func (r *reader) rowGoesOn(i int, of *series) bool {
	things := 0
	for range mostDislikes {
		word := r.t[i].word
		it, ok := r.itemAt(i)
		if !ok {
			return false
		}
		if it.thing || it.allergen || r.isInterest(it.from, it.to-it.from) {
			things++
		}
		end := it.to >= len(r.t) || r.t[it.to].before == stop
		switch {
		case of.whole, word == "or", word == "nor", of.kind == allergic && (it.allergen || word == "and"), !of.terse && it.thing:
			return true
		case word == "and":
			return things > 0 && !of.brief
		case !end && !r.t[it.to].apart() && r.t[it.to].word == "please":
			return things > 0
		case end || !r.t[it.to].apart() && !joint(r.t[it.to].word):
			return false
		}
		i = it.to
	}
	return false
}

// pronouns stand for what was named before.
var pronouns = setOf([]string{"them", "it", "those", "these"})

// unwantedBefore notes as unwanted what a pronoun at token i stands for: "loves cats but is allergic to
// them".
func (r *reader) unwantedBefore(begin, i int, kind string) bool {
	if next := i + 1; next < len(r.t) && !r.t[next].apart() && !breaks[r.t[next].word] && !slices.Contains([]string{"anymore", "now", "though", "either"}, r.t[next].word) {
		return false
	}
	for j := begin - 1; j >= 0 && r.t[j+1].before != stop; j-- {
		if r.t[j].gone || !r.isThing(j, j+1) && !r.allergen(j, j+1) {
			continue
		}
		r.unwanted(j, j+1, kind)
		r.use(j, j+1, true)
		return true
	}
	return false
}
