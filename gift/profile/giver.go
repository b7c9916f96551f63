package profile

import "slices"

// findGivers reads who gives and so gets nothing: "from our 4 year old", "my kids want to give
// their dad something", "I'm 12, gift for my grandpa". Someone young who gives to another of about
// the same age, as to a friend, tells by that how old the friend is, and stays.
func (r *reader) findGivers() {
	for i := range r.t {
		switch {
		case r.t[i].used:
		case r.t[i].word == "from":
			to, young := r.people(i+1, false)
			if to > 0 && !r.t[to-1].possessive && r.othersThan(i, to, young, false) {
				r.giver(i, to)
				r.give(r.givenAt(to))
			}
		case r.speaks(i):
			to, young := r.people(i+1, true)
			switch {
			case to == 0 || r.forThemself():
			case r.othersThan(i, to, young, true):
				r.giver(i, to)
			default:
				r.minor = r.minor || young
			}
		default:
			if whom := r.wantsToGive(i); whom > 0 {
				r.subject(i, whom)
			}
		}
	}
}

// giver has what is said of someone who gives say nothing of the recipient.
func (r *reader) giver(from, to int) {
	r.gave = true
	r.use(from, to, true)
	r.bar(from, to)
}

// give notes that the person at token i gets the gift, if there is one, and so that an age right before is
// theirs.
func (r *reader) give(i int) {
	for k := i; i > 0 && k >= max(0, i-mostBetween); k-- {
		r.t[k].given = k == i || r.counts(k)
	}
}

// mostBetween is how many tokens an age has to the person whose it is: "16 year old grandson".
const mostBetween = 3

// people returns where those end who are named or told by their age from token i on, 0 if there is
// no one, and whether one is young. Who speaks of themself says an age without more: "I'm 16".
func (r *reader) people(i int, speaking bool) (to int, young bool) {
	for j := i; j < len(r.t); {
		if kind, n := r.recipients.at(r.t, j); n > 0 && kind != not && (j == i || !r.t[j].apart()) {
			young = young || Young(kind)
			j += n
			to = j
			continue
		}
		if age, from, end := r.age(j); end > 0 && from >= i {
			young = young || age < drinkingAge
			j, to = end, end
			continue
		}
		if value, next := r.numeral(j); next > 0 && !r.t[j].money && (to > 0 || speaking && r.closes(next)) {
			young = young || value < drinkingAge
			j, to = next, next
			continue
		}
		if w := r.t[j].word; r.t[j].apart() && j > i || !determines[w] && !qualifies[w] && !mine[w] && w != "and" && w != "am" && w != "only" && w != "just" {
			break
		}
		j++
	}
	return to, young
}

var mine = setOf([]string{"my", "our", "your"})

// othersThan reports whether someone is named outside of the tokens from and up to to who gets the gift
// of whom they name: anyone, or of someone young who isn't much the same age.
func (r *reader) othersThan(from, to int, young, speaking bool) bool {
	for i := range r.t {
		if tag, n := r.occasions.at(r.t, i); n > 0 && !speaking && (tag == "mother's day" || tag == "father's day") {
			return true
		}
		kind, n := r.recipients.at(r.t, i)
		if n == 0 || kind == not || i >= from && i < to || r.t[i].used {
			continue
		}
		near := r.wordsBefore(i, 2)
		called := mine[near[1]] || mine[near[0]] || near[0] == "for" || near[1] == "for" || near[1] == "to" || near[0] == "to"
		switch {
		case speaking && !called:
		case !young, Young(kind), elders[kind], kind == "partner" && !speaking && mine[near[1]],
			kind == "relative" && r.t[i+n-1].word != "cousin" && r.t[i+n-1].word != "cousins":
			return true
		}
	}
	return false
}

// elders are recipient types that no one young is.
var elders = setOf([]string{"parent", "new parent", "grandparent", "teacher", "boss", "in-law", "caregiver", "retiree"})

// speaks reports whether at token i someone begins to speak of themself: "I'm a student", "As a
// grandmother".
func (r *reader) speaks(i int) bool {
	w := r.t[i].word
	return w == "im" || w == "i" && i+1 < len(r.t) && r.t[i+1].word == "am" || w == "as" && r.t[i].before == stop
}

// forThemself reports whether who speaks gets the gift.
func (r *reader) forThemself() bool {
	return slices.ContainsFunc(r.t, func(t token) bool { return t.word == "myself" })
}
