package profile

import (
	"slices"
	"strings"

	"mcp-adapters/gift/words"
)

// mostDisliked is how many words of a dislike count, and dislikes of a description.
const (
	mostDisliked = 3
	mostDislikes = 10
)

func (r *reader) findDislikes() {
	for i := 0; i < len(r.t); i++ {
		kind, n := r.dislikes.at(r.t, i)
		if n == 0 || r.t[i].used {
			continue
		}
		if kind == not {
			i += n - 1
			continue
		}
		if end := r.dislike(i+n, kind == allergic); end > i+n {
			r.use(i, i+n, true)
			i = end - 1
		}
	}
}

// dislike reads what is disliked from token i on: one thing, or several with "or", and
// commas before that. It returns where it ends.
func (r *reader) dislike(i int, allergy bool) int {
	for {
		from := i
		for i < len(r.t) && (i == from || !r.t[i].apart()) && r.skip[r.t[i].word] {
			i++
		}
		first := i
		for i < len(r.t) && i-first < mostDisliked && (i == from || !r.t[i].apart()) && !r.end[r.t[i].word] && !r.t[i].money && !r.t[i].number {
			i++
		}
		if i == first {
			return from
		}
		text := r.text[r.t[first].start:r.t[i-1].end]
		r.use(from, i, true)
		if len(r.p.Dislikes) < mostDislikes {
			r.p.Dislikes = append(r.p.Dislikes, Dislike{Text: strings.ToLower(text), Categories: r.meant(text), Allergy: allergy})
		}
		if !r.goesOn(i) {
			return i
		}
		if joint(r.t[i].word) {
			r.use(i, i+1, true)
			i++
		}
	}
}

func joint(word string) bool { return word == "or" || word == "nor" || word == "and" }

// goesOn reports whether another thing that is disliked begins at token i.
func (r *reader) goesOn(i int) bool {
	if i >= len(r.t) || r.t[i].before == stop {
		return false
	}
	switch w := r.t[i].word; {
	case w == "or" || w == "nor":
		return i+1 < len(r.t)
	case w == "and" && !r.t[i].apart():
		// "and" joins two dislikes only if nothing that is liked comes after it.
		next := i + 1
		if next >= len(r.t) || r.liking[r.t[next].word] {
			return false
		}
		after := next + 1
		return after >= len(r.t) || r.t[after].apart() || after+1 >= len(r.t) || r.t[after+1].apart()
	case r.t[i].before == comma: // a list that ends in "or"
		for j := i; j < min(i+6, len(r.t)) && r.t[j].before != stop; j++ {
			if r.t[j].word == "or" || r.t[j].word == "nor" {
				return true
			}
			if r.liking[r.t[j].word] || r.end[r.t[j].word] {
				return false
			}
			if _, n := r.dislikes.at(r.t, j); n > 0 {
				return false
			}
		}
	}
	return false
}

// meant are the categories that a text names by another word.
func (r *reader) meant(text string) []string {
	var list []string
	for _, w := range words.All(text) {
		for _, c := range r.Dislikes.Means[w] {
			if !slices.Contains(list, c) {
				list = append(list, c)
			}
		}
	}
	return list
}
