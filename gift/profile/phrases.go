package profile

import (
	"slices"
	"strings"

	"github.com/mcp-adapters/mcp-adapters/gift/words"
)

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

// phrasesOf finds phrases by which something else is looked up: each is its own value.
func phrasesOf[V any](m map[string]V) phrases {
	p := phrases{}
	for text := range m {
		p.add(text, []string{text})
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

func (p phrases) has(t []token, i int) bool {
	_, n := p.at(t, i)
	return n > 0
}
