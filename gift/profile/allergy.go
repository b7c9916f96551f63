package profile

import (
	"slices"

	"github.com/mcp-adapters/mcp-adapters/gift/words"
)

// isAllergy reports whether a word is for one.
func isAllergy(word string) bool {
	switch word {
	case "allergy", "allergies", "allergic", "intolerance", "intolerances":
		return true
	}
	return false
}

// noAllergens are words before "allergy" that say nothing of what gifts have, or, as "nickel", are in
// the texts of those that are free of it.
var noAllergens = []string{"food", "seasonal", "severe", "bad", "terrible", "skin", "mild", "certain", "serious", "drug", "no", "multiple", "nickel", "metal", "many", "several"}

// without are words after a known allergen that say the same: "egg and dairy free".
var without = setOf([]string{"free", "intolerant", "allergic", "sensitive"})

// allergies reads at token i what an allergy is to, as it is said before it: "a latex allergy", "nut, egg
// and milk allergies". It returns where that ends, i if there is none.
func (r *reader) allergies(i int) int {
	end := i
	liked, row := i > 0 && !r.t[i].apart() && (r.naming[r.t[i-1].word] || r.doing[r.t[i-1].word]), r.t[i].before != comma
	for known := true; end+1 < len(r.t); {
		t, next := &r.t[end], &r.t[end+1]
		if t.used || t.number || words.Stop(t.word) || r.skip[t.word] || r.end[t.word] || slices.Contains(noAllergens, t.word) {
			return i
		}
		known = known && r.allergen(end, end+1)
		if !next.apart() && (isAllergy(next.word) && next.word != "allergic" || known && without[next.word]) {
			break
		}
		if end++; joint(next.word) {
			end++
		} else if next.before != comma || !row { // "loves tea, cheese, has an egg allergy"
			return i
		}
		if !known || liked {
			return i
		}
	}
	if end+1 >= len(r.t) {
		return i
	}
	for j := i; j <= end; j++ {
		if !joint(r.t[j].word) {
			r.unwanted(j, j+1, allergic)
		}
	}
	r.use(i, end+2, true)
	return end + 2
}

// allergen reports whether the tokens from and up to to name what people are allergic to.
func (r *reader) allergen(from, to int) bool {
	for i := from; i < to; i++ {
		if slices.ContainsFunc(forms(r.t[i].word), func(w string) bool { return r.allergens[w] || r.Dislikes.Contains[w] != nil }) {
			return true
		}
	}
	return false
}
