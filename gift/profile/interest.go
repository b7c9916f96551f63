package profile

import (
	_ "embed"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"

	"go.yaml.in/yaml/v3"

	"github.com/mcp-adapters/mcp-adapters/gift/words"
)

//go:embed interests.yaml
var interestsFile []byte

// interest is a phrase that people say who mean some categories.
type interest struct {
	stems      []string
	categories []string
	strength   float64 // of each of them
}

// interests are the phrases by their first stem, the longest first.
var interests = sync.OnceValue(func() map[string][]interest {
	said := map[string][]string{}
	if err := yaml.Unmarshal(interestsFile, &said); err != nil {
		panic(fmt.Sprintf("profile: interests.yaml: %v", err)) // a test reads it
	}
	byPhrase := map[string]*interest{}
	for category, phrases := range said {
		own := append(strings.Split(category, " and "), category)
		for _, phrase := range append(own, phrases...) {
			stems := stemmed(phrase)
			key := strings.Join(stems, " ")
			it := byPhrase[key]
			if it == nil {
				it = &interest{stems: stems}
				byPhrase[key] = it
			}
			if !slices.Contains(it.categories, category) {
				it.categories = append(it.categories, category)
			}
		}
	}
	byFirst := map[string][]interest{}
	for _, it := range byPhrase {
		it.strength = 1 / math.Sqrt(float64(len(it.categories)))
		slices.Sort(it.categories)
		byFirst[it.stems[0]] = append(byFirst[it.stems[0]], *it)
	}
	for _, list := range byFirst {
		slices.SortFunc(list, func(a, b interest) int { return len(b.stems) - len(a.stems) })
	}
	return byFirst
})

func stemmed(phrase string) []string {
	list := words.All(phrase)
	for i := range list {
		list[i] = words.Stem(list[i])
	}
	return list
}

// Interest is a category that a description speaks of, and how surely.
type Interest struct {
	Category string
	Strength float64 // from 0 to 1
	// Topic is the same for categories that the description speaks of in one go: counted from
	// 0, in the order of the first words about each.
	Topic int
	At    int // the first word about it
}

// findInterests reads the categories that are spoken of by other words too. A word counts
// once: with the longest phrase that it is a part of.
func (r *reader) findInterests() {
	known := interests()
	stems := make([]string, len(r.t))
	taken := make([]bool, len(r.t))
	for i := range r.t {
		stems[i] = words.Stem(r.t[i].word)
		taken[i] = r.t[i].used
	}
	var said []mention
	for length := longestInterest; length > 0; length-- {
		for i := 0; i+length <= len(stems); i++ {
			if slices.Contains(taken[i:i+length], true) {
				continue
			}
			if length == 1 && (words.Stop(r.t[i].word) || r.t[i].homonym) {
				continue // "can" is no canning
			}
			for _, it := range known[stems[i]] {
				if len(it.stems) != length || !slices.Equal(it.stems, stems[i:i+length]) {
					continue
				}
				said = append(said, mention{i, it})
				for k := i; k < i+length; k++ {
					taken[k] = true
				}
			}
		}
	}
	slices.SortFunc(said, func(a, b mention) int { return a.at - b.at })
	r.p.Interests = topics(said)
}

// isInterest reports whether the n tokens from token i on are an interest.
func (r *reader) isInterest(i, n int) bool {
	stems := make([]string, n)
	for k := range stems {
		stems[k] = words.Stem(r.t[i+k].word)
	}
	return slices.ContainsFunc(interests()[stems[0]], func(it interest) bool { return slices.Equal(it.stems, stems) })
}

// mention is an interest that is spoken of at a token.
type mention struct {
	at int
	interest
}

// topics are the categories of what is said. What shares a category is one topic.
func topics(said []mention) []Interest {
	var list []Interest
	next := 0
	for _, m := range said {
		topic := next
		for _, it := range list {
			if slices.Contains(m.categories, it.Category) {
				topic = min(topic, it.Topic)
			}
		}
		next = max(next, topic+1)
		for _, c := range m.categories {
			if i := slices.IndexFunc(list, func(it Interest) bool { return it.Category == c }); i >= 0 {
				list[i].Strength = max(list[i].Strength, m.strength)
				continue
			}
			list = append(list, Interest{c, m.strength, topic, m.at})
		}
	}
	slices.SortFunc(list, func(a, b Interest) int { return strings.Compare(a.Category, b.Category) })
	return list
}

// named reports whether the tokens from and up to to are said to be liked or done: "loves" is among
// them or before them in their clause, "knits" is among them or right before, or "fan" is after them.
func (r *reader) named(from, to int) bool {
	if to < len(r.t) && !r.t[to].apart() && r.devotees[r.t[to].word] {
		return true
	}
	for i := to - 1; i >= max(0, from-maxBetween); i-- {
		if w := r.t[i].word; r.naming[w] || i >= from-1 && r.doing[w] || r.names(i) {
			return true
		}
		if i <= from && r.t[i].before == stop {
			break
		}
	}
	return false
}

// names reports whether token i is a word before what is liked, which means other things elsewhere:
// "into" in "is into chess", and not in "moved into".
func (r *reader) names(i int) bool {
	before := ""
	if i > 0 && !r.t[i].apart() {
		before = r.t[i-1].word
	}
	switch r.t[i].word {
	case "into":
		return before == "" || r.t[i-1].about == Who || r.being[before]
	case "like":
		return r.being[before]
	}
	return false
}

// maxBetween is how many words stand at most between "loves" and what is loved.
const maxBetween = 4

// longestInterest is how many words a phrase of interests.yaml has at most.
const longestInterest = 5
