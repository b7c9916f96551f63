// Package profile reads from a description of a person what a shop assistant would note:
// who it is, how old, what the occasion and the budget are, and what they don't want. It
// reads by lexicon.yaml and knows English only.
package profile

import (
	"slices"
	"strings"
	"time"

	"github.com/mcp-adapters/mcp-adapters/gift/catalog"
	"github.com/mcp-adapters/mcp-adapters/gift/words"
)

// Profile is what a description says beside interests.
type Profile struct {
	Recipients []string  // recipient types, those said first first
	Age        float64   // in years; negative: not said
	Ages       []float64 // of several children; nil: there is one age at most
	Occasions  []Occasion
	Budget     string // as it was understood: "under $25", "inexpensive"; "": none was said
	Prices     []catalog.Price
	// Unconverted is an amount in a currency that isn't worth about a dollar, as it was said.
	Unconverted string
	Dislikes    []Dislike
	Owned       []string // things that the recipient is said to have or to have been given

	worded bool // the budget was said without an amount

	// Minor: no one under 21 is offered some gifts. Grown: gifts for children alone are
	// for someone else.
	Minor, Grown bool
	// Child: someone of 12 or less may get it.
	Child bool
	// Young has the recipient types of which a gift must have one, for those so small that
	// everything else may harm them; nil: they are older.
	Young []string

	// Words are those that may name interests, in lower case.
	Words []string
	// Interests are categories that the description speaks of, by name.
	Interests []Interest
	// Topics are what it says that brings ideas to mind, in its order.
	Topics []Mention
	// Query is the description without what was read of budget, age and dislikes.
	Query string
	// Elsewhere is how much the description seems to ask for something else than a gift,
	// from 0 to 1.
	Elsewhere float64
	// Bare: nothing is said of interests. HardTime: nothing but an illness or a loss of which
	// something comes to mind.
	Bare, HardTime bool
	// Foreign: the description is not in English.
	Foreign bool
}

// Spending says what may be spent, with an article; "" if that isn't known.
func (p *Profile) Spending() string {
	switch {
	case p.Budget == "":
		return ""
	case p.worded:
		return "a budget for something " + p.Budget
	}
	return "a budget of " + p.Budget
}

// Dislike is something that is not wanted.
type Dislike struct {
	Text string // as it was said: "electronics"
	// Categories are those that it names by another word.
	Categories []string
	Allergy    bool
	// Diet: it isn't eaten, or used, by conviction or faith.
	Diet bool
	// Unsaid: it is left out to be safe, though the description may mean something else.
	Unsaid bool
	// Contains are other words for it: bread has gluten.
	Contains []string
}

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
	r.findMeaningless()
	r.findHomonyms()
	r.findHabits()
	r.findDislikes()
	r.findOwned()
	r.findLosses()
	r.findBudget()
	r.findGivers()
	r.findAge()
	r.findOccasions()
	r.findRecipients()
	r.settle()
	r.findInterests()
	r.findTopics()
	r.p.Query = r.query()
	r.p.Elsewhere = r.elsewhere()
	r.p.Bare = !r.hinted && len(r.p.Interests) == 0
	if r.p.Bare && r.p.Elsewhere == 0 && slices.ContainsFunc(r.p.Topics, func(m Mention) bool { return m.About == AHardTime }) {
		r.p.Bare, r.p.HardTime = false, true
	}
	return r.p
}

// reader reads one description.
type reader struct {
	*lexicon

	text string
	t    []token
	p    *Profile
	kin  bool // the only child is a relative of no certain age

	provenGrown bool // and is said to be grown up: "my son, a nurse"

	year     int
	unborn   float64 // how much less the age may be than it was read
	minor    bool    // the recipient may be one, whatever else is said
	adult    bool    // someone grown up is named who is of no type, as a bus driver
	gave     bool    // someone is named who gives
	siblings bool    // a baby or toddler, and an older child
	mourns   bool    // someone died not long ago
	quit     string  // a habit that is given up
	hinted   bool    // something is said beside for whom and what for
}

// use marks tokens as read; gone ones also leave the query.
func (r *reader) use(from, to int, gone bool) {
	for i := from; i < to && i < len(r.t); i++ {
		r.t[i].used = true
		r.t[i].gone = r.t[i].gone || gone
	}
}

// findMeaningless leaves out phrases whose words would bring ideas to mind that have nothing to do
// with them.
func (r *reader) findMeaningless() {
	for i := range r.t {
		if _, n := r.meaningless.at(r.t, i); n > 0 {
			r.use(i, i+n, true)
			r.bar(i, i+n)
		}
	}
}

// bar keeps tokens from beginning a phrase of a topic.
func (r *reader) bar(from, to int) {
	for i := from; i < to && i < len(r.t); i++ {
		r.t[i].barred = true
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
				r.hinted = true
				if !t.homonym {
					r.p.Words = append(r.p.Words, t.word)
				}
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

// AdultCategory reports whether gifts of a category are for grown people only.
func AdultCategory(category string) bool { return slices.Contains(read().AdultCategories, category) }

// Dangerous reports whether a gift of this name is nothing for children.
func Dangerous(name string) bool {
	dangerous := read().dangerous
	return slices.ContainsFunc(words.All(name), func(w string) bool { return dangerous[w] })
}

// Same returns groups of names that mean the same thing.
func Same() [][]string { return read().Same }
