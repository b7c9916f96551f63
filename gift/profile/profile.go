// Package profile reads from a description of a person what a shop assistant would note: who it is, how old, what they
// like, what the occasion and the budget are, and what must not be given. Labelled lines ("Likes: tea") are read as they
// are; prose is read by the words of lexicon.yaml and interests.yaml. The rules of safety.yaml hold in nine languages,
// everything else in English.
package profile

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/mcp-adapters/mcp-adapters/gift/catalog"
	"github.com/mcp-adapters/mcp-adapters/gift/words"
)

// Profile is what a description says.
type Profile struct {
	Name       string    // what a line "For:" calls the recipient
	Recipients []string  // recipient types, those said first first
	Ages       []float64 // in years; of several children there are several
	Occasions  []Occasion
	Budget     string // as it was understood: "under $25", "inexpensive"; "": none was said
	Prices     []catalog.Price
	// Unconverted is an amount in a currency that isn't worth about a dollar, as it was said.
	Unconverted string
	Exclusions  []Exclusion
	Owned       []string // things that the recipient is said to have or to have been given

	// Minor: no one under 21 is offered some gifts. Grown: gifts for children alone are for someone else. Child: someone
	// of 12 or less may get it.
	Minor, Grown, Child bool
	// Young has the recipient types of which a gift must have one that says for whom it is, for those so small that
	// everything else may harm them; nil: they are older.
	Young []string
	// Mourning: someone died not long ago.
	Mourning bool

	Words     []string // that may name interests, in lower case
	Interests []Interest
	Topics    []Mention
	Query     string // the description without what was read of budget, age and exclusions
	// OffTopic is how much the description seems to ask for something else than a gift, from 0 to 1.
	OffTopic float64
	// Bare: nothing is said of interests. HardTime: nothing but an illness or a loss.
	Bare, HardTime bool
	// Foreign: it isn't in English.
	Foreign bool
}

// OccasionTags are those of the catalog.
func (p *Profile) OccasionTags() []string {
	tags := make([]string, len(p.Occasions))
	for i, o := range p.Occasions {
		tags[i] = o.Tag
	}
	return tags
}

// reader reads one description.
type reader struct {
	*lexicon

	text   string
	t      []token
	p      *Profile
	kid    bool // a child is named who is no grown son or niece
	giver  int  // whoever is named before this token gives
	known  bool // only kinds that are known are unwanted
	adult  bool // someone grown up is named
	others bool // someone is spoken of who isn't the recipient
	hinted bool // something is said beside for whom and what for
}

// Read reads a description.
func Read(description string) *Profile {
	r := &reader{lexicon: read(), text: description, t: tokenize(description), p: &Profile{}}
	label(description, r.t)
	r.p.Foreign = r.foreignText()
	for i := range r.t {
		if t := &r.t[i]; t.line == "for" && (r.p.Name == "" || t.before != stop) {
			from := strings.LastIndex(description[:t.start], ":") + 1
			r.p.Name = strings.TrimSpace(description[from:t.end])
		}
	}
	r.readSafety()
	r.readExclusions()
	r.readOwned()
	r.readRecipients()
	r.readAges()
	r.readBudget()
	r.readOccasions()
	r.settle()
	if r.p.Foreign { // its other words mean other things
		r.p.Query = description
		for _, t := range r.t {
			r.p.Words = append(r.p.Words, t.word)
		}
		return r.p
	}
	r.readInterests()
	r.readTopics()
	r.p.Query = r.query()
	r.p.OffTopic = r.offTopic()
	r.p.Bare = !r.hinted && len(r.p.Interests) == 0
	if r.p.Bare && r.p.OffTopic == 0 && slices.ContainsFunc(r.p.Topics, func(m Mention) bool { return m.About == AHardTime }) {
		r.p.Bare, r.p.HardTime = false, true
	}
	return r.p
}

// use notes what tokens were read as: they name no interest.
func (r *reader) use(from, to int, about About) {
	for i := from; i < to && i < len(r.t); i++ {
		r.t[i].used, r.t[i].about = true, about
	}
}

// query is the description without the tokens that are gone, and notes the words of interests.
func (r *reader) query() string {
	var b strings.Builder
	for i := 0; i < len(r.t); i++ {
		t := &r.t[i]
		if t.gone {
			continue
		}
		switch {
		case b.Len() == 0:
		case r.t[i-1].gone:
			b.WriteString(", ")
		default:
			b.WriteString(r.text[r.t[i-1].end:t.start])
		}
		b.WriteString(r.text[t.start:t.end])
		if !t.used && !t.number && len(t.word) > 1 && !words.Stop(t.word) && !r.fillers[t.word] {
			r.hinted = true
			r.p.Words = append(r.p.Words, words.Fold(r.text[t.start:t.end]))
		}
	}
	return b.String()
}

// foreignText reports whether the text is in another language than English.
func (r *reader) foreignText() bool {
	latin, other, foreign, english, all := 0, 0, 0, 0, 0
	for _, c := range r.text {
		if unicode.Is(unicode.Latin, c) {
			latin++
		} else if unicode.IsLetter(c) {
			other++
		}
	}
	for i := range r.t {
		w := r.t[i].word
		switch {
		case r.t[i].number || r.t[i].line == "label":
			continue
		case r.english[w]:
			english++
		case r.foreign[w]:
			foreign++
		}
		all++
	}
	return other > latin || foreign > english && foreign*5 >= all && foreign > 1
}

// offTopic says how much the text seems to ask for something else than a gift: fully if it is a question or an order that
// speaks of no gift and no one, and half if it speaks of no one at all.
func (r *reader) offTopic() float64 {
	if len(r.t) == 0 || r.t[0].line != "" {
		return 0
	}
	first := r.beginning[r.t[0].word]
	if _, n := r.advice.at(r.t, 0); first && r.says(r.chores) || n > 0 && (n >= len(r.t) || !r.giving[r.t[n].word]) {
		return 1
	}
	likes, person := r.p.Budget != "", len(r.p.Ages) > 0
	for i := range r.t {
		kind, n := r.recipients.at(r.t, i)
		likes = likes || r.liking[r.t[i].word] && (i > 0 || !first)
		person = person || n > 0 && kind != none || i > 0 && r.person[r.t[i].word]
	}
	occasion := slices.ContainsFunc(r.p.Occasions, func(o Occasion) bool { return aboutOccasion(o.Tag) != AHardTime })
	asks := r.says(r.anywhere) || first && !likes || !person && r.says(r.elsewhere)
	switch {
	case asks && !likes && !occasion && len(r.p.Ages) == 0:
		return 1
	case likes || person || occasion || len(r.p.Exclusions) > 1:
		return 0
	case r.covered():
		return 0
	}
	return 0.5
}

// covered reports whether most telling words are of interests or topics, as in "chess, tea and jazz".
func (r *reader) covered() bool {
	topics, all := 0, 0
	for _, m := range r.p.Topics {
		topics += m.Words
	}
	for i := range r.t {
		if !words.Stop(r.t[i].word) {
			all++
		}
	}
	return all <= 8 && max(topics, len(r.p.Interests))*2 >= all
}

// Understood says in a sentence what was read beside interests: "For your brother, 34, under $60; no alcohol".
func (p *Profile) Understood() string {
	var parts []string
	if who := p.who(); who != "" {
		parts = append(parts, who)
	}
	for _, age := range p.Ages {
		parts = append(parts, years(age))
	}
	for _, o := range p.Occasions {
		parts = append(parts, o.Name())
	}
	if p.Budget != "" {
		parts = append(parts, p.Budget)
	}
	text := strings.Join(parts, ", ")
	var no []string
	for _, e := range p.Exclusions {
		if e.Text != "memorials" && len(no) < 6 && !slices.Contains(no, "no "+e.Text) {
			no = append(no, "no "+e.Text)
		}
	}
	if len(no) > 0 {
		text += strings.TrimPrefix("; "+strings.Join(no, ", "), map[bool]string{true: "; "}[text == ""])
	}
	if text == "" {
		return ""
	}
	return strings.ToUpper(text[:1]) + text[1:]
}

// who is for whom the gift is, as the line says it or by the recipient types.
func (p *Profile) who() string {
	if p.Name != "" {
		name := strings.TrimPrefix(strings.TrimPrefix(p.Name, "my "), "My ")
		return "for your " + name
	}
	who := ""
	for _, recipient := range p.Recipients {
		if len(p.Ages) > 0 && Young(recipient) && len(p.Recipients) > 1 {
			continue // the age says it
		}
		who += map[bool]string{true: "for ", false: " and "}[who == ""] + Article(recipient)
	}
	if who == "" && len(p.Ages) > 0 {
		return "for someone"
	}
	return who
}

func years(age float64) string {
	if age < 2 {
		return strconv.Itoa(int(age*12+0.5)) + " months"
	}
	return strconv.Itoa(int(age))
}

// Article puts "a" or "an" before a word.
func Article(word string) string {
	if strings.ContainsRune("aeiou", rune(word[0])) {
		return "an " + word
	}
	return "a " + word
}

// Name is the occasion with "for", as in a sentence: by the catalog's name, or as it was said where that says more.
func (o Occasion) Name() string {
	capital := func(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
	switch o.Tag {
	case "get well":
		return "to say get well"
	case "holiday":
		if said := strings.ToLower(o.Said); !strings.Contains(said, "holiday") {
			return "for " + capital(said)
		}
		return "for the holidays"
	case "thank you", "farewell":
		return "to say " + o.Tag
	case "just because", "back to school":
		return o.Tag
	case "valentine's day", "mother's day", "father's day":
		return "for " + capital(strings.Replace(o.Tag, " day", " Day", 1))
	case "secret santa":
		return "for Secret Santa"
	case "sympathy", "retirement", "graduation":
		return "for " + o.Tag
	case "stocking stuffer":
		return "as a stocking stuffer"
	}
	return "for " + Article(o.Tag)
}
