package profile

import (
	"slices"
	"strings"
)

// Occasion is a reason for a gift.
type Occasion struct {
	Tag  string // of the catalog
	Said string // the words of the description
	// Lasting: it is an illness that won't be cured.
	Lasting bool
}

// OccasionTags are those of the catalog.
func (p *Profile) OccasionTags() []string {
	tags := make([]string, len(p.Occasions))
	for i, o := range p.Occasions {
		tags[i] = o.Tag
	}
	return tags
}

func (r *reader) findOccasions() {
	for i := 0; i < len(r.t); i++ {
		tag, n := r.occasions.at(r.t, i)
		kind, longer := r.incurable.at(r.t, i)
		if kind == not && longer > n { // an airport terminal
			i += longer - 1
			continue
		}
		lasting := kind != not && longer >= n && !r.ofTheirs(i)
		if lasting {
			tag, n = "get well", longer
		}
		if n == 0 || r.t[i].gone {
			continue
		}
		if tag == "thank you" {
			if end := r.politely(i, i+n); end > 0 {
				r.use(i, end, true)
				continue
			}
		}
		if tag != not && (aboutOccasion(tag) != AHardTime || !r.longAgo(i+n) && (tag != "sympathy" || !r.t[i+n-1].possessive)) && // "lost his wife's ring"
			(aboutOccasion(tag) != AFeast || !r.lastTime(i, i+n)) {
			r.p.Occasions = addOccasion(r.p.Occasions, Occasion{tag, r.text[r.t[i].start:r.t[i+n-1].end], lasting})
			r.use(i, i+n, false)
			r.about(i, i+n, aboutOccasion(tag))
		}
		i += n - 1
	}
	if r.p.Age >= 18 && int(r.p.Age)%10 == 0 || r.p.Age == 18 || r.p.Age == 21 { // a round birthday
		for _, o := range r.p.Occasions {
			if o.Tag == "birthday" {
				r.p.Occasions = addOccasion(r.p.Occasions, Occasion{Tag: "milestone birthday", Said: o.Said})
				break
			}
		}
	}
}

// aboutOccasion is what an occasion of the catalog is about.
func aboutOccasion(tag string) About {
	switch tag {
	case "get well", "sympathy":
		return AHardTime
	case "wedding", "baby shower", "housewarming", "graduation", "back to school", "new job", "farewell", "retirement":
		return AnEvent
	}
	return AFeast
}

// longAgo reports whether what is said before token i was years ago.
func (r *reader) longAgo(i int) bool {
	for ; i+1 < len(r.t) && !r.t[i].apart(); i++ {
		if r.t[i+1].word == "ago" {
			return r.t[i].word == "years" || r.t[i].word == "long" || r.t[i].word == "decades"
		}
	}
	return false
}

// lastTime reports whether an occasion that is told by the tokens from and up to to was that of last year:
// "last christmas", "for his birthday last year".
func (r *reader) lastTime(from, to int) bool {
	before := r.wordsBefore(from, 2)
	if before[1] == "last" && (to == len(r.t) || !slices.Contains([]string{"in", "with", "together", "before", "as"}, r.t[to].word)) || before[0] == "last" && before[1] == "year" {
		return true
	}
	if to+1 < len(r.t) && !r.t[to].apart() && !r.t[to+1].apart() && r.t[to].word == "last" && r.t[to+1].word == "year" {
		return true
	}
	return r.longAgo(to)
}

// politely returns where the thanks end that begin at token from, if they are those of who asks and no
// occasion, or 0: they are a sentence of their own, or end the text.
func (r *reader) politely(from, to int) int {
	if w := r.t[from].word; w != "thanks" && w != "thank" {
		return 0
	}
	for to < len(r.t) && !r.t[to].apart() && courtesy[r.t[to].word] {
		to++
	}
	switch {
	case !r.t[from].apart():
	case to == len(r.t) && from > 0, to < len(r.t) && r.t[to].before == stop && r.t[from].before == stop:
		return to
	}
	return 0
}

var courtesy = setOf([]string{"so", "very", "much", "a", "lot", "again", "all", "everyone", "guys", "folks"})

func addOccasion(list []Occasion, o Occasion) []Occasion {
	if i := slices.IndexFunc(list, func(other Occasion) bool { return other.Tag == o.Tag }); i >= 0 {
		list[i].Lasting = list[i].Lasting || o.Lasting
		return list
	}
	return append(list, o)
}

// Name is the occasion with "for", as in a sentence: by the catalog's name, or as it was
// said where that says more.
func (o Occasion) Name() string {
	switch o.Tag {
	case "get well":
		if o.Lasting { // no one says so to who won't
			return "for comfort"
		}
		return "to say get well"
	case "holiday":
		said := strings.ToLower(o.Said)
		if strings.Contains(said, "holiday") {
			return "for the holidays"
		}
		return "for " + strings.ToUpper(said[:1]) + said[1:]
	case "thank you", "farewell":
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
