package rules

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"github.com/mcp-adapters/mcp-adapters/appbuilder/rule"
	regexp "github.com/mcp-adapters/mcp-adapters/internal/lazyregexp"
)

var called = regexp.MustCompile(`(?i)\b(?:called|named|titled)\s+(?:"([^"\n]{1,60})"|“([^”\n]{1,60})”|«([^»\n]{1,60})»|'([^'\n]{1,60})'|([^"”'»,.;:!?\n]{1,60}))`)

// nameEnd ends a name that has no marks around it.
var nameEnd = regexp.MustCompile(`(?i)\s+(?:with|that|which|where|in|as|for|showing|listing|including|having|and)\s.*$`)

// givenName is the name that a prompt gives its app, or "", and the rest of the prompt.
func givenName(prompt string) (name, rest string) {
	at := called.FindStringSubmatchIndex(prompt)
	if at == nil {
		return "", prompt
	}
	for g := 1; g <= 5; g++ {
		if from, to := at[2*g], at[2*g+1]; from >= 0 {
			name = prompt[from:to]
			if g == 5 {
				if end := nameEnd.FindStringIndex(name); end != nil {
					name, to = name[:end[0]], from+end[0]
				}
				return strings.TrimSpace(name), prompt[:at[0]] + prompt[to:]
			}
			return strings.TrimSpace(name), prompt[:at[0]] + prompt[at[1]:]
		}
	}
	return "", prompt
}

// filler has the words at the ends of a prompt that are no part of a name.
var filler = strings.Fields(`a an the my our your their his her its of for to in on at with and or by from as is are be that which this these those all some any every
	i we you it me us he she they let want wants need needs would like please could can should will make build create generate design show shows display list lists get
	find search view look looking browse track manage keep give see have has app apps application tool page website site dashboard overview tracker viewer
	table tables card cards tile tiles grid gallery layout simple nice small new little beautiful cool modern i'm i'd we're we'd hi hello hey dear thanks
	columns column rows row dark light theme mode not no without instead using use where when what who how so about also just only im id up`)

// small are the words within a name that have no capital.
var small = strings.Fields("a an the of for to in on at with and or by from as")

var fullStop = regexp.MustCompile(`[.!?]\s+|\n`)

// introduction says who asks, before what: "I run a small bakery and need".
var introduction = regexp.MustCompile(`(?i)^(?:i|we)(?:'m|'re)? [^.!?\n]*?\b(?:need|want|would like|'d like|looking for)\b `)

// appName makes the name of an app of the words of its prompt, or returns "". Whose the app is
// belongs to its name only where there is nothing else: "order history of our shop".
func appName(prompt string, colored bool) string {
	prompt = introduction.ReplaceAllString(prompt, "")
	first := firstPart(prompt, clauses)
	return cmp.Or(named(firstPart(first, owners), colored), named(first, colored))
}

// named are the words of a text that can name an app.
func named(first string, colored bool) string {
	if first == strings.ToUpper(first) {
		first = strings.ToLower(first)
	}
	said := strings.FieldsFunc(first, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(`,()[]{}<>"“”„«»*_|\`, r) })
	is := func(list []string) func(string) bool {
		return func(w string) bool {
			if w = strings.Trim(w, "!?.:'’"); w == "US" {
				return false
			}
			w = strings.ToLower(w)
			return w == "" || slices.Contains(list, w) || colored && colorWord(w)
		}
	}
	for len(said) > 0 && is(filler)(said[0]) {
		said = said[1:]
	}
	said = said[:min(len(said), 6)]
	for n := len(said); n > 0 && is(filler)(said[n-1]); n-- {
		if n > 1 && strings.EqualFold(said[n-1], "list") && singular(strings.ToLower(said[n-2])) == strings.ToLower(said[n-2]) && !is(filler)(said[n-2]) {
			break // a "wine list", but not an "orders list"
		}
		said = said[:n-1]
	}
	for i, w := range said {
		w = strings.TrimRight(strings.TrimLeft(w, "'‘"), "!?.:")
		if !strings.HasSuffix(w, "s'") {
			w = strings.TrimRight(w, "'")
		}
		if i == 0 || !slices.Contains(small, w) {
			w = sentence(w)
		}
		said[i] = w
	}
	return strings.Join(said, " ")
}

// clauses end what a prompt is about, and owners begin whose it is.
var (
	owners  = []string{" of our ", " of my ", " for our ", " for my "}
	clauses = []string{" - ", " – ", " — ", ". ", "\n", ": ", "; ", ", ", "(", " with ", " including ", " showing ", " where ", " that ", " which ", " who ", " so ", " as ", " sorted ", " ordered ", " arranged ", " ranked ", " sort by ", " by ", " not ", " in a ", " in dark ", " to show ", " to display ", " to list ", " to track ", " to manage ", " for the next "}
)

// firstPart is a text up to the first of the stops.
func firstPart(text string, stops []string) string {
	end := len(text)
	lower := strings.Map(func(r rune) rune { // as long as text, unlike that of strings.ToLower
		if r >= 'A' && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, text)
	for _, stop := range stops {
		if i := strings.Index(lower, stop); i > 0 && i < end {
			end = i
		}
	}
	return text[:end]
}

// short is a prompt without words as a name.
func short(prompt, otherwise string) string {
	return cmp.Or(rule.Visible(rule.Cut(rule.Line(prompt), 40)), otherwise)
}
