package profile

import (
	"slices"
	"strings"
)

// mostOwned is how many things that someone has are noted, and mostOwnedWords how many words each has.
const (
	mostOwned      = 10
	mostOwnedWords = 4
)

// findOwned notes what the recipient has, which is no idea for a gift: "already has a kettle and
// a teapot", "has an espresso machine already", "we gave him a scarf last year". It stays in the
// query: whoever has a telescope looks at the stars.
func (r *reader) findOwned() {
	terse := !r.likesSomething()
	for i := 0; i < len(r.t); i++ {
		_, n := r.owning.at(r.t, i)
		if n == 0 && r.holding[r.t[i].word] && r.already(i) {
			n = 1
		}
		if n == 0 {
			n = r.hasOne(i)
		}
		if n > 0 && !r.t[i].gone && i+n < len(r.t) && (!r.t[i+n].apart() || r.headed(i+n)) {
			i = r.owned(i+n, terse) - 1
		}
	}
}

// already reports whether that word comes after what token i says someone has, one thing or several.
func (r *reader) already(i int) bool {
	for j := i + 1; j < min(i+mostSaid, len(r.t)) && r.t[j].before != stop; j++ {
		w := r.t[j].word
		if w == "already" {
			return j > i+1
		}
		if !joint(w) && breaks[w] || w == "but" || r.naming[w] || r.liking[w] || r.doing[w] {
			return false
		}
	}
	return false
}

// mostSaid is how many tokens it takes at most to say what someone has.
const mostSaid = 16

// hasOne returns how many tokens at token i ask not to give what someone has: "don't get him a kettle, he
// has one".
func (r *reader) hasOne(i int) int {
	kind, n := r.dislikes.at(r.t, i)
	if n == 0 || kind != disliked || !slices.Contains([]string{"him", "her", "them"}, r.t[i+n-1].word) {
		return 0
	}
	for j := i + n; j+1 < min(i+mostSaid, len(r.t)) && r.t[j].before != stop; j++ {
		if w := r.t[j+1].word; r.holding[r.t[j].word] && (w == "one" || w == "it" || w == "them" || w == "already" || w == "that") || w == "has" && r.t[j].word == "already" {
			return n
		}
	}
	return 0
}

// owned notes what is said from token i on, one thing or several, and returns where that ends.
func (r *reader) owned(i int, terse bool) int {
	whole := r.headed(i)
	for begin := i; ; begin = i {
		for i < len(r.t) && (i == begin || !r.t[i].apart()) && (r.ownedSkip[r.t[i].word] || r.t[i].number) {
			i++
		}
		first := i
		for i < len(r.t) && i-first < mostOwnedWords && (i == begin || !r.t[i].apart()) && !r.t[i].gone && !r.end[r.t[i].word] && !r.ownedEnd[r.t[i].word] {
			i++
		}
		if i == first || len(r.p.Owned) == mostOwned {
			return i
		}
		r.p.Owned = append(r.p.Owned, strings.ToLower(r.text[r.t[first].start:r.t[i-1].end]))
		if i == len(r.t) || r.t[i].before == stop || !joint(r.t[i].word) && r.t[i].before != comma || !whole && !r.ownsToo(i, terse) {
			return i
		}
		if joint(r.t[i].word) {
			i++
		}
	}
}

// ownsToo reports whether what follows at token i in a series is another thing that someone has: it has an
// article, or is no interest that is only named, as in "already has a telescope, hiking".
func (r *reader) ownsToo(i int, terse bool) bool {
	next := i
	if joint(r.t[next].word) {
		next++
	}
	if next < len(r.t) && r.t[next].number && next+1 < len(r.t) && !r.t[next+1].apart() {
		next++
	}
	it, ok := r.itemAt(next)
	if !ok || it.from > next || next > i || !terse || !r.isInterest(it.from, it.to-it.from) {
		return ok
	}
	closes := it.to < len(r.t) && !r.t[it.to].apart() && joint(r.t[it.to].word)
	return closes && !r.isCategory(it.from, it.to)
}
