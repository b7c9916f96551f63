package profile

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/mcp-adapters/mcp-adapters/gift/catalog"
	"github.com/mcp-adapters/mcp-adapters/gift/words"
)

// Mention is something that a description says of the person, and what it brings to mind.
type Mention struct {
	Topic catalog.Topic
	At    int // which of the description's words it begins with; -1: it was concluded
	Words int // how many say so
	End   int // the word after them
	About About
	// Listed: it is one of several that are named in a row, as in "yoga, baking and chess".
	Listed bool
	// Named: it is said to be liked, as in "crazy about bugs" or "a chess fan".
	Named bool
	// Another: it is said of someone whom the person has.
	Another bool
}

// About is what kind of thing is said.
type About int

// Kinds of what is said.
const (
	Liking    About = iota // what is done, liked, owned or wished for
	Who                    // who it is for
	AnAge                  // how old they are
	AFeast                 // why something is given: a day that comes every year
	AnEvent                // or what happens to them, such as a wedding
	AHardTime              // or an illness or a loss
)

// about notes what tokens are about.
func (r *reader) about(from, to int, what About) {
	for i := from; i < to && i < len(r.t); i++ {
		r.t[i].about = what
	}
}

// aboutOf is what a phrase is about: a hard time if one of its words is, or else a liking.
func (r *reader) aboutOf(tokens []int) About {
	if slices.ContainsFunc(tokens, func(i int) bool { return r.t[i].about == AHardTime }) {
		return AHardTime
	}
	about := Liking
	for _, i := range tokens {
		switch t := &r.t[i]; {
		case t.about != Liking:
			about = t.about
		case !words.Stop(t.word):
			return Liking
		}
	}
	return about
}

// mostMentions are looked at.
const mostMentions = 32

// findTopics reads what brings ideas to mind. A word counts once: with the longest phrase that
// it is a part of.
func (r *reader) findTopics() {
	known := catalog.ReadTopics()
	stems := make([]stem, len(r.t))
	for i := range r.t {
		stems[i] = newStem(r.t[i].word)
	}
	var all []said
	add := func(i, next int, first stem) {
		try := func(phrases ...catalog.TopicPhrase) {
			for _, p := range phrases {
				if tokens := r.follow(p, stems, i, next); tokens != nil {
					all = append(all, said{phrase: p, tokens: tokens})
				}
			}
		}
		for _, form := range first.forms() {
			list := known.Beginning(form)
			if len(list) == 0 {
				continue
			}
			if list[0].Stems() == form {
				try(list[0])
			}
			for _, second := range r.seconds(stems, next) {
				try(list.Beginning(form + " " + second)...)
			}
		}
	}
	for i := range r.t {
		if r.t[i].barred {
			continue
		}
		add(i, i+1, stems[i])
		if i+1 < len(r.t) && r.t[i+1].before <= hyphen && !r.t[i].number { // "bird watching"
			add(i, i+2, newStem(r.t[i].word+r.t[i+1].word))
		}
		if _, n := r.idioms.at(r.t, i); n > 0 {
			idiom := said{}
			for k := range n {
				idiom.tokens = append(idiom.tokens, i+k)
			}
			all = append(all, idiom)
		}
	}
	for i := range all {
		for _, k := range all[i].tokens {
			if r.t[k].about == Liking && !words.Stop(r.t[k].word) {
				all[i].telling++
			}
		}
	}
	slices.SortStableFunc(all, func(a, b said) int {
		return cmp.Or(len(b.tokens)-len(a.tokens), b.telling-a.telling)
	})
	taken := make([]bool, len(r.t))
	for _, s := range all {
		if s.phrase == "" { // an idiom
			for _, i := range s.tokens {
				taken[i] = true
			}
			r.use(s.tokens[0], s.tokens[len(s.tokens)-1]+1, true)
			continue
		}
		if slices.ContainsFunc(s.tokens, func(i int) bool { return taken[i] }) || r.denied(s.tokens[0]) || r.isLost(s.tokens) {
			continue
		}
		about := r.aboutOf(s.tokens)
		m := Mention{At: s.tokens[0], Words: len(s.tokens), End: s.tokens[len(s.tokens)-1] + 1, About: about, Another: r.t[s.tokens[0]].another && about != AHardTime}
		if !r.mention(s.phrase, stems, m) {
			continue
		}
		for _, i := range s.tokens {
			taken[i] = true
		}
		if about == AHardTime {
			r.lament(s.tokens)
		}
	}
	r.mentionRead(known, stems)
	r.mentionAges(known, stems)
	slices.SortStableFunc(r.p.Topics, func(a, b Mention) int { return a.At - b.At })
	r.markLists()
	r.markNamed()
}

// isLost reports whether a phrase says no more than who died, or how.
func (r *reader) isLost(tokens []int) bool {
	return !slices.ContainsFunc(tokens, func(i int) bool { return !r.t[i].lost && !words.Stop(r.t[i].word) })
}

// lament notes that the words of a hard time name no interest: "lost her dog" is nothing that she likes.
func (r *reader) lament(tokens []int) {
	for _, i := range tokens {
		r.use(i, i+1, false)
	}
	r.p.Interests = slices.DeleteFunc(r.p.Interests, func(it Interest) bool { return slices.Contains(tokens, it.At) })
}

// markNamed finds which topics are named as interests, each by itself or in a row after one.
func (r *reader) markNamed() {
	for i := range r.p.Topics {
		m := &r.p.Topics[i]
		if m.About != Liking || m.At < 0 {
			continue
		}
		m.Named = r.named(m.At, m.End) || m.Listed && slices.ContainsFunc(r.p.Topics[:i], func(o Mention) bool {
			return o.Named && o.At < m.At && r.row(o.End, m.At)
		})
	}
}

// markLists finds the lists of what is liked, and drops what only repeats the words before it,
// as "music" does in "classic rock music".
func (r *reader) markLists() {
	list := r.p.Topics
	for i := range list {
		for k := i - 1; k >= 0 && list[i].About == Liking; k-- {
			if list[k].At == list[i].At || list[k].About != Liking {
				continue
			}
			if r.row(list[k].End, list[i].At) {
				list[k].Listed, list[i].Listed = true, true
			}
			if list[k].End < list[i].At-1 {
				break
			}
		}
	}
	r.p.Topics = slices.DeleteFunc(slices.Clone(list), func(m Mention) bool {
		return m.At > 0 && !r.t[m.At].apart() && slices.ContainsFunc(list, func(o Mention) bool {
			return o.End == m.At && slices.ContainsFunc(m.Topic.Best, func(id string) bool { return slices.Contains(o.Topic.Best, id) })
		})
	})
}

// row reports whether nothing but what joins the parts of a list is between two tokens.
func (r *reader) row(from, to int) bool {
	if to == from {
		return r.t[to].before == comma
	}
	return to == from+1 && (r.t[from].word == "and" || r.t[from].word == "plus" || r.t[from].word == "plays" || r.t[from].word == "or")
}

// mention notes the topics of a phrase, and reports whether there are any that fit.
func (r *reader) mention(p catalog.TopicPhrase, stems []stem, m Mention) bool {
	found := false
	var fitting []catalog.Topic
	young, grown := false, false
	for n := range p.Topics() {
		topic := catalog.ReadTopics().Topic(n)
		if r.fits(&topic, stems) {
			fitting = append(fitting, topic)
			young, grown = young || topic.Stage == catalog.Young, grown || topic.Stage == catalog.Grown
		}
	}
	for _, topic := range fitting {
		n := topic.Number
		if young && grown && topic.Stage == catalog.Young {
			continue // of an unknown age most people are grown
		}
		if len(r.p.Topics) >= mostMentions || slices.ContainsFunc(r.p.Topics, func(o Mention) bool { return o.Topic.Number == n }) {
			continue
		}
		m.Topic, found = topic, true
		r.p.Topics = append(r.p.Topics, m)
	}
	return found
}

// fits reports whether a topic is about such a person.
func (r *reader) fits(topic *catalog.Topic, stems []stem) bool {
	young, grown := r.p.ForYoung(), r.p.Grown
	if r.p.Age >= 0 {
		young, grown = r.p.Age < adultAge, r.p.Age >= adultAge
	}
	if topic.Stage == catalog.Young && grown || topic.Stage == catalog.Grown && young {
		return false
	}
	return !slices.ContainsFunc(topic.Unless, func(phrase string) bool { return r.says(phrase, stems) })
}

// says reports whether the stems of a phrase stand in a row, where it may begin.
func (r *reader) says(phrase string, stems []stem) bool {
	list := strings.Fields(phrase)
	for i := range stems {
		if !r.t[i].barred && len(list) <= len(stems)-i && slices.EqualFunc(list, stems[i:i+len(list)], func(s string, t stem) bool { return t.is(s) }) {
			return true
		}
	}
	return false
}

// mentionRead notes what was read by other words than those of topics, if no topic says it: that
// someone mourns, or gave up smoking.
func (r *reader) mentionRead(known *catalog.Topics, stems []stem) {
	mention := func(phrase string, about About) {
		for _, p := range known.Beginning(phrase) {
			if p.Stems() == phrase {
				r.mention(p, stems, Mention{At: -1, Words: 2, About: about})
			}
		}
	}
	if r.mourns && !slices.ContainsFunc(r.p.Topics, func(m Mention) bool { return m.About == AHardTime }) {
		mention("grief", AHardTime)
	}
	if r.quit == "smoking" {
		mention("quit smok", Liking)
	}
}

// mentionAges notes the topics of ages however they are said.
func (r *reader) mentionAges(known *catalog.Topics, stems []stem) {
	ages := r.p.Ages
	if len(ages) == 0 && r.p.Age >= 0 {
		ages = []float64{r.p.Age}
	}
	for _, age := range ages {
		unit := "year"
		if age < 2 && age != 1 {
			age, unit = age*12, "month"
		}
		n := strconv.Itoa(int(age + 0.01))
		for _, p := range known.Beginning(n) {
			if p.Stems() == n+" "+unit+" old" {
				r.mention(p, stems, Mention{At: -1, Words: 1, About: AnAge})
			}
		}
	}
}
