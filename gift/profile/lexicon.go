package profile

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"

	"go.yaml.in/yaml/v3"

	"mcp-adapters/gift/words"
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
	Occasions       map[string][]string `yaml:"occasions"`
	NotOccasions    []string            `yaml:"not_occasions"`
	Prices          map[string][]string `yaml:"prices"`
	Amounts         map[string][]string `yaml:"amounts"`
	Dislikes        dislikeEntries      `yaml:"dislikes"`
	Ages            ageEntries          `yaml:"ages"`
	Things          []string            `yaml:"things"`
	Fans            []string            `yaml:"fans"`
	AdultCategories []string            `yaml:"adult_categories"`
	Foreign         []string            `yaml:"foreign"`
	English         []string            `yaml:"english"`
	Elsewhere       elsewhereEntries    `yaml:"elsewhere"`
	Fillers         []string            `yaml:"fillers"`
	Same            [][]string          `yaml:"same"`
}

type dislikeEntries struct {
	Before    []string            `yaml:"before"`
	Allergies []string            `yaml:"allergies"`
	Except    []string            `yaml:"except"`
	Skip      []string            `yaml:"skip"`
	End       []string            `yaml:"end"`
	Liking    []string            `yaml:"liking"`
	Means     map[string][]string `yaml:"means"`
	Lacking   []string            `yaml:"lacking"`
	Implied   map[string][]string `yaml:"implied"`
	Allergic  map[string][]string `yaml:"implied_allergies"`
	Contains  map[string][]string `yaml:"contains"`
}

type elsewhereEntries struct {
	Beginning []string `yaml:"beginning"`
	Anywhere  []string `yaml:"anywhere"`
	Person    []string `yaml:"person"`
	Liking    []string `yaml:"liking"`
}

type ageEntries struct {
	After    []string       `yaml:"after"`
	Months   []string       `yaml:"months"`
	Weeks    []string       `yaml:"weeks"`
	Before   []string       `yaml:"before"`
	Birthday []string       `yaml:"birthday"`
	Decades  map[string]int `yaml:"decades"`
	Numbers  map[string]int `yaml:"numbers"`
}

// lexicon is the file, ready to be looked up.
type lexicon struct {
	entries

	recipients, occasions, prices phrases
	dislikes, ages, minors        phrases
	amounts                       map[string]phrases
	kin, adults, things, fans     map[string]bool
	skip, end, liking             map[string]bool
	foreign, english, fillers     map[string]bool
	beginning, person, likes      map[string]bool
	anywhere                      phrases
	implied, impliedAllergies     phrases
	lack                          phrases
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
	l.dislikes = newPhrases(map[string][]string{disliked: l.Dislikes.Before, allergic: l.Dislikes.Allergies, not: l.Dislikes.Except})
	l.ages = newPhrases(map[string][]string{
		"after": l.Ages.After, "months": l.Ages.Months, "weeks": l.Ages.Weeks, "before": l.Ages.Before, "birthday": l.Ages.Birthday,
	})
	l.minors = newPhrases(map[string][]string{"minor": l.Minors, not: l.NotMinors})
	for name, list := range l.Amounts {
		l.amounts[name] = newPhrases(map[string][]string{name: list})
	}
	l.lack = newPhrases(map[string][]string{disliked: l.Dislikes.Lacking})
	l.implied, l.impliedAllergies = newPhrases(l.Dislikes.Implied), newPhrases(l.Dislikes.Allergic)
	l.kin, l.adults, l.things, l.fans = setOf(l.Kin), setOf(l.Adults), setOf(l.Things), setOf(l.Fans)
	l.skip, l.end, l.liking = setOf(l.Dislikes.Skip), setOf(l.Dislikes.End), setOf(l.Dislikes.Liking)
	l.beginning, l.person, l.likes = setOf(l.Elsewhere.Beginning), setOf(l.Elsewhere.Person), setOf(l.Elsewhere.Liking)
	l.anywhere = newPhrases(map[string][]string{"": l.Elsewhere.Anywhere})
	l.foreign, l.english, l.fillers = setOf(l.Foreign), setOf(l.English), setOf(l.Fillers)
	return l
})

// Values of phrases of dislike.
const (
	disliked = "dislike"
	allergic = "allergy"
)

func setOf(list []string) map[string]bool {
	m := make(map[string]bool, len(list))
	for _, s := range list {
		m[s] = true
	}
	return m
}

// phrases find the value of the longest phrase at a token.
type phrases map[string][]phrase // by first word

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

func (p phrases) add(value string, list []string) {
	for _, text := range list {
		w := strings.Fields(text)
		for i := range w {
			w[i] = words.Fold(w[i])
		}
		// Longer ones first, and in a fixed order.
		same := append(p[w[0]], phrase{w, value})
		slices.SortFunc(same, func(a, b phrase) int {
			if len(a.words) != len(b.words) {
				return len(b.words) - len(a.words)
			}
			return strings.Compare(strings.Join(a.words, " ")+a.value, strings.Join(b.words, " ")+b.value)
		})
		p[w[0]] = same
	}
}

// at returns the value of the longest phrase that begins at token i, and its length; 0:
// there is none.
func (p phrases) at(t []token, i int) (value string, n int) {
	best, value := 0, ""
	for _, first := range forms(t[i].word) {
		for _, ph := range p[first] {
			if len(ph.words) <= best || !ph.matches(t[i:]) {
				continue
			}
			best, value = len(ph.words), ph.value
		}
	}
	if t[i].number {
		for _, ph := range p["#"] {
			if len(ph.words) > best && ph.matches(t[i:]) {
				best, value = len(ph.words), ph.value
			}
		}
	}
	return value, best
}

func (ph *phrase) matches(t []token) bool {
	if len(t) < len(ph.words) {
		return false
	}
	for i, w := range ph.words {
		if i > 0 && t[i].apart() {
			return false
		}
		if w == "#" && t[i].number || t[i].word == w {
			continue
		}
		if i < len(ph.words)-1 || !slices.Contains(forms(t[i].word), w) {
			return false
		}
	}
	return true
}

// forms are a word and what it is the plural of.
func forms(w string) []string {
	switch {
	case len(w) > 3 && strings.HasSuffix(w, "ies"):
		return []string{w, w[:len(w)-3] + "y", w[:len(w)-1]}
	case len(w) > 3 && strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss"):
		return []string{w, w[:len(w)-1]}
	}
	return []string{w}
}
