package profile

// stage reads at token i an age that isn't told in years: by what is celebrated at it, "sweet
// sixteen", or by a grade that someone is in, "starts first grade", and not "teaches first
// grade". The age is said from token from on; to is 0 if there is none.
func (r *reader) stage(i int) (age float64, from, to int) {
	if feast, n := r.feasts.at(r.t, i); n > 0 {
		return r.Ages.Feasts[feast], i, i + n
	}
	grade, n := r.grades.at(r.t, i)
	if n == 0 || grade == not {
		return 0, 0, 0
	}
	for k := min(4, i); k > 0; k-- {
		if _, got := r.attends.at(r.t, i-k); got == k && !r.t[i].apart() && !r.worksAt(i-k) {
			return r.Ages.Grades[grade], i - k, i + n
		}
	}
	return 0, 0, 0
}

// worksAt reports whether the last person named before token i is grown up, and so isn't a
// pupil there.
func (r *reader) worksAt(i int) bool {
	for j := i - 1; j >= 0; j-- {
		if kind, n := r.recipients.at(r.t, j); n > 0 && kind != not {
			return r.adults[kind] && kind != "student"
		}
	}
	return false
}

// listed reads the further ages of a list whose first ends before token i: "4, 7 and 10".
func (r *reader) listed(i int) (ages []float64, to int) {
	for to = i; to < len(r.t); {
		j := to
		if r.t[j].word == "and" {
			j++
		}
		if j >= len(r.t) || j == to && r.t[j].before != comma || r.t[j].money {
			break
		}
		age, next := r.numeral(j)
		if next == 0 || age > maxAge {
			break
		}
		if kind, n := r.agePhrase(next); kind == "after" {
			next += n
		} else if !r.closes(next) {
			break
		}
		ages, to = append(ages, age), next
	}
	return ages, to
}
