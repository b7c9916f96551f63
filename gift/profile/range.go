package profile

// rangeEnd returns the second number of a range that begins with token i, 0 if it is none.
func (r *reader) rangeEnd(i int) int {
	j := i + 1
	if _, n := r.word("money", j); n > 0 {
		j += n
	}
	switch {
	case j < len(r.t) && r.t[j].number && (r.t[j].before == hyphen || r.dashed(i, j)):
	case j+1 < len(r.t) && r.t[j+1].number && r.amounts["to"].has(r.t, j):
		if r.t[j].word == "and" && r.cueBefore("between", i) == 0 {
			return 0
		}
		j++
	default:
		return 0
	}
	if r.t[j].value <= r.t[i].value {
		return 0
	}
	return j
}

// dashed reports whether a dash between spaces makes tokens i and j a range of money: "$20 -
// $40", but not "turning 7 - $20".
func (r *reader) dashed(i, j int) bool {
	between := r.between(j - 1)
	if between != "-" && between != "–" && between != "—" {
		return false
	}
	_, unit := r.word("money", j+1)
	return r.t[i].money || unit > 0 || r.speaksOfMoney() || r.prefixed(i, "codes")
}
