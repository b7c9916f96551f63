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
	Callings        []string            `yaml:"callings"`
	Caring          []string            `yaml:"caring"`
	Grown           []string            `yaml:"grown"`
	Childish        []string            `yaml:"childish"`
	Occasions       map[string][]string `yaml:"occasions"`
	NotOccasions    []string            `yaml:"not_occasions"`
	Meaningless     []string            `yaml:"meaningless"`
	Lookalikes      []string            `yaml:"lookalikes"`
	Bodily          []string            `yaml:"bodily"`
	Ailing          []string            `yaml:"ailing"`
	Habits          habitEntries        `yaml:"habits"`
	Incurable       []string            `yaml:"incurable"`
	NotIncurable    []string            `yaml:"not_incurable"`
	Losses          lossEntries         `yaml:"losses"`
	Prices          map[string][]string `yaml:"prices"`
	NotPrices       []string            `yaml:"not_prices"`
	MuchMoney       map[string][]string `yaml:"much_money"`
	Wanting         []string            `yaml:"wanting"`
	Having          []string            `yaml:"having"`
	Amounts         map[string][]string `yaml:"amounts"`
	Notes           map[string]float64  `yaml:"notes"`
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

type habitEntries struct {
	Said  map[string][]string `yaml:"said"`
	Near  []string            `yaml:"near"`
	Far   []string            `yaml:"far"`
	After []string            `yaml:"after"`
}

type lossEntries struct {
	After         []string `yaml:"after"`
	Skipped       []string `yaml:"skipped"`
	Before        []string `yaml:"before"`
	Putting       []string `yaml:"putting"`
	Away          []string `yaml:"away"`
	Of            []string `yaml:"of"`
	Circumstances []string `yaml:"circumstances"`
	How           []string `yaml:"how"`
	Mourning      []string `yaml:"mourning"`
	Pets          []string `yaml:"pets"`
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
	Polite    []string `yaml:"polite"`
	Offers    []string `yaml:"offers"`
	Chores    []string `yaml:"chores"`
	Advice    []string `yaml:"advice"`
	Giving    []string `yaml:"giving"`
}

type ageEntries struct {
	After    []string       `yaml:"after"`
	Months   []string       `yaml:"months"`
	Weeks    []string       `yaml:"weeks"`
	Before   []string       `yaml:"before"`
	Almost   []string       `yaml:"almost"`
	About    []string       `yaml:"about"`
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
	muchMoney                     phrases
	dislikes, ages, minors        phrases
	amounts                       map[string]phrases
	kin, adults, things, fans     map[string]bool
	skip, end, liking, allergens  map[string]bool
	foreign, english, fillers     map[string]bool
	dangerous                     map[string]bool
	beginning, person, likes      map[string]bool
	mayLike, devotees             map[string]bool
	naming, doing, being          map[string]bool
	wanting, having               map[string]bool
	dying, losing, putting, away  phrases
	atLoss, ofLost, pets          map[string]bool
	circumstantial, deathly       map[string]bool
	mourning                      map[string]bool
	habits, incurable             phrases
	meaningless                   phrases
	polite, offers, giving        map[string]bool
	lookalikes, bodily, ailing    map[string]bool
	chores, advice                phrases
	recovers, quits, atQuitting   map[string]bool
	anywhere                      phrases
	implied, impliedAllergies     phrases
	diets                         phrases
	lack, owning                  phrases
	holding, ownedSkip, ownedEnd  map[string]bool
	same                          map[string]bool
	feasts, attends, grades       phrases
	grown, idioms                 phrases
	callings, caring, childish    phrases
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
	l.dying, l.losing = newPhrases(map[string][]string{"loss": l.Losses.After}), newPhrases(map[string][]string{"loss": l.Losses.Before})
	l.polite, l.offers, l.giving = setOf(l.Elsewhere.Polite), setOf(l.Elsewhere.Offers), setOf(l.Elsewhere.Giving)
	l.chores, l.advice = newPhrases(map[string][]string{"chore": l.Elsewhere.Chores}), newPhrases(map[string][]string{"advice": l.Elsewhere.Advice})
	l.lookalikes, l.bodily, l.ailing = setOf(l.Lookalikes), setOf(l.Bodily), setOf(l.Ailing)
	l.meaningless = newPhrases(map[string][]string{"meaningless": l.Meaningless})
	l.habits, l.incurable = newPhrases(l.Habits.Said), newPhrases(map[string][]string{"incurable": l.Incurable, not: l.NotIncurable})
	l.recovers, l.quits, l.atQuitting = setOf(l.Habits.Near), setOf(l.Habits.Far), setOf(l.Habits.After)
	l.putting, l.away = newPhrases(map[string][]string{"put": l.Losses.Putting}), newPhrases(map[string][]string{"away": l.Losses.Away})
	l.atLoss, l.ofLost, l.pets, l.mourning = setOf(l.Losses.Skipped), setOf(l.Losses.Of), setOf(l.Losses.Pets), setOf(l.Losses.Mourning)
	l.circumstantial, l.deathly = setOf(l.Losses.Circumstances), setOf(l.Losses.How)
	l.prices = newPhrases(l.Prices)
	l.prices.add(not, l.NotPrices)
	l.muchMoney = newPhrases(l.MuchMoney)
	l.dislikes = newPhrases(map[string][]string{disliked: l.Dislikes.Before, allergic: l.Dislikes.Allergies, feared: l.Dislikes.Fears, not: l.Dislikes.Except})
	l.ages = newPhrases(map[string][]string{
		"after": l.Ages.After, "months": l.Ages.Months, "weeks": l.Ages.Weeks, "before": l.Ages.Before, "birthday": l.Ages.Birthday,
		"almost": l.Ages.Almost, "about": l.Ages.About,
	})
	l.feasts, l.grades, l.attends = phrasesOf(l.Ages.Feasts), phrasesOf(l.Ages.Grades), newPhrases(map[string][]string{"attends": l.Ages.Attends})
	l.grades.add(not, l.Ages.NotGrades)
	l.grown = newPhrases(map[string][]string{"grown": l.Grown})
	l.callings, l.caring = newPhrases(map[string][]string{"calling": l.Callings}), newPhrases(map[string][]string{"caring": l.Caring})
	l.childish = newPhrases(map[string][]string{"childish": l.Childish})
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
	l.wanting, l.having = setOf(l.Wanting), setOf(l.Having)
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
