package words

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// A Field is a part of a recipe in which words are looked for.
type Field int

// The fields of a recipe.
const (
	Title Field = iota
	Description
	Ingredients
)

// Terms are what an index keeps of a recipe, so that a search for words becomes one for
// terms and for beginnings of terms: each ending of each word, since a part of a word is the
// beginning of an ending, and each stem. A term is of letters and digits, and of characters
// outside ASCII, so that it needs no quotes in any store. It says which field it is of.
type Terms struct {
	b    strings.Builder
	seen map[string]struct{}
	full bool
}

// mostTerms bounds what is kept of a recipe, in bytes, within a word too: PostgreSQL takes less
// than 1 MB. A title and a description of the greatest length have half of it in most scripts;
// what is beyond isn't found.
const mostTerms = 600 << 10

// The first characters of terms, by field.
const (
	endingMarks = "tdi"
	stemMarks   = "uej"
)

// Add adds the terms of a text in a field.
func (t *Terms) Add(f Field, text string) {
	if t.seen == nil {
		t.seen = make(map[string]struct{})
	}
	for word := range runs(Plain(text)) {
		key := endingMarks[f:f+1] + word
		if _, ok := t.seen[key]; ok {
			continue
		}
		t.seen[key] = struct{}{}
		for i := range word {
			if t.b.Len() > mostTerms {
				if !t.full {
					t.b.WriteString(" " + Cut.Text)
				}
				t.full = true
				return
			}
			t.add(endingMarks[f], cut(word[i:]))
		}
		if stem := stemOf(word); stem != "" {
			t.add(stemMarks[f], stem)
		}
	}
}

func (t *Terms) add(mark byte, text string) {
	if t.b.Len() > 0 {
		t.b.WriteByte(' ')
	}
	t.b.WriteByte(mark)
	writeTerm(&t.b, text)
}

// String returns the terms with blanks between them.
func (t *Terms) String() string { return t.b.String() }

// A Term is what a search asks an index for: the term itself, or what begins with it.
type Term struct {
	Text   string
	Prefix bool
}

// Cut is a term of every recipe that has more words than are kept.
var Cut = Term{Text: "z"}

// Sought returns the terms of which an index has at least one if a recipe holds the word
// in one of the fields.
func Sought(word string, in []Field) []Term {
	var sought []Term
	stem := stemOf(word)
	for _, f := range in {
		sought = append(sought, term(endingMarks[f], word, true))
		if stem != "" {
			sought = append(sought, term(stemMarks[f], stem, false))
		}
	}
	return sought
}

func term(mark byte, text string, prefix bool) Term {
	var b strings.Builder
	b.WriteByte(mark)
	writeTerm(&b, text)
	return Term{b.String(), prefix}
}

// Match writes, in the language of an index, that one term at least of each list is to be found.
func Match(all [][]Term, and, or string, write func(Term) string) string {
	each := make([]string, len(all))
	for i, terms := range all {
		written := make([]string, len(terms))
		for j, term := range terms {
			written[j] = write(term)
		}
		each[i] = "(" + strings.Join(written, or) + ")"
	}
	return strings.Join(each, and)
}

// writeTerm writes signs of ASCII as characters of the private use area, since some mean
// something to an index.
func writeTerm(b *strings.Builder, text string) {
	const private = '\ue000'
	for _, r := range text {
		if r < utf8.RuneSelf && (r < 'a' || r > 'z') && (r < '0' || r > '9') {
			r += private
		}
		b.WriteRune(r)
	}
}

// runs yields the words of a plain text, and what is between them but white space: a word
// that is looked for is a part of one of these.
func runs(text string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		start, was := 0, blank
		for i, r := range text {
			is := kindOf(r)
			if is == was {
				continue
			}
			if was != blank && !yield(text[start:i]) {
				return
			}
			start, was = i, is
		}
		if was != blank {
			yield(text[start:])
		}
	}
}

const (
	blank = iota
	letter
	sign
)

func kindOf(r rune) int {
	switch {
	case inWord(r):
		return letter
	case unicode.IsSpace(r):
		return blank
	}
	return sign
}
