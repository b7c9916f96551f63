package profile

import (
	"slices"
	"strings"

	"github.com/mcp-adapters/mcp-adapters/gift/words"
)

// item is one of several things that are named in a row.
type item struct {
	from, to int
	thing    bool // it is known to be one, and no other part of a sentence
	allergen bool
}

// itemAt reads a thing of a row that begins at token i, with the word that joins it to the others;
// ok is false where something else is said.
func (r *reader) itemAt(i int) (it item, ok bool) {
	from := i
	if i < len(r.t) && joint(r.t[i].word) {
		from++
	}
	i = from
	for i < len(r.t) && (i == from || !r.t[i].apart()) && (r.skip[r.t[i].word] || r.ownedSkip[r.t[i].word]) {
		it.thing = it.thing || r.t[i].word == "anything"
		i++
	}
	it.from = i
	for ; i < len(r.t) && (i == from || !r.t[i].apart()) && !r.end[r.t[i].word]; i++ {
		t := &r.t[i]
		if _, n := r.dislikes.at(r.t, i); n > 0 || t.gone || t.number || t.money || r.liking[t.word] || r.naming[t.word] && t.word != "nuts" || r.devotees[t.word] || r.fillers[t.word] || i > it.from && predicates[t.word] || i == it.from && r.doing[t.word] || r.isPersonAt(i) {
			return it, false
		}
	}
	it.to = i
	if it.to == it.from || it.to-it.from > mostOwnedWords || i < len(r.t) && (strings.Contains(r.parting(i), ":") || !r.t[i].apart() && predicates[r.t[i].word]) {
		return it, false
	}
	it.thing, it.allergen = it.thing || r.isThing(it.from, it.to), r.allergen(it.from, it.to)
	return it, true
}

// predicates are words before which a thing begins a sentence: "and gardening is her life".
var predicates = setOf([]string{"is", "are", "was", "keep", "keeps", "makes", "make", "has", "loves", "likes", "enjoys", "love", "like", "enjoy", "wants", "would", "prefers"})

// headed reports whether a row that ends with a sentence begins at token i, after a colon, in brackets
// or after a dash.
func (r *reader) headed(i int) bool {
	if i == 0 || i >= len(r.t) {
		return false
	}
	between := r.parting(i)
	return strings.ContainsAny(between, ":([–—") || strings.Contains(between, " - ")
}

// parting is what stands between token i and the one before.
func (r *reader) parting(i int) string { return r.text[r.t[i-1].end:r.t[i].start] }

// likesSomething reports whether a sentence says that something is liked, as "loves tea" does.
func (r *reader) likesSomething() bool {
	for i := range r.t {
		if w := r.t[i].word; (r.naming[w] && w != "nuts" || r.doing[w] || r.devotees[w] || w == "into") && !r.denied(i) {
			return true
		}
	}
	return false
}

// isThing reports whether the tokens from and up to to name what gifts are, as the lexicon or a
// category does.
func (r *reader) isThing(from, to int) bool {
	for i := from; i < to; i++ {
		if _, ok := r.Dislikes.Means[r.t[i].word]; ok {
			return true
		}
	}
	return r.isCategory(from, to) || r.isNamed(from, to)
}

// isNamed reports whether the tokens from and up to to are what a gift is called: "teddy bears".
func (r *reader) isNamed(from, to int) bool {
	said := r.said(from, to)
	return said != "" && slices.ContainsFunc(forms(said), func(s string) bool { return r.same[s] })
}

// said are the words of the tokens from and up to to.
func (r *reader) said(from, to int) string {
	list := make([]string, 0, mostOwnedWords)
	for i := from; i < to; i++ {
		list = append(list, r.t[i].word)
	}
	return strings.Join(list, " ")
}

// isCategory reports whether the tokens from and up to to are a category, or one of two that it joins.
func (r *reader) isCategory(from, to int) bool {
	if from == to {
		return false
	}
	text := r.said(from, to)
	return slices.ContainsFunc(interests()[words.Stem(r.t[from].word)], func(it interest) bool {
		return slices.ContainsFunc(it.categories, func(c string) bool {
			first, second, _ := strings.Cut(c, " and ")
			return slices.Contains([]string{c, first, second}, text) || c == text+"s"
		})
	})
}
