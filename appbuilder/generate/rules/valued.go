package rules

import (
	"slices"
	"strings"
	"time"

	"github.com/mcp-adapters/mcp-adapters/appbuilder/layout"
	regexp "github.com/mcp-adapters/mcp-adapters/internal/lazyregexp"
)

// valued is a column that someone asked for, with the values that it was said to have.
type valued struct {
	header string
	values []string
	unit   string
	empty  bool // it was said to have none
}

var (
	// emptyValues says that a column is to be empty.
	emptyValues = regexp.MustCompile(`(?i)\s*(?:,? (?:without|with no)(?: any)? (?:values?|entries|data|contents?)|,? (?:that is |which is )?(?:left )?(?:empty|blank)|\((?:empty|blank)\))$`)
	// valuesBegin is between the name of a column and its values.
	valuesBegin = regexp.MustCompile(`(?i)\s*:\s+|,?\s(?:with|having)(?:\s(?:the|possible|default|these|only|either))*(?:\s(?:values?|options?|choices?|entries))?:?\s+|,?\s(?:values?|options?|choices?):?\s+`)
	// inBrackets is a name with something in brackets behind it.
	inBrackets = regexp.MustCompile(`^(.*?\S)\s*\(([^()]*)\)$`)
	// alternatives are between values.
	alternatives = regexp.MustCompile(`(?i)\s*(?:,\s*(?:and|or)\s|,|;|/|\||\s(?:and|or)\s)\s*`)
	// notThat ends a name with another that isn't meant: "Notes, not Comments".
	notThat = regexp.MustCompile(`(?i)(?:,| but| and)+ (?:not|rather than|instead of) .+$`)
	// someValues ends names of columns with what they have anyway.
	someValues = regexp.MustCompile(`(?i),? (?:with|having)(?: some)?(?: sample| random| made-up| example)? (?:values|data|content)$`)
	// madeUp are values that aren't said.
	madeUp = regexp.MustCompile(`(?i)^(?:some |any )?(?:random|sample|made-up|dummy|example|fake|suitable|fitting)\b`)
	// valuesNamed says that what follows is a value, even if it is only one.
	valuesNamed = regexp.MustCompile(`(?i)(?:values?|options?|choices?|entries|:)\s*$`)
)

// readValued reads the names of columns, each with its values if it has any: "Size with S, M and L" or
// "Size (S/M/L) and Weight (kg)". What can't be read is returned as unclear.
func readValued(list string) (all []valued, unclear string) {
	if at := outside(notThat, list); len(at) > 0 {
		list = list[:at[0][0]]
	}
	list = someValues.ReplaceAllString(list, "")
	if bare := emptyValues.ReplaceAllString(list, ""); bare != list && bare != "" {
		for _, name := range listedNames(bare) {
			all = append(all, valued{header: name, empty: true})
		}
		return all, ""
	}
	for _, at := range outside(valuesBegin, list) {
		names := listedNames(list[:at[0]])
		values, said := list[at[1]:], list[at[0]:at[1]]
		if len(names) != 1 || at[0] == 0 {
			continue
		}
		each := valuesIn(values)
		switch {
		case madeUp.MatchString(values):
			return []valued{{header: names[0]}}, ""
		case len(each) == 1 && !valuesNamed.MatchString(said) && unquoted(values) == values && !oneValue.MatchString(values):
			return nil, values
		}
		return []valued{{header: names[0], values: each}}, ""
	}
	for _, name := range listedNames(list) {
		c := valued{header: name}
		if m := inBrackets.FindStringSubmatch(name); m != nil {
			if each := valuesIn(m[2]); len(each) > 1 {
				c = valued{header: m[1], values: each}
			}
		}
		all = append(all, c)
	}
	return all, ""
}

// oneValue is what can be a value by itself.
var oneValue = regexp.MustCompile(`(?i)^(?:yes|no|none|n/a|true|false|tbd|-|[$€£¥₹]?[\d.,]+%?)$`)

// valuesIn are the values of a list, with capital letters if none has one.
func valuesIn(list string) (all []string) {
	start := 0
	add := func(s string) {
		if s = strings.TrimSpace(s); unquoted(s) != "" && len(all) < layout.MaxRows {
			all = append(all, unquoted(s))
		}
	}
	for _, at := range outside(alternatives, list) {
		add(list[start:at[0]])
		start = at[1]
	}
	add(list[start:])
	if list == strings.ToLower(list) && len(all) > 1 || len(all) == 1 && oneValue.MatchString(all[0]) {
		for i, s := range all {
			if !strings.ContainsAny(list, "\"“'") {
				all[i] = sentence(s)
			}
		}
	}
	return all
}

// note says what a new column has, as far as that was said.
func (c valued) note() string {
	switch {
	case c.empty:
		return ", empty"
	case len(c.values) > 0:
		return ", with " + listed(c.values[:min(len(c.values), 6)], "and")
	}
	return ""
}

// typeOf is the type of a column with such values.
func (c valued) typeOf(otherwise string, today time.Time) string {
	all := func(fits func(s string) bool) bool {
		return !slices.ContainsFunc(c.values, func(s string) bool { return !fits(s) })
	}
	switch {
	case len(c.values) == 0:
		return otherwise
	case all(func(s string) bool { m := numberValue.FindStringSubmatch(s); return m != nil && m[1] == s }):
		return layout.Number
	case all(func(s string) bool { _, ok := readDate(s, today); return ok }):
		return layout.Date
	case otherwise == layout.Badge || len(c.values) > 1 && all(func(s string) bool { return len([]rune(s)) <= 20 && len(words(s)) <= 3 }):
		return layout.Badge
	}
	return layout.Text
}
