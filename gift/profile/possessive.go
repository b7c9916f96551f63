package profile

import (
	"slices"
	"strings"

	"github.com/mcp-adapters/mcp-adapters/gift/words"
)

// possesses reports whether the person of a kind who is named before token i only says whose someone
// else is: "daughter's teacher". Of a child's friend both tell who it is.
func (r *reader) possesses(i int, kind string) bool {
	switch {
	case Young(kind) && r.peerSoon(i):
		return false
	case r.toldYoung(i) && r.peerSoon(i): // "my 17 year old brother's friend"
		r.minor = true
	}
	if r.unmarked(i) {
		return true
	}
	return r.t[i-1].possessive && !r.celebrates(i) && (len(r.p.Recipients) > 0 || r.personSoon(i) || r.childOfAge(i))
}

// personSoon reports whether someone is named at token i or soon after: "daughter's teacher".
// Otherwise who has something gets the gift: "my wife's car".
func (r *reader) personSoon(i int) bool {
	for j := i; j < min(i+4, len(r.t)) && !r.t[j].apart(); j++ {
		if r.isPersonAt(j) && !r.t[j].lost {
			return true
		}
		if r.callings.has(r.t, j) {
			r.adult = true
			return true
		}
	}
	return false
}

// peerSoon reports whether the person whom the one before token i has is about as old: "son's best friend".
func (r *reader) peerSoon(i int) bool {
	for j := i; j < min(i+3, len(r.t)) && !r.t[j].apart(); j++ {
		if kind := r.kindAt(j); kind != not {
			return kind == "friend" || kind == "sibling" || strings.HasPrefix(r.t[j].word, "cousin")
		}
	}
	return false
}

// unmarked reports whether the person who is named before token i has who is named next, though no apostrophe
// says so: "my sons hockey coach", "sisters boyfriend".
func (r *reader) unmarked(i int) bool {
	if !strings.HasSuffix(r.t[i-1].word, "s") || r.t[i-1].possessive || slices.Contains([]string{"newlyweds", "boss", "hostess"}, r.t[i-1].word) {
		return false
	}
	for j := i; j < min(i+2, len(r.t)) && !r.t[j].apart(); j++ {
		if kind, n := r.recipients.at(r.t, j); n > 0 && kind != not {
			return !Young(kind)
		}
		if words.Stop(r.t[j].word) && r.t[j].word != "new" {
			return false
		}
	}
	return false
}

// childOfAge reports whether someone young is called by an age at token i: "neighbor's 14 year old".
func (r *reader) childOfAge(i int) bool {
	if i >= len(r.t) || r.t[i].apart() {
		return false
	}
	age, next := r.numeral(i)
	return next > 0 && next+1 < len(r.t) && age < drinkingAge && age != 1 && r.t[next].word == "year" && r.t[next+1].word == "old"
}

// celebrates reports whether an occasion of someone's own is named at token i or soon
// after: "my wife's 40th birthday".
func (r *reader) celebrates(i int) bool {
	for j := i; j < min(i+4, len(r.t)) && !r.t[j].apart(); j++ {
		if tag, n := r.occasions.at(r.t, j); n > 0 && tag != not {
			return true
		}
		if r.t[j].possessive && r.isPerson(j) { // "my brother's wife's birthday"
			return false
		}
	}
	return false
}

// toldYoung reports whether an age under 21 is told right before the person who is named before token i.
func (r *reader) toldYoung(i int) bool {
	for j := i - 1; j >= max(0, i-3) && r.t[j].about != AnAge; j-- {
		i = j
	}
	for j := i - 1; j >= 0 && r.t[j].about == AnAge; j-- {
		if age, _, to := r.age(j); to > 0 {
			return age < drinkingAge
		}
	}
	return false
}
