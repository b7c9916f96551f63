package rules

import (
	"strings"

	regexp "github.com/mcp-adapters/mcp-adapters/internal/lazyregexp"
)

var (
	// source is the name that something has, between what it is and the new one.
	source = regexp.MustCompile(`(?i)^((?:rename|change|update|set|switch) (?:(?:the|my|our|this|its) )?(?:\p{L}+(?:'s)? ?){1,3}?) from (.+?) (to|into) (.+)$`)
	// afterName follows a name and is no part of it. In capitals it is: "Buy Now".
	afterName = regexp.MustCompile(`(?:,? (?:instead|now|for now|again|from now on|as well|too|then|if possible)|,? (?:instead of|rather than) .+|,? (?:and |but )?not .+)$`)
	// afterOne names something after someone.
	afterOne = regexp.MustCompile(`^after (?:(?:my|our|the|his|her|their) )?(?:[\p{Ll}-]+ )*?((?:\p{Lu}[^\s]*)(?: .+)?)$`)
	// ofPart begins what belongs to a part of the app, and isn't its name.
	ofPart = regexp.MustCompile(`^(?:columns?|rows?|headers?|cells?|tools?|titles?|names?|description|entry|entries)\b`)
)

// withoutSource is the wish without the name that something has: "rename the app from Farm to Table to
// Depot".
func (r request) withoutSource() string {
	m := source.FindStringSubmatch(r.text)
	if m == nil {
		if rest, ok := cutFirst(r.text, "rename "+r.content.Name+" to ", "change "+r.content.Name+" to "); ok {
			return "rename the app to " + rest
		}
		return r.text
	}
	if strings.HasSuffix(strings.ToLower(m[1]), " to") {
		return r.text // "rename the app to From Dusk to Dawn"
	}
	to := m[4]
	if rest, ok := cutFirst(strings.TrimPrefix(r.text, m[1]+" from "), r.content.Name+" "+m[3]+" "); ok {
		to = rest
	}
	return m[1] + " to " + to
}

// newName is a name without what is said after it.
func newName(text string) string {
	text = strings.TrimSpace(text)
	for {
		rest := strings.TrimSpace(afterName.ReplaceAllString(text, ""))
		if rest == "" || rest == text || unquoted(text) != text {
			break
		}
		text = rest
	}
	if m := afterOne.FindStringSubmatch(text); m != nil {
		return m[1]
	}
	if strings.HasPrefix(text, "after ") && text == strings.ToLower(text) {
		return "something" // "after my dog" has no name yet
	}
	return text
}

// runsOn reports whether a value in quotation marks is followed by something else.
func runsOn(value string) bool {
	value = strings.TrimSpace(value)
	q := quotation.FindStringIndex(value)
	return q != nil && q[0] == 0 && q[1] < len(value)
}

func isPreposition(s string) bool {
	switch first, _, _ := strings.Cut(strings.ToLower(s), " "); first {
	case "something", "anything", "whatever":
		return s == strings.ToLower(s)
	case "to", "as", "into", "better":
		return s == first
	}
	return false
}
