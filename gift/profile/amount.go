package profile

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// amount is what may be spent, and the tokens that say so.
type amount struct {
	low, high float64
	from, to  int
	said      string
}

// amount reads the amount whose first number is token i.
func (r *reader) amount(i int) (amount, bool) {
	t := &r.t[i]
	if !t.number || t.used {
		return amount{}, false
	}
	a := amount{low: t.value, high: t.value, from: i, to: i + 1}
	money := t.money
	if next := r.rangeEnd(i); next > 0 {
		a.high, a.to = r.t[next].value, next+1
		money = money || r.t[next].money
	}
	last := &r.t[a.to-1]
	if i > 0 && !t.apart() && codes[r.t[i-1].word] { // "EUR 20"
		money = true
		a.from--
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
	cue := ""
	for _, name := range []string{"under", "over", "between", "around"} {
		if n := r.cueBefore(name, a.from); n > 0 {
			cue = name
			a.from -= n
			break
		}
	}
	if from := r.unspent(a.from); cue == "over" && from >= 0 {
		cue, a.from = "under", from
	}
	if ish && cue == "" {
		cue = "around"
	}
	if a.to < len(r.t) && !r.t[a.to].apart() && cue == "" {
		for _, name := range []string{"under", "over", "around"} {
			if _, n := r.word("after_"+name, a.to); n > 0 {
				cue = name
				a.to += n
				break
			}
		}
	}
	return r.judge(a, cue, money, last)
}

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
	case between && (money || r.speaksOfMoney() || a.high > maxAge && r.clause(a) || cue == "between" && r.t[a.from].word == "between" && !r.tellsAge(a.from) && !r.fewYears(a)):
		a.said = "$" + short(a.low) + " to $" + short(a.high)
	case between:
		return a, false
	case (cue == "under" || number.less) && (money || number.less || !r.ofAge(a.from)):
		a.said = "under $" + short(a.high)
		a.low = 0
	case (money || r.boundAfter(a.to)) && (cue == "over" || last.plus):
		a.said = "over $" + short(a.low)
		a.high = math.Inf(1)
	case money || cue == "around" && (r.speaksOfMoney() || r.endsAlone(a) && r.agedBefore(a.from)):
		a.said = "around $" + short(a.low)
		a.low, a.high = a.low*(1-nearly), a.high*(1+nearly)
	default:
		return a, false
	}
	return a, number.value > 0
}

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

// codes are currencies that stand before an amount too.
var codes = setOf([]string{"usd", "eur", "gbp", "cad", "aud", "chf", "nzd", "sgd", "inr", "jpy"})

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

// unspent returns where the denial of an amount before which token i stands begins, "don't want to spend"
// of "over 30", or -1.
func (r *reader) unspent(i int) int {
	spending := false
	for j := i - 1; j >= max(0, i-mostUnspent) && !r.t[j+1].apart(); j-- {
		spending = spending || spends[r.t[j].word]
		if spending && refusing[r.t[j].word] && !affirms[r.t[j+1].word] {
			return j
		}
	}
	return -1
}

// mostUnspent is how many words a denial and what it denies have: "do not want to spend".
const mostUnspent = 5

var (
	spends   = setOf([]string{"spend", "spending", "cost", "costs", "pay", "paying", "go", "going"})
	refusing = setOf([]string{"not", "dont", "doesnt", "cant", "cannot", "wont", "shouldnt", "mustnt", "couldnt", "wouldnt", "never", "nothing"})
)

// cueBefore returns how many tokens before token i are a phrase of a list of amounts.
func (r *reader) cueBefore(list string, i int) int {
	for n := min(4, i); n > 0; n-- {
		if r.t[i-n].used || r.t[i].before == stop && !r.shortened(i-1) {
			continue
		}
		if _, got := r.amounts[list].at(r.t, i-n); got == n {
			return n
		}
	}
	return 0
}

// shortened reports whether the point after token i is that of a short form: "max. 30".
func (r *reader) shortened(i int) bool {
	return slices.Contains([]string{"max", "min", "approx", "ca"}, r.t[i].word) && strings.TrimSpace(r.text[r.t[i].end:r.t[i+1].start]) == "."
}

// speaksOfMoney reports whether the description says that numbers are amounts.
func (r *reader) speaksOfMoney() bool {
	return slices.ContainsFunc(r.t, func(t token) bool { return isMoneyWord(t.word) })
}

func isMoneyWord(w string) bool {
	return w == "budget" || w == "spend" || w == "spending" || w == "price" || w == "cost"
}

// ofAge reports whether "under 10" at token i is said of children.
func (r *reader) ofAge(i int) bool {
	if i == 0 {
		return false
	}
	value, n := r.recipients.at(r.t, i-1)
	return n > 0 && (Young(value) || r.t[i-1].word == "ages")
}
