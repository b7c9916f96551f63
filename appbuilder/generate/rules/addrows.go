package rules

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/mcp-adapters/mcp-adapters/appbuilder/generate"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/layout"
	regexp "github.com/mcp-adapters/mcp-adapters/internal/lazyregexp"
)

// maxAdded bounds the rows of one message.
const maxAdded = 50

// generic are the words for a row of any layout.
var generic = []string{"row", "post", "item", "card", "entry", "record", "line", "tile", "article", "product", "example", "sample"}

// isEntry reports whether words name an entry of this app: "row", or "dish" on a menu. A
// "dessert" is only some of them.
func (r request) isEntry(phrase string) bool {
	said := words(phrase)
	if len(said) == 0 {
		return false
	}
	one := normal(said)
	if slices.Contains(generic, one) || len(said) == 2 && slices.Contains([]string{"sample", "example"}, said[0]) && slices.Contains(generic, singular(said[1])) {
		return true
	}
	return r.topic.isThing(one) || one == "person" && slices.Contains(r.topic.Weak, one)
}

// noun is what an entry of the layout is called.
func (r request) nouns(n int) string {
	noun := map[string]string{layout.Table: "row", layout.PostList: "post", layout.CardList: "card"}[r.content.Layout]
	if n == 1 {
		return noun
	}
	return noun + "s"
}

func (r request) counted(n int) string {
	if n == 1 {
		return "a " + r.nouns(1)
	}
	return strconv.Itoa(n) + " " + r.nouns(n)
}

const number = approximate + `|` + inWords + `|an?|another|one|\d{1,9}`

var (
	addRows   = regexp.MustCompile(`(?i)^(?:add|insert|create|append|give me|generate|make|show) (?:me )?(?:(` + number + `|the) )?(?:one )?(?:(?:more|new|further|other|additional|extra|random) )*(\p{L}+(?: \p{L}+)?)(?: to (?:it|the (?:table|list|app|end|bottom)))?(?: at the (?:end|bottom))?$`)
	moreRows  = regexp.MustCompile(`(?i)^(?:some |a few )?(?:more|extra) (\p{L}+)$`)
	addQuoted = regexp.MustCompile(`(?i)^add ("[^"]+"|“[^”]+”|'[^']+')(?: to (?:it|the (?:table|list|app|end|bottom|menu)))?$`)
	addFilled = regexp.MustCompile(`(?i)^(?:add|insert|create|append) (?:(?:an?|another|one|the) )?(?:(?:more|new|further|other) )*(\p{L}+)(?:(?:,? with)?(?: the)? (?:values?|cells|data))?(?::| (called|named|titled|for|from|by|with|where)|,)\s*(.+)$`)
	addCalled = regexp.MustCompile(`(?i)^(?:add|insert|create|append) (?:(?:an?|another|one|the) )?(?:(?:more|new|further|other) )*(\p{L}+) ((?-i:["“]|\p{Lu}).+)$`)
	addAbout  = regexp.MustCompile(`(?i)^(?:add|insert|create|append|give me|generate) (?:(?:` + number + `) )?(?:(?:more|new|further|other|sample) )*(\p{L}+) (?:about|on|of|from|that|like) .+$`)
	pair      = regexp.MustCompile(`^(.+?)\s*(?:=|:|\bis\b)\s*(.+)$`)
)

// added reads "add 3 rows", "add another wine", "add a row: Lamp, $9".
func (r request) added() (answer, bool) {
	if m := moreRows.FindStringSubmatch(r.text); m != nil && r.isEntry(m[1]) {
		return r.more(3)
	}
	if m := addRows.FindStringSubmatch(r.text); m != nil && r.isEntry(m[2]) && !strings.EqualFold(m[1], "the") {
		n := count(m[1])
		if m[1] == "" {
			n = 1
			if said := words(m[2]); singular(said[len(said)-1]) != said[len(said)-1] {
				n = 3
			}
		}
		return r.more(n)
	}
	if m := addQuoted.FindStringSubmatch(r.text); m != nil {
		return r.filled("called", m[1])
	}
	if m := addFilled.FindStringSubmatch(r.text); m != nil && r.isEntry(m[1]) && singular(strings.ToLower(m[1])) == strings.ToLower(m[1]) {
		if how := strings.ToLower(m[2]); how != "from" && how != "by" || r.hasCodes() {
			return r.filled(how, m[3])
		}
	}
	if m := addCalled.FindStringSubmatch(r.text); m != nil && r.isEntry(m[1]) && singular(strings.ToLower(m[1])) == strings.ToLower(m[1]) {
		return r.filled("called", m[2])
	}
	if m := addAbout.FindStringSubmatch(r.text); m != nil && r.isEntry(m[1]) {
		a, ok := cannot("I can't make up " + r.nouns(2) + " about something. Say “add 3 " + r.nouns(2) + "”, or what is in one: “add a " + r.nouns(1) + ": " + r.examples() + "”.")
		a.foreign = true
		return a, ok
	}
	return answer{}, false
}

// examples are headers as values: "Name, Price".
func (r request) examples() string {
	names := fieldNames(r.content.Data)
	return strings.Join(names[:min(2, len(names))], ", ")
}

// room says that so many more don't fit, or "".
func (r request) room(n int) string {
	most := layout.MaxRows
	if r.content.Layout != layout.Table {
		most = layout.MaxPosts
	}
	switch have := r.content.Data.Len(); {
	case n < 1 || n > maxAdded:
		return fmt.Sprintf("I can add 1 to %d %s at a time.", maxAdded, r.nouns(2))
	case have+n > most:
		return fmt.Sprintf("There is room for %d %s, and there are %d.", most, r.nouns(2), have)
	}
	return ""
}

// more adds entries like those that there are.
func (r request) more(n int) (answer, bool) {
	if problem := r.room(n); problem != "" {
		return cannot(problem)
	}
	rows := r.entries()
	o := generate.Operation{Op: generate.AddRows}
	for i := range n {
		o.Rows = append(o.Rows, r.another(rows, len(rows)+i))
	}
	return answer{operations: []generate.Operation{o}, said: []string{"Added " + r.counted(n)}}, true
}

// another is entry i, in the manner of those that there are: what repeats among them goes on,
// and what names an entry counts on.
func (r request) another(rows []entry, i int) entry {
	made := entry{}
	v := known()
	for j, f := range fields(r.content.Data) {
		m, meant := v.meaning(f.header)
		switch {
		case f.kind == layout.Act:
		case j == 0 && nextCode(rows, f.key, i) != "":
			made[f.key] = encoded(nextCode(rows, f.key, i))
		case j == 0 && (!meant || m.Type != layout.Text || len(m.Values) <= i):
			made[f.key] = encoded(fmt.Sprintf("%s %d", r.label(f), i+1))
		case len(rows) > 0 && f.kind != layout.Date && len(textOf(rows[i%len(rows)][f.key])) < 40:
			if value := rows[i%len(rows)][f.key]; value != nil {
				made[f.key] = value
			}
		case f.key == "excerpt" || f.key == "description":
			made[f.key] = encoded("Say here what this is about.")
		default:
			made[f.key] = encoded(v.value(column{f.header, f.kind}, i, r.today))
		}
	}
	return made
}

// nextCode is what entry i is called where all are called by numbers: "#10483".
func nextCode(rows []entry, key string, i int) string {
	highest, first := 0, ""
	for _, row := range rows {
		text := textOf(row[key])
		digits := numberAtEnd(text)
		n, err := strconv.Atoi(digits)
		if prefix := strings.TrimSuffix(text, digits); err != nil || first != "" && prefix != first || prefix == "" {
			return ""
		}
		first, highest = strings.TrimSuffix(text, digits), max(highest, n)
	}
	if first == "" {
		return ""
	}
	return first + strconv.Itoa(highest+1+i-len(rows))
}

// label is what an entry is called before its number.
func (r request) label(f field) string {
	if slices.Contains(titles, strings.ToLower(f.header)) {
		return sentence(r.topic.Noun)
	}
	return f.header
}
