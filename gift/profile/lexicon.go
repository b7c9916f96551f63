package profile

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"

	"go.yaml.in/yaml/v3"
)

//go:embed lexicon.yaml
var file []byte

// entries are the file as it is written.
type entries struct {
	Recipients      map[string][]string `yaml:"recipients"`
	NotRecipients   []string            `yaml:"not_recipients"`
	Kin             []string            `yaml:"kin"`
	Minors          []string            `yaml:"minors"`
	NotMinors       []string            `yaml:"not_minors"`
	Adults          []string            `yaml:"adults"`
	Grown           []string            `yaml:"grown"`
	Occasions       map[string][]string `yaml:"occasions"`
	NotOccasions    []string            `yaml:"not_occasions"`
	Prices          map[string][]string `yaml:"prices"`
	Amounts         map[string][]string `yaml:"amounts"`
	Dislikes        dislikeEntries      `yaml:"dislikes"`
	Owned           ownedEntries        `yaml:"owned"`
	Ages            ageEntries          `yaml:"ages"`
	Things          []string            `yaml:"things"`
	Fans            []string            `yaml:"fans"`
	AdultCategories []string            `yaml:"adult_categories"`
	Dangerous       []string            `yaml:"dangerous"`
	Foreign         []string            `yaml:"foreign"`
	English         []string            `yaml:"english"`
	Elsewhere       elsewhereEntries    `yaml:"elsewhere"`
	Fillers         []string            `yaml:"fillers"`
	Naming          []string            `yaml:"naming"`
	Doing           []string            `yaml:"doing"`
	Being           []string            `yaml:"being"`
	Devotees        []string            `yaml:"devotees"`
	Idioms          []string            `yaml:"idioms"`
	Same            [][]string          `yaml:"same"`
}

type dislikeEntries struct {
	Before    []string            `yaml:"before"`
	Allergies []string            `yaml:"allergies"`
	Fears     []string            `yaml:"fears"`
	Allergens []string            `yaml:"allergens"`
	Except    []string            `yaml:"except"`
	Skip      []string            `yaml:"skip"`
	End       []string            `yaml:"end"`
	Liking    []string            `yaml:"liking"`
	Means     map[string][]string `yaml:"means"`
	Lacking   []string            `yaml:"lacking"`
	Implied   map[string][]string `yaml:"implied"`
	Allergic  map[string][]string `yaml:"implied_allergies"`
	Diets     map[string][]string `yaml:"implied_diets"`
	Unimplied []string            `yaml:"not_implied"`
	Contains  map[string][]string `yaml:"contains"`
}

type ownedEntries struct {
	Before  []string `yaml:"before"`
	Holding []string `yaml:"holding"`
	Skip    []string `yaml:"skip"`
	End     []string `yaml:"end"`
}

type elsewhereEntries struct {
	Beginning []string `yaml:"beginning"`
	Anywhere  []string `yaml:"anywhere"`
	Person    []string `yaml:"person"`
	Liking    []string `yaml:"liking"`
	Perhaps   []string `yaml:"perhaps_liking"`
}

type ageEntries struct {
	After    []string       `yaml:"after"`
	Months   []string       `yaml:"months"`
	Weeks    []string       `yaml:"weeks"`
	Before   []string       `yaml:"before"`
	Birthday []string       `yaml:"birthday"`
	Decades  map[string]int `yaml:"decades"`
	Numbers  map[string]int `yaml:"numbers"`

	Feasts    map[string]float64 `yaml:"feasts"`
	Attends   []string           `yaml:"attends"`
	Grades    map[string]float64 `yaml:"grades"`
	NotGrades []string           `yaml:"not_grades"`
}

// lexicon is the file, ready to be looked up.
type lexicon struct {
	entries

	recipients, occasions, prices phrases
	dislikes, ages, minors        phrases
	amounts                       map[string]phrases
	kin, adults, things, fans     map[string]bool
	skip, end, liking, allergens  map[string]bool
	foreign, english, fillers     map[string]bool
	dangerous                     map[string]bool
	beginning, person, likes      map[string]bool
	mayLike, devotees             map[string]bool
	naming, doing, being          map[string]bool
	anywhere                      phrases
	implied, impliedAllergies     phrases
	diets                         phrases
	lack, owning                  phrases
	holding, ownedSkip, ownedEnd  map[string]bool
	same                          map[string]bool
	feasts, attends, grades       phrases
	grown, idioms                 phrases
}

// not is the value of phrases that say nothing, though a part of them would.
const not = ""

// read is the lexicon; the file is read when a description first is.
var read = sync.OnceValue(func() *lexicon {
	l := &lexicon{amounts: map[string]phrases{}}
	d := yaml.NewDecoder(strings.NewReader(string(file)))
	d.KnownFields(true)
	if err := d.Decode(&l.entries); err != nil {
		panic(fmt.Sprintf("profile: lexicon.yaml: %v", err)) // a test reads it
	}
	l.recipients = newPhrases(l.Recipients)
	l.recipients.add(not, l.NotRecipients)
	l.occasions = newPhrases(l.Occasions)
	l.occasions.add(not, l.NotOccasions)
	l.prices = newPhrases(l.Prices)
	l.dislikes = newPhrases(map[string][]string{disliked: l.Dislikes.Before, allergic: l.Dislikes.Allergies, feared: l.Dislikes.Fears, not: l.Dislikes.Except})
	l.ages = newPhrases(map[string][]string{
		"after": l.Ages.After, "months": l.Ages.Months, "weeks": l.Ages.Weeks, "before": l.Ages.Before, "birthday": l.Ages.Birthday,
	})
	l.feasts, l.grades, l.attends = phrasesOf(l.Ages.Feasts), phrasesOf(l.Ages.Grades), newPhrases(map[string][]string{"attends": l.Ages.Attends})
	l.grades.add(not, l.Ages.NotGrades)
	l.grown = newPhrases(map[string][]string{"grown": l.Grown})
	l.idioms = newPhrases(map[string][]string{"idiom": l.Idioms})
	l.minors = newPhrases(map[string][]string{"minor": l.Minors, not: l.NotMinors})
	for name, list := range l.Amounts {
		l.amounts[name] = newPhrases(map[string][]string{name: list})
	}
	l.lack = newPhrases(map[string][]string{disliked: l.Dislikes.Lacking})
	l.owning = newPhrases(map[string][]string{"owned": l.Owned.Before})
	l.holding, l.ownedSkip, l.ownedEnd = setOf(l.Owned.Holding), setOf(l.Owned.Skip), setOf(l.Owned.End)
	l.implied, l.impliedAllergies = newPhrases(l.Dislikes.Implied), newPhrases(l.Dislikes.Allergic)
	l.diets = newPhrases(l.Dislikes.Diets)
	l.diets.add(not, l.Dislikes.Unimplied)
	l.kin, l.adults, l.things, l.fans = setOf(l.Kin), setOf(l.Adults), setOf(l.Things), setOf(l.Fans)
	l.skip, l.end, l.liking = setOf(l.Dislikes.Skip), setOf(l.Dislikes.End), setOf(l.Dislikes.Liking)
	l.allergens, l.same = setOf(l.Dislikes.Allergens), setOf(slices.Concat(l.Same...))
	l.beginning, l.person, l.likes = setOf(l.Elsewhere.Beginning), setOf(l.Elsewhere.Person), setOf(l.Elsewhere.Liking)
	l.mayLike = setOf(l.Elsewhere.Perhaps)
	l.naming, l.doing, l.being, l.devotees = setOf(l.Naming), setOf(l.Doing), setOf(l.Being), setOf(l.Devotees)
	l.anywhere = newPhrases(map[string][]string{"": l.Elsewhere.Anywhere})
	l.foreign, l.english, l.fillers = setOf(l.Foreign), setOf(l.English), setOf(l.Fillers)
	l.dangerous = setOf(l.Dangerous)
	return l
})

// Values of phrases of dislike.
const (
	disliked = "dislike"
	allergic = "allergy"
	feared   = "fear"
)

func setOf(list []string) map[string]bool {
	m := make(map[string]bool, len(list))
	for _, s := range list {
		m[s] = true
	}
	return m
}
