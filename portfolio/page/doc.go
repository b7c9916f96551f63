// Package page makes the public pages of a portfolio: a case study, the list of them, a
// page that isn't there (any more), and the files by which search engines find them.
//
//	html, err := page.CaseStudy{URL: …, Title: …, Images: …, Contractor: …}.Render()
//	w.Header().Set("Content-Security-Policy", page.Policy)
//
// Pages have no script and load nothing but pictures. All text in them was written by
// someone else: it is escaped, and it never becomes a link unless it is an https address.
// Which pages are public, and at which address, is for the caller to know.
package page

import (
	_ "embed" // for the style
	"strconv"

	"golang.org/x/net/html"

	"github.com/mcp-adapters/mcp-adapters/internal/markup"
)

// style is part of each page.
//
//go:embed style.css
var style string

// Policy is the Content-Security-Policy to be sent with a page: its style, pictures of
// its own origin, and nothing else.
var Policy = "default-src 'none'; img-src 'self'; style-src " + markup.Hash(style) + "; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// element is markup's, with names of attributes and their values.
func element(tag string, attributes []string, inside ...any) *html.Node {
	return markup.Element(tag, attributes, inside...)
}

// box is an element of a class.
func box(tag, class string, inside ...any) *html.Node {
	return element(tag, []string{"class", class}, inside...)
}

// prose is an element whose text may be in any script.
func prose(tag, class, text string) *html.Node {
	attributes := []string{"dir", "auto"}
	if class != "" {
		attributes = append(attributes, "class", class)
	}
	return element(tag, attributes, text)
}

func number(n int) string { return strconv.Itoa(n) }
