package profile

// joinNumbers makes one number of each amount of money that is written in words or in
// thousands: "fifty dollars", "two hundred bucks", "1.5k".
func (r *reader) joinNumbers() {
	var list []token
	for i := 0; i < len(r.t); {
		value, next := r.spelled(i)
		if next == 0 {
			list = append(list, r.t[i])
			i++
			continue
		}
		t := r.t[i]
		t.number, t.value, t.end = true, value, r.t[next-1].end
		t.money, t.plus = t.money || r.t[next-1].money, r.t[next-1].plus
		list = append(list, t)
		i = next
	}
	r.t = list
}

// spelled reads an amount at token i.
func (r *reader) spelled(i int) (value float64, next int) {
	if r.t[i].number {
		if next = i + 1; next < len(r.t) && r.t[next].word == "k" && r.t[next].start == r.t[i].end {
			return r.t[i].value * 1000, next + 1
		}
		return 0, 0
	}
	value, next = r.cardinal(i)
	if next == 0 {
		return 0, 0
	}
	at := next
	if r.amounts["to"].has(r.t, min(at, len(r.t)-1)) || at < len(r.t) && r.t[at].word == "or" { // "twenty to thirty dollars"
		if _, end := r.cardinal(at + 1); end > 0 {
			at = end
		}
	}
	if _, n := r.word("money", at); n > 0 && !r.t[at].apart() {
		return value, next
	}
	return 0, 0
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
