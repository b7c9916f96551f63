package rules

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

var called = regexp.MustCompile(`(?i)\b(?:called|named|titled)\s+["“'«]?([^"”'»,.;!?\n]{1,60})`)

// filler has the words of a prompt that name nothing.
var filler = strings.Fields(`a an the my our your their his her its of for to in on at with and or by from as is are be that which this these those
	i we you it me us want need would like please make build create show display list get find search view look give app application tool page website
	table tables card cards tile tiles grid post-list layout simple nice small new keep can could should will using use all some any every where what who how so
	columns column rows row dark light theme mode not no without instead lists browse track check`)

// name makes the name of an app from its prompt, or returns otherwise.
func name(prompt string, said []string, otherwise string) string {
	if m := called.FindStringSubmatch(prompt); m != nil {
		if s := strings.TrimSpace(m[1]); s != "" {
			return s
		}
	}
	first := words(firstPart(prompt))
	var kept []string
	for _, w := range first {
		if !slices.Contains(filler, w) && len(kept) < 4 {
			kept = append(kept, w)
		}
	}
	switch {
	case len(kept) > 0:
		return title(kept)
	case len(said) == 0:
		return short(prompt, otherwise)
	}
	return otherwise
}

// firstPart is a prompt up to its first full stop, or the list of what an app has.
func firstPart(prompt string) string {
	end := len(prompt)
	for _, stop := range []string{". ", "\n", ": ", "; ", " with ", " including ", " showing ", " where ", " that "} {
		if i := strings.Index(prompt, stop); i > 0 && i < end {
			end = i
		}
	}
	return prompt[:end]
}

// short is a prompt without words as a name.
func short(prompt, otherwise string) string {
	s := cut(strings.Join(strings.Fields(prompt), " "), 40)
	if strings.IndexFunc(s, unicode.IsGraphic) < 0 {
		return otherwise
	}
	return s
}

func cut(s string, n int) string {
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	return strings.TrimRight(string([]rune(s)[:n]), " _-")
}
