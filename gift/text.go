package gift

import (
	"fmt"
	"regexp"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/mcp-adapters/mcp-adapters/gift/profile"
	"github.com/mcp-adapters/mcp-adapters/gift/rank"
)

// perGift is how many characters of text a gift may have on average, so that five have at
// most 1,500 with what stands around them. Brief descriptions are cut for it.
const perGift = 300

// listText is what people read of a list.
func listText(req *rank.Request, resp *rank.Response, notes []string) string {
	head := nothingStrong
	switch n := len(resp.Gifts); {
	case n == 0:
		head += "\n" + nothingAtAll
	case !resp.Fallback && n == 1:
		head = "Here is 1 gift recommendation for " + subject(resp.Profile, req.Description) + "..."
	case !resp.Fallback:
		head = fmt.Sprintf("Here are %d gift recommendations for %s...", n, subject(resp.Profile, req.Description))
	}
	tail := strings.Join(append([]string{""}, notes...), "\n")
	text := ""
	for _, brief := range [...]int{200, 100, 75, 50, 25} {
		text = head + lines(resp, brief) + tail
		if utf8.RuneCountInString(text) <= perGift*max(len(resp.Gifts), defaultLimit) {
			break
		}
	}
	return text
}

// lines has a line per gift.
func lines(resp *rank.Response, brief int) string {
	var b strings.Builder
	for i := range resp.Gifts {
		g := &resp.Gifts[i]
		short := cut(g.Brief, brief)
		if short != g.Brief {
			short += "…"
		}
		fmt.Fprintf(&b, "\n%d. %s: %s (%s", i+1, g.Name, short, g.Price.Label())
		if g.Reason != "" {
			b.WriteString("; " + g.Reason)
		}
		b.WriteString(") id " + g.ID)
	}
	return b.String()
}

// asked matches how people begin who tell what they want before they tell for whom.
var asked = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)^.{0,40}?\b(?:gifts?|presents?|ideas?|something)\b[^.,;]{0,20}? for `)
})

// subject is how the first sentence calls the recipient.
func subject(p *profile.Profile, description string) string {
	if p.Name != "" {
		description = p.Name
	}
	description, _, _ = strings.Cut(description, "\n")
	if at := asked().FindStringIndex(description); at != nil && at[1] < len(description) {
		description = description[at[1]:]
	}
	if rest, ok := after(description, "for "); ok { // which the sentence has
		description = rest
	}
	if rest, ok := after(description, "my "); ok {
		description = "your " + rest
	} else if p.Name != "" && description == p.Name {
		description = "your " + description
	}
	return strings.TrimRight(cut(description, maxRepeatedText), ".!?… ")
}

// after returns what follows a prefix in any case.
func after(text, prefix string) (rest string, found bool) {
	if len(text) > len(prefix) && strings.EqualFold(text[:len(prefix)], prefix) {
		return text[len(prefix):], true
	}
	return text, false
}

// understood says in a sentence what was read of a description beside interests.
func understood(resp *rank.Response) string {
	if text := resp.Profile.Understood(); text != "" {
		return text + "."
	}
	return ""
}

// notes are the last lines: what was understood and what was changed.
func notes(resp *rank.Response) []string {
	var list []string
	p := resp.Profile
	if text := understood(resp); text != "" {
		list = append(list, text)
	}
	if p.Unconverted != "" {
		list = append(list, "Not converted, and left out: "+cut(p.Unconverted, 40)+". Write the budget in dollars.")
	}
	switch {
	case resp.Relaxed:
		list = append(list, "Too few gifts cost "+p.Budget+", so other prices are shown too.")
	case resp.ToppedUp && !resp.Fallback:
		list = append(list, "Gifts marked popular did not match the description.")
	}
	switch {
	case resp.Foreign:
		list = append(list, "For better matches, write the description in English.")
	case resp.Fallback || p.Bare || p.HardTime:
		list = append(list, "For better ideas, add interests, age, occasion and budget.")
	}
	if resp.Reduced != nil {
		list = append(list, "Reduced quality: the embedding service could not be reached.")
	}
	return list
}
