package profile

import (
	"slices"
	"strings"
)

// findLosses reads who died: "her baby was stillborn", "lost her twins", "my boyfriend's mom died".
// They get no gift and have no interests, and who is left has a loss. What was years ago is none.
func (r *reader) findLosses() {
	for i := 0; i < len(r.t); i++ {
		n := r.mortal(i)
		if n == 0 || r.t[i].used {
			continue
		}
		from, to := r.loss(i, i+n)
		if to == 0 {
			continue
		}
		to = r.circumstances(to)
		for k := i; k < to; k++ {
			r.t[k].lost = !r.dying.has(r.t, k) && !r.putting.has(r.t, k)
		}
		if !r.longAgo(to-1) && !r.t[i+n-1].possessive {
			r.p.Occasions = addOccasion(r.p.Occasions, Occasion{Tag: "sympathy", Said: r.text[r.t[from].start:r.t[to-1].end]})
			r.about(from, to, AHardTime)
			r.mourns = true
		}
		r.use(from, to, false)
		i = to - 1
	}
	if r.mourns {
		for i := range r.t {
			if r.mourning[r.t[i].word] {
				r.use(i, i+1, false)
				r.about(i, i+1, AHardTime)
			}
		}
	}
}

// loss returns the tokens that say that someone died who is named by the tokens from i up to end; to
// is 0 if none do.
func (r *reader) loss(i, end int) (from, to int) {
	pet := r.isPet(i)
	if to = r.lossAfter(end, pet); to > 0 {
		return i, to
	}
	at := r.lossBefore(i, r.losing)
	if at >= 0 && !r.t[end-1].possessive && (r.ends(end) || !strings.HasPrefix(r.t[at].word, "los")) {
		return at, end
	}
	if at = r.lossBefore(i, r.putting); pet && at >= 0 && end < len(r.t) && !r.t[end].apart() { // "put her dog down"
		if _, n := r.away.at(r.t, end); n > 0 {
			return at, end + n
		}
	}
	return 0, 0
}

func (r *reader) isPet(i int) bool {
	return slices.ContainsFunc(forms(r.t[i].word), func(w string) bool { return r.pets[w] })
}

// mortal returns how many tokens from token i on name someone of a family, a friend or a pet, whose
// loss is mourned.
func (r *reader) mortal(i int) int {
	kind, n := r.recipients.at(r.t, i)
	switch kind {
	case "baby", "toddler", "child", "teen", "parent", "grandparent", "partner", "sibling", "relative", "in-law", "friend":
		return n
	}
	if n == 0 && r.isPet(i) {
		return 1
	}
	return 0
}

// lossAfter returns where what says that someone who ends before token i died ends, or 0: "was
// suddenly killed".
func (r *reader) lossAfter(i int, pet bool) int {
	for j := i; j < len(r.t) && j <= i+mostSkippedAtLoss && !r.t[j].apart(); j++ {
		if _, n := r.dying.at(r.t, j); n > 0 {
			if next := j + n; n == 1 && next < len(r.t) && !r.t[next].apart() && doable[r.t[next].word] {
				return 0
			}
			return j + n
		}
		if _, n := r.away.at(r.t, j); n > 0 && pet && r.t[j-1].word == "put" { // "was put to sleep"
			return j + n
		}
		if !r.atLoss[r.t[j].word] {
			return 0
		}
	}
	return 0
}

// doable are words before what someone passes or kills, and for what they could die: "passed her exam".
var doable = setOf([]string{"the", "an", "her", "his", "their", "my", "our", "it", "for", "laughing", "all", "every", "with", "to", "out"})

// lossBefore returns where what says that someone is lost who begins at token i begins, or -1: "lost
// both her", "put down their".
func (r *reader) lossBefore(i int, losing phrases) int {
	for j := i - 1; j >= max(0, i-1-mostSkippedAtLoss) && !r.t[j+1].apart(); j-- {
		for n := min(3, j+1); n > 0; n-- {
			if _, got := losing.at(r.t, j+1-n); got == n {
				return j + 1 - n
			}
		}
		if !r.ofLost[r.t[j].word] {
			return -1
		}
	}
	return -1
}

// mostSkippedAtLoss is how many words stand between someone and what says that they died.
const mostSkippedAtLoss = 3

// ends reports whether a loss that is told before token i is over there: "lost her mom to cancer", but
// not "lost his son respect".
func (r *reader) ends(i int) bool {
	return i >= len(r.t) || r.t[i].apart() || r.circumstantial[r.t[i].word]
}

// circumstances returns where how someone died ends, which begins at token i: "in the NICU".
func (r *reader) circumstances(i int) int {
	if i < len(r.t) && !r.t[i].apart() && r.deathly[r.t[i].word] {
		for i++; i < len(r.t) && !r.t[i].apart() && r.t[i].word != "and" && r.t[i].word != "but" && r.t[i].word != "who"; i++ {
		}
	}
	return i
}
