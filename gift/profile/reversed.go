package profile

import "slices"

// reversed reports whether what stands before a dislike, n tokens at token i, is itself denied, so
// that something is liked a lot: "can't live without", "never has enough", "hates to be without",
// "no better cook than".
func (r *reader) reversed(i, n int, kind string) bool {
	switch r.t[i].word {
	case "no":
		return r.praises(i)
	case "without":
		return r.needed(i)
	}
	if r.inClause(i, 1) && !r.t[i-1].gone && (denials[r.t[i-1].word] || fillsIn[r.t[i-1].word] && r.inClause(i, 2) && denials[r.t[i-2].word]) {
		return true
	}
	if kind == feared {
		return r.overcome(i) || r.ofTheirs(i)
	}
	for j := i + n; j < min(i+n+mostDisliked, len(r.t)) && !r.t[j].apart(); j++ {
		switch w := r.t[j].word; {
		case w == "without", w == "missing", w == "miss", w == "not" && j == i+n:
			return true
		case !r.skip[w] && w != "be":
			return false
		}
	}
	return false
}

// inClause reports whether the n tokens before token i belong to its clause.
func (r *reader) inClause(i, n int) bool {
	return i >= n && !slices.ContainsFunc(r.t[i-n+1:i+1], func(t token) bool { return t.apart() })
}

// praises reports whether "no" at token i is none: "no better cook than", "can't say no to".
func (r *reader) praises(i int) bool {
	if r.inClause(i, 2) && (r.t[i-1].word == "say" || r.t[i-1].word == "says") {
		return denials[r.t[i-2].word]
	}
	for j := i + 1; j < min(i+6, len(r.t)) && !r.t[j].apart(); j++ {
		if r.t[j].word == "than" {
			return true
		}
	}
	return false
}

// needed reports whether the clause says of what comes after "without" at token i that it is needed:
// "refuses to leave the house without".
func (r *reader) needed(i int) bool {
	for k := 1; k < 8 && r.inClause(i, k) && !r.t[i-k].gone && !breaks[r.t[i-k].word]; k++ {
		if w := r.t[i-k].word; denials[w] || needs[w] {
			return true
		}
	}
	return false
}

// Words around a denial.
var (
	// breaks end what a denial is said of.
	breaks = setOf([]string{"and", "but", "or", "so", "who", "he", "she", "they", "i", "we", "because", "since"})
	// needs are denials before "without" alone: "lost without", "refuses to travel without".
	needs = setOf([]string{"refuses", "refuse", "nobody", "nothing", "lost", "helpless", "hopeless", "miserable", "incomplete", "useless", "imagine", "wouldnt", "couldnt"})
	// fillsIn are words between a denial and what it denies: "never gets tired of".
	fillsIn = setOf([]string{"gets", "get", "be", "been", "really", "ever", "seems", "quite", "exactly", "is"})
)
