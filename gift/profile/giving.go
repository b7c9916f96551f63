package profile

import "strings"

// wantsToGive returns where the person is named whom someone wants to give something who was named
// before token i, "wants to give his mum", "needs a present for her dad"; 0: there is none.
func (r *reader) wantsToGive(i int) int {
	w := r.t[i].word
	switch {
	case giving[w] && i > 1 && r.t[i-1].word == "to" && wanting[r.t[i-2].word],
		strings.HasSuffix(w, "ing") && giving[w] && i > 0 && (being[r.t[i-1].word] || r.isPerson(i-1)):
		if at := r.personAfter(i + 1); at > 0 {
			return at
		}
		return r.presentFor(i + 1)
	case wanting[w] && i+1 < len(r.t) && r.t[i+1].word != "to":
		return r.presentFor(i + 1)
	}
	return 0
}

// presentFor returns where someone is named for whom there is a present soon after token i, or 0.
func (r *reader) presentFor(i int) int {
	for j := i; j < min(i+3, len(r.t)) && !r.t[j].apart(); j++ {
		if presents[r.t[j].word] {
			return r.givenAt(j + 1)
		}
	}
	return 0
}

var (
	wanting  = setOf(strings.Fields("want wants wanted need needs like hoping hopes trying going looking planning wishes"))
	giving   = setOf(strings.Fields("give gift get buy make surprise thank treat send giving gifting getting buying making surprising thanking"))
	presents = setOf(strings.Fields("gift gifts present presents something idea ideas"))
)

// givenAt returns where someone is named after "to" or "for", which come soon after token i, or 0.
func (r *reader) givenAt(i int) int {
	for j := i; j < min(i+5, len(r.t)) && !r.t[j].apart(); j++ {
		if r.t[j].word == "to" || r.t[j].word == "for" {
			return r.personAfter(j + 1)
		}
	}
	return 0
}

// personAfter returns where someone is named at token i, or after words such as "his old" and an
// age, or else where the age is that tells who it is; 0: there is no one.
func (r *reader) personAfter(i int) int {
	aged := 0
	for j := i; j < len(r.t) && (j == i || !r.t[j].apart()); j++ {
		kind, n := r.recipients.at(r.t, j)
		switch {
		case n > 0 && kind != not:
			return j
		case n > 0: // "her kids"
			return aged
		}
		if _, _, to := r.age(j); to > 0 {
			aged, j = j, to-1
			continue
		}
		if w := r.t[j].word; !theirs[w] && !determines[w] && !qualifies[w] && !mine[w] {
			break
		}
	}
	return aged
}

// subject has who is named in the sentence before token i give to the person at token whom.
func (r *reader) subject(i, whom int) {
	from := i
	for from > 0 && !strings.ContainsAny(r.text[r.t[from-1].end:r.t[from].start], ".!?;\n") {
		from--
	}
	for j := from; j < i; j++ {
		to, young := r.people(j, false)
		if to == 0 || to > i || r.t[j].used || r.t[to-1].possessive {
			continue
		}
		if kind := r.kindAt(whom); young && !elders[kind] && !Young(kind) {
			return // they are about the same age
		}
		r.giver(j, to)
		r.give(whom)
		j = to - 1
	}
}

func (r *reader) kindAt(i int) string {
	kind, _ := r.recipients.at(r.t, i)
	return kind
}
