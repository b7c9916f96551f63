package profile

// stage reads at token i an age that isn't told in years: by what is celebrated at it, "sweet
// sixteen", or by a grade that someone is in, "starts first grade", "year 9 student", and not
// "teaches first grade". The age is said from token from on; to is 0 if there is none.
func (r *reader) stage(i int) (age float64, from, to int) {
	if feast, n := r.feasts.at(r.t, i); n > 0 {
		return r.Ages.Feasts[feast], i, i + n
	}
	grade, n := r.grades.at(r.t, i)
	if n == 0 || grade == not || r.worksAt(i) || r.teaches(i) || r.studies(i+n) {
		return 0, 0, 0
	}
	age, to = r.Ages.Grades[grade], i+n
	for k := min(4, i); k > 0; k-- {
		if _, got := r.attends.at(r.t, i-k); got == k && !r.t[i].apart() {
			return age, i - k, to
		}
	}
	switch {
	case r.pupilAt(to), i > 0 && !r.t[i].apart() && contracted[r.t[i-1].word] && r.t[i-1].possessive, // "she's year 11"
		i > 0 && r.t[i].apart() && r.isPerson(i-1) && r.closes(to): // "cousin, year 11"
		return age, i, to
	}
	return 0, 0, 0
}

// pupilAt reports whether someone who goes to school is named at token i.
func (r *reader) pupilAt(i int) bool {
	if i >= len(r.t) || r.t[i].apart() {
		return false
	}
	kind, n := r.recipients.at(r.t, i)
	return r.t[i].word == "pupil" || n > 0 && (Young(kind) || kind == "student")
}

// teaches reports whether what token i begins is taught: "teaches A levels".
func (r *reader) teaches(i int) bool {
	for j := i - 1; j >= max(0, i-3) && !r.t[j+1].apart(); j-- {
		if teaching[r.t[j].word] {
			return true
		}
	}
	return false
}

var teaching = setOf([]string{"teach", "teaches", "teaching", "taught", "tutors", "tutoring", "tutored"})

// studies reports whether a year that is told before token i is one at a university, or of
// something else than school: "year 2 of her PhD".
func (r *reader) studies(i int) bool {
	for j := i; j < min(i+3, len(r.t)) && !r.t[j].apart(); j++ {
		if kind, n := r.recipients.at(r.t, j); r.t[j].word == "of" || n > 1 && kind == "student" {
			return true
		}
	}
	return false
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
