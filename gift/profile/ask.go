package profile

import "slices"

// elsewhere says how much the text seems to ask for something else than a gift: fully if it
// is a question or an order that speaks of no gift and of nothing that someone likes, and
// half if it speaks of no one at all.
func (r *reader) elsewhere() float64 {
	switch {
	case r.wantsAnswer():
		return 1
	case r.wantsGift():
		return 0
	}
	occasion := slices.ContainsFunc(r.p.Occasions, func(o Occasion) bool { return aboutOccasion(o.Tag) != AHardTime })
	asks, may, person := false, false, len(r.p.Recipients) > 0 || occasion || r.p.Age >= 0
	for i := range r.t {
		w := r.t[i].word
		if r.likes[w] {
			return 0
		}
		if kind, n := r.recipients.at(r.t, i); n > 0 && kind != not || i > 0 && r.person[w] {
			person = true
		}
		may = may || r.mayLike[w]
		asks = asks || i == 0 && r.beginning[w] || r.anywhere.has(r.t, i)
	}
	switch {
	case may && (person || !asks):
		return 0
	case asks && !occasion && (!person || len(r.p.Occasions) == 0) && r.p.Age < 0: // "what to eat after surgery"
		return 1
	case !person:
		return 0.5
	}
	return 0
}

// wantsGift reports whether a question or an order is a polite way to ask for a gift: "how about
// something for my uncle", "what about my brother", "could spend 100, for my dad".
func (r *reader) wantsGift() bool {
	if len(r.t) == 0 || !r.polite[r.t[0].word] {
		return false
	}
	for i := range r.t {
		if r.anywhere.has(r.t, i) {
			return false
		}
	}
	if r.p.Budget != "" && len(r.p.Recipients) > 0 {
		return true
	}
	for i := range r.t {
		switch w := r.t[i].word; {
		case r.offers[w] && r.forSomeone(i+1):
			return true
		case i == 1 && w == "about" && (r.t[0].word == "how" || r.t[0].word == "what"):
			return r.personSoon(i + 1)
		}
	}
	return false
}

// forSomeone reports whether "for" and someone follow soon from token i on.
func (r *reader) forSomeone(i int) bool {
	for j := i; j < min(i+mostOfOffer, len(r.t)) && !r.t[j].apart(); j++ {
		if r.t[j].word == "for" {
			return r.personSoon(j + 1)
		}
	}
	return false
}

// mostOfOffer is how many words stand between "something" and "for" at most: "something really nice".
const mostOfOffer = 4

// wantsAnswer reports whether a question is about something else, though it may speak of a gift: "how
// to wrap a gift", "is it rude to return a present", "recipe for banana bread".
func (r *reader) wantsAnswer() bool {
	if len(r.t) == 0 {
		return false
	}
	for i := range r.t {
		if r.beginning[r.t[0].word] && r.chores.has(r.t, i) {
			return true
		}
	}
	_, n := r.advice.at(r.t, 0)
	return n > 0 && (n >= len(r.t) || !r.giving[r.t[n].word])
}
