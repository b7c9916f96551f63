package profile

import (
	_ "embed"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"

	"go.yaml.in/yaml/v3"

	"mcp-adapters/gift/words"
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
	strength := map[string]float64{}
	for length := longestInterest; length > 0; length-- {
		for i := 0; i+length <= len(stems); i++ {
			if slices.Contains(taken[i:i+length], true) {
				continue
			}
			if length == 1 && words.Stop(r.t[i].word) {
				continue // "can" is no canning
			}
			for _, it := range known[stems[i]] {
				if len(it.stems) != length || !slices.Equal(it.stems, stems[i:i+length]) {
					continue
				}
				for _, c := range it.categories {
					strength[c] = max(strength[c], it.strength)
				}
				for k := i; k < i+length; k++ {
					taken[k] = true
				}
			}
		}
	}
	for c, s := range strength {
		r.p.Interests = append(r.p.Interests, Interest{c, s})
	}
	slices.SortFunc(r.p.Interests, func(a, b Interest) int { return strings.Compare(a.Category, b.Category) })
}

// longestInterest is how many words a phrase of interests.yaml has at most.
const longestInterest = 5
