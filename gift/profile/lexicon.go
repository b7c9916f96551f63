package profile

import (
	"embed"
	"fmt"
	"slices"
	"strings"
	"sync"

	"go.yaml.in/yaml/v3"
)

//go:embed lexicon.yaml interests.yaml safety.yaml
var files embed.FS

// lexicon is what lexicon.yaml says. Fields of type phrases are looked up where they stand.
type lexicon struct {
	Labels        map[string][]string `yaml:"labels"`
	Recipients    map[string][]string `yaml:"recipients"`
	NotRecipients []string            `yaml:"not_recipients"`
	Kin           []string            `yaml:"kin"`
	Grown         []string            `yaml:"grown"`
	Adults        []string            `yaml:"adults"`
	Minors        []string            `yaml:"minors"`
	NotMinors     []string            `yaml:"not_minors"`
	Occasions     map[string][]string `yaml:"occasions"`
	NotOccasions  []string            `yaml:"not_occasions"`
	Grades        map[int][]string    `yaml:"grades"`
	NotGrades     []string            `yaml:"not_grades"`
	Numbers       map[string]int      `yaml:"numbers"`
	Decades       map[string]int      `yaml:"decades"`
	Things        []string            `yaml:"things"`
	Fans          []string            `yaml:"fans"`
	Prices        map[string][]string `yaml:"prices"`
	NotPrices     []string            `yaml:"not_prices"`
	Amounts       map[string][]string `yaml:"amounts"`
	Owned         []string            `yaml:"owned"`
	Avoid         []string            `yaml:"avoid"`
	Allergic      []string            `yaml:"allergic"`
	Fears         []string            `yaml:"fears"`
	Avoided       []string            `yaml:"avoided"`
	NotAvoid      []string            `yaml:"not_avoid"`
	AvoidEnd      []string            `yaml:"avoid_end"`
	Skip          []string            `yaml:"skip"`
	Adult         []string            `yaml:"adult"`
	Dangerous     []string            `yaml:"dangerous"`
	Foreign       []string            `yaml:"foreign"`
	English       []string            `yaml:"english"`
	Ask           map[string][]string `yaml:"ask"`
	Naming        []string            `yaml:"naming"`
	Fillers       []string            `yaml:"fillers"`
	Idioms        []string            `yaml:"idioms"`
	Same          [][]string          `yaml:"same"`

	recipients, minors, occasions, grades, prices, avoid, avoided, owned, anywhere, elsewhere, chores, advice, grown phrases
	amounts                                                                                                          map[string]phrases
	things, fans, avoidEnd, skip, foreign, english, beginning, person, liking, giving, naming, fillers               set
	idioms                                                                                                           phrases
}

type set map[string]bool

func setOf(list []string) set {
	s := set{}
	for _, w := range list {
		s[fold(w)] = true
	}
	return s
}

// none is the value of phrases that mean nothing of their kind.
const none = "-"

// read returns the lexicon, which it reads once.
var read = sync.OnceValue(func() *lexicon {
	l := &lexicon{amounts: map[string]phrases{}}
	load("lexicon.yaml", l)
	grades := map[string][]string{none: l.NotGrades}
	for age, list := range l.Grades {
		grades[fmt.Sprint(age)] = list
	}
	l.recipients = newPhrases(l.Recipients).add(none, l.NotRecipients)
	l.minors = newPhrases(map[string][]string{"minor": l.Minors, none: l.NotMinors})
	l.occasions = newPhrases(l.Occasions).add(none, l.NotOccasions)
	l.grades = newPhrases(grades)
	l.prices = newPhrases(l.Prices).add(none, l.NotPrices)
	l.avoid = newPhrases(map[string][]string{"avoid": l.Avoid, "allergic": l.Allergic, "fear": l.Fears, none: l.NotAvoid})
	l.avoided = newPhrases(map[string][]string{"avoided": l.Avoided})
	l.owned = newPhrases(map[string][]string{"owned": l.Owned})
	l.idioms = newPhrases(map[string][]string{"idiom": l.Idioms})
	l.grown = newPhrases(map[string][]string{"grown": l.Grown})
	l.anywhere = newPhrases(map[string][]string{"ask": l.Ask["anywhere"]})
	l.elsewhere = newPhrases(map[string][]string{"ask": l.Ask["elsewhere"]})
	l.chores = newPhrases(map[string][]string{"ask": l.Ask["chores"]})
	l.advice = newPhrases(map[string][]string{"ask": l.Ask["advice"]})
	for name, list := range l.Amounts {
		l.amounts[name] = newPhrases(map[string][]string{name: list})
	}
	l.things, l.fans, l.avoidEnd, l.skip = setOf(l.Things), setOf(l.Fans), setOf(l.AvoidEnd), setOf(l.Skip)
	l.foreign, l.english, l.naming, l.fillers = setOf(l.Foreign), setOf(l.English), setOf(l.Naming), setOf(l.Fillers)
	l.beginning, l.person, l.liking, l.giving = setOf(l.Ask["beginning"]), setOf(l.Ask["person"]), setOf(l.Ask["liking"]), setOf(l.Ask["giving"])
	return l
})

// load reads a file of the program, which the tests read too.
func load(name string, into any) {
	text, err := files.ReadFile(name)
	if err == nil {
		err = yaml.Unmarshal(text, into)
	}
	if err != nil {
		panic(fmt.Sprintf("profile: %s: %v", name, err))
	}
}

// phrases find the value of the longest phrase at a token, by the phrases' first words.
type phrases map[string][]phrase

type phrase struct {
	words []string
	value string
}

func newPhrases(lists map[string][]string) phrases {
	p := phrases{}
	for value, list := range lists {
		p.add(value, list)
	}
	return p
}

func (p phrases) add(value string, list []string) phrases {
	for _, text := range list {
		w := strings.Fields(fold(strings.ReplaceAll(text, "-", " ")))
		same := append(p[w[0]], phrase{w, value})
		slices.SortFunc(same, func(a, b phrase) int { // longer ones first, and in a fixed order
			if len(a.words) != len(b.words) {
				return len(b.words) - len(a.words)
			}
			return strings.Compare(strings.Join(a.words, " ")+a.value, strings.Join(b.words, " ")+b.value)
		})
		p[w[0]] = same
	}
	return p
}

// at returns the value of the longest phrase at token i, and its length; 0: there is none.
func (p phrases) at(t []token, i int) (value string, n int) {
	for _, first := range singulars(t[i].word) {
		for _, ph := range p[first] {
			if len(ph.words) > n && ph.matches(t[i:]) {
				value, n = ph.value, len(ph.words)
			}
		}
	}
	return value, n
}

func (p phrases) has(t []token, i int) bool {
	value, n := p.at(t, i)
	return n > 0 && value != none
}

func (ph *phrase) matches(t []token) bool {
	if len(t) < len(ph.words) {
		return false
	}
	for i, w := range ph.words {
		if i > 0 && t[i].apart() || t[i].word != w && (i < len(ph.words)-1 || !slices.Contains(singulars(t[i].word), w)) && (w != "#" || !t[i].number) {
			return false
		}
	}
	return true
}

// singulars are a word and what it may be the plural of.
func singulars(w string) []string {
	switch {
	case len(w) > 3 && strings.HasSuffix(w, "ies"):
		return []string{w, w[:len(w)-3] + "y", w[:len(w)-1]}
	case len(w) > 3 && strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss"):
		return []string{w, w[:len(w)-1]}
	}
	return []string{w}
}

// AdultCategory reports whether gifts of a category are for grown people only.
func AdultCategory(category string) bool { return slices.Contains(read().Adult, category) }

// Dangerous reports whether a gift of this name is nothing for children.
func Dangerous(name string) bool {
	return slices.ContainsFunc(tokenize(name), func(t token) bool { return slices.Contains(read().Dangerous, t.word) })
}

// Same returns groups of names that mean the same thing.
func Same() [][]string { return read().Same }
