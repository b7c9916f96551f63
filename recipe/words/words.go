// Package words says which recipes a person means who types some words. The vault's search
// and the client's own use it, so that they find the same.
//
// A text holds a word if the word is a part of it, as "suppe" is of "Tomatensuppe", or if
// the text has an English word of the same stem, as "berries" and "berry". Neither case nor
// accents count. Marks that make another letter, as in kana and Devanagari, do.
package words

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/kljensen/snowball/english"
	"golang.org/x/text/unicode/norm"

	"github.com/mcp-adapters/mcp-adapters/recipe/title"
)

// Plain returns text in the form in which it is compared: without case and accents, and
// with letters that many keyboards lack as those that are typed for them.
func Plain(s string) string {
	if isASCII(s) {
		return strings.ToLower(title.Clean(s))
	}
	accented := true // the letter before is of a script in which marks are accents
	return norm.NFC.String(typed.Replace(strings.Map(func(r rune) rune {
		switch {
		case !unicode.Is(unicode.M, r):
			accented = !unicode.IsLetter(r) || unicode.In(r, unicode.Latin, unicode.Greek, unicode.Cyrillic, unicode.Hebrew, unicode.Arabic, unicode.Syriac)
		case unicode.Is(unicode.Mn, r) && (accented || unicode.Is(unicode.Variation_Selector, r)):
			return -1
		}
		return r
	}, norm.NFD.String(title.Key(s)))))
}

// typed has letters that Unicode doesn't take apart.
var typed = strings.NewReplacer("ø", "o", "œ", "oe", "æ", "ae", "ı", "i", "ł", "l", "đ", "d", "ð", "d", "þ", "th", "ħ", "h")

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// Of returns the words of what a person looks for, plain, each once; text without a word
// is one itself, such as a sign.
func Of(text string) []string {
	text = Plain(text)
	words := strings.FieldsFunc(text, func(r rune) bool { return !inWord(r) })
	if len(words) == 0 {
		words = strings.Fields(text)
	}
	for i, w := range words {
		words[i] = cut(w)
	}
	slices.Sort(words)
	return slices.Compact(words)
}

// inWord reports whether a character is a word's: a letter, a number or a mark.
func inWord(r rune) bool { return unicode.In(r, unicode.L, unicode.N, unicode.M) }

// longest is how many characters of a word count.
const longest = 32

func cut(word string) string {
	if len(word) <= longest {
		return word
	}
	n := 0
	for i := range word {
		if n == longest {
			return word[:i]
		}
		n++
	}
	return word
}

// HoldsAll reports whether a text, which is plain, holds each of the words.
func HoldsAll(text string, words []string) bool {
	return !slices.ContainsFunc(words, func(word string) bool { return !holds(text, word) })
}

func holds(text, word string) bool {
	if strings.Contains(text, word) {
		return true
	}
	stem := stemOf(word)
	if stem == "" {
		return false
	}
	for other := range strings.FieldsFuncSeq(text, func(r rune) bool { return !inWord(r) }) {
		// No stem begins with another letter than its word.
		if other[0] == word[0] && stemOf(other) == stem {
			return true
		}
	}
	return false
}

// stemOf returns the stem of an English word, and "" of what can't be one.
func stemOf(word string) string {
	if len(word) < 3 || len(word) > longest {
		return ""
	}
	for i := range len(word) {
		if word[i] < 'a' || word[i] > 'z' {
			return ""
		}
	}
	return english.Stem(word, true)
}
