package rules

import (
	"slices"
	"strings"

	regexp "github.com/mcp-adapters/mcp-adapters/internal/lazyregexp"
)

// onlyThese are the ways to say which entries are wanted and no others: "only late ones", "vegetarian
// dishes only", "orders that are late", "where the status is Shipped".
var onlyThese = []*regexp.Regexp{
	regexp.MustCompile(`(?i)(?:^|[,;(–]\s*|\s-\s|\bbut\s+|\b(?:show|list|display|get|give|want|need|see)(?: me)?\s+)(?:please\s+)?(?:show\s+)?((?:only|just)\s+([^,.;:!?()\n]+))`),
	regexp.MustCompile(`(?i)(?:^|[,;:(–]|\s-\s|\bbut\b)\s*(([^,.;:!?()\n]+?)\s+(?:only|alone))\s*(?:[.,;!)]|$)`),
	regexp.MustCompile(`(?i)\p{L}+s,?\s+((?:that|which|who) (?:are|were) ([^,.;:!?()\n]+))`),
	regexp.MustCompile(`(?i)\s((?:where|whose) (?:the )?\p{L}+ (?:is|are|was|were|=) ([^,.;:!?()\n]+))`),
}

// those stand for the entries, before or behind what they have in common.
var those = regexp.MustCompile(`(?i)^(?:(?:show|list|display|me|an?|the|my|our|all|those|ones|that|which|who|are|were|is|of|from|by|with|list|table)\s+)+`)

// kindEnd ends what entries have in common, kindBegin is before it, and dangling is what is left there.
var (
	kindEnd   = regexp.MustCompile(`(?i)\s+(?:with|as|sorted|ordered|grouped|and show|and sort|please|instead|(?:in|on|using) (?:an? |the )?(?:\p{L}+ )?(?:table|list|grid|cards?|tiles?|posts?|gallery|spreadsheet|page))\b`)
	kindBegin = regexp.MustCompile(`^.*\s[–—-]\s+`)
	dangling  = regexp.MustCompile(`(?i)(?:[\s,;(–-]|\bbut\b)+$`)
)

// choices takes what says which entries are wanted out of a prompt, where it stands apart from the
// rest, and chooses the samples so, or notes that they aren't.
func (d *draft) choices() {
	for _, re := range onlyThese {
		at := re.FindStringSubmatchIndex(d.prompt)
		if at == nil {
			continue
		}
		from, to, what := at[2], at[3], d.prompt[at[4]:at[5]]
		if end := kindEnd.FindStringIndex(what); end != nil && to == at[5] {
			to -= len(what) - end[0]
			what = what[:end[0]]
		}
		if begin := kindBegin.FindStringIndex(what); begin != nil && from == at[4] {
			from += begin[1]
			what = what[begin[1]:]
		}
		whole, before := d.prompt[from:to], d.prompt[:from]
		kinds := d.kinds(what)
		if len(kinds) == 0 || proper(whole) {
			continue
		}
		if d.keepKinds(kinds) {
			d.chosen = append(d.chosen, whole)
		} else {
			d.unchosen = append(d.unchosen, whole)
		}
		if _, phrase := known().about(words(before)); phrase == d.phrase && phrase != "" {
			d.prompt = dangling.ReplaceAllString(before, "") + d.prompt[to:]
		} else {
			d.prompt = before + what + d.prompt[to:]
		}
	}
}

// kinds are what the wanted entries have in common, each of "desserts and starters", or none if that is
// something else: a number of entries, columns, a layout, a color or an order.
func (d *draft) kinds(what string) (all [][]string) {
	v, columns := known(), 0
	for _, part := range either.Split(those.ReplaceAllString(what, ""), 5) {
		kind := slices.DeleteFunc(words(part), d.entry)
		if said := words(part); len(kind) == 0 && d.anyOfKind(said) {
			kind = said // a starter is a dish, but not each is one
		}
		switch {
		case len(kind) == 0:
			continue
		case count(kind[0]) > 0, layoutOnly(kind) != "":
			return nil
		case !d.anyOfKind(kind) && slices.ContainsFunc(kind, func(w string) bool {
			return colorWord(w) || is(w, looks) || slices.Contains(strings.Fields("sorted ordered grouped column columns field fields easy simple clear needed"), w)
		}):
			return nil
		}
		if value := slices.DeleteFunc(slices.Clone(kind), d.hasColumn); len(value) == 0 {
			columns++ // "only name and email"
		} else if _, header := v.meaning(kind[0]); header && len(kind) == 1 && !d.anyOfKind(kind) {
			columns++
		} else if !d.anyOfKind(kind) {
			kind = value // "high priority"
		}
		all = append(all, kind)
	}
	if columns == len(all) && !slices.ContainsFunc(all, d.anyOfKind) {
		return nil
	}
	return all
}

// entry reports whether a word stands for the entries as such.
func (d *draft) entry(word string) bool {
	one := singular(word)
	return slices.Contains([]string{"the", "any", "all", "one", "those", "these"}, one) || slices.Contains(generic, one) || d.topic.isThing(one) || one == d.phrase
}

func (d *draft) anyOfKind(kind []string) bool {
	return slices.ContainsFunc(d.topic.Rows, func(row []string) bool { return d.ofKind(row, kind) })
}

// keepKinds keeps the samples of some kinds alone, and reports whether there are any of each.
func (d *draft) keepKinds(kinds [][]string) bool {
	for _, kind := range kinds {
		if !d.anyOfKind(kind) {
			return false
		}
	}
	d.topic.Rows = slices.DeleteFunc(slices.Clone(d.topic.Rows), func(row []string) bool {
		return !slices.ContainsFunc(kinds, func(kind []string) bool { return d.ofKind(row, kind) })
	})
	return true
}
