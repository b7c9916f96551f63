// Package profile reads from a description of a person what a shop assistant would note:
// who it is, how old, what the occasion and the budget are, and what they don't want. It
// reads by lexicon.yaml and knows English only.
package profile

import (
	"slices"
	"strings"
	"time"

	"mcp-adapters/gift/catalog"
	"mcp-adapters/gift/words"
)

// Profile is what a description says beside interests.
type Profile struct {
	Recipients []string // recipient types, those said first first
	Age        float64  // in years; negative: not said
	Occasions  []Occasion
	Budget     string // as it was understood: "under $25"; "": none was said
	Prices     []catalog.Price
	Dislikes   []Dislike

	// Minor: no one under 21 is offered some gifts. Grown: gifts for children alone are
	// for someone else.
	Minor, Grown bool
	// Young has the recipient types of which a gift must have one, for those so small that
	// everything else may harm them; nil: they are older.
	Young []string

	// Words are those that may name interests, in lower case.
	Words []string
	// Interests are categories that the description speaks of, by name.
	Interests []Interest
	// Query is the description without what was read of budget, age and dislikes.
	Query string
	// Elsewhere is how much the description seems to ask for something else than a gift,
	// from 0 to 1.
	Elsewhere float64
	// Bare: nothing is said of interests.
	Bare bool
	// Foreign: the description is not in English.
	Foreign bool
}

// Occasion is a reason for a gift.
type Occasion struct {
	Tag  string // of the catalog
	Said string // the words of the description
}

// Dislike is something that is not wanted.
type Dislike struct {
	Text string // as it was said: "electronics"
	// Categories are those that it names by another word.
	Categories []string
	Allergy    bool
	// Contains are other words for it: bread has gluten.
	Contains []string
}

// Grown-up ages.
const (
	drinkingAge = 21
	adultAge    = 18
	smallAge    = 3
)

// Read reads a description.
func Read(description string) *Profile { return ReadIn(time.Now().Year(), description) }

// ReadIn reads a description that was written in a year.
func ReadIn(year int, description string) *Profile {
	r := reader{lexicon: read(), year: year, text: description, t: tokenize(description), p: &Profile{Age: -1}}
	if r.foreignText() { // its words mean other things
		r.p.Foreign, r.p.Query = true, description
		for _, t := range r.t {
			r.p.Words = append(r.p.Words, t.word)
		}
		return r.p
	}
	r.findMinors()
	r.joinNumbers()
	r.findDislikes()
	r.findBudget()
	r.findAge()
	r.findOccasions()
	r.findRecipients()
	r.settle()
	r.findInterests()
	r.p.Query = r.query()
	r.p.Bare = len(r.p.Words) == 0 && len(r.p.Interests) == 0
	r.p.Elsewhere = r.elsewhere()
	return r.p
}

// reader reads one description.
type reader struct {
	*lexicon

	text string
	t    []token
	p    *Profile
	kin  bool // the only child is a relative of no certain age

	year     int
	unborn   float64 // how much less the age may be than it was read
	minor    bool    // the recipient may be one, whatever else is said
	siblings bool    // a baby or toddler, and an older child
}

// use marks tokens as read; gone ones also leave the query.
func (r *reader) use(from, to int, gone bool) {
	for i := from; i < to && i < len(r.t); i++ {
		r.t[i].used = true
		r.t[i].gone = r.t[i].gone || gone
	}
}

// query is the description without the tokens that are gone, and notes the words of
// interests.
func (r *reader) query() string {
	var b strings.Builder
	for i := 0; i < len(r.t); {
		if r.t[i].gone {
			i++
			continue
		}
		from := i
		for i < len(r.t) && !r.t[i].gone {
			t := &r.t[i]
			if !t.used && !t.number && len(t.word) > 1 && !words.Stop(t.word) && !r.fillers[t.word] {
				r.p.Words = append(r.p.Words, t.word)
			}
			i++
		}
		if b.Len() > 0 {
			b.WriteString(", ")
		}
		b.WriteString(r.text[r.t[from].start:r.t[i-1].end])
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// settle draws the conclusions.
func (r *reader) settle() {
	p := r.p
	if p.Age >= 0 {
		p.Recipients = slices.DeleteFunc(p.Recipients, isYoung)
		p.Recipients = append(byAge(p.Age), p.Recipients...)
	}
	grown := p.Age >= adultAge || p.Age < 0 && slices.ContainsFunc(p.Recipients, func(s string) bool { return r.adults[s] })
	if grown && p.Age < 0 && r.kin { // "my son, a student"
		p.Recipients = slices.DeleteFunc(p.Recipients, isYoung)
	}
	for _, o := range p.Occasions {
		if o.Tag == "baby shower" {
			grown = grown && p.Age >= adultAge
		}
	}
	young := slices.ContainsFunc(p.Recipients, isYoung)
	p.Minor = young || r.minor || p.Age >= 0 && p.Age-r.unborn < drinkingAge
	p.Grown = grown && !young && !slices.Contains(p.Recipients, "new parent")
	switch {
	case p.Age >= 0 && p.Age-r.unborn < smallAge:
		p.Young = byAge(max(0, p.Age-r.unborn))
	case p.Age < 0 && !grown:
		for _, small := range []string{"baby", "toddler"} {
			if slices.Contains(p.Recipients, small) {
				p.Young = append(p.Young, small)
			}
		}
		if p.Young != nil && r.siblings { // the older one too
			p.Young = nil
		}
		if p.Young != nil { // "newborn nephew"
			p.Recipients = slices.DeleteFunc(p.Recipients, func(s string) bool { return s == "child" })
		}
	}
}

// Unsuited reports whether the recipient is young and a gift of these recipient types isn't
// for the young.
func (p *Profile) Unsuited(recipients []string) bool {
	return !p.Grown && len(recipients) > 0 && slices.ContainsFunc(p.Recipients, isYoung) && !slices.ContainsFunc(recipients, isYoung)
}

func isYoung(recipient string) bool {
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
	case age < 13:
		return []string{"child"}
	case age < 20:
		return []string{"teen"}
	}
	return nil
}

// AdultCategory reports whether gifts of a category are for grown people only.
func AdultCategory(category string) bool { return slices.Contains(read().AdultCategories, category) }

// Same returns groups of names that mean the same thing.
func Same() [][]string { return read().Same }

// Name is the occasion with "for", as in a sentence: by the catalog's name, or as it was
// said where that says more.
func (o Occasion) Name() string {
	switch o.Tag {
	case "holiday":
		said := strings.ToLower(o.Said)
		if strings.Contains(said, "holiday") {
			return "for the holidays"
		}
		return "for " + strings.ToUpper(said[:1]) + said[1:]
	case "get well", "thank you", "farewell":
		return "to say " + o.Tag
	case "just because", "back to school":
		return o.Tag
	case "valentine's day", "mother's day", "father's day":
		return "for " + strings.ToUpper(o.Tag[:1]) + strings.Replace(o.Tag[1:], " day", " Day", 1)
	case "secret santa":
		return "for Secret Santa"
	case "sympathy", "retirement", "graduation":
		return "for " + o.Tag
	case "stocking stuffer":
		return "as a stocking stuffer"
	case "anniversary":
		return "for an anniversary"
	}
	return "for a " + o.Tag
}
