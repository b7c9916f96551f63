package profile

import "slices"

// Grown-up ages.
const (
	drinkingAge   = 21
	adultAge      = 18
	pastSchoolAge = 30
	fewestTeens   = 13
	schoolAge     = 6
	smallAge      = 3
)

// settle draws the conclusions.
func (r *reader) settle() {
	p := r.p
	if p.Age >= 0 {
		p.Recipients = slices.DeleteFunc(p.Recipients, Young)
		if p.Age < fewestTeens { // those are someone else's
			p.Recipients = slices.DeleteFunc(p.Recipients, func(s string) bool { return r.adults[s] && s != "student" })
		}
		p.Recipients = append(r.byAges(0), p.Recipients...)
	}
	if r.gave && len(p.Recipients) == 0 && slices.ContainsFunc(p.Occasions, func(o Occasion) bool { return o.Tag == "mother's day" || o.Tag == "father's day" }) {
		p.Recipients = append(p.Recipients, "parent")
	}
	grown := p.Age >= adultAge || p.Age < 0 && slices.ContainsFunc(p.Recipients, func(s string) bool { return r.adults[s] })
	if p.Age < 0 && r.kin && (r.provenGrown || r.livesOnTheirOwn()) { // "my son, a student"
		grown = true
		p.Recipients = slices.DeleteFunc(p.Recipients, Young)
	}
	grown = grown || p.Age < 0 && (r.adult || r.atHeart())
	for _, o := range p.Occasions {
		if o.Tag == "baby shower" {
			grown = grown && p.Age >= adultAge
			if i := slices.Index(p.Recipients, "child"); i >= 0 && p.Age < 0 { // "it's a girl"
				p.Recipients[i] = "new parent"
				r.minor = true
			}
		}
	}
	if p.Age < 0 && slices.Contains(p.Recipients, "host") { // and not the children of the house
		p.Recipients = slices.DeleteFunc(p.Recipients, Young)
	}
	young := slices.ContainsFunc(p.Recipients, Young)
	p.Minor = young || r.minor || p.Age >= 0 && p.Age-r.unborn < drinkingAge
	p.Grown = grown && !young && !slices.Contains(p.Recipients, "new parent")
	p.Child = !p.Grown && slices.ContainsFunc(p.Recipients, func(s string) bool { return Young(s) && s != "teen" })
	r.settleYoung(grown)
	r.settleHardTime()
}

// settleHardTime leaves an illness to those who thank whoever helped with it.
func (r *reader) settleHardTime() {
	if !slices.ContainsFunc(r.p.Occasions, func(o Occasion) bool { return o.Tag == "thank you" }) {
		return
	}
	r.p.Occasions = slices.DeleteFunc(r.p.Occasions, func(o Occasion) bool { return aboutOccasion(o.Tag) == AHardTime })
	for i := range r.t {
		if t := &r.t[i]; t.about == AHardTime {
			t.about, t.another = Who, true
		}
	}
}

// settleYoung finds what a gift must be for so that it harms no one small, and is of use before
// school. Where there is an
// older child too, some gifts may be for that one.
func (r *reader) settleYoung(grown bool) {
	p := r.p
	if p.Age >= 0 {
		if youngest := slices.Min(append([]float64{p.Age}, p.Ages...)); youngest-r.unborn < schoolAge {
			p.Young = r.byAges(r.unborn)
		}
		return
	}
	if grown || !slices.Contains(p.Recipients, "baby") && !slices.Contains(p.Recipients, "toddler") {
		return
	}
	if !r.siblings { // "newborn nephew"
		p.Recipients = slices.DeleteFunc(p.Recipients, func(s string) bool { return s == "child" })
	}
	for _, s := range [...]string{"baby", "toddler", "child", "teen"} {
		if slices.Contains(p.Recipients, s) {
			p.Young = append(p.Young, s)
		}
	}
}

// byAges are the recipient types of the ages, if each is less than told.
func (r *reader) byAges(less float64) []string {
	types := byAge(max(0, r.p.Age-less))
	for _, age := range r.p.Ages {
		for _, s := range byAge(age) {
			if !slices.Contains(types, s) {
				types = append(types, s)
			}
		}
	}
	return types
}

// PastSchool reports whether what is for students and the young alone is for someone else.
func (p *Profile) PastSchool() bool {
	return p.Grown && !slices.Contains(p.Recipients, "student") &&
		(p.Age >= pastSchoolAge || p.Age < 0 && slices.ContainsFunc(p.Recipients, func(s string) bool { return s == "parent" || s == "grandparent" || s == "retiree" }))
}

// ForYoung reports whether the recipient is young.
func (p *Profile) ForYoung() bool { return !p.Grown && slices.ContainsFunc(p.Recipients, Young) }

// Young reports whether a recipient type is one of those under age.
func Young(recipient string) bool {
	switch recipient {
	case "baby", "toddler", "child", "teen":
		return true
	}
	return false
}

// byAge are the recipient types of an age.
func byAge(age float64) []string {
	switch {
	case age < 1:
		return []string{"baby"}
	case age < 2:
		return []string{"toddler", "baby"}
	case age < smallAge:
		return []string{"toddler"}
	case age < fewestTeens:
		return []string{"child"}
	case age < 20:
		return []string{"teen"}
	}
	return nil
}
