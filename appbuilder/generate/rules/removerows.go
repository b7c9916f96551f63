package rules

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/mcp-adapters/mcp-adapters/appbuilder/generate"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/rule"
	regexp "github.com/mcp-adapters/mcp-adapters/internal/lazyregexp"
)

const removal = `(?:remove|delete|drop|erase|take out|take away|get rid of|hide)`

var (
	clearWish  = regexp.MustCompile(`(?i)^(?:(?:clear|empty|wipe|erase)(?: out| away)?(?: all)?(?: of)?(?: the| my)?(?: sample)? (\p{L}+)|` + removal + ` (?:(?:all|every|each)(?: of)?(?: the| my| these| those)?(?: sample)? (\p{L}+)|(?:all )?the (?:sample )?(data)|(?:all|everything) (?:from|in) the (table|list)))$`)
	eraser     = regexp.MustCompile(`(?i)^(?:` + removal + `|clear|wipe)(?: out)? (?:everything|it|it all|all|all of it)$`)
	numbered   = regexp.MustCompile(`(?i)^` + removal + `(?: the)?(?: (\p{L}+))?(?: numbers?| no\.?)? #?(\d{1,6}(?:(?:\s*(?:,|and|&|to|-|–|through|until|,\s*and)\s*)(?:(?:row|post|item|card|entry) )?#?\d{1,6})*)$`)
	ordinal    = regexp.MustCompile(`(?i)^` + removal + ` (?:the )?(first|last|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|\d{1,2}(?:st|nd|rd|th))(?: (` + number + `))? ?(\p{L}+)?$`)
	howMany    = regexp.MustCompile(`(?i)^` + removal + ` (` + number + `)(?: of the)?(?: more)? (\p{L}+)$`)
	keepWish   = regexp.MustCompile(`(?i)^(?:only )?keep (?:only )?(?:the )?(first|last)(?: (` + number + `))? ?(\p{L}+)?$`)
	whereWish  = regexp.MustCompile(`(?i)^` + removal + ` (?:(?:all|every|any|the|each) )*(?:(\p{L}+) )?(?:where|whose|with|that (?:have|has|are|is)|in which|having|for which|which (?:have|has|are|is))(?: (?:the|a|an))? (.+)$`)
	bareWish   = regexp.MustCompile(`(?i)^` + removal + `(?: (?:the|a|an|that|this|my))? (.+)$`)
	numberList = regexp.MustCompile(`(\d+)(?:\s*(?:to|-|–|through|until)\s*(?:\p{L}+ )?#?(\d+))?`)
)

// rows reads what is to be added and removed.
func (r request) rows() (answer, bool) {
	if a, ok := r.added(); ok {
		return a, true
	}
	if a, ok := r.except(); ok {
		return a, ok
	}
	if a, ok := r.keepOnly(); ok {
		return a, ok
	}
	n := r.content.Data.Len()
	if eraser.MatchString(r.text) {
		return cannot("Everything? Say “delete all " + r.nouns(2) + "” to empty the app, or “remove the column …”.")
	}
	if m := clearWish.FindStringSubmatch(r.text); m != nil {
		what := m[1] + m[2] + m[3] + m[4]
		if slices.Contains([]string{"data", "table", "list", "content", "everything", "cards", "posts"}, strings.ToLower(what)) || r.isEntry(what) {
			return r.remove(1, n)
		}
	}
	if m := numbered.FindStringSubmatch(r.text); m != nil && (m[1] == "" && strings.Contains(r.text, "#") || r.isEntry(m[1])) {
		return r.removeNumbers(m[2])
	}
	if m := ordinal.FindStringSubmatch(r.text); m != nil && (m[3] == "" || r.isEntry(m[3]) || strings.EqualFold(m[3], "one")) {
		k := 1
		if m[2] != "" {
			k = count(m[2])
		}
		at := ordinals[strings.ToLower(m[1])]
		switch {
		case at == 0:
			at, _ = strconv.Atoi(strings.TrimRight(strings.ToLower(m[1]), "stndrh"))
		case at < 0:
			at = n - k + 1
		}
		if k > n {
			return r.tooFew()
		}
		return r.remove(at, at+k-1)
	}
	if m := howMany.FindStringSubmatch(r.text); m != nil && r.isEntry(m[2]) {
		k := count(m[1])
		if k > n || k < 1 {
			return r.tooFew()
		}
		a, ok := r.remove(n-k+1, n)
		a.said = []string{"Removed the last " + r.nouns(k)}
		if k > 1 {
			a.said = []string{fmt.Sprintf("Removed the last %d %s", k, r.nouns(k))}
		}
		return a, ok
	}
	if m := keepWish.FindStringSubmatch(r.text); m != nil && (m[3] == "" && m[2] != "" || r.isEntry(m[3])) {
		k := max(1, count(m[2]))
		switch {
		case k >= n:
			return r.tooFew()
		case strings.EqualFold(m[1], "first"):
			return r.remove(k+1, n)
		}
		return r.remove(1, n-k)
	}
	if m := whereWish.FindStringSubmatch(r.text); m != nil && (m[1] == "" || r.isEntry(m[1])) {
		return r.removeWhere(m[2])
	}
	if m := bareWish.FindStringSubmatch(r.text); m != nil {
		if r.isEntry(m[1]) {
			return cannot("Which " + r.nouns(2) + "? Say “remove " + r.nouns(1) + " 2”, “remove the last " + r.nouns(1) + "” or “delete all " + r.nouns(2) + "”.")
		}
		return r.removeNamed(m[1])
	}
	return answer{}, false
}

func (r request) tooFew() (answer, bool) {
	n := r.content.Data.Len()
	return cannot(fmt.Sprintf("There are only %d %s.", n, r.nouns(n)))
}

// remove removes the entries from one number to another.
func (r request) remove(from, to int) (answer, bool) {
	var all []int
	for i := from; i <= to; i++ {
		all = append(all, i)
	}
	return r.removeAll(all)
}

func (r request) removeNumbers(list string) (answer, bool) {
	var all []int
	for _, m := range numberList.FindAllStringSubmatch(list, 50) {
		from, _ := strconv.Atoi(m[1]) // few digits
		if at := r.coded(from); at != nil && m[2] == "" && from > r.content.Data.Len() {
			all = append(all, at...)
			continue
		}
		to := from
		if m[2] != "" {
			to, _ = strconv.Atoi(m[2])
		}
		if n := r.content.Data.Len(); from > n || to > n || from < 1 || to < from {
			return cannot(fmt.Sprintf("There is no %s %d. There are %d.", r.nouns(1), max(from, to), n))
		}
		for i := from; i <= to; i++ {
			all = append(all, i)
		}
	}
	return r.removeAll(all)
}

func (r request) removeAll(numbers []int) (answer, bool) {
	slices.Sort(numbers)
	numbers = slices.Compact(numbers)
	n := r.content.Data.Len()
	switch k := len(numbers); {
	case k == 0:
		return cannot("There are no " + r.nouns(2) + " to remove.")
	case numbers[k-1] > n || numbers[0] < 1:
		return cannot(fmt.Sprintf("There is no %s %d. There are %d.", r.nouns(1), numbers[k-1], n))
	}
	said := "Removed " + r.counted(len(numbers))
	switch {
	case len(numbers) == 1:
		at := numbers[0]
		said = fmt.Sprintf("Removed %s %d, “%s”", r.nouns(1), at, rule.Shorten(textOf(r.entries()[at-1][fields(r.content.Data)[0].key]), 60))
	case len(numbers) == n:
		said = fmt.Sprintf("Removed all %d %s", n, r.nouns(n))
	}
	return answer{operations: []generate.Operation{{Op: generate.RemoveRows, Remove: numbers}}, said: []string{said}}, true
}
