package rules

import (
	"slices"
	"strings"
	"unicode/utf8"

	regexp "github.com/mcp-adapters/mcp-adapters/internal/lazyregexp"
)

// starts are words with which a wish begins wherever they are followed by another word; and
// those that need one of followers, since they may belong to a name.
var (
	starts    = strings.Fields("add insert remove delete rename undo switch sort replace append")
	maybe     = strings.Fields("make set change use turn show display call name update move put give paint color colour order clear keep drop hide mark convert create describe want get take fill round have sharpen")
	followers = strings.Fields("it this that the a an all every everything each my its them dark light row rows column columns card cards tile tiles table posts post primary background corners text buttons header rounded rounder square only by to as")
)

// joint is where one wish may end and another begin, within a sentence.
var joint = regexp.MustCompile(`(?i)\s*(?:,\s*(?:and|then|but|plus|also)\b|,|&|\b(?:and then|and also|and|then|but|plus|also)\b)\s+(?:(?:then|also|please|now|finally|just|to)\s+)*`)

// sentences end at a mark that is followed by space, and at the end of a line.
var sentenceEnd = regexp.MustCompile(`[.!?]+(?:\s+|$)|\s*;\s+|\s*\n\s*`)

// bullet begins a line of a list.
var bullet = regexp.MustCompile(`(?m)^[ \t]*(?:\d{1,2}[.)]|[-*•])[ \t]+`)

// abbreviation is what ends in a mark that ends no sentence: "St. Mary", "Salt & Co. Ltd".
var abbreviation = regexp.MustCompile(`(?:^|\s)(?:\p{Lu}|St|Mr|Mrs|Ms|Dr|Prof|Co|Inc|No|Nr|vs|etc|e\.g|i\.e|approx)$`)

// long begins a wish of which all that follows is the value: a text of several sentences.
var long = regexp.MustCompile(`(?is)^[^.;\n]{0,60}?\b(?:description|describe)\b[^.;\n]{0,40}?(?:\bto\b|\bas\b|:)\s*[^"“]`)

// split returns the wishes of a message in their order. columns are names that may follow a
// word such as "hide".
func split(message string, columns []string) (wishes []string) {
	for rest := strings.TrimSpace(bullet.ReplaceAllString(message, "")); rest != "" && len(wishes) <= maxRequests; {
		end, next := len(rest), len(rest)
		for _, at := range outside(sentenceEnd, rest) {
			if rest[at[0]] != '.' || !abbreviation.MatchString(rest[:at[0]]) {
				end, next = at[0], at[1]
				break
			}
		}
		sentence := strings.TrimSpace(rest[:end])
		pieces := pieces(sentence, columns)
		for i, p := range pieces {
			if long.MatchString(p) {
				from := strings.Index(rest, p)
				pieces, next = append(pieces[:i:i], strings.TrimSpace(rest[from:])), len(rest)
				break
			}
		}
		for _, p := range pieces {
			text := polite(p)
			switch n := len(wishes); {
			case text == "":
			case n > 0 && refusal.MatchString(wishes[n-1]): // "Not a table. Use cards."
				wishes[n-1] += ", " + text
			default:
				wishes = append(wishes, text)
			}
		}
		rest = strings.TrimSpace(rest[next:])
	}
	return wishes
}

// refusal is a wish that says only what isn't wanted.
var refusal = regexp.MustCompile(`(?i)^(?:not|no)(?: an?| the| as an?)? \p{L}+$`)

// pieces are the wishes of a sentence: it is divided where a word begins a wish. One whose
// beginning may turn the meaning of the rest round, "if …" or "don't …", stays whole.
func pieces(sentence string, columns []string) (all []string) {
	if unsure(sentence) {
		return []string{sentence}
	}
	start := 0
	for _, at := range outside(joint, sentence) {
		spares := exception.MatchString(sentence[at[1]:]) && removesAll.MatchString(sentence[start:at[0]])
		if begins(sentence[at[1]:], columns) && !spares && at[0] > start {
			all = append(all, sentence[start:at[0]])
			start = at[1]
		}
	}
	return append(all, sentence[start:])
}

func isVerb(word string) bool {
	word = strings.ToLower(word)
	return slices.Contains(starts, word) || slices.Contains(maybe, word)
}

// begins reports whether a wish begins here. It begins with a small letter: "and Make" is
// rather a part of a name.
func begins(s string, columns []string) bool {
	first, rest, _ := strings.Cut(s, " ")
	rest = rest[:min(len(rest), longestName)]
	said := words(rest)
	switch {
	case len(said) == 0, first != strings.ToLower(first):
		return false
	case slices.Contains(starts, first):
		return true
	case !slices.Contains(maybe, first):
		return false
	}
	return slices.Contains(followers, said[0]) || slices.ContainsFunc(columns, func(c string) bool { return strings.HasPrefix(strings.ToLower(rest), strings.ToLower(c)) })
}

var unsureBeginnings = regexp.MustCompile(`(?i)^(?:please )?(?:don'?t|don’t|do not|never|if|when|whenever|unless|until|once|because|should|what if|what happens)\b`)

// unsure reports whether a sentence begins so that its wishes aren't meant as they stand.
func unsure(sentence string) bool { return unsureBeginnings.MatchString(sentence) }

// brackets hold what belongs together, as quotation marks do.
var brackets = regexp.MustCompile(`\([^()\n]*\)`)

// outside finds what matches outside of quotation marks and brackets.
func outside(re *regexp.Regexp, s string) (found [][]int) {
	inside := append(quotedRanges(s), brackets.FindAllStringIndex(s, -1)...)
	for _, at := range re.FindAllStringIndex(s, -1) {
		if !slices.ContainsFunc(inside, func(q []int) bool { return at[0] > q[0] && at[0] < q[1] }) {
			found = append(found, at)
		}
	}
	return found
}

// quotation is text in quotation marks. A single one within a word is an apostrophe.
var quotation = regexp.MustCompile("\"[^\"\n]*\"|“[^”\n]*”|«[^»\n]*»|`[^`\n]*`|(?:^|\\s)'[^'\n]*'")

func quotedRanges(s string) [][]int { return quotation.FindAllStringIndex(s, -1) }

// unquoted is a value without the marks around it and the mark that ends a sentence.
func unquoted(s string) string {
	s = strings.TrimSpace(s)
	for _, pair := range [][2]string{{`"`, `"`}, {"“", "”"}, {"«", "»"}, {"'", "'"}, {"`", "`"}, {"‘", "’"}} {
		if strings.HasPrefix(s, pair[0]) && strings.HasSuffix(s, pair[1]) && utf8.RuneCountInString(s) >= 2 {
			return strings.TrimSpace(s[len(pair[0]) : len(s)-len(pair[1])])
		}
	}
	return s
}

var (
	courtesy = regexp.MustCompile(`(?i)^(?:please|pls|kindly|ok(?:ay)?|hey|hi|hello|now|then|and|also|so|well|next|finally|just|but|great|perfect|nice|cool|good|thanks|thank you|actually|` +
		`(?:can|could|would|will) (?:you|we)|can i (?:have|get|see)|let'?s|let us|go ahead and|(?:what|how) about|` +
		`(?:i|we)(?: would|'d)? (?:like|want|need|prefer|rather have)(?: you)?(?: to(?: have| see)?)?|i'?d rather have)(?:[\s,:!.]+|$)`)
	thanks = regexp.MustCompile(`(?i)[\s,]+(?:please|pls|thanks|thank you|for me|if you can|if possible)$`)
	be     = regexp.MustCompile(`(?i)^(?:can|could) (?:it|this) be `)
)

// polite is a wish without what is said around it.
func polite(s string) string {
	s = strings.TrimSpace(s)
	for {
		was := s
		rest := strings.TrimSpace(courtesy.ReplaceAllString(s, ""))
		likes := strings.HasPrefix(strings.ToLower(s), "i like") || strings.HasPrefix(strings.ToLower(s), "we like")
		if rest != "" && !likes {
			s = rest
		}
		s = be.ReplaceAllString(thanks.ReplaceAllString(s, ""), "make it ")
		if !strings.HasSuffix(s, "...") {
			s = strings.TrimRight(s, ".!, ")
		}
		if s == was {
			return s
		}
	}
}
