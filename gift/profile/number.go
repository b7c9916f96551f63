package profile

import "strings"

// joinNumbers makes one number of each amount of money that is written in words or in
// thousands: "fifty dollars", "two hundred bucks", "at most twenty", "a tenner", "1.5k".
func (r *reader) joinNumbers() {
	var list []token
	for i := 0; i < len(r.t); {
		value, next := r.spelled(i)
		if next == 0 {
			value, next = r.cents(i)
		}
		if next == 0 {
			list = append(list, r.t[i])
			i++
			continue
		}
		t, last := r.t[i], &r.t[next-1]
		t.number, t.value, t.end = true, value, last.end
		t.money, t.plus, t.thousands = t.money || last.money || r.Notes[strings.TrimSuffix(last.word, "s")] > 0, last.plus, last.word == "k"
		list = append(list, t)
		i = next
	}
	r.t = list
}

// cents reads an amount with a comma before its cents at token i: "20,50 euros".
func (r *reader) cents(i int) (value float64, next int) {
	if i+1 >= len(r.t) || !r.t[i].number || !r.t[i+1].number {
		return 0, 0
	}
	t, last := &r.t[i], &r.t[i+1]
	if r.text[t.end:last.start] != "," || len(last.word) != 2 || !digits(last.word) {
		return 0, 0
	}
	if _, n := r.word("money", i+2); !t.money && !last.money && (n == 0 || r.t[i+2].apart()) {
		return 0, 0
	}
	return t.value + last.value/100, i + 2
}

// spelled reads an amount at token i.
func (r *reader) spelled(i int) (value float64, next int) {
	if r.t[i].number {
		if next = i + 1; next < len(r.t) && r.t[next].word == "k" && r.t[next].start == r.t[i].end {
			return r.t[i].value * 1000, next + 1
		}
		return 0, 0
	}
	if value, next = r.note(i); next > 0 {
		return value, next
	}
	value, next = r.cardinal(i)
	if next == 0 {
		return 0, 0
	}
	if r.isMoney(next) || r.bounded(i, value) && !r.counted(next) {
		return value, next
	}
	if r.amounts["to"].has(r.t, min(next, len(r.t)-1)) || next < len(r.t) && r.t[next].word == "or" { // "twenty to thirty dollars"
		if _, end := r.cardinal(next + 1); end > 0 && r.isMoney(end) {
			return value, next
		}
	}
	return 0, 0
}

// isMoney reports whether a currency is at token i.
func (r *reader) isMoney(i int) bool {
	if i >= len(r.t) || r.t[i].apart() {
		return false
	}
	_, n := r.word("money", i)
	_, foreign := r.word("foreign", i)
	return n > 0 || foreign > 0
}

// note reads what banknotes are called: "a tenner", "two fivers".
func (r *reader) note(i int) (value float64, next int) {
	times, at := 1.0, i
	if n, end := r.integer(i); end > 0 {
		times, at = n, end
	} else if r.t[i].word == "a" {
		at++
	}
	if at < len(r.t) && !r.t[at].number && (at == i || !r.t[at].apart()) {
		if value := r.Notes[strings.TrimSuffix(r.t[at].word, "s")]; value > 0 {
			return times * value, at + 1
		}
	}
	return 0, 0
}

// bounded reports whether what may be spent is told before a number in words, which names no
// currency: "don't want to go over forty".
func (r *reader) bounded(i int, value float64) bool {
	if c := r.cue(i); value >= leastBounded && c.name != "" {
		spending := c.name == "over" && r.unspent(c.from) >= 0
		for j := max(0, c.from-2); j < i && !spending; j++ {
			spending = (spends[r.t[j].word] || bounds[r.t[j].word] || isMoneyWord(r.t[j].word)) && (j >= c.from || !r.t[j+1].apart())
		}
		return spending
	}
	return false
}

// leastBounded is the least amount that is read without a currency.
const leastBounded = 5

// bounds are words for what may be spent at most.
var bounds = setOf([]string{"keep", "stay", "cap", "limit", "max", "maximum", "budget", "ceiling"})

// counted reports whether token i says of what there are so many.
func (r *reader) counted(i int) bool {
	if i >= len(r.t) || r.t[i].apart() {
		return false
	}
	_, n := r.word("not_money", i)
	return n > 0
}

// cardinal reads a number in words: "two hundred", "twenty five", "a thousand".
func (r *reader) cardinal(i int) (value float64, next int) {
	if i >= len(r.t) || r.t[i].number {
		return 0, 0
	}
	if r.t[i].word == "a" {
		value, next = 1, i+1
	} else if value, next = r.integer(i); next == 0 {
		return 0, 0
	}
	times := 1.0
	if next < len(r.t) && !r.t[next].apart() {
		times = map[string]float64{"hundred": 100, "thousand": 1000, "grand": 1000}[r.t[next].word]
	}
	switch {
	case times > 1:
		value, next = value*times, next+1
		at := next
		if at < len(r.t) && r.t[at].word == "and" {
			at++
		}
		if at < len(r.t) && !r.t[at].number { // "a hundred and fifty"
			if rest, end := r.integer(at); end > 0 && rest < 100 {
				value, next = value+rest, end
			}
		}
	case r.t[i].word == "a":
		return 0, 0
	}
	return value, next
}

// numeral reads a number in digits or words: "sixty five", "one and a half", "1 1/2".
func (r *reader) numeral(i int) (value float64, next int) {
	if n := r.half(i); n > 0 {
		return 0.5, n
	}
	if value, next = r.integer(i); next > 0 && next < len(r.t) && !r.t[next].apart() {
		at := next
		if r.t[at].word == "and" {
			at++
		}
		if n := r.half(at); n > 0 {
			return value + 0.5, n
		}
	}
	return value, next
}

// half returns where "half", "half a", "a half" or "1/2" at token i ends, 0 if it isn't there.
func (r *reader) half(i int) int {
	word := func(i int) string {
		if i >= len(r.t) || r.t[i].apart() {
			return ""
		}
		return r.t[i].word
	}
	switch {
	case i < len(r.t) && r.t[i].word == "half":
		if word(i+1) == "a" {
			return i + 2
		}
		return i + 1
	case i < len(r.t) && r.t[i].word == "a" && word(i+1) == "half":
		return i + 2
	case i+1 < len(r.t) && r.t[i].word == "1" && r.t[i+1].word == "2" && r.text[r.t[i].end:r.t[i+1].start] == "/":
		return i + 2
	}
	return 0
}

func (r *reader) integer(i int) (value float64, next int) {
	if r.t[i].number {
		return r.t[i].value, i + 1
	}
	n, ok := r.Ages.Numbers[r.t[i].word]
	if !ok {
		return 0, 0
	}
	if i+1 < len(r.t) && n >= 20 && n%10 == 0 && !r.t[i+1].apart() {
		if unit, ok := r.Ages.Numbers[r.t[i+1].word]; ok && unit < 10 {
			return float64(n + unit), i + 2
		}
	}
	return float64(n), i + 1
}
