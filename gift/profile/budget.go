package profile

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/mcp-adapters/mcp-adapters/gift/catalog"
)

// nearly is how far "around" reaches.
const nearly = 0.25

// lower are the lower bounds of the brackets; a bound belongs to the upper one.
var lower = [...]float64{0, 25, 75, 200, math.Inf(1)}

// readBudget reads amounts, and if there is none, words such as "cheap".
func (r *reader) readBudget() {
	low, high, said := 0.0, math.Inf(1), ""
	for i := 0; i < len(r.t); i++ {
		a := r.amount(i)
		if a == nil {
			continue
		}
		r.mark(a.from, a.to)
		i = a.to - 1
		if a.foreign {
			r.p.Unconverted = r.text[r.t[a.from].start:r.t[a.to-1].end]
			continue
		}
		low, high = max(low, a.low), min(high, a.high)
		said = strings.TrimSpace(said + " " + a.said)
		if a.low > 0 && !math.IsInf(a.high, 1) {
			break // a range says all
		}
	}
	if said != "" {
		for i, price := range catalog.Prices {
			if low == high && low >= lower[i] && low < lower[i+1] || low != high && lower[i] < high && lower[i+1] > low {
				r.p.Prices = append(r.p.Prices, price)
			}
		}
		if len(r.p.Prices) > 0 {
			r.p.Budget = said
			return
		}
	}
	told := map[string]string{"budget": "inexpensive", "budget moderate": "not too expensive", "premium luxury": "high-end", "premium luxury moderate": "not cheap"}
	for i := 0; i < len(r.t); i++ {
		value, n := r.prices.at(r.t, i)
		if n == 0 || r.t[i].gone && r.t[i].line == "avoid" {
			continue
		}
		if r.deniedPrice(i) {
			value = map[bool]string{true: "budget moderate", false: none}[value == "premium luxury"]
		}
		if value == "premium luxury" && i > 0 && (r.naming[r.t[i-1].word] || r.recipients.has(r.t, i-1) && !r.t[i].apart()) { // "loves fancy cakes"
			value = none
		}
		if value != none && r.p.Budget == "" {
			r.p.Budget = told[value]
			for _, price := range catalog.Prices {
				if slices.Contains(strings.Fields(value), string(price)) {
					r.p.Prices = append(r.p.Prices, price)
				}
			}
		}
		if !r.occasions.has(r.t, i) && value != none { // a stocking stuffer is both
			r.mark(i, i+n)
		}
		i += n - 1
	}
}

// deniedPrice reports whether a price at token i is denied: "nothing big or fancy", "doesn't have to be expensive".
func (r *reader) deniedPrice(i int) bool {
	for k := i - 1; k >= max(0, i-6) && !r.t[k+1].apart(); k-- {
		if slices.Contains([]string{"not", "no", "nothing", "without", "isnt", "dont", "doesnt", "cant", "shouldnt", "neednt", "hates"}, r.t[k].word) {
			return true
		}
	}
	return false
}

// amount is what may be spent, and the tokens that say it.
type amount struct {
	from, to  int
	low, high float64
	said      string
	foreign   bool // in a currency that is not worth about a dollar
}

// amount reads the amount that begins at token i, nil if there is none.
func (r *reader) amount(i int) *amount {
	if r.t[i].gone || r.t[i].about == AnAge || r.t[i].line == "age" {
		return nil
	}
	cue, at := "", i
	for _, name := range [...]string{"under", "over", "around"} {
		if _, n := r.amounts[name].at(r.t, i); n > at-i {
			cue, at = name, i+n
		}
	}
	for at > i && at < len(r.t) { // "no more than about 30"
		_, n := r.amounts["around"].at(r.t, at)
		if n == 0 && r.t[at].word != "say" {
			break
		}
		at += max(n, 1)
	}
	between := r.t[i].word == "between" || r.t[i].word == "from"
	if between {
		at = i + 1
	}
	first, end, money := r.number(at)
	if end == 0 || at > i && r.t[at].before == stop {
		return nil
	}
	a := &amount{from: i, to: end, low: first, high: first}
	if end+1 < len(r.t) && (r.t[end].word == "to" || r.t[end].word == "and" && between) || end < len(r.t) && strings.ContainsAny(r.text[r.t[end-1].end:r.t[end].start], "-–") {
		next := end
		if r.t[end].word == "to" || r.t[end].word == "and" {
			next++
		}
		if second, to, m := r.number(next); to > 0 && second > first {
			a.high, a.to, money = second, to, money || m
		}
	}
	if a.to < len(r.t) && r.amounts["foreign"].has(r.t, a.to) || a.from > 0 && r.amounts["foreign"].has(r.t, a.from-1) {
		return &amount{from: i, to: min(a.to+1, len(r.t)), foreign: true}
	}
	if a.to < len(r.t) && r.t[a.to].word == "ish" {
		cue = "around"
		a.to++
	}
	if a.to < len(r.t) && !r.t[a.to].apart() {
		if _, n := r.amounts["money"].at(r.t, a.to); n > 0 {
			money = true
			a.to += n
		} else if r.amounts["not_money"].has(r.t, a.to) && !money {
			return nil
		}
	}
	if a.to < len(r.t) && !r.t[a.to].apart() {
		for _, name := range [...]string{"under", "over"} {
			if _, n := r.amounts["after_"+name].at(r.t, a.to); n > 0 {
				cue, money = name, true
				a.to += n
				break
			}
		}
	}
	labelled := r.t[i].line == "budget"
	if sign := r.text[max(0, r.t[at].start-4):min(len(r.text), r.t[end-1].end+4)]; strings.ContainsAny(sign, "¥₹") {
		return &amount{from: i, to: a.to, foreign: true}
	}
	if !money && !labelled && (cue == "" && !between || r.ageLike(i, a, cue)) {
		return nil
	}
	dollars := func(v float64) string { return "$" + strconv.FormatFloat(v, 'f', -1, 64) }
	switch {
	case a.low != a.high:
		a.said = dollars(a.low) + " to " + dollars(a.high)
	case cue == "over":
		a.said, a.high = "over "+dollars(a.low), math.Inf(1)
	case cue == "around":
		a.said, a.low, a.high = "around "+dollars(a.low), a.low*(1-nearly), a.high*(1+nearly)
	default:
		a.said, a.low = "up to "+dollars(a.high), 0
		if cue == "under" && !labelled {
			a.said = "under " + dollars(a.high)
		}
	}
	return a
}

// ageLike reports whether an amount without a currency is rather an age: "my brother, around 40", "between 20 and 30".
func (r *reader) ageLike(i int, a *amount, cue string) bool {
	text := strings.ToLower(r.text)
	if strings.Contains(text, "budget") || strings.Contains(text, "spend") {
		return false
	}
	if a.low != a.high || cue == "over" || i > 0 && slices.Contains([]string{"is", "are", "shes", "hes", "whos", "be"}, r.t[i-1].word) && !r.t[i].apart() {
		return true
	}
	return cue == "around" && (r.p.age() < 0 && (i == 0 || r.recipients.has(r.t, i-1)) || !r.t[i].apart())
}

// number reads a number in digits or words at token i: where it ends, and whether it names a currency.
func (r *reader) number(i int) (value float64, end int, money bool) {
	if i >= len(r.t) || r.t[i].gone {
		return 0, 0, false
	}
	t := &r.t[i]
	if t.number {
		if end = i + 1; end < len(r.t) && r.t[end].word == "k" && r.t[end].start == t.end {
			return t.value * 1000, end + 1, t.money
		}
		return t.value, end, t.money
	}
	if r.amounts["money"].has(r.t, i) && i+1 < len(r.t) && r.t[i+1].number && !r.t[i+1].apart() && len(t.word) <= 3 { // "EUR 20"
		return r.t[i+1].value, i + 2, true
	}
	notes := map[string]float64{"fiver": 5, "tenner": 10}
	n, ok := r.Numbers[t.word]
	if note := notes[strings.TrimSuffix(t.word, "s")]; note > 0 {
		return note, i + 1, true
	}
	if t.word == "a" && i+1 < len(r.t) && (r.t[i+1].word == "hundred" || r.t[i+1].word == "thousand" || notes[r.t[i+1].word] > 0) {
		n, ok = 1, true
	}
	if !ok || t.word == "first" || t.word == "second" {
		return 0, 0, false
	}
	value, end = float64(n), i+1
	for end < len(r.t) && !r.t[end].apart() {
		next := r.t[end].word
		switch unit, isUnit := r.Numbers[next]; {
		case notes[strings.TrimSuffix(next, "s")] > 0:
			return value * notes[strings.TrimSuffix(next, "s")], end + 1, true
		case next == "hundred":
			value *= 100
		case next == "thousand" || next == "grand":
			value *= 1000
		case isUnit && unit < 10 && value >= 20 && int(value)%10 == 0, isUnit && value >= 100:
			value += float64(unit)
		case next == "and" && value >= 100 && end+1 < len(r.t) && r.Numbers[r.t[end+1].word] > 0:
		default:
			return value, end, false
		}
		end++
	}
	return value, end, false
}
