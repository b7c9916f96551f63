package profile

import "slices"

// bareUnit returns how many of the units at token next make a year, where they tell an age
// without saying so: "nephew, 3 months", "18mo nephew". It is 0 if they don't.
func (r *reader) bareUnit(i, next int) float64 {
	if next >= len(r.t) || r.t[next].apart() {
		return 0
	}
	unit := map[string]float64{
		"month": 12, "months": 12, "mo": 12, "mos": 12, "mth": 12, "mths": 12, "week": 52, "weeks": 52, "wk": 52, "wks": 52, "year": 1, "years": 1, "yr": 1, "yrs": 1,
	}[r.t[next].word]
	if r.t[next].word == "m" && next == i+1 && r.t[next].start == r.t[i].end && i > 0 && r.isYoungPerson(i-1) { // "niece, 18m"
		unit = 12
	}
	if unit == 0 || unit > 1 && r.t[i].value > 4*unit {
		return 0
	}
	for j := range i { // "husband, 10 years" are those of a marriage
		if kind, n := r.recipients.at(r.t, j); n > 0 && r.adults[kind] && kind != "student" && (unit > 1 || kind == "partner" || kind == "couple" || kind == "coworker" || kind == "boss") {
			return 0
		}
	}
	after := next + 1
	if after < len(r.t) && !r.t[after].apart() {
		if kind, n := r.recipients.at(r.t, after); n > 0 && Young(kind) && (unit > 1 || len(r.t[next].word) < 4) { // "12 yr boy"
			return unit
		}
		if i == 0 && !goesOn[r.t[after].word] || unit == 1 && (r.t[after].word == "on" || r.t[after].word == "with") { // "15 yrs with the firm"
			return 0
		}
	}
	if !r.closes(after) {
		return 0
	}
	if r.t[next].word == "yr" && i > 0 && (mine[r.t[i-1].word] || r.t[i-1].word == "a" || r.t[i-1].word == "an") { // "my 7 yr loves"
		return unit
	}
	before := 0
	for n := min(4, i); n > 0 && before == 0; n-- {
		if kind, got := r.ages.at(r.t, i-n); kind == "before" && got == n && !r.t[i].apart() {
			before = n
		}
	}
	if r.t[i].apart() || r.isPerson(i-1) || r.called(i) || before > 0 {
		return unit
	}
	return 0
}

// goesOn are words after an age at the beginning of a text.
var goesOn = setOf([]string{"and", "who", "but", "loves", "likes", "enjoys", "into"})

// decade reads "in her late 60s" from its last word but the number's: token i is "in",
// "early", "mid" or "late".
func (r *reader) decade(i int) (age float64, to int) {
	j, shift := i, 0
	if r.t[j].word == "in" && j+1 < len(r.t) && slices.Contains([]string{"her", "his", "their", "my", "your"}, r.t[j+1].word) {
		j += 2
	}
	if j < len(r.t) && slices.Contains([]string{"early", "mid", "late"}, r.t[j].word) {
		shift = map[string]int{"early": -3, "late": 3}[r.t[j].word]
		j++
	}
	if j == i || j >= len(r.t) || r.t[j].apart() {
		return 0, 0
	}
	if n, ok := r.Ages.Decades[r.t[j].word]; ok {
		return float64(n + shift), j + 1
	}
	if r.t[j].number && j+1 < len(r.t) && r.t[j+1].word == "s" && r.t[j].value >= 10 && int(r.t[j].value)%10 == 0 {
		return r.t[j].value + float64(5+shift), j + 2
	}
	return 0, 0
}

// born reads a year of birth after token i: "born in May 2012".
func (r *reader) born(i int) (age float64, to int) {
	if r.t[i].word != "born" {
		return 0, 0
	}
	for j := i + 1; j < min(i+6, len(r.t)) && r.t[j].before != stop; j++ {
		age := float64(r.year) - r.t[j].value
		if r.t[j].number && age >= 0 && age <= maxAge && (j+1 == len(r.t) || r.t[j+1].word != "s") {
			return age, j + 1
		}
	}
	return 0, 0
}
