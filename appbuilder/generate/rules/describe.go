package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mcp-adapters/mcp-adapters/appbuilder"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/generate"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/layout"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/rule"
)

// actions are what a tool does, by the words for it.
var actions = []struct {
	verb  string
	words []string
}{
	{"search", []string{"search", "find", "look", "browse"}},
	{"get", []string{"list", "show", "display", "get", "view"}},
	{"track", []string{"track", "status", "check", "monitor"}},
	{"create", []string{"create", "add", "new"}},
}

// describe names the app and its tool.
func (d *draft) describe() {
	verb, at := "query", len(d.said)
	for _, a := range actions {
		if i := find(d.said, a.words); i >= 0 && i < at && (a.verb != "create" || !d.toBuilder(i)) {
			verb, at = a.verb, i
		}
	}
	many := plural(d.noun)
	d.content.Name = rule.Cut(d.name(), appbuilder.MaxName)
	d.content.ToolName = rule.Cut(verb+"_"+generate.Key(many), appbuilder.MaxToolName)
	what := d.columns()
	d.content.Description = "Shows " + many + with(what) + "."
	about := ""
	if n := min(3, len(what)); n > 0 {
		about = ", or about the " + listed(what[:n], "or") + " of one"
	}
	text := fmt.Sprintf("Returns a list of %s%s. Use it when the user asks which %s there are%s. It needs only the user's question, as message. The list is sample data.", many, with(what), many, about)
	var faults rule.Faults
	if appbuilder.CheckText(&faults, "toolDescription", text); len(faults) > 0 {
		text = fmt.Sprintf("Returns a list of %s. Use it when the user asks about %s. It needs only the user's question, as message. The list is sample data.", many, many)
	}
	if d.empty {
		text = strings.TrimSuffix(text, " The list is sample data.")
	}
	d.content.ToolDescription = text
}

// toBuilder reports whether a word is asked of this program: "create a list of books".
func (d *draft) toBuilder(i int) bool {
	return i+1 == len(d.said) || slices.Contains(filler, d.said[i+1]) || d.said[i] == "new"
}

// name is the one that the prompt gives, or is made of its words.
func (d *draft) name() string {
	if d.given != "" {
		return d.given
	}
	_, _, colored := colorWished(d.said)
	made := ""
	for _, sentence := range fullStop.Split(d.prompt, 20) {
		if _, phrase := known().about(words(sentence)); made == "" && (d.phrase == "" || phrase == d.phrase) {
			made = appName(sentence, colored)
		}
	}
	switch {
	case made == "" && len(d.said) == 0:
		return short(d.prompt, d.topic.Name)
	case made == "", len(words(made)) == 1 && d.phrase != "" && singular(strings.ToLower(made)) == strings.ToLower(made):
		return d.topic.Name // a "wine list" is of wines
	}
	return made
}

// columns are what is known of an entry, but for what it is called.
func (d *draft) columns() (all []string) {
	table := d.topic.sample(known(), d.wishes, d.today)
	for i, c := range table.Columns {
		text := strings.ToLower(c.Header)
		if len(all) < 6 && !slices.Contains(d.unshown, text) && !slices.Contains(titles, text) && !d.topic.isThing(text) && text != d.noun && (i > 0 || !d.topic.coded()) {
			all = append(all, text)
		}
	}
	return all
}

// with lists what an entry is known with: " with price, stock and size".
func with(what []string) string {
	if len(what) == 0 {
		return ""
	}
	return " with " + listed(what, "and")
}

// listed is "a, b and c".
func listed(all []string, and string) string {
	n := len(all) - 1
	if n < 1 {
		return strings.Join(all, "")
	}
	return strings.Join(all[:n], ", ") + " " + and + " " + all[n]
}

// reply says what was made, of what, and what can be asked for.
func (d *draft) reply() string {
	var b strings.Builder
	kind := map[string]string{layout.Table: "a table", layout.PostList: "a list of posts", layout.CardList: "cards"}[d.content.Layout]
	if d.phrase == "" {
		kind = map[bool]string{true: "are ", false: "is "}[d.content.Layout == layout.CardList] + kind
	}
	switch {
	case d.phrase != "":
		with := " with sample data about "
		if d.empty {
			with = " without entries, for "
		}
		fmt.Fprintf(&b, "Here is “%s”: %s%s%s. ", d.content.Name, kind, with, plural(d.topic.Noun))
	case len(d.wishes.columns) > 0:
		fmt.Fprintf(&b, "I didn't recognise what this is about, so here %s with the columns that you named, and made-up values. ", kind)
	default:
		fmt.Fprintf(&b, "I didn't recognise what this is about, so here %s to begin with. ", kind)
	}
	if d.wishes.cut {
		fmt.Fprintf(&b, "A table has at most %d columns, so I took the first ones. ", layout.MaxColumns)
	}
	if w := d.unread(); d.phrase != "" && w != "" {
		fmt.Fprintf(&b, "I don't know “%s”, only “%s”, so the samples may not be what you mean: name the columns that you want (“with …”). ", w, d.phrase)
	}
	b.WriteString(d.leftOut() + d.order)
	b.WriteString("It was made by built-in rules that look for words, in English. " + d.next())
	return b.String()
}

// leftOut says what of the prompt isn't made: as was asked, and what isn't understood.
func (d *draft) leftOut() string {
	var b strings.Builder
	var without []string
	missed := d.missed
	for _, u := range d.without {
		if u.absent && d.shows(u.name) {
			missed = append(missed, u.name)
		} else {
			without = append(without, u.name)
		}
	}
	if len(without) > 0 {
		fmt.Fprintf(&b, "As you asked, it is without %s. ", listed(slices.Compact(without), "and"))
	}
	if slices.Contains(d.banned, d.content.Layout) {
		b.WriteString("There are only three layouts: a table, posts and cards. ")
	}
	b.WriteString(d.noted())
	if len(missed) > 0 {
		fmt.Fprintf(&b, "I didn't understand what you don't want: %s. That part was not done. ", quoted(missed))
	}
	return b.String()
}
