package profile

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/mcp-adapters/mcp-adapters/gift/words"
)

// token is a word or a number of a description.
type token struct {
	word       string // in lower case
	start, end int    // where it stands
	number     bool
	value      float64 // of a number
	possessive bool
	before     mark  // what parts it from the one before
	money      bool  // a currency sign stands at it
	plus, less bool  // 100+, <100
	thousands  bool  // 2k
	used       bool  // it was read, and is no interest
	gone       bool  // it isn't looked for either
	barred     bool  // it isn't said of what the person likes
	another    bool  // it is said of someone whom the person has
	lost       bool  // or of someone who died
	given      bool  // someone is named who gets the gift, though another's
	homonym    bool  // it names no interest here
	about      About // what was read of it
}

// mark is what stands between two tokens.
type mark int

const (
	space mark = iota
	hyphen
	comma
	stop
)

// apart reports whether a phrase ends before the token.
func (t *token) apart() bool { return t.before >= comma }

// tokenize cuts s into words and numbers; "10yo" is two.
func tokenize(s string) []token {
	var list []token
	between, money, less := stop, false, false
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case unicode.IsDigit(r):
			t := token{start: i, number: true, before: between, money: money, less: less}
			t.end = i + numberLength(s[i:])
			if n := continental(s[i:]); n > 0 { // 1.000,00
				t.end = i + n
				t.word = strings.ReplaceAll(strings.ReplaceAll(s[t.start:t.end], ".", ""), ",", ".")
			} else {
				t.word = strings.ReplaceAll(s[t.start:t.end], ",", "")
			}
			t.value, _ = strconv.ParseFloat(t.word, 64)
			i = t.end
			if rest := strings.TrimLeft(s[i:], " "); rest != "" {
				sign, _ := utf8.DecodeRuneInString(rest)
				t.money = t.money || unicode.Is(unicode.Sc, sign) && !nextIsAmount(rest)
				t.plus = strings.HasPrefix(s[i:], "+")
			}
			list = append(list, t)
			between, money, less = space, false, false
			continue
		case unicode.IsLetter(r):
			end := i + wordLength(s[i:])
			text := s[i:end]
			t := token{start: i, end: end, word: words.Fold(text), before: between}
			t.possessive = strings.HasSuffix(strings.ReplaceAll(text, "’", "'"), "'s") || strings.HasPrefix(s[end:], "' ") && strings.HasSuffix(text, "s")
			list = append(list, t)
			i = end
			between, money, less = space, false, false
			continue
		case unicode.Is(unicode.Sc, r):
			money = true
		case r == '<':
			less = true
		case r == '-' || r == '–' || r == '—':
			if i > 0 && (s[i-1] == ' ' || r == '—') { // a dash
				between = max(between, comma)
			} else {
				between = max(between, hyphen)
			}
		case r == ',' || r == ':':
			between = max(between, comma)
		case strings.ContainsRune(".;!?()[]\n\"", r):
			between = stop
		}
		i += size
	}
	return list
}

// nextIsAmount reports whether the sign at the beginning of rest belongs to the number
// after it: "5 $10".
func nextIsAmount(rest string) bool {
	_, size := utf8.DecodeRuneInString(rest)
	after := strings.TrimLeft(rest[size:], " ")
	return after != "" && unicode.IsDigit(rune(after[0]))
}

// numberLength is how much of s is one number, with thousands and decimals.
func numberLength(s string) int {
	i, point := 0, false
	for i < len(s) {
		switch c := s[i]; {
		case c >= '0' && c <= '9':
		case c == ',' && !point && i+3 < len(s) && digits(s[i+1:i+4]) && (i+4 == len(s) || !digits(s[i+4:i+5])):
		case c == '.' && !point && i+1 < len(s) && digits(s[i+1:i+2]):
			point = true
		default:
			if i == 0 { // a digit of another script
				_, size := utf8.DecodeRuneInString(s)
				return size
			}
			return i
		}
		i++
	}
	return i
}

// continental is how much of s is a number with points between its thousands, 0 if it has
// none: as no amount has three decimals.
func continental(s string) int {
	i := 0
	for i < len(s) && i < 3 && digits(s[i:i+1]) {
		i++
	}
	groups := 0
	for i > 0 && i+3 < len(s) && s[i] == '.' && digits(s[i+1:i+4]) {
		i += 4
		groups++
	}
	if groups == 0 || i < len(s) && digits(s[i:i+1]) {
		return 0
	}
	if i+2 < len(s) && s[i] == ',' && digits(s[i+1:i+3]) && (i+3 == len(s) || !digits(s[i+3:i+4])) {
		i += 3
	}
	return i
}

func digits(s string) bool { return strings.Trim(s, "0123456789") == "" }

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
