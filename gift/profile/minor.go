package profile

import (
	"slices"
	"strings"
)

// apposed reports whether someone young who is named at token i seems to be the one who was
// named before: "my brother, a teenager", "my cousin is still in high school".
func (r *reader) apposed(i int) bool {
	if strings.HasSuffix(r.t[i].word, "s") || r.t[i].word == "children" {
		return false
	}
	for i > 0 && !r.t[i].apart() && (qualifies[r.t[i-1].word] || slices.Contains([]string{"a", "an", "still", "just", "only", "the"}, r.t[i-1].word)) {
		i--
	}
	if i == 0 {
		return false
	}
	before := r.t[i-1]
	return r.t[i].apart() || before.word == "is" || before.word == "being" || before.word == "as" ||
		contracted[before.word] && before.possessive
}

// findMinors reads what shows that someone can't be offered alcohol, and is no age.
func (r *reader) findMinors() {
	for i := 0; i < len(r.t); i++ {
		kind, n := r.minors.at(r.t, i)
		if n == 0 {
			continue
		}
		if kind != not && !r.ofMoney(i, n) && (i == 0 || r.t[i].apart() || !r.plural(i-1)) && // "mom with kids in high school"
			!r.teaches(i) && !r.teacherAt(i+n) {
			r.minor = true
		}
		i += n - 1
	}
}

// teacherAt reports whether a teacher is named at token i or right after a subject: "GCSE maths
// teacher".
func (r *reader) teacherAt(i int) bool {
	for j := i; j < min(i+2, len(r.t)) && !r.t[j].apart(); j++ {
		if kind, n := r.recipients.at(r.t, j); n > 0 && kind == "teacher" {
			return true
		}
	}
	return false
}

// ofMoney reports whether the n tokens from token i on are a bound of what may be spent: "under
// 21 dollars", "budget under 21".
func (r *reader) ofMoney(i, n int) bool {
	last := i + n - 1
	if !r.t[last].number {
		return false
	}
	_, money := r.word("money", last+1)
	return r.t[last].money || money > 0 && !r.t[last+1].apart() || i > 0 && isMoneyWord(r.t[i-1].word) || i > 1 && isMoneyWord(r.t[i-2].word)
}

// plural reports whether token i is a word for several who are young.
func (r *reader) plural(i int) bool {
	return r.isYoungPerson(i) && (strings.HasSuffix(r.t[i].word, "s") || r.t[i].word == "children" || r.t[i].word == "twins")
}
