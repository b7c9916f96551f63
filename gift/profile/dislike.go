package profile

import (
	"slices"
	"strings"

	"mcp-adapters/gift/catalog"
	"mcp-adapters/gift/words"
)

// mostDisliked is how many words of a dislike count, and dislikes of a description.
const (
	mostDisliked = 3
	mostDislikes = 10
)

func (r *reader) findDislikes() {
	for i := 0; i < len(r.t); i++ {
		if n := r.findImplied(i); n > 0 {
			i += n - 1
			continue
		}
		if r.hasAllergy(i) && len(r.p.Dislikes) < mostDislikes {
			what := strings.ToLower(r.text[r.t[i].start:r.t[i].end])
			r.p.Dislikes = append(r.p.Dislikes, Dislike{Text: what, Categories: r.meant(what), Allergy: true, Contains: r.contained(what)})
			r.use(i, i+2, true)
			r.bar(i, i+2)
			i++
			continue
		}
		kind, n := r.dislikes.at(r.t, i)
		if lack := r.lacking(i); n == 0 && lack > 0 {
			kind, n = disliked, lack
		}
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

// noAllergens are words before "allergy" that say nothing of what gifts have, or, as "nickel", are in
// the texts of those that are free of it.
var noAllergens = []string{"food", "seasonal", "severe", "bad", "terrible", "skin", "mild", "certain", "serious", "drug", "no", "multiple", "nickel", "metal"}

// hasAllergy reports whether token i is what an allergy is to, as it is said before it: "a latex allergy".
func (r *reader) hasAllergy(i int) bool {
	if i+1 >= len(r.t) || r.t[i].used || r.t[i+1].apart() || r.t[i].number || words.Stop(r.t[i].word) || r.skip[r.t[i].word] || r.end[r.t[i].word] {
		return false
	}
	return slices.Contains([]string{"allergy", "allergies", "intolerance"}, r.t[i+1].word) &&
		!slices.Contains(noAllergens, r.t[i].word)
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
		r.bar(first, i)
		if len(r.p.Dislikes) < mostDislikes {
			r.p.Dislikes = append(r.p.Dislikes, Dislike{Text: strings.ToLower(text), Categories: r.meant(text), Allergy: allergy, Contains: r.contained(text)})
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

// lacking returns how many tokens at token i say of a known thing that someone has or wants
// none: "nothing electronic", "doesn't have pets", but not "doesn't have much time".
func (r *reader) lacking(i int) int {
	_, n := r.lack.at(r.t, i)
	for next := i + n; n > 0 && next < len(r.t) && !r.t[next].apart(); next++ {
		if !r.skip[r.t[next].word] {
			if r.Dislikes.Means[r.t[next].word] != nil {
				return n
			}
			break
		}
	}
	return 0
}

// findImplied reads at token i what shows that something isn't wanted without its name, and
// returns how many tokens it takes: "sober", "gluten-free".
func (r *reader) findImplied(i int) int {
	var d Dislike
	n := 0
	for kind, list := range []phrases{r.implied, r.impliedAllergies, r.diets} {
		if text, longer := list.at(r.t, i); longer > n {
			n, d = longer, Dislike{Text: text, Allergy: kind == 1, Diet: kind == 2}
		}
	}
	from := r.negated(i)
	switch {
	case n == 0 || d.Text == not:
		return n
	case from >= 0:
		r.use(from, i+n, true)
		r.bar(from, i+n)
		return n
	case !d.Allergy && (r.drinks(i, n) || r.ofTheirs(i)):
		return 0
	}
	if d.Text == "alcohol" && slices.ContainsFunc(r.p.Dislikes, func(o Dislike) bool { return o.Text == "gambling" }) && slices.Contains([]string{"recovery", "rehab", "addict"}, r.t[i+n-1].word) {
		d.Unsaid = true // who recovers from gambling may drink, or better not
		r.use(i, i+n, true)
		r.bar(i, i+n)
	}
	if !slices.ContainsFunc(r.p.Dislikes, func(o Dislike) bool { return o.Text == d.Text }) {
		d.Categories, d.Contains = r.meant(d.Text), r.contained(d.Text)
		r.p.Dislikes = append(r.p.Dislikes, d)
	}
	_, recipient := r.recipients.at(r.t, i)
	_, occasion := r.occasions.at(r.t, i)
	// "pregnant" says more, and so do "vegan" and "blind".
	_, incurable := r.incurable.at(r.t, i)
	more := recipient > 0 || occasion > 0 || incurable > 0 || r.isInterest(i, n) || (d.Diet || r.t[i].word == "surrogate") && topical(r.t[i:i+n])
	if r.t[i].word == "carrying" { // a surrogate has no use for what is for babies
		r.bar(i, i+n)
	}
	if !more {
		r.use(i, i+n, true)
	}
	return n
}

// topical reports whether a word has a topic by itself.
func topical(tokens []token) bool {
	return slices.ContainsFunc(tokens, func(t token) bool {
		word := words.Stem(t.word)
		list := catalog.ReadTopics().Beginning(word)
		return len(list) > 0 && list[0].Stems() == word
	})
}

// negated returns where the denial of what token i says begins, "not" or "isn't a", or -1.
func (r *reader) negated(i int) int {
	for i > 0 && !r.t[i].apart() && (r.t[i-1].word == "a" || r.t[i-1].word == "an") {
		i--
	}
	if i > 0 && !r.t[i].apart() && slices.Contains([]string{"not", "isnt", "arent"}, r.t[i-1].word) {
		return i - 1
	}
	return -1
}

// drinks reports whether the phrase of n tokens at token i says of a drink that it isn't
// drunk: "doesn't drink coffee".
func (r *reader) drinks(i, n int) bool {
	if last := r.t[i+n-1].word; last != "drink" && last != "drinks" && last != "drinking" {
		return false
	}
	if r.t[i].word == "no" { // "no longer drinks"
		return false
	}
	next := i + n
	for next < len(r.t) && !r.t[next].apart() && r.skip[r.t[next].word] {
		next++
	}
	return next < len(r.t) && !r.t[next].apart() && !r.end[r.t[next].word] && !slices.Contains(r.Dislikes.Means[r.t[next].word], "wine") &&
		!slices.Contains([]string{"anymore", "nowadays", "now", "anyway", "much", "yet", "this", "until", "right", "during", "often"}, r.t[next].word)
}

// ofTheirs reports whether what token i says is said of someone whom the recipient has:
// "his wife is pregnant".
func (r *reader) ofTheirs(i int) bool {
	for j := i - 1; j >= max(0, i-4) && !r.t[j+1].apart(); j-- {
		if theirs[r.t[j].word] && j > 0 && r.isPersonAt(j+1) {
			return true
		}
	}
	return false
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
