package rules

import (
	"cmp"
	"slices"
	"strings"

	"github.com/mcp-adapters/mcp-adapters/appbuilder/layout"
	regexp "github.com/mcp-adapters/mcp-adapters/internal/lazyregexp"
)

var (
	sortBy    = regexp.MustCompile(`(?i)^(?:` + shown + `)?(?:sort|order|arrange|rank)(?:e?d)?(?: it| them| this| everything| all| (?:the |all )?(?:\w+))?(?: of the table)?(?: alphabetically)? by (?:the )?(.+?)(?:,? ` + direction + `)?$`)
	reversing = regexp.MustCompile(`(?i)^(?:(?:reverse|invert|flip|turn around)(?: the)?(?: order| rows| cards| posts| list| table| it| them)?(?: of the .*)?|(?:the )?other way round)$`)
	thenBy    = regexp.MustCompile(`(?i)^(.+? by .+?),? (?:and )?then (?:by )?(.+)$`)
	sortPlain = regexp.MustCompile(`(?i)^(?:(?:sort|order|arrange|show)(?: it| them| this| everything| (?:the |all )?\w+)?,? (alphabetically|` + direction + `)|(?:the )?(newest|latest|oldest|cheapest|earliest|most expensive)(?: ones?)? (?:first|on top))$`)
	downward  = regexp.MustCompile(`(?i)desc|(?:high|large|big|new|late|great|most|expensive|best)\w* first|from (?:high|large|big|new|late|z|most)|^(?:high|large|big|new|late)\w* to|most expensive|revers|z ?(?:to|-) ?a`)
)

// shown begins "show the products sorted by price".
const shown = `(?:show|list|display|keep|have|make)(?: it| them| this| everything| (?:the |all )?\w+)? `

const direction = `(?:in )?(?:(?:asc|desc)(?:ending)?(?: order)?|revers\w*(?: order)?|\(?(?:from )?(?:the )?(?:most |least )?\w+ (?:first|to \w+)\)?|a ?- ?z|z ?- ?a)`

// order is what entries are sorted by.
type order struct {
	field
	down bool
}

// sort reads "sort by price, highest first" and "newest first".
func (r request) sort() (answer, bool) {
	if reversing.MatchString(r.text) {
		rows := r.entries()
		slices.Reverse(rows)
		return answer{operations: r.with(rows), said: []string{"Reversed the order of the " + r.nouns(2)}}, true
	}
	first, next := r, r
	var after string
	if m := thenBy.FindStringSubmatch(r.text); m != nil {
		first.text, next.text = m[1], "sort by "+m[2]
	}
	o, reply, ok := first.order()
	if !ok || reply != "" {
		return answer{reply: reply}, ok
	}
	rows := r.entries()
	if reply := r.without(o.field, rows); reply != "" {
		return answer{reply: reply}, true
	}
	if next.text != r.text {
		second, reply, ok := next.order()
		if !ok || reply != "" {
			return answer{reply: reply}, ok
		}
		if reply := r.without(second.field, rows); reply != "" {
			return answer{reply: reply}, true
		}
		second.sort(rows) // the first order keeps it where that says nothing
		after = ", then " + second.said(rows)
	}
	o.sort(rows)
	return answer{operations: r.with(rows), said: []string{"Sorted the " + r.nouns(2) + " " + o.said(rows) + after}}, true
}

// without says that no entry has a part, as far as there are entries, or "".
func (r request) without(f field, rows []entry) string {
	if len(rows) == 0 || slices.ContainsFunc(rows, func(row entry) bool { return textOf(row[f.key]) != "" }) {
		return ""
	}
	what := strings.ToLower(f.header)
	if strings.ContainsAny(what[:1], "aeio") {
		return "No " + r.nouns(1) + " has an " + what + "."
	}
	return "No " + r.nouns(1) + " has a " + what + "."
}

// order is that which the text asks for, or a reply that says why there is none. It is not ok if
// the text asks for something else.
func (r request) order() (o order, reply string, ok bool) {
	if m := sortBy.FindStringSubmatch(r.text); m != nil {
		if o.field, ok = r.meant(m[1]); !ok {
			if o.field, ok = r.sortedBy(strings.ToLower(m[1])); ok {
				o.down = downward.MatchString(m[1] + " first")
				return o, "", true
			}
			return o, r.noField(m[1]), true
		}
		after := strings.TrimPrefix(r.text[strings.LastIndex(r.text, m[1])+len(m[1]):], ",")
		urgency := scale(r.entries(), o.key)
		o.down = downward.MatchString(after) || strings.TrimSpace(after) == "" && urgency != nil && urgency["urgent"] > 0
		return o, "", true
	}
	m := sortPlain.FindStringSubmatch(r.text)
	if m == nil {
		return o, "", false
	}
	if o.field, ok = r.sortedBy(strings.ToLower(m[1] + m[2])); !ok {
		return o, "By what? Say “sort by " + strings.ToLower(fields(r.content.Data)[0].header) + "”.", true
	}
	o.down = downward.MatchString(m[1] + m[2] + " first")
	return o, "", true
}

func (o order) sort(rows []entry) {
	rank := scale(rows, o.key)
	slices.SortStableFunc(rows, func(a, b entry) int {
		x, y := textOf(a[o.key]), textOf(b[o.key])
		if rank != nil && x != "" && y != "" {
			return cmp.Compare(rank[strings.ToLower(x)], rank[strings.ToLower(y)]) * map[bool]int{false: 1, true: -1}[o.down]
		}
		return compare(x, y, o.down)
	})
}

// scales are values with an order of their own, as lists begin with them.
var scales = [][]string{
	{"lowest", "low", "medium", "normal", "high", "highest", "urgent", "critical"}, // this one ends with what comes first
	{"easy", "medium", "hard", "expert"},
	{"beginner", "intermediate", "advanced", "expert"},
	{"monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"},
	{"january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december"},
	{"xs", "s", "m", "l", "xl", "xxl"},
}

// scale is the place of each value of a column in the order that its values have, or nil.
func scale(rows []entry, key string) map[string]int {
	for _, values := range scales {
		if slices.ContainsFunc(rows, func(row entry) bool {
			text := strings.ToLower(textOf(row[key]))
			return text != "" && !slices.Contains(values, text)
		}) {
			continue
		}
		rank := map[string]int{}
		for i, v := range values {
			rank[v] = i
		}
		return rank
	}
	return nil
}

// said says what rows are sorted by: "by price, highest first".
func (o order) said(rows []entry) string {
	said := "by " + strings.ToLower(o.header)
	if !o.down || len(rows) == 0 {
		return said
	}
	_, counted := amount(textOf(rows[0][o.key]))
	switch {
	case o.kind == layout.Date:
		return said + ", newest first"
	case counted, scale(rows, o.key)["urgent"] > 0:
		return said + ", highest first"
	case scale(rows, o.key) != nil:
		return said + ", the last first"
	}
	return said + ", from Z to A"
}

// sortedBy is the part that an order without one means: "newest first" is by date.
func (r request) sortedBy(order string) (field, bool) {
	all := fields(r.content.Data)
	kind := layout.Text
	switch {
	case strings.Contains(order, "new"), strings.Contains(order, "old"), strings.Contains(order, "late"), strings.Contains(order, "earl"), strings.Contains(order, "recent"):
		kind = layout.Date
	case strings.Contains(order, "cheap"), strings.Contains(order, "expensive"):
		if f, ok := r.field("price"); ok {
			return f, true
		}
		return r.priceField()
	case order == "alphabetically" || strings.ContainsAny(order, "z-"):
	default:
		return field{}, false
	}
	i := slices.IndexFunc(all, func(f field) bool { return f.kind == kind })
	if f, ok := r.field("year"); ok && i < 0 && kind == layout.Date {
		return f, true
	}
	if i < 0 {
		return field{}, false
	}
	return all[i], true
}
