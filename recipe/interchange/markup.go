package interchange

import (
	"bytes"
	"regexp"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
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
			if raw := z.Raw(); !isComment(raw) {
				b.Write(raw)
			}
		}
	}
}

// tagText returns what is left of the tag that z is at: nothing, a line end,
// or the tag itself when HTML has none of that name, or when its attributes
// are rather words ("<b and c>").
func tagText(z *html.Tokenizer) string {
	raw := string(z.Raw())
	name, attributes := z.TagName()
	if attributes && !strings.Contains(raw, "=") {
		return raw
	}
	switch atom.Lookup(name) {
	case atom.Br, atom.P, atom.Li, atom.Div, atom.Ul, atom.Ol, atom.H1, atom.H2, atom.H3, atom.H4, atom.Tr:
		return "\n"
	case atom.A, atom.Abbr, atom.Address, atom.Article, atom.Aside, atom.B, atom.Bdi, atom.Bdo, atom.Big,
		atom.Blockquote, atom.Body, atom.Button, atom.Caption, atom.Center, atom.Cite, atom.Code, atom.Col,
		atom.Colgroup, atom.Dd, atom.Del, atom.Details, atom.Dfn, atom.Dl, atom.Dt, atom.Em, atom.Figcaption,
		atom.Figure, atom.Font, atom.Footer, atom.Form, atom.H5, atom.H6, atom.Head, atom.Header, atom.Hr,
		atom.Html, atom.I, atom.Iframe, atom.Img, atom.Input, atom.Ins, atom.Kbd, atom.Label, atom.Link,
		atom.Main, atom.Mark, atom.Meta, atom.Nav, atom.Nobr, atom.Noscript, atom.Picture, atom.Pre, atom.Q,
		atom.S, atom.Samp, atom.Script, atom.Section, atom.Small, atom.Source, atom.Span, atom.Strike,
		atom.Strong, atom.Style, atom.Sub, atom.Summary, atom.Sup, atom.Svg, atom.Table, atom.Tbody, atom.Td,
		atom.Tfoot, atom.Th, atom.Thead, atom.Time, atom.Tt, atom.U, atom.Var, atom.Video, atom.Wbr:
		return ""
	}
	return raw
}

// isComment reports whether raw is a whole comment or the declaration that
// opens a page.
func isComment(raw []byte) bool {
	return bytes.HasPrefix(raw, []byte("<!--")) && bytes.HasSuffix(raw, []byte("-->")) ||
		bytes.EqualFold(raw, []byte("<!doctype html>"))
}

var reference = regexp.MustCompile(`&(?:#[0-9]+|#[xX][0-9a-fA-F]+|[a-zA-Z][a-zA-Z0-9]*);?`)

// resolve replaces character references. A browser also replaces the start of
// a word, which would turn "salt &notes" into "salt ¬es"; here a name counts
// only as a whole.
func resolve(s string) string {
	return reference.ReplaceAllStringFunc(s, func(ref string) string {
		r := html.UnescapeString(ref)
		most := 1 // characters; of the names with a semicolon some stand for two
		if strings.HasSuffix(ref, ";") {
			most = 2
		}
		if utf8.RuneCountInString(r) > most {
			return ref
		}
		return r
	})
}
