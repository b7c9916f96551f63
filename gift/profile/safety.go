package profile

import (
	"slices"
	"strings"
	"sync"

	"github.com/mcp-adapters/mcp-adapters/gift/words"
)

// safety is what safety.yaml says: kinds of gifts, and who gets nothing of them.
type safety struct {
	Kinds map[string]kind `yaml:"kinds"`
	Rules []struct {
		Without []string            `yaml:"without"`
		Said    map[string][]string `yaml:"said"` // by language
	} `yaml:"rules"`
	Not    []string `yaml:"not"`
	Losses struct {
		Died map[string][]string `yaml:"died"`
		Whom map[string][]string `yaml:"whom"` // by kind
		Not  []string            `yaml:"not"`
	} `yaml:"losses"`
	Memorial []string `yaml:"memorial"`

	rules, kinds, died, whom phrases
	cjk                      []signal // what is found without words, in Chinese and Japanese
	vices                    set
}

// kind is a kind of gifts.
type kind struct {
	Said       []string `yaml:"said"`
	Categories []string `yaml:"categories"`
	Words      []string `yaml:"words"`
	Unless     []string `yaml:"unless"`
}

// signal is a text that says something wherever it stands.
type signal struct{ text, rule, died, whom string }

// readSafety returns the table, which it reads once.
var readSafety = sync.OnceValue(func() *safety {
	s := &safety{vices: setOf([]string{"alcohol", "sweets", "coffee", "caffeine", "smoking", "gambling", "meat", "salt", "dairy", "gluten", "food", "video games"})}
	load("safety.yaml", s)
	rules, died, kinds := map[string][]string{none: s.Not}, map[string][]string{none: s.Losses.Not}, map[string][]string{}
	for _, r := range s.Rules {
		without := strings.Join(r.Without, ",")
		for language, list := range r.Said {
			if language != "zh" && language != "ja" {
				rules[without] = append(rules[without], list...)
				continue
			}
			for _, text := range list {
				s.cjk = append(s.cjk, signal{text: text, rule: without})
			}
		}
	}
	for language, list := range s.Losses.Died {
		if language != "zh" && language != "ja" {
			died["died"] = append(died["died"], list...)
			continue
		}
		for _, text := range list {
			s.cjk = append(s.cjk, signal{text: text, died: "died"})
		}
	}
	for name, list := range s.Losses.Whom {
		for _, text := range list {
			if text[0] > 127 {
				s.cjk = append(s.cjk, signal{text: text, whom: name})
			}
		}
	}
	for name, k := range s.Kinds {
		kinds[name] = append(k.Said, name)
	}
	s.rules, s.kinds, s.died, s.whom = newPhrases(rules), newPhrases(kinds), newPhrases(died), newPhrases(s.Losses.Whom)
	return s
})

// Exclusion is something of which no gift is shown.
type Exclusion struct {
	Text       string   // as it was said, or what it is called
	Categories []string // gifts of these are out
	// Words are stems of words and phrases: gifts in whose names and brief descriptions one stands are out,
	// unless one of Unless stands there too.
	Words, Unless []string
	// Stems are those of the text: gifts are out in whose names all stand; with an allergy, in all their texts.
	Stems   []string
	Allergy bool
	// Unsaid: it follows from what was said of the person.
	Unsaid bool
}

// exclude notes that nothing of a kind may be shown.
func (r *reader) exclude(name, said string, unsaid, allergy bool) {
	k := readSafety().Kinds[name]
	if slices.ContainsFunc(r.p.Exclusions, func(e Exclusion) bool { return e.Text == said && e.Unsaid == unsaid }) {
		return
	}
	r.p.Exclusions = append(r.p.Exclusions, Exclusion{Text: said, Categories: k.Categories, Words: stemAll(k.Words), Unless: stemAll(k.Unless), Unsaid: unsaid, Allergy: allergy})
}

// stemAll returns phrases with the stems of their words.
func stemAll(list []string) []string {
	stems := make([]string, len(list))
	for i, text := range list {
		all := words.All(text)
		for k := range all {
			all[k] = words.Stem(all[k])
		}
		stems[i] = strings.Join(all, " ")
	}
	return stems
}

// readSafety applies the rules to the text, in whatever language it is.
func (r *reader) readSafety() {
	s := readSafety()
	apply := func(without string) {
		for name := range strings.SplitSeq(without, ",") {
			if name == "mentioned" {
				for i := range r.t {
					if kind, n := s.kinds.at(r.t, i); n > 0 && s.vices[kind] {
						r.exclude(kind, kind, true, false)
					}
				}
				continue
			}
			r.exclude(name, name, true, false)
		}
	}
	for i := 0; i < len(r.t); i++ {
		if value, n := s.rules.at(r.t, i); n > 0 {
			if value != none && (r.t[i].line != "avoid" || value != "alcohol") {
				apply(value)
			}
			if value == "mentioned" { // "cut down" cuts nothing
				r.mark(i, i+n)
			}
			i += n - 1
		}
	}
	died, whom := false, ""
	for _, c := range s.cjk {
		if strings.Contains(r.text, c.text) {
			if c.rule != "" {
				apply(c.rule)
			}
			died = died || c.died != ""
			whom += c.whom
		}
	}
	if died {
		r.mourn(whom)
	}
	r.readLosses()
	if !r.p.Mourning {
		r.p.Exclusions = append(r.p.Exclusions, Exclusion{Text: "memorials", Words: stemAll(s.Memorial), Unsaid: true})
	}
}

// readLosses finds who died. Whom someone lost stands near the word for it, in the same sentence.
func (r *reader) readLosses() {
	s := readSafety()
	const near = 6
	for i := 0; i < len(r.t); i++ {
		value, n := s.died.at(r.t, i)
		if n == 0 || value == none {
			i += max(n-1, 0)
			continue
		}
		from, to := i, i+n
		for from > max(0, i-near) && r.t[from].before != stop {
			from--
		}
		for to < min(len(r.t), i+n+near) && r.t[to].before != stop {
			to++
		}
		whom, person := "", false
		for k := from; k < to; k++ {
			if kind, _ := s.whom.at(r.t, k); kind != "" && (k < i+n || k-i-n < 3) && (k < i || !r.t[k].possessive) {
				whom += "," + kind
			}
			person = person || r.recipients.has(r.t, k)
		}
		if whom == "" && !person {
			continue
		}
		r.mourn(whom)
		for k := i; k < i+n; k++ {
			r.t[k].about = AHardTime
		}
		i += n - 1
	}
}

// mourn notes a loss of the kinds in whom, of which nothing is given then.
func (r *reader) mourn(whom string) {
	r.p.Mourning = true
	for kind := range strings.SplitSeq(whom, ",") {
		if kind != "" {
			r.exclude(kind, kind, true, false)
		}
	}
}
