package profile

import (
	"math"
	"slices"
	"strconv"
)

// amount is what may be spent, and the tokens that say so.
type amount struct {
	low, high float64
	from, to  int
	said      string
	foreign   bool // in a currency that is worth much less or more than a dollar: said is all that is known
}

// amount reads the amount whose first number is token i.
func (r *reader) amount(i int) (amount, bool) {
	t := &r.t[i]
	if !t.number || t.used || i > 0 && !t.money && weighed[r.t[i-1].word] { // "lost 20 pounds"
		return amount{}, false
	}
	a := amount{low: t.value, high: t.value, from: i, to: i + 1}
	money := t.money
	if next := r.rangeEnd(i); next > 0 {
		a.high, a.to = r.t[next].value, next+1
		money = money || r.t[next].money
	}
	last := &r.t[a.to-1]
	if r.prefixed(i, "codes") { // "EUR 20"
		money = true
		a.from--
	}
	if r.inForeign(&a) {
		a.from = r.cue(a.from).from
		return a, true
	}
	ish := a.to < len(r.t) && !r.t[a.to].apart() && r.t[a.to].word == "ish" // "30ish dollars"
	if ish {
		a.to++
	}
	if _, n := r.word("money", a.to); n > 0 && !r.t[a.to].apart() {
		money = true
		a.to += n
	} else if _, n := r.word("not_money", a.to); n > 0 && !r.t[a.to].apart() && !money {
		return a, false
	} else if a.to < len(r.t) && ordinal(r.t[a.to].word) && r.t[a.to].start == last.end {
		return a, false
	}
	cue := r.cue(a.from)
	a.from = cue.from
	if from := r.unspent(a.from); cue.name == "over" && from >= 0 {
		cue.name, a.from = "under", from
	}
	if ish && cue.name == "" {
		cue.name = "around"
	}
	if a.to < len(r.t) && !r.t[a.to].apart() && (cue.name == "" || cue.name == "around") {
		for _, name := range []string{"under", "over", "around"} {
			if _, n := r.word("after_"+name, a.to); n > 0 {
				cue.name = name
				a.to += n
				break
			}
		}
	}
	return r.judge(a, cue.name, money, last)
}

func short(v float64) string {
	if v != math.Trunc(v) {
		return strconv.FormatFloat(v, 'f', 2, 64) // "$20.50"
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}

func ordinal(word string) bool { return slices.Contains([]string{"st", "nd", "rd", "th", "s"}, word) }

// word returns the phrase of a list of amounts at token i.
func (r *reader) word(list string, i int) (string, int) {
	if i >= len(r.t) {
		return "", 0
	}
	return r.amounts[list].at(r.t, i)
}
