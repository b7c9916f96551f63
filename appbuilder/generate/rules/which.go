package rules

import (
	"fmt"
	"strconv"
	"strings"
)

func cutFirst(s string, prefixes ...string) (rest string, ok bool) {
	for _, p := range prefixes {
		if len(s) > len(p) && strings.EqualFold(s[:len(p)], p) {
			return s[len(p):], true
		}
	}
	return s, false
}

// which are the numbers of the entries that a text names; nil are none.
func (r request) which(text string) (at []int, problem string) {
	n := r.content.Data.Len()
	if m := everyRow.FindStringSubmatch(text); m != nil && r.isEntry(m[1]) {
		for i := range n {
			at = append(at, i+1)
		}
		return at, ""
	}
	if m := rowNumber.FindStringSubmatch(text); m != nil && (m[3] != "" || r.isEntry(m[1]+m[5]) || strings.EqualFold(m[5], "one")) {
		i, _ := strconv.Atoi(m[2] + m[3]) // few digits, or none
		if m[4] != "" {
			if i = ordinals[strings.ToLower(m[4])]; i < 0 {
				i = n
			}
		}
		if at := r.coded(i); at != nil && i > n {
			return at, ""
		}
		if i < 1 || i > n {
			return nil, fmt.Sprintf("There is no %s %d. There are %d.", r.nouns(1), i, n)
		}
		return []int{i}, ""
	}
	for _, name := range []string{unquoted(text), withoutEntry(r, unquoted(text))} {
		if at = r.named(name); at != nil {
			break
		}
	}
	if at == nil {
		at = r.named(r.beginning(unquoted(text)))
	}
	if i, ok := ordinals[strings.TrimPrefix(strings.ToLower(text), "the ")]; ok && at == nil && n > 0 {
		if i < 0 {
			i = n
		}
		return r.which(fmt.Sprintf("%s %d", r.nouns(1), i))
	}
	if at == nil {
		return r.several(text), ""
	}
	if len(at) > 1 {
		return nil, fmt.Sprintf("There are %d %s called “%s”. Name one by its number.", len(at), r.nouns(2), unquoted(text))
	}
	return at, ""
}
