package profile

import (
	"slices"
	"strings"
	"unicode"
)

// cue is what is said before an amount of how much of it may be spent: "under", "over", "between",
// "around", or nothing, from a token on.
type cue struct {
	name string
	from int
}

// cue reads what is said before token i. Words that say little may stand between: "up to, say, 30".
func (r *reader) cue(i int) cue {
	for _, names := range [...][]string{{"under", "over", "between"}, {"around"}} {
		for from := i; ; from-- {
			for _, name := range names {
				if n := r.cueBefore(name, from); n > 0 {
					return cue{name, from - n}
				}
			}
			if from == 0 || i-from == mostHedges || r.t[from].before == stop || !hedges[r.t[from-1].word] {
				break
			}
		}
	}
	return cue{"", i}
}

// hedges are words between a cue and an amount, and mostHedges is how many of them there are.
var hedges = setOf([]string{"about", "around", "approximately", "roughly", "like", "maybe", "perhaps", "say", "a", "the", "some", "only", "just"})

const mostHedges = 2

// mostCue is how many words a cue has: "the most i can spend is".
const mostCue = 6

// unspent returns where the denial of an amount before which token i stands begins, "don't want to spend"
// of "over 30", or -1.
func (r *reader) unspent(i int) int {
	spending := false
	for j := i - 1; j >= max(0, i-mostUnspent) && !r.t[j+1].apart(); j-- {
		spending = spending || spends[r.t[j].word]
		if spending && refusing[r.t[j].word] && !affirms[r.t[j+1].word] {
			return j
		}
	}
	return -1
}

// mostUnspent is how many words a denial and what it denies have: "do not want to spend".
const mostUnspent = 5

var (
	spends   = setOf([]string{"spend", "spending", "cost", "costs", "pay", "paying", "afford", "go", "going"})
	refusing = setOf([]string{"not", "dont", "doesnt", "cant", "cannot", "wont", "shouldnt", "mustnt", "couldnt", "wouldnt", "never", "nothing"})
)

// cueBefore returns how many tokens before token i are a phrase of a list of amounts.
func (r *reader) cueBefore(list string, i int) int {
	for n := min(mostCue, i); n > 0; n-- {
		if r.t[i-n].used || r.t[i].before == stop && !r.shortened(i-1) {
			continue
		}
		if _, got := r.amounts[list].at(r.t, i-n); got == n {
			return n
		}
	}
	return 0
}

// between is what stands between token i and the next one but spaces and currency signs.
func (r *reader) between(i int) string {
	return strings.Map(func(c rune) rune {
		if unicode.IsSpace(c) || unicode.Is(unicode.Sc, c) {
			return -1
		}
		return c
	}, r.text[r.t[i].end:r.t[i+1].start])
}

// shortened reports whether the point after token i is that of a short form: "max. 30".
func (r *reader) shortened(i int) bool {
	return slices.Contains([]string{"max", "min", "approx", "ca"}, r.t[i].word) && r.between(i) == "."
}
