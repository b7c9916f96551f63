package rules

import (
	"slices"
	"strings"

	regexp "github.com/mcp-adapters/mcp-adapters/internal/lazyregexp"
)

// unread is the word that says what the entries are, where the topic's is only a part of it and the
// word isn't known: "vaccinations" in "pet vaccinations". The "prices" of "products and prices" are a
// column, while "cat breeds" are no cats.
func (d *draft) unread() string {
	if len(d.wishes.names) > 0 {
		return "" // they say what is meant
	}
	v := known()
	chosen := words(strings.Join(slices.Concat(d.chosen, d.unchosen), " "))
	for _, segment := range segments(words(marks.ReplaceAllString(d.wishes.rest, " and "))) {
		for end := len(segment); end > 0; end-- {
			if !strings.HasSuffix(" "+normal(segment[:end]), " "+d.phrase) {
				continue
			}
			for i, w := range segment[end:] {
				_, topical := v.about([]string{w})
				if topical == "" && !slices.Contains(chosen, w) && (i == 0 || !d.hasColumn(w)) && !slices.Contains(filler, w) && !slices.Contains(noNouns, w) && !slices.Contains(shaping, w) && layoutOf(w) == "" && !is(w, tableWords) && !is(w, postWords) && !is(w, containers) && noun.MatchString(w) && singular(w) != w {
					return w
				}
			}
			return ""
		}
	}
	return ""
}

// hasColumn reports whether a word names a column of the samples: "prices".
func (d *draft) hasColumn(word string) bool {
	v, one := known(), singular(word)
	return slices.ContainsFunc(d.topic.columns(v, d.wishes), func(c column) bool {
		header := normal(words(c.Header))
		return header == one || strings.HasSuffix(header, " "+one) || v.same(c.Header, word)
	})
}

// marks are between words that don't belong together.
var marks = regexp.MustCompile(`\s*(?:[,;:(]|\s[–—-]\s)\s*`)

var noun = regexp.MustCompile(`^[a-z]{3,20}$`)

// nounIn is the singular of the first plural that was said and isn't a word of every prompt,
// or "". It is what the app shows, if anything is.
func nounIn(said []string) string {
	for _, segment := range segments(said) {
		for _, w := range slices.Backward(segment) {
			if one := singular(w); one != w && noun.MatchString(one) && !slices.Contains(filler, w) && !slices.Contains(filler, one) && !slices.Contains(noNouns, w) && currencyOf(one) == "" {
				return one
			}
		}
	}
	return ""
}

// noNouns end like a plural.
var noNouns = strings.Fields("was does goes has his its yes always perhaps sometimes lots less things thing stuff ones others sends gives says uses makes takes works les des los las wants tells")
