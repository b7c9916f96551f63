package profile

import (
	"slices"
	"strings"

	"github.com/mcp-adapters/mcp-adapters/gift/words"
)

// mostDisliked is how many words of a dislike count, and dislikes of a description.
const (
	mostDisliked = 3
	mostDislikes = 20
)

func (r *reader) findDislikes() {
	for i := 0; i < len(r.t); i++ {
		if end := r.findImplied(i); end > i {
			i = end - 1
			continue
		}
		if end := r.allergies(i); end > i {
			i = end - 1
			continue
		}
		kind, n := r.rejects(i)
		if n == 0 || r.t[i].used {
			continue
		}
		if kind == not || r.reversed(i, n, kind) {
			i += n - 1
			continue
		}
		read := r.dislike
		if kind == feared {
			read = r.fears
		}
		if end := read(i, n, kind); end > i+n {
			r.use(i, i+n, true)
			i = end - 1
		}
	}
}

// rejects returns what kind of words at token i stand before what isn't wanted, and how many.
func (r *reader) rejects(i int) (kind string, n int) {
	kind, n = r.dislikes.at(r.t, i)
	switch {
	case r.hasOne(i) > 0:
		return not, n
	case n > 0:
	case isAllergy(r.t[i].word) && r.headed(i+1): // "allergies: nuts, eggs"
		return allergic, 1
	case r.lacking(i) > 0:
		return disliked, r.lacking(i)
	case (r.t[i].word == "not" || r.t[i].word == "isnt") && r.denies(i):
		return disliked, 1
	}
	return kind, n
}

// lacking returns how many tokens at token i, up to what is named, say of a known thing that someone
// has or wants none: "nothing electronic", "nothing for the kitchen", "doesn't have pets", but not
// "doesn't have much time".
func (r *reader) lacking(i int) int {
	_, n := r.lack.at(r.t, i)
	for next := i + n; n > 0 && next < len(r.t) && !r.t[next].apart(); next++ {
		if w := r.t[next].word; r.skip[w] || w == "for" {
			continue
		}
		if r.isThing(next, next+1) {
			return next - i
		}
		break
	}
	return 0
}

// denies reports whether "not" at token i is said of a thing: "not flowers, not jewelry", but not "not
// cooking much" and "why not flowers".
func (r *reader) denies(i int) bool {
	if i > 0 && !r.t[i].apart() && slices.Contains([]string{"why", "if", "or", "whether", "do", "does", "did", "can", "could", "will", "would", "should"}, r.t[i-1].word) {
		return false
	}
	for j := i + 1; j+1 < len(r.t) && !r.t[j].apart() && j < i+mostDisliked+2; j++ { // "not a coffee person"
		if types[r.t[j+1].word] && !r.t[j+1].apart() && (r.t[i+1].word == "a" || r.t[i+1].word == "an") {
			return j > i+1 && r.isThing(j, j+1)
		}
	}
	it, ok := r.itemAt(i + 1)
	doing := it.to-it.from > 1 && strings.HasSuffix(r.t[it.from].word, "ing")
	return ok && it.thing && !doing && !r.t[i+1].apart()
}

func joint(word string) bool { return word == "or" || word == "nor" || word == "and" }

// unwanted notes what the tokens from and up to to name.
func (r *reader) unwanted(from, to int, kind string) {
	r.bar(from, to)
	d := Dislike{Text: strings.ToLower(r.text[r.t[from].start:r.t[to-1].end]), Allergy: kind == allergic, Diet: kind == feared}
	if kind == disliked { // "no dairy" says more than a dislike
		said := append([]token{{word: "no"}}, r.t[from:to]...)
		said[1].before = space
		for _, list := range []struct {
			phrases
			allergy bool
		}{{r.impliedAllergies, true}, {r.diets, false}} {
			if what, n := list.at(said, 0); n == len(said) && what != not {
				d.Text, d.Allergy, d.Diet = what, list.allergy, !list.allergy
				break
			}
		}
	}
	r.addDislike(d)
}

// addDislike adds a dislike with what it means.
func (r *reader) addDislike(d Dislike) {
	if len(r.p.Dislikes) >= mostDislikes || slices.ContainsFunc(r.p.Dislikes, func(o Dislike) bool { return o.Text == d.Text && (o.Allergy || o.Diet || !d.Allergy && !d.Diet) }) {
		return
	}
	d.Categories, d.Contains = r.meant(d.Text), r.contained(d.Text)
	if d.Diet && len(d.Contains) == 0 && len(d.Categories) == 0 {
		d.Contains = words.All(d.Text)
	}
	r.p.Dislikes = append(r.p.Dislikes, d)
}

// contained are the words of gifts that have what a text names.
func (r *reader) contained(text string) []string {
	var list []string
	for _, w := range words.All(text) {
		list = append(list, r.Dislikes.Contains[w]...)
	}
	return list
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
