package interchange

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"
)

// plain turns text that may carry HTML into plain text: tags that HTML has go,
// block tags leave a line end, whole comments go, references are resolved.
// Whatever only looks like markup ("<200 degrees", "<!!") is text and stays.
func plain(s string) string {
	if !strings.ContainsAny(s, "<&") {
		return tidy(s)
	}
	z := html.NewTokenizer(strings.NewReader(s))
	var b strings.Builder
	for {
		switch z.Next() {
		case html.ErrorToken: // the end; a tag that is still open there is text
			b.Write(z.Raw())
			// Feeds escape twice often enough ("&amp;deg;").
			return tidy(resolve(b.String()))
		case html.TextToken:
			b.WriteString(resolve(string(z.Raw())))
		case html.StartTagToken, html.EndTagToken, html.SelfClosingTagToken:
			b.WriteString(tagText(z))
		case html.CommentToken, html.DoctypeToken:
			// The tokenizer takes everything from "<!", "<?" or "</" and a
			// sign on for a comment, to the end if it must.
			if raw := z.Raw(); !wholeComment.Match(raw) {
				b.Write(raw)
			}
		}
	}
}

// tags has the tags of HTML, and what is left of each in a text.
var tags = wordMap(map[string]string{
	"\n": `br p li div ul ol table tr h1 h2 h3 h4 h5 h6 section article blockquote dl dt dd pre header footer`,
	" ":  `td th`,
	"": `a abbr address aside b bdi bdo big body button caption center cite code col colgroup del details dfn em figcaption
figure font form head hr html i iframe img input ins kbd label link main mark meta nav nobr noscript picture q s samp
script small source span strike strong style sub summary sup svg tbody tfoot thead time tt u var video wbr`,
})

// tagText returns what is left of the tag that z is at, which is the tag itself when
// HTML has none of that name, or when its attributes are rather words ("<b and c>").
func tagText(z *html.Tokenizer) string {
	raw := string(z.Raw())
	name, attributes := z.TagName()
	left, known := tags[string(name)]
	if !known || attributes && !strings.Contains(raw, "=") {
		return raw
	}
	return left
}

// wholeComment is also the declaration that opens a page.
var wholeComment = regexp.MustCompile(`(?is)^<!--.*-->$|^<!doctype html>$`)

var reference = regexp.MustCompile(`&(?:#[0-9]+|#[xX][0-9a-fA-F]+|[a-zA-Z][a-zA-Z0-9]*);?`)

// resolve replaces character references. A browser also replaces the start of
// a word, which would turn "salt &notes" into "salt ¬es"; here a name counts
// only as a whole.
func resolve(s string) string {
	return reference.ReplaceAllStringFunc(s, func(ref string) string {
		r := html.UnescapeString(ref)
		// Of the names with a semicolon some stand for two characters.
		if n := utf8.RuneCountInString(r); n > 2 || n == 2 && !strings.HasSuffix(ref, ";") {
			return ref
		}
		return r
	})
}
