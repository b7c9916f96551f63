package rules

import (
	"slices"
	"strings"
	"unicode"

	"github.com/mcp-adapters/mcp-adapters/appbuilder/layout"
	regexp "github.com/mcp-adapters/mcp-adapters/internal/lazyregexp"
)

// denial is a part of a prompt that says what isn't wanted, without the word that refuses it.
type denial struct {
	text string
	// narrow refuses some of the entries, "orders not shipped", or something that the rules don't
	// know as a wish: it is no column.
	narrow bool
}

// refusing begins what isn't wanted. The groups are how it refuses: a word that a list follows, one
// before a single thing, a verb that is denied, and one that is denied and asks for the opposite.
var refusing = regexp.MustCompile(`(?i)(?:^|[\s,;:.!?(–—-])((?:(?:but|yet|and|or|though|although|please|just|with|having|has|have|show|use|it has|there (?:is|are|should be)|i|we|you|they|it|should|should have)\s+)*)(?:` +
	`(without|exclud(?:e|es|ing)|except(?:ing)?(?: for)?|apart from|aside from|omit(?:ting)?|leave (?:out|off)|leaving (?:out|off)|minus|sans|hide the|skip the)` +
	`|(instead of|rather than|not|no|neither|nor)` +
	`|((?:do not|don't|dont|does not|doesn't|doesnt|never|should not|shouldn't|must not|mustn't)(?:\s+(?:want|need|like|make|create|build|use|show|include|add|have|has|display|give|put|list|require|care about|care|bother with|to (?:see|have|show|use|include)|me|it|them|this))*)` +
	`)\s+`)

var (
	// wanted are the words by which a refusal is a request after all: "don't forget the price".
	wanted = regexp.MustCompile(`(?i)\b(?:do not|don't|dont|never)\s+(?:forget|miss|omit|leave out|skip|exclude|lose)(?:\s+to\s+(?:add|include|show|list|put in|have))?\b`)
	// bound ends a refusal.
	bound = regexp.MustCompile(`(?i)[.;:!?()\n]|[\s,]+(?:but|with|in|as|for|on|using|use|so|because|since|that|which|who|where|when|if|while|from|by|just|only|to|instead|make|show|rather|without|not|no|i|i'd|we|it|please|sorted|ordered|grouped)\s`)
	// another begins a wish of its own after "and".
	another = regexp.MustCompile(`(?i)[\s,]+and\s+(?:an?|also|add|make|show|use|with|keep|please|then|give)\s`)
	ended   = regexp.MustCompile(`(?i),[^,]*\b(?:or|nor)\s|,\s*(?:and|or|nor)\s`)
	// relative is a clause that says which entries are meant, or what the app is like.
	relative = regexp.MustCompile(`(?i)(\p{L}+)\s+(?:that|which|who|whose|where|when)\b[^,.;:!?\n]*$`)
	// unneeded is said of what isn't wanted after its name.
	unneeded = regexp.MustCompile(`(?i)((?:^|[.;,!?\n]|\b(?:but|and)\b)\s*)(?:the )?((?:\p{L}+ ){0,2}?\p{L}+?) (?:(?:is|are) not|isn't|aren't|not) (?:needed|required|necessary|wanted)\b`)
	// arent begins what entries aren't to be.
	arent   = regexp.MustCompile(`(?i)^(?:isn't|aren't|wasn't|weren't)\s+`)
	leftOut = regexp.MustCompile(`(?i)\bleave (?:the |my |our |its )?((?:\p{L}+ ){0,2}\p{L}+?) (?:out|off)\b(?: of\b)?`)
	// unread denies something in a way that isn't read.
	unread = regexp.MustCompile(`(?i)\b(?:isn't|aren't|wasn't|weren't|can't|cannot|won't|hasn't|haven't|hadn't|didn't|couldn't|wouldn't|nothing|none|nobody|(?:everything|all) but|unless)\s[^.;:!?,\n]*`)
	// ofWhat is a column, and what it is of: "the status column of our orders".
	ofWhat   = regexp.MustCompile(`(?i)^(.*?\bcolumns?) (?:of|from) `)
	either   = regexp.MustCompile(`(?i)\s*(?:,|\band\b|\bor\b|\bnor\b|&|/)\s*`)
	leading  = regexp.MustCompile(`(?i)^(?:(?:as|in|from|by|like|into|about|of|with|to|an?|the|any|its|their|my|our|some|all|also|need for|showing|show|include|including|display|columns?(?: for)?|fields?(?: for)?)\s+)+`)
	trailing = regexp.MustCompile(`(?i)(?:\s+(?:columns?|fields?|please|at all|thanks|anymore|needed|required|necessary|whatsoever|though|info|information|shown|included|either|yet|in it|there))+$`)
)

// notRefused are the words after which "no" and "not" refuse nothing.
var notRefused = strings.Fields("and or more less fewer later earlier one matter only just merely necessarily too so very least sure")

// notBefore are the words before "no" and "not" that make something else of it: "yes or no",
// "order no".
var notBefore = strings.Fields("yes or whether why if order invoice serial phone room house account item ticket")

// maxRefusals bounds how many are read.
const maxRefusals = 20

// refusals takes what isn't wanted out of a prompt.
func refusals(prompt string) (rest string, all []denial) {
	prompt = strings.ReplaceAll(prompt, "’", "'")
	prompt = wanted.ReplaceAllString(prompt, ", with")
	prompt = leftOut.ReplaceAllStringFunc(prompt, func(s string) string {
		m := leftOut.FindStringSubmatch(s)
		if strings.HasSuffix(s, " of") {
			return "without " + m[1] + " in"
		}
		return "without " + m[1]
	})
	prompt = unneeded.ReplaceAllString(prompt, "${1}without $2")
	for from := 0; from < len(prompt) && len(all) < maxRefusals; {
		at := refusing.FindStringSubmatchIndex(prompt[from:])
		if at == nil {
			break
		}
		for i := range at {
			if at[i] >= 0 {
				at[i] += from
			}
		}
		start, end := at[2], at[1]
		word := slices.IndexFunc([]int{at[4], at[6], at[8]}, func(i int) bool { return i >= 0 })
		said := prompt[at[4+2*word]:at[5+2*word]]
		before, next := words(prompt[:start]), firstWord(prompt[end:])
		fresh := strings.ContainsAny(prompt[max(0, start-2):start], ",.;:!?(\n–—-")
		ofList, denied := word == 0, word == 2
		switch {
		case isQuoted(prompt, start),
			word == 1 && (slices.Contains(notRefused, next) || len(before) > 0 && at[2] == at[3] && !fresh && slices.Contains(notBefore, before[len(before)-1])),
			len(before) > 0 && proper(said) && !fresh:
			from = end
			continue
		}
		phrase := extent(prompt[end:], ofList)
		narrow := false
		if m := relative.FindStringSubmatch(prompt[:start]); m != nil {
			narrow = !slices.Contains(filler, strings.ToLower(m[1])) || slices.Contains(pronouns, strings.ToLower(m[1]))
		}
		if find(words(prompt[at[2]:at[3]]), []string{"i", "we"}) >= 0 {
			narrow = false // "where we don't need phone numbers"
		}
		switch lower := strings.ToLower(said); {
		case denied && !strings.Contains(lower, " "), lower == "do not", lower == "does not", lower == "should not", lower == "must not":
			narrow = true // the verb isn't known: "customers who don't pay"
			phrase = prompt[at[4+2*word]:end] + phrase
			end = at[4+2*word]
		case lower == "not" && at[2] == at[3] && len(before) > 0 && !fresh:
			narrow = true
		}
		if strings.TrimSpace(phrase) == "" {
			from = at[1]
			continue
		}
		all = append(all, denial{strings.TrimSpace(phrase), narrow})
		head, tail := prompt[:start], prompt[end+len(phrase):]
		if trimmed := strings.TrimLeft(tail, " ,"); head == "" || trimmed != tail && hasWord(trimmed, "but", "rather") {
			tail = strings.TrimLeft(strings.TrimPrefix(strings.TrimPrefix(trimmed, "but "), "rather "), " .,;!")
		}
		head = strings.TrimRight(head, " ")
		if t := strings.TrimSpace(tail); strings.HasSuffix(head, ",") && (t == "" || strings.ContainsAny(t[:1], ".,;:!?)")) {
			head = strings.TrimSuffix(head, ",")
		}
		prompt = head + " " + strings.TrimLeft(tail, " ")
		from = len(head)
	}
	for _, at := range outside(unread, prompt) {
		if len(all) < maxRefusals {
			all = append(all, denial{strings.TrimSpace(prompt[at[0]:at[1]]), true})
		}
	}
	return strings.TrimSpace(prompt), all
}

func firstWord(s string) string {
	first, _, _ := strings.Cut(strings.TrimSpace(s), " ")
	return strings.ToLower(strings.Trim(first, ",.;:!?"))
}

func hasWord(s string, any ...string) bool { return slices.Contains(any, firstWord(s)) }

// proper reports whether a word within a sentence is written as part of a name: "The No Kids Cafe".
func proper(word string) bool {
	r := []rune(word)
	return len(r) > 1 && unicode.IsUpper(r[0]) && unicode.IsLower(r[1])
}

func isQuoted(s string, at int) bool {
	return slices.ContainsFunc(quotedRanges(s), func(q []int) bool { return at > q[0] && at < q[1] })
}

// extent is how much of a text is refused at its beginning. A list goes on after commas if it is
// one to its end: "without price, stock and size".
func extent(text string, list bool) string {
	if i := bound.FindStringIndex(text); i != nil {
		text = text[:i[0]]
	}
	if i := another.FindStringIndex(text); i != nil {
		text = text[:i[0]]
	}
	if m := ofWhat.FindStringSubmatch(text); m != nil {
		return m[1]
	}
	if name, _, ok := strings.Cut(text, " of "); ok && layoutOnly(words(name)) != "" {
		text = name
	}
	first, _, ok := strings.Cut(text, ",")
	if !ok || ended.MatchString(text) {
		return text
	}
	if list && !slices.ContainsFunc(strings.Split(text, ","), func(s string) bool { _, ok := known().meaning(item(s)); return !ok }) {
		return text
	}
	return first
}

// item is the name of what is refused, without the words around it.
func item(s string) string {
	s = leading.ReplaceAllString(strings.TrimSpace(s), "")
	return strings.TrimSpace(trailing.ReplaceAllString(s, ""))
}

// layoutOnly is the layout that is named, if nothing else is.
func layoutOnly(said []string) (name string) {
	for _, w := range said {
		switch found := layoutOf(w); {
		case found != "" && !slices.Contains([]string{"news", "article"}, singular(w)):
			if name == "" || name == layout.Table {
				name = found
			}
		case !slices.Contains(shaping, w):
			return ""
		}
	}
	return name
}
