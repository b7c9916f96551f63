package catalog

import (
	"net/url"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Limits of a gift, in characters and entries.
const (
	maxName     = 100
	MaxBrief    = 200
	MaxFull     = 2000
	MaxGuidance = 500
	MaxURL      = 500
	maxCost     = 40
	MaxTags     = 10
	MaxTag      = 40
	maxPhrases  = 12
	maxPhrase   = 80
)

// Clean brings all text of g to the form it is stored in: NFC, without space at either
// end and without control characters, but for the newlines of the full description and the
// guidance, and the id in lower case.
func (g *Gift) Clean() {
	for _, s := range []*string{&g.ID, &g.Name, &g.Brief, &g.URL, &g.Image, &g.Cost} {
		*s = clean(*s)
	}
	g.Full, g.Guidance = cleanLines(g.Full), cleanLines(g.Guidance)
	g.ID = strings.ToLower(g.ID)
	g.Price = Price(clean(string(g.Price)))
	for _, tags := range [][]string{g.Categories, g.Occasions, g.Recipients, g.LovedBy, g.Suggested} {
		for i, tag := range tags {
			tags[i] = clean(tag)
		}
	}
}

// clean makes control characters spaces. Text that is not UTF-8 stays for Check to find.
func clean(s string) string {
	if strings.ContainsFunc(s, unicode.IsControl) && utf8.ValidString(s) {
		s = strings.Map(func(r rune) rune {
			if unicode.IsControl(r) {
				return ' '
			}
			return r
		}, s)
	}
	return norm.NFC.String(strings.TrimSpace(norm.NFC.String(s)))
}

func cleanLines(s string) string {
	lines := strings.Split(strings.ReplaceAll(s, "\r\n", "\n"), "\n")
	for i := range lines {
		lines[i] = clean(lines[i])
	}
	return strings.Trim(strings.Join(lines, "\n"), "\n")
}

// Check returns each rule that g breaks, in the order of its fields; g is as [Gift.Clean]
// leaves it. With a nil vocabulary tags may be any words in lower case.
func (g *Gift) Check(v *Vocabulary) []*Error {
	var broken []*Error
	add := func(errs ...*Error) {
		for _, err := range errs {
			if err != nil {
				broken = append(broken, err)
			}
		}
	}
	if v == nil {
		v = &Vocabulary{}
	}
	add(checkID(g.ID),
		checkText("name", g.Name, maxName, true),
		checkText("brief_description", g.Brief, MaxBrief, true),
		checkText("full_description", g.Full, MaxFull, true))
	if g.Price.Label() == "" {
		add(rule("price_range", "must be budget, moderate, premium or luxury"))
	}
	if len(g.Categories) == 0 {
		add(rule("categories", "must have at least one entry"))
	}
	add(checkTags("categories", g.Categories, v.Categories),
		checkTags("occasions", g.Occasions, v.Occasions),
		checkTags("recipient_types", g.Recipients, v.Recipients),
		checkPhrases("loved_by", g.LovedBy))
	if p := g.Popularity; p != nil && !(*p >= 0 && *p <= 1) { // NaN too
		add(rule("popularity_score", "must be from 0.0 to 1.0"))
	}
	add(checkText("purchasing_guidance", g.Guidance, MaxGuidance, false), checkURL("purchase_url", g.URL), checkURL("image_url", g.Image), checkText("price", g.Cost, maxCost, false))
	return broken
}

func checkText(field, s string, most int, required bool) *Error {
	switch n := utf8.RuneCountInString(s); {
	case n == 0 && required:
		return rule(field, "is required")
	case !utf8.ValidString(s):
		return rule(field, "must be valid UTF-8")
	case n > most:
		return rule(field, "must have at most %d characters, not %d", most, n)
	}
	return nil
}

func checkTags(field string, tags, known []string) *Error {
	if len(tags) > MaxTags {
		return rule(field, "must have at most %d entries, not %d", MaxTags, len(tags))
	}
	for i, tag := range tags {
		switch n := utf8.RuneCountInString(tag); {
		case n == 0 || n > MaxTag:
			return rule(field, "must have entries of 1 to %d characters", MaxTag)
		case strings.Contains(tag, ","): // it parts the tags of a cell
			return rule(field, "must have entries without a comma: %q", tag)
		case tag != strings.ToLower(tag):
			return rule(field, "must be in lower case: %q", tag)
		case slices.Contains(tags[:i], tag):
			return rule(field, "must not have %q twice", tag)
		case known != nil && !slices.Contains(known, tag):
			return rule(field, "must be from the vocabulary, which does not have %q", tag)
		}
	}
	return nil
}

func checkPhrases(field string, phrases []string) *Error {
	if len(phrases) > maxPhrases {
		return rule(field, "must have at most %d entries, not %d", maxPhrases, len(phrases))
	}
	for i, phrase := range phrases {
		switch n := utf8.RuneCountInString(phrase); {
		case n == 0 || n > maxPhrase:
			return rule(field, "must have entries of 1 to %d characters", maxPhrase)
		case !utf8.ValidString(phrase):
			return rule(field, "must be valid UTF-8")
		case strings.Contains(phrase, ","): // it parts the phrases of a cell
			return rule(field, "must have entries without a comma: %q", phrase)
		case slices.Contains(phrases[:i], phrase):
			return rule(field, "must not have %q twice", phrase)
		}
	}
	return nil
}

func checkURL(field, address string) *Error {
	if address == "" {
		return nil
	}
	if err := checkText(field, address, MaxURL, false); err != nil {
		return err
	}
	if u, err := url.Parse(address); err != nil || u.Scheme != "https" || u.Hostname() == "" || u.User != nil {
		return rule(field, "must be an https address")
	}
	return nil
}
