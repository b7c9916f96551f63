package profile

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/mcp-adapters/mcp-adapters/gift/words"
)

// token is a word or a number of a description.
type token struct {
	word       string // in lower case, without accents
	stem       string // of the word with its accents; see [words.Root]
	agent      bool   // the stem lost "er"
	start, end int    // where it stands
	number     bool
	value      float64
	money      bool // a currency sign is at it
	possessive bool
	before     gap
	line       string // the label of its line; "" in prose
	used       bool   // it was read, and names no interest
	gone       bool   // nor is it searched for
	barred     bool   // nor does it bring anything to mind
	another    bool   // it is said of someone whom the person has
	about      About
}

// gap is what parts a token from the one before.
type gap int

const (
	space gap = iota
	comma
	stop
)

// apart reports whether a phrase ends before the token.
func (t *token) apart() bool { return t.before >= comma }

// fold returns text as words are compared: in lower case, without apostrophes and accents.
func fold(s string) string {
	s = words.Fold(s)
	if !strings.ContainsFunc(s, func(r rune) bool { return r > 127 }) {
		return s
	}
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, norm.NFD.String(s))
}

var (
	numbers = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^\d{1,3}(?:[,.]\d{3})+(?:[.,]\d\d)?|^\d+(?:[.,]\d\d?)?`)
	})
	currencies = "$€£¥₹"
)

// tokenize cuts s into words and numbers; "10yo" is two.
func tokenize(s string) []token {
	var list []token
	between, money := stop, false
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case r >= '0' && r <= '9':
			text := numbers().FindString(s[i:])
			t := token{word: text, stem: text, start: i, end: i + len(text), number: true, money: money, before: between}
			t.value = parseNumber(text)
			rest := strings.TrimLeft(s[t.end:], " ")
			if sign, n := utf8.DecodeRuneInString(rest); strings.ContainsRune(currencies, sign) && n > 0 && rest != "" {
				after := strings.TrimLeft(rest[n:], " ") // "5 $10" has the sign of the second
				t.money = t.money || after == "" || after[0] < '0' || after[0] > '9'
			}
			list, i = append(list, t), t.end
			between, money = space, false
			continue
		case unicode.IsLetter(r):
			end := i + wordLength(s[i:])
			text := s[i:end]
			plain := words.Fold(text)
			t := token{word: fold(text), stem: words.Root(plain), agent: words.Agent(plain), start: i, end: end, before: between}
			t.possessive = strings.HasSuffix(strings.ReplaceAll(text, "’", "'"), "'s") || strings.HasPrefix(s[end:], "' ") && strings.HasSuffix(text, "s")
			if t.possessive && slices.Contains([]string{"she", "he", "it", "who", "that", "there"}, t.word) { // "she's"
				t.word, t.possessive = t.word+"s", false
			}
			list, i = append(list, t), end
			between, money = space, false
			continue
		case strings.ContainsRune(currencies, r):
			money = true
		case r == '—' || (r == '-' || r == '–') && i > 0 && s[i-1] == ' ', strings.ContainsRune(",:/()[]", r):
			between = max(between, comma)
		case strings.ContainsRune(".;!?\n\"，。、；", r):
			between = stop
		}
		i += size
	}
	return list
}

func parseNumber(text string) float64 {
	if n := len(text); n > 3 && (text[n-3] == ',' || text[n-3] == '.') { // cents
		text = strings.NewReplacer(",", "", ".", "").Replace(text[:n-3]) + "." + text[n-2:]
	} else if !regexpThousands().MatchString(text) {
		text = strings.ReplaceAll(text, ",", ".")
	} else {
		text = strings.NewReplacer(",", "", ".", "").Replace(text)
	}
	value, _ := strconv.ParseFloat(text, 64) // it is digits
	return value
}

var regexpThousands = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[,.]\d{3}`) })

func wordLength(s string) int {
	for i, r := range s {
		if unicode.IsLetter(r) || unicode.Is(unicode.Mn, r) {
			continue
		}
		if r == '\'' || r == '’' {
			if next, _ := utf8.DecodeRuneInString(s[i+utf8.RuneLen(r):]); unicode.IsLetter(next) {
				continue
			}
		}
		return i
	}
	return len(s)
}

// labels matches a label of a line: one of the eight wherever it stands, or another word for one at the
// beginning of a line or a sentence.
var labels = sync.OnceValue(func() *regexp.Regexp {
	var all, names []string
	for name, list := range read().Labels {
		names, all = append(names, name), append(all, list...)
	}
	slices.SortFunc(all, func(a, b string) int { return len(b) - len(a) })
	return regexp.MustCompile(`(?i)(?:(?:^|[\n.;])[ \t*-]*(` + strings.Join(all, "|") + `)|\b(` + strings.Join(names, "|") + `))[ \t*]*:`)
})

// label notes for each token the label of its line. What is to be avoided, and what is had, ends
// with its sentence at the latest.
func label(text string, t []token) {
	found := labels().FindAllStringSubmatchIndex(text, -1)
	for k, at := range found {
		word := ""
		for g := 2; g < len(at); g += 2 {
			if at[g] >= 0 {
				word = strings.ToLower(text[at[g]:at[g+1]])
			}
		}
		name := ""
		for label, list := range read().Labels {
			if slices.Contains(list, word) {
				name = label
			}
		}
		end := len(text)
		if k+1 < len(found) {
			end = found[k+1][0]
		}
		if newline := strings.IndexByte(text[at[1]:end], '\n'); newline >= 0 {
			end = at[1] + newline
		}
		first := true
		for i := range t {
			switch {
			case t[i].start >= at[0] && t[i].end <= at[1]:
				t[i].used, t[i].gone, t[i].barred, t[i].line = true, true, true, "label"
			case t[i].start >= at[1] && t[i].end <= end:
				if first {
					t[i].before, first = stop, false
				} else if t[i].before == stop && (name == "avoid" || name == "has") && strings.ContainsAny(text[t[i-1].end:t[i].start], ".!?") {
					end = t[i].start
					continue
				}
				t[i].line = name
			}
		}
	}
}
