package profile

import (
	"slices"
	"strings"

	"github.com/mcp-adapters/mcp-adapters/gift/catalog"
	"github.com/mcp-adapters/mcp-adapters/gift/words"
)

// stem is that of a word, and the same with a mark if the word ends in "er".
type stem [2]string

func newStem(word string) stem {
	s := words.Root(word)
	if words.Agent(word) {
		return stem{s, s + catalog.AgentMark}
	}
	return stem{s, s}
}

func (s stem) is(of string) bool { return s[0] == of || s[1] == of }

// forms are those of a stem, each once.
func (s *stem) forms() []string {
	if s[0] == s[1] {
		return s[:1]
	}
	return s[:]
}

// said is a phrase of a topic where it stands.
type said struct {
	phrase  catalog.TopicPhrase
	tokens  []int
	telling int // words that say more than who it is for
}

// seconds are the stems, each once, that a phrase of several may go on with at token i.
func (r *reader) seconds(stems []stem, i int) []string {
	var kept [2 * (maxSkipped + 1)]string
	list := kept[:0]
	for end := min(i+maxSkipped+1, len(stems)); i < end && !r.t[i].apart(); i++ {
		for _, form := range stems[i].forms() {
			if !slices.Contains(list, form) {
				list = append(list, form)
			}
		}
		if !r.t[i].skipped() {
			break
		}
	}
	return list
}

// follow returns the tokens of a phrase whose first stem is said by those from i up to next, nil
// if it isn't there. Words that say nothing may stand between its words.
func (r *reader) follow(p catalog.TopicPhrase, stems []stem, i, next int) []int {
	_, rest, several := strings.Cut(p.Stems(), " ")
	if !several && next == i+1 && words.Stop(r.t[i].word) {
		return nil // "can" is no canning
	}
	var kept [maxPhrase]int
	tokens, gaps := kept[:0], false
	for ; i < next; i++ {
		tokens = append(tokens, i)
	}
	for several {
		var want string
		want, rest, several = strings.Cut(rest, " ")
		for skipped := 0; i < len(r.t) && !stems[i].is(want) && skipped < maxSkipped && !r.t[i].apart() && r.t[i].skipped(); skipped++ {
			i++
			gaps = true
		}
		if i >= len(r.t) || !stems[i].is(want) || r.t[i].apart() {
			return nil
		}
		tokens = append(tokens, i)
		i++
	}
	if gaps && !slices.ContainsFunc(tokens, func(i int) bool { return !words.Stop(r.t[i].word) }) {
		return nil // "me five times" is no "me time"
	}
	return slices.Clone(tokens)
}

// skipped reports whether a token may stand between the words of a phrase.
func (t *token) skipped() bool { return words.Stop(t.word) && !denials[t.word] }

// maxPhrase is how many words a phrase usually has at most.
const maxPhrase = 8

// maxSkipped is how many words may stand between two of a phrase.
const maxSkipped = 2

// denials are words that turn what comes after them into its opposite.
var denials = setOf([]string{"not", "no", "never", "isnt", "arent", "doesnt", "dont", "didnt", "cant", "cannot", "wont", "without", "nor", "hardly", "hates", "hate", "neither", "less", "fewer", "quit", "stopped"})

// affirms are words that turn a denial into praise: "can't stop knitting".
var affirms = setOf([]string{"stop", "get", "wait", "live", "resist", "help", "imagine", "only", "just", "enough", "matter", "mind", "miss"})

// denied reports whether token i is said not to be.
func (r *reader) denied(i int) bool {
	for j := i - 1; j >= max(0, i-3) && !r.t[j+1].apart(); j-- {
		if denials[r.t[j].word] {
			return !affirms[r.t[j+1].word]
		}
		if !words.Stop(r.t[j].word) {
			return false
		}
	}
	return false
}
