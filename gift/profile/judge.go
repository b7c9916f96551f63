package profile

import (
	"math"
	"slices"
)

// judge says what an amount after a cue means, if it is one of money at all.
func (r *reader) judge(a amount, cue string, money bool, last *token) (amount, bool) {
	number := r.t[a.to-1]
	for i := a.from; i < a.to; i++ {
		if r.t[i].number {
			number = r.t[i]
			break
		}
	}
	between := a.high > a.low
	switch {
	case between && (money || r.speaksOfMoney() || r.isRange(a.to) || a.high > maxAge && r.clause(a) || cue == "between" && r.t[a.from].word == "between" && !r.tellsAge(a.from) && !r.fewYears(a)):
		a.said = "$" + short(a.low) + " to $" + short(a.high)
	case between:
		return a, false
	case (cue == "under" || number.less) && (money || number.less || !r.ofAge(a.from) && !r.ofPerson(a.from)):
		a.said = "under $" + short(a.high)
		a.low = 0
	case (money || r.boundAfter(a.to)) && (cue == "over" || last.plus):
		a.said = "over $" + short(a.low)
		a.high = math.Inf(1)
	case money || cue == "around" && (r.speaksOfMoney() || number.thousands && r.closes(a.to) && !r.speaksOfDistance() || r.endsAlone(a) && r.agedBefore(a.from)):
		a.said = "around $" + short(a.low)
		a.low, a.high = a.low*(1-nearly), a.high*(1+nearly)
	default:
		return a, false
	}
	return a, number.value > 0
}

var weighed = setOf([]string{"lost", "lose", "losing", "gained", "weighs"})

// isRange reports whether token i calls what is before it one of prices: "in the 15-20 range".
func (r *reader) isRange(i int) bool {
	if i >= len(r.t) || r.t[i].word != "range" || r.t[i].apart() {
		return false
	}
	for j := range i {
		if r.isYoungPerson(j) || r.t[j].word == "age" || r.t[j].word == "ages" {
			return false
		}
	}
	return true
}

// speaksOfDistance reports whether a number of thousands may be one of meters or steps.
func (r *reader) speaksOfDistance() bool {
	return slices.ContainsFunc(r.t, func(t token) bool { return distances[t.word] })
}

var distances = setOf([]string{"run", "runs", "running", "runner", "race", "races", "racing", "jog", "jogs", "jogging", "walk", "walks", "walking", "steps", "swim", "swims", "marathon", "marathons"})

// endsAlone reports whether an amount is all that comes after the last comma.
func (r *reader) endsAlone(a amount) bool { return a.to == len(r.t) && r.t[a.from].apart() }

// agedBefore reports whether an age is told before token i, so that no other one is at it.
func (r *reader) agedBefore(i int) bool {
	for j := range i {
		if _, _, to := r.stage(j); to > 0 && to <= i {
			return true
		}
		if _, _, to := r.age(j); to > 0 && to <= i {
			return true
		}
	}
	return false
}

// tellsAge reports whether a range before which token i stands is that of an age.
func (r *reader) tellsAge(i int) bool {
	if i == 0 {
		return false
	}
	last := r.t[i-1].word
	ofMoney := i > 1 && isMoneyWord(r.t[i-2].word) // "budget is"
	return r.ofAge(i) || saysAge[last] && !ofMoney || last == "ages" || contracted[last] || r.isYoungPerson(i-1)
}

// clause reports whether an amount stands between commas.
func (r *reader) clause(a amount) bool {
	return r.t[a.from].apart() && a.from > 0 && (a.to == len(r.t) || r.t[a.to].apart())
}

// fewYears reports whether a range is so narrow that it tells an age where a text begins and
// after someone: "cousins between 16 and 18".
func (r *reader) fewYears(a amount) bool {
	return a.high-a.low < 5 && (a.from == 0 || r.isPerson(a.from-1))
}

// boundAfter reports whether an upper bound comes next: "over 100 but under 200".
func (r *reader) boundAfter(i int) bool {
	for i < len(r.t) && (r.t[i].word == "but" || r.t[i].word == "and") {
		i++
	}
	if i >= len(r.t) {
		return false
	}
	_, n := r.word("under", i)
	return n > 0 && i+n < len(r.t) && r.t[i+n].number
}

// speaksOfMoney reports whether the description says that numbers are amounts.
func (r *reader) speaksOfMoney() bool {
	return slices.ContainsFunc(r.t, func(t token) bool { return isMoneyWord(t.word) })
}

func isMoneyWord(w string) bool {
	return w == "budget" || w == "spend" || w == "spending" || w == "price" || w == "cost"
}

// ofPerson reports whether a bound that begins at token i is one of an age: "who is under 30".
func (r *reader) ofPerson(i int) bool {
	if i == 0 || r.t[i].apart() {
		return false
	}
	switch last := r.t[i-1].word; last {
	case "is", "are", "was":
		return i == 1 || !isMoneyWord(r.t[i-2].word) && !ofGifts[r.t[i-2].word]
	default:
		return contracted[last]
	}
}

// ofGifts are words of which a bound is one of money: "something that is under 30".
var ofGifts = setOf([]string{"that", "it", "gift", "gifts", "present", "presents", "which", "something", "anything", "limit", "total", "range"})

// ofAge reports whether "under 10" at token i is said of children.
func (r *reader) ofAge(i int) bool {
	if i == 0 {
		return false
	}
	value, n := r.recipients.at(r.t, i-1)
	return n > 0 && (Young(value) || r.t[i-1].word == "ages")
}
