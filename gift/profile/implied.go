package profile

import (
	"slices"

	"github.com/mcp-adapters/mcp-adapters/gift/catalog"
	"github.com/mcp-adapters/mcp-adapters/gift/words"
)

// findImplied reads at token i what shows that something isn't wanted without its name, and
// returns where it ends, i if there is none: "sober", "gluten-free". After "no sugar" a series may go on.
func (r *reader) findImplied(i int) int {
	var found []Dislike
	n := 0
	for kind, list := range []phrases{r.implied, r.impliedAllergies, r.diets} {
		text, longer := list.at(r.t, i)
		if longer == 0 || longer < n {
			continue
		}
		if longer > n {
			n, found = longer, nil
		}
		found = append(found, Dislike{Text: text, Allergy: kind == 1, Diet: kind == 2})
	}
	from := r.negated(i)
	switch {
	case n == 0 || slices.ContainsFunc(found, func(d Dislike) bool { return d.Text == not }):
		return i + n
	case from >= 0:
		r.use(from, i+n, true)
		r.bar(from, i+n)
		return i + n
	case !found[0].Allergy && (r.drinks(i, n) || r.ofTheirs(i)):
		return i
	}
	diet := false
	for _, d := range found {
		if d.Text == "alcohol" && r.gambled() && slices.Contains([]string{"recovery", "rehab", "addict"}, r.t[i+n-1].word) {
			d.Unsaid = true // who recovers from gambling may drink, or better not
			r.use(i, i+n, true)
			r.bar(i, i+n)
		}
		r.addDislike(d)
		diet = diet || d.Diet
	}
	_, recipient := r.recipients.at(r.t, i)
	_, occasion := r.occasions.at(r.t, i)
	_, incurable := r.incurable.at(r.t, i)
	// "pregnant" says more, and so do "vegan" and "blind".
	more := recipient > 0 || occasion > 0 || incurable > 0 || r.isInterest(i, n) || (diet || r.t[i].word == "surrogate") && topical(r.t[i:i+n])
	if r.t[i].word == "carrying" { // a surrogate has no use for what is for babies
		r.bar(i, i+n)
	}
	if !more {
		r.use(i, i+n, true)
	}
	if kind, before := r.dislikes.at(r.t, i); before > 0 && before < n {
		of := r.newSeries(i, before, kind)
		return r.further(i+n, i, &of)
	}
	return i + n
}

// gambled reports whether someone gave up gambling.
func (r *reader) gambled() bool {
	return slices.ContainsFunc(r.p.Dislikes, func(d Dislike) bool { return d.Text == "gambling" })
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
