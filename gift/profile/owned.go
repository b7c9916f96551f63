package profile

import "strings"

// mostOwned is how many things that someone has are noted, and mostOwnedWords how many words each has.
const (
	mostOwned      = 10
	mostOwnedWords = 4
)

// findOwned notes what the recipient has, which is no idea for a gift: "already has a kettle and
// a teapot", "has an espresso machine already", "we gave him a scarf last year". It stays in the
// query: whoever has a telescope looks at the stars.
func (r *reader) findOwned() {
	for i := 0; i < len(r.t); i++ {
		_, n := r.owning.at(r.t, i)
		if n == 0 && r.holding[r.t[i].word] && r.already(i) {
			n = 1
		}
		if n > 0 && !r.t[i].gone && i+n < len(r.t) && !r.t[i+n].apart() {
			i = r.owned(i+n) - 1
		}
	}
}

// already reports whether that word comes after what token i says someone has.
func (r *reader) already(i int) bool {
	for j := i + 1; j < len(r.t) && j <= i+mostOwnedWords+3 && !r.t[j].apart(); j++ {
		if r.t[j].word == "already" {
			return j > i+1
		}
	}
	return false
}

// owned notes what is said from token i on, one thing or several, and returns where that ends.
func (r *reader) owned(i int) int {
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
		// "A kettle, a teapot and a strainer": what follows has an article too.
		next := i
		if next < len(r.t) && !r.t[next].apart() && joint(r.t[next].word) {
			next++
		} else if next == len(r.t) || r.t[next].before != comma {
			return i
		}
		if next == len(r.t) || !r.ownedSkip[r.t[next].word] {
			return i
		}
		i = next
	}
}
