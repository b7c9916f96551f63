// Package words cuts English text into words, and says which of them mean something.
package words

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// All returns the words of s in lower case: runs of letters and digits. An apostrophe
// within a word is dropped with what is possessive after it, so that "dad's" is "dad" and
// "don't" is "dont".
func All(s string) []string {
	var list []string
	for len(s) > 0 {
		word, rest := next(s)
		if word != "" {
			list = append(list, word)
		}
		s = rest
	}
	return list
}

// next cuts the first word off s.
func next(s string) (word, rest string) {
	start := strings.IndexFunc(s, inWord)
	if start < 0 {
		return "", ""
	}
	s = s[start:]
	end := len(s)
	for i, r := range s {
		if inWord(r) || apostrophe(r) && isLetter(s[i+utf8.RuneLen(r):]) {
			continue
		}
		end = i
		break
	}
	return Fold(s[:end]), s[end:]
}

func inWord(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.Mn, r)
}

func apostrophe(r rune) bool { return r == '\'' || r == '’' }

func isLetter(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsLetter(r)
}

// Fold returns one word as [All] does: in lower case, without apostrophes and a
// possessive's end.
func Fold(word string) string {
	word = strings.ToLower(word)
	if !strings.ContainsAny(word, "'’") {
		return word
	}
	word = strings.ReplaceAll(word, "’", "'")
	word = strings.TrimSuffix(word, "'s")
	return strings.ReplaceAll(word, "'", "")
}

// Content returns the stems of those words of s that mean something, in order.
func Content(s string) []string {
	list := All(s)
	kept := list[:0]
	for _, w := range list {
		if !Stop(w) {
			kept = append(kept, Stem(w))
		}
	}
	return kept
}

// Stem takes the common endings off a word in lower case, so that "gardens", "gardening"
// and "gardener" are one.
func Stem(w string) string {
	if len(w) < 4 || w[len(w)-1] < 'a' { // short, or ends in a digit
		return w
	}
	w = singular(w)
	if as := unlike[w]; as != "" {
		return as
	}
	for _, end := range endings {
		stem, ok := strings.CutSuffix(w, end)
		if !ok || len(stem) < 3 || !strings.ContainsAny(stem, "aeiouy") {
			continue
		}
		w = stem
		if n := len(w); n > 3 && w[n-1] == w[n-2] && !strings.ContainsRune("lsz", rune(w[n-1])) {
			w = w[:n-1] // running, runner
		} else if n == 3 && isVowel(w[1]) && !isVowel(w[0]) && !isVowel(w[2]) && !strings.ContainsRune("wxy", rune(w[2])) {
			w += "e" // caring isn't of cars
		}
		break
	}
	if len(w) > 4 { // but wine is no win
		w = strings.TrimSuffix(w, "e") // skating, skate
	}
	if len(w) > 2 && w[len(w)-1] == 'y' {
		w = w[:len(w)-1] + "i"
	}
	return w
}

// unlike are words whose endings make other words of them: training has no train, a hammer no ham.
var unlike = func() map[string]string {
	m := map[string]string{"trainer": "training", "trained": "training"}
	for w := range strings.FieldsSeq(`training brother hammer shower poster corner flower tower counter number matter batter litter bitter pepper copper
ladder rubber butter dinner summer winter letter paper water finger river silver cover power monster master quarter layer border slipper`) {
		m[w] = w
	}
	return m
}()

// Agent reports whether [Stem] takes "er" off a word, as off "gardener", and off "flower" too.
func Agent(w string) bool {
	w = singular(w)
	stem, ok := strings.CutSuffix(w, "er")
	return ok && len(stem) > 2 && strings.ContainsAny(stem, "aeiouy")
}

func isVowel(c byte) bool { return strings.IndexByte("aeiou", c) >= 0 }

// endings are tried in this order, after the plural's.
var endings = []string{"ing", "ers", "er", "ed"}

func singular(w string) string {
	switch {
	case strings.HasSuffix(w, "ss"), strings.HasSuffix(w, "us"), strings.HasSuffix(w, "is") && len(w) > 4: // tennis, but skis
		return w
	case strings.HasSuffix(w, "ies") && len(w) > 4:
		return w[:len(w)-3] + "y"
	case strings.HasSuffix(w, "sses"), strings.HasSuffix(w, "xes"), strings.HasSuffix(w, "ches"), strings.HasSuffix(w, "shes"):
		return w[:len(w)-2]
	case strings.HasSuffix(w, "s"):
		return w[:len(w)-1]
	}
	return w
}
