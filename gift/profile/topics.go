package profile

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/mcp-adapters/mcp-adapters/gift/catalog"
	"github.com/mcp-adapters/mcp-adapters/gift/words"
)

// About is what kind of thing is said.
type About int

// Kinds of what is said.
const (
	Liking     About = iota // what is done, liked, owned or wished for
	Who                     // who it is for
	AnAge                   // how old they are
	AnOccasion              // why something is given
	AHardTime               // or an illness or a loss
)

// Mention is something that a description says, and what it brings to mind.
type Mention struct {
	Topic   catalog.Topic
	Words   int // how many say so
	About   About
	Another bool // it is said of someone whom the person has

	at, end int // its first token, and the one after its last
}

// Bounds of what is looked at.
const (
	mostMentions = 32
	mostSkipped  = 2 // words between two of a phrase
)

// phraseAt is a phrase of a topic where it stands.
type phraseAt struct {
	phrase catalog.TopicPhrase
	tokens []int
}

// forms are the stem of a token, and the same with a mark if it lost "er".
func (t *token) forms() []string {
	if t.agent {
		return []string{t.stem, t.stem + catalog.AgentMark}
	}
	return []string{t.stem}
}

func (t *token) is(stem string) bool {
	return t.stem == stem || t.agent && t.stem+catalog.AgentMark == stem
}

// readTopics reads what brings ideas to mind. A word counts once: with the longest phrase that it is a part of.
func (r *reader) readTopics() {
	known := catalog.ReadTopics()
	var all []phraseAt
	for i := range r.t {
		if r.t[i].barred || r.denied(i) {
			continue
		}
		for _, form := range r.t[i].forms() {
			list := known.Beginning(form)
			if len(list) > 0 && list[0].Stems() == form && !words.Stop(r.t[i].word) {
				all = append(all, phraseAt{list[0], []int{i}})
			}
			for k := i + 1; len(list) > 0 && k < min(i+2+mostSkipped, len(r.t)) && !r.t[k].apart(); k++ {
				for _, second := range r.t[k].forms() {
					for _, p := range list.Beginning(form + " " + second) {
						if tokens := r.follow(p, i, k); tokens != nil {
							all = append(all, phraseAt{p, tokens})
						}
					}
				}
				if !words.Stop(r.t[k].word) {
					break
				}
			}
		}
	}
	for i := range r.t {
		if _, n := r.idioms.at(r.t, i); n > 0 {
			idiom := phraseAt{}
			for k := range n {
				idiom.tokens = append(idiom.tokens, i+k)
			}
			all = append(all, idiom)
		}
	}
	telling := func(s phraseAt) (n int) {
		for _, i := range s.tokens {
			if r.t[i].about == Liking && !words.Stop(r.t[i].word) {
				n++
			}
		}
		return n
	}
	slices.SortStableFunc(all, func(a, b phraseAt) int { return cmp.Or(len(b.tokens)-len(a.tokens), telling(b)-telling(a)) })
	taken := make([]bool, len(r.t))
	for _, s := range all {
		if slices.ContainsFunc(s.tokens, func(i int) bool { return taken[i] }) {
			continue
		}
		about, n := r.aboutOf(s.tokens), len(s.tokens)
		if about == AnAge && strings.HasSuffix(s.phrase.Stems(), " old") {
			n = 1
		}
		if s.phrase == "" || r.mention(s.phrase, Mention{Words: n, About: about, Another: r.t[s.tokens[0]].another, at: s.tokens[0], end: s.tokens[len(s.tokens)-1] + 1}) {
			for _, i := range s.tokens {
				taken[i] = true
				r.t[i].gone = r.t[i].gone || s.phrase == ""
			}
		}
	}
	found := slices.Clone(r.p.Topics)
	r.p.Topics = slices.DeleteFunc(r.p.Topics, func(m Mention) bool { // "music" only repeats "classic rock" in "classic rock music"
		return m.at > 0 && !r.t[m.at].apart() && slices.ContainsFunc(found, func(o Mention) bool {
			return o.end == m.at && slices.ContainsFunc(m.Topic.Best, func(id string) bool { return slices.Contains(o.Topic.Best, id) })
		})
	})
	for _, age := range r.p.Ages {
		unit := " year old"
		if age < 2 && age != 1 {
			age, unit = age*12, " month old"
		}
		n := strconv.Itoa(int(age + 0.01))
		for _, p := range known.Beginning(n) {
			if p.Stems() == n+unit {
				r.mention(p, Mention{Words: 1, About: AnAge})
			}
		}
	}
}

// follow returns the tokens of a phrase that begins with those at i and k, nil if the rest isn't there. Words that say
// nothing may stand between its words.
func (r *reader) follow(p catalog.TopicPhrase, i, k int) []int {
	tokens, telling := []int{i, k}, !words.Stop(r.t[i].word) || !words.Stop(r.t[k].word)
	for n, stem := range strings.Fields(p.Stems()) {
		if n < 2 {
			continue
		}
		k++
		for skipped := 0; k < len(r.t) && !r.t[k].is(stem) && skipped < mostSkipped && !r.t[k].apart() && words.Stop(r.t[k].word); skipped++ {
			k++
		}
		if k >= len(r.t) || !r.t[k].is(stem) || r.t[k].apart() {
			return nil
		}
		telling = telling || !words.Stop(r.t[k].word)
		tokens = append(tokens, k)
	}
	if !telling && tokens[len(tokens)-1]-i >= len(tokens) {
		return nil // "me five times" is no "me time"
	}
	return tokens
}

// denied reports whether token i is said not to be: "doesn't run".
func (r *reader) denied(i int) bool {
	return i > 0 && !r.t[i].apart() && slices.Contains([]string{"not", "no", "never", "isnt", "doesnt", "dont", "cant", "cannot", "wont", "without", "hardly"}, r.t[i-1].word)
}

// aboutOf is what a phrase is about: a hard time if one of its words is, or else a liking.
func (r *reader) aboutOf(tokens []int) About {
	about := Liking
	for _, i := range tokens {
		if r.t[i].about == AHardTime {
			return AHardTime
		}
	}
	for _, i := range tokens {
		if t := &r.t[i]; t.about != Liking {
			about = t.about
		} else if !words.Stop(t.word) {
			return Liking
		}
	}
	return about
}

// mention notes the topics of a phrase, and reports whether there are any that fit.
func (r *reader) mention(p catalog.TopicPhrase, m Mention) bool {
	var fitting []catalog.Topic
	grown := false
	for n := range p.Topics() {
		if topic := catalog.ReadTopics().Topic(n); r.fits(&topic) {
			fitting = append(fitting, topic)
			grown = grown || topic.Stage == catalog.Grown
		}
	}
	for _, topic := range fitting {
		if grown && topic.Stage == catalog.Young || len(r.p.Topics) >= mostMentions || // of an unknown age most people are grown
			slices.ContainsFunc(r.p.Topics, func(o Mention) bool { return o.Topic.Number == topic.Number }) {
			continue
		}
		m.Topic = topic
		r.p.Topics = append(r.p.Topics, m)
	}
	return len(fitting) > 0
}

// fits reports whether a topic is about such a person.
func (r *reader) fits(topic *catalog.Topic) bool {
	young, grown := r.p.ForYoung(), r.p.Grown
	if age := r.p.age(); age >= 0 {
		young, grown = age < grownUp, age >= grownUp
	}
	return (topic.Stage != catalog.Young || !grown) && (topic.Stage != catalog.Grown || !young) &&
		!slices.ContainsFunc(topic.Unless, func(phrase string) bool {
			list := strings.Fields(phrase)
			for i := range r.t {
				if !r.t[i].barred && len(list) <= len(r.t)-i && slices.EqualFunc(list, r.t[i:i+len(list)], func(s string, t token) bool { return t.is(s) }) {
					return true
				}
			}
			return false
		})
}

// Interest is a category that a description speaks of, and how surely.
type Interest struct {
	Category string
	Strength float64 // from 0 to 1
}

// interests are the categories that people mean by a phrase, by its stems.
var interests = sync.OnceValue(func() map[string][]string {
	said, byPhrase := map[string][]string{}, map[string][]string{}
	load("interests.yaml", &said)
	for category, list := range said {
		for _, phrase := range stemAll(append(append(strings.Split(category, " and "), category), list...)) {
			if !slices.Contains(byPhrase[phrase], category) {
				byPhrase[phrase] = append(byPhrase[phrase], category)
			}
		}
	}
	return byPhrase
})

// longest is how many words a phrase of interests.yaml has at most.
const longest = 5

// readInterests reads the categories that are spoken of. A word counts once: with the longest phrase that it is a part of.
func (r *reader) readInterests() {
	taken, stems := make([]bool, len(r.t)), make([]string, len(r.t))
	for i := range r.t {
		stems[i] = words.Stem(r.t[i].word)
		taken[i] = r.t[i].used
	}
	strength := map[string]float64{}
	for n := longest; n > 0; n-- {
		for i := 0; i+n <= len(stems); i++ {
			if slices.Contains(taken[i:i+n], true) || n == 1 && words.Stop(r.t[i].word) {
				continue
			}
			categories := interests()[strings.Join(stems[i:i+n], " ")]
			for _, c := range categories {
				strength[c] = max(strength[c], 1/math.Sqrt(float64(len(categories))))
			}
			for k := i; k < i+n && len(categories) > 0; k++ {
				taken[k] = true
			}
		}
	}
	for c, s := range strength {
		r.p.Interests = append(r.p.Interests, Interest{c, s})
	}
	slices.SortFunc(r.p.Interests, func(a, b Interest) int { return strings.Compare(a.Category, b.Category) })
}
