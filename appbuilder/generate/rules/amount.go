package rules

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/mcp-adapters/mcp-adapters/appbuilder/layout"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/rule"
	regexp "github.com/mcp-adapters/mcp-adapters/internal/lazyregexp"
)

var (
	// counted is how many entries a prompt asks for: "the top 10 movies", "12 red shoes".
	counted = regexp.MustCompile(`(?i)(^|[\s(])(` + inWords + `|\d{1,3},\d{3}|\d{1,6}) (?:of (?:the|our|my) )?([\p{L}' -]+)`)
	// limited is the same without a noun: "max 5", "30 of them", "the 5 most recent only".
	limited = regexp.MustCompile(`(?i)(?:\b(?:at most|up to|max(?:imum)?(?: of)?|no more than|limit(?:ed)? to|only|just)(?: the)?(?: first| top| last| latest| best)? (` + inWords + `|\d{1,3})(?: (?:rows?|entries|items|of them|in (?:total|all)|total))?|\b(` + inWords + `|\d{1,3}) (?:of them|rows|entries|items|in (?:total|all)|(?:most recent|latest|newest|best|first|last)(?: ones)?(?: only)?))\s*(?:[.,;!)]|$)`)
	// roughly is what may be said before a number.
	roughly = regexp.MustCompile(`(?i)\b(?:at most|at least|up to|max(?:imum)?(?: of)?|no more than|about|around|roughly|exactly|only|just)\s*$`)
	// device is a part that no app has, which is asked for beside the rest.
	device = regexp.MustCompile(`(?i)(?:,\s*|\s+|^)(?:(?:and|also|plus|with|including|add|include|has|have|having|needs?|wants?)\s+)+(?:(?:an?|the|some|one)\s+)((?:\p{L}+\s+){0,2}?` + devices + `)\b(?:\s+(?:of|for|with|by|to|showing)\s+(?:(?:the|our|all|each|every)\s+)?\p{L}+)?`)
	// chosen says which of the entries are wanted.
	chosen = regexp.MustCompile(`\b(?:by \p{Lu}\p{L}+(?: \p{Lu}\p{L}+)?|(?i:under|over|below|above|less than|more than|cheaper than|at most|at least|older than|newer than|since|before|after) [$€£]?\d[\p{L}\d.,%]*|(?i:between) [$€£]?\d[\d.,]* (?i:and) [$€£]?\d[\d.,]*|(?i:(?:of|from) the) (?:(?:19|20)?\d0s|(?i:(?:twen|thir|for|fif|six|seven|eigh|nine)ties))|(?i:from|in|of) (?:19|20)\d\d\b|(?:in|near|around) \p{Lu}\p{Ll}+)`)
)

const devices = `(?:charts?|graphs?|maps?|diagrams?|timelines?|kanban(?: board)?|buttons?|checkbox(?:es)?|dropdowns?|forms?|search (?:box|bar|field)|filters?|pagination|sidebar|footer|login|sign in|second (?:table|tool|page)|tabs?|export|notifications?)`

// unitWords are counted without being entries: "3 day trips".
var unitWords = strings.Fields("second minute hour day night week month year star bedroom room bed seat door page part piece step course meter metre mile km kg inch hole wheel player story storey layer digit point person people")

// amountAsked is how many entries a prompt asks for, and the prompt without the number; 0: it
// doesn't say. Between the number and the noun may be what the entries are like.
func amountAsked(prompt string, isEntry func(phrase string) bool) (n int, rest string) {
	for from := 0; from < len(prompt); {
		at := counted.FindStringSubmatchIndex(prompt[from:])
		if at == nil {
			break
		}
		number := prompt[from+at[4] : from+at[5]]
		said := words(prompt[from+at[6] : from+at[7]])
		start, end := from+at[4], from+at[6]
		from += at[5]
		if n = count(number); n < 1 || n >= 1900 && n <= 2100 && len(said) == 0 {
			continue
		}
		for i := range min(4, len(said)) {
			if slices.Contains(segmentEnds, said[i]) || i == 0 && is(said[i], unitWords) && !isEntry(singular(said[i])) {
				break
			}
			for j := 0; j <= i; j++ {
				if one := normal(said[j : i+1]); !isEntry(one) || one == strings.Join(said[j:i+1], " ") && n > 1 && plural(one) != one {
					continue
				}
				if before := words(prompt[:start]); len(before) > 0 && slices.Contains([]string{"top", "best"}, before[len(before)-1]) {
					return n, prompt
				}
				return n, roughly.ReplaceAllString(prompt[:start], "") + prompt[end:]
			}
		}
	}
	if at := limited.FindStringSubmatchIndex(prompt); at != nil {
		number := ""
		for g := 1; g <= 2; g++ {
			if at[2*g] >= 0 {
				number = prompt[at[2*g]:at[2*g+1]]
			}
		}
		return count(number), strings.TrimRight(prompt[:at[0]], " ,;(–-") + prompt[at[1]:]
	}
	return 0, prompt
}

// withoutDevices takes parts that no app has out of a prompt.
func withoutDevices(prompt string) (rest string, left []string) {
	rest = device.ReplaceAllStringFunc(prompt, func(s string) string {
		m := device.FindStringSubmatch(s)
		if len(left) == maxRefusals {
			return s
		}
		left = append(left, strings.TrimSpace(s[strings.Index(s, m[1]):]))
		return " "
	})
	return strings.TrimSpace(rest), left
}

// noted says what of the number, the choice and the parts that were asked for isn't made.
func (d *draft) noted() string {
	var b strings.Builder
	if n := d.content.Data.Len(); d.count > n && !d.empty {
		fmt.Fprintf(&b, "You asked for %d; the built-in rules make up at most %d, so there are %d. ", d.count, maxAdded, n)
	}
	all := slices.DeleteFunc(chosen.FindAllString(d.prompt, 5), func(s string) bool {
		said := words(s)
		last := said[len(said)-1]
		return colorWord(last) || currencyOf(last) != "" || last == strconv.Itoa(d.today.Year())
	})
	for i := range all {
		all[i] = strings.TrimRight(all[i], ",.")
	}
	if len(d.chosen) > 0 {
		fmt.Fprintf(&b, "The samples are chosen by %s. ", quoted(d.chosen))
	}
	if all = append(all, d.unchosen...); len(all) > 0 {
		fmt.Fprintf(&b, "The samples are not chosen by %s: put your own in their place. ", quoted(all))
	}
	if name := d.money(); name != "" {
		fmt.Fprintf(&b, "I don't know the currency “%s”, so amounts are in dollars. ", name)
	}
	if len(d.unshown) > 0 {
		fmt.Fprintf(&b, "%s have no place for %s; a table has. ", map[string]string{layout.PostList: "Posts", layout.CardList: "Cards"}[d.content.Layout], listed(d.unshown, "and"))
	}
	if named, _ := layoutsNamed(d.said); len(named) > 1 {
		b.WriteString("An app has one layout at a time, so I took one of those that you named. ")
	}
	if len(d.devices) > 0 {
		fmt.Fprintf(&b, "I left out %s. ", quoted(d.devices))
		if why := limit(words(rule.Line(d.devices[0]))); why != "" {
			b.WriteString(why + " ")
		}
	}
	return b.String()
}
