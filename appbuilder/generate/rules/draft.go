package rules

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/mcp-adapters/mcp-adapters/appbuilder"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/layout"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/rule"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/theme"
	regexp "github.com/mcp-adapters/mcp-adapters/internal/lazyregexp"
)

// draft is an app in the making.
type draft struct {
	asked   string // the prompt
	prompt  string // without what can't be seen, and without the name that it gives
	given   string // that name
	said    []string
	topic   topic
	phrase  string // for the topic, as it was said; "": nothing was recognised
	noun    string // for an entry
	wishes  wishes
	count   int      // how many entries were asked for; 0: it wasn't said
	banned  []string // layouts that aren't wanted
	without []unwanted

	chosen, unchosen []string // what says which entries are wanted, as far as there are such samples
	missed           []string // what isn't wanted and wasn't understood
	order            string   // says how the samples are sorted, or why they aren't
	empty            bool     // no samples are wanted
	unshown          []string // columns that the layout has no place for
	devices          []string // parts that were asked for and that no app has
	today            time.Time
	content          appbuilder.Content
}

var todo = regexp.MustCompile(`(?i)\bto[ -]dos?\b`)

// understand reads a prompt.
func understand(prompt string, today time.Time) *draft {
	v := known()
	d := &draft{asked: prompt, today: today}
	d.given, d.prompt = givenName(colored(rule.Visible(prompt)))
	rest, denied := refusals(todo.ReplaceAllString(d.prompt, "todo"))
	d.prompt, d.devices = withoutDevices(withoutMoney(rest))
	d.said = words(d.prompt)
	d.wishes = v.wished(d.prompt)
	said := words(d.wishes.rest)
	if _, other := layoutsNamed(said); len(other) < len(said) {
		if _, phrase := v.about(other); phrase != "" || nounIn(other) != "" {
			said = other
		}
	}
	if d.topic, d.phrase = v.about(said); d.phrase == "" {
		d.topic = v.unknown(nounIn(said))
		d.wishes.extra = false
	}
	if d.wishes.extra && d.phrase != "" && strings.HasSuffix(" "+normal(words(d.wishes.columns[0].Header)), " "+d.phrase) {
		d.wishes.columns, d.wishes.extra = nil, false // "cards with our yoga classes"
	}
	if good := goodsIn(d.topic, d.phrase, said); good != "" {
		d.topic, d.phrase = d.topic.of(good), good
	}
	d.noun = d.topic.Noun
	d.count, d.prompt = amountAsked(d.prompt, func(phrase string) bool {
		return d.topic.isThing(phrase) || strings.HasSuffix(d.topic.Noun, " "+phrase) || phrase == d.phrase || slices.Contains(generic, phrase)
	})
	if d.topic.isThing(d.phrase) {
		d.noun = d.phrase
	}
	d.refuse(denied)
	d.choices()
	return d
}

// fill makes the sample data.
func (d *draft) fill() {
	rows := d.topic.sample(known(), d.wishes, d.today)
	d.resize(rows)
	d.exchange(rows)
	if d.empty {
		rows.Rows = []layout.Row{}
	}
	rows = d.arrange(rows)
	data := layout.Data(rows)
	if d.content.Layout != layout.Table {
		// What an entry is called is its title, whatever its header.
		for i, c := range rows.Columns {
			if d.topic.Lead < 2 && d.topic.find(known(), c.Header) == 0 {
				rows.Columns[i].Header = "Title"
				break
			}
		}
		if converted, _, err := layout.Convert(rows, d.content.Layout); err == nil {
			data = converted
		}
	}
	d.content.Data, d.content.Layout = data, data.Layout()
	if d.unshown = hidden(rows, data); len(d.unshown) > 0 {
		d.describe() // without them
	}
}

// hidden are the columns of samples that their layout has no place for, in small letters.
func hidden(samples *layout.Rows, data layout.Data) (headers []string) {
	shown := string(layout.Encode(data))
	for _, c := range samples.Columns {
		if len(samples.Rows) > 0 && data.Layout() != layout.Table && !slices.ContainsFunc(samples.Rows, func(row layout.Row) bool {
			text := fmt.Sprint(row[c.Key])
			return strings.Contains(shown, c.Header+": "+text) || c.Type != layout.Number && strings.Contains(shown, text)
		}) {
			headers = append(headers, strings.ToLower(c.Header))
		}
	}
	return headers
}

// resize brings the samples to the number that was asked for.
func (d *draft) resize(rows *layout.Rows) {
	wanted := min(d.count, maxAdded)
	if wanted == 0 || wanted <= len(rows.Rows) {
		rows.Rows = rows.Rows[:cmp.Or(min(wanted, len(rows.Rows)), len(rows.Rows))]
		return
	}
	r := request{content: appbuilder.Content{Layout: layout.Table, Data: rows}, topic: d.topic, today: d.today}
	if a, ok := r.more(wanted - len(rows.Rows)); ok && a.reply == "" {
		for _, row := range a.operations[0].Rows {
			made := layout.Row{}
			for _, c := range rows.Columns {
				if v := row[c.Key]; v.Kind() == '"' {
					made[c.Key] = textOf(v)
				} else if v != nil {
					made[c.Key] = v
				}
			}
			rows.Rows = append(rows.Rows, made)
		}
	}
}

// colors returns the palette of the topic, with a color that was asked for.
func (d *draft) colors() theme.Theme {
	t := theme.Palettes[d.topic.Palette]
	if part, c, ok := colorWished(d.said); ok {
		if set, _, faults := t.Set(map[string]string{part: c.String()}); len(faults) == 0 {
			t = set
		}
		if i := find(d.said, []string{"black"}); i > 0 && d.said[i-1] == "on" {
			return t.Dark()
		}
	}
	for i, w := range d.said {
		if w == "dark" && i+1 < len(d.said) && is(d.said[i+1], []string{"theme", "mode", "background", "design", "look"}) && !refused(d.said[:i]) {
			return t.Dark()
		}
	}
	return t
}
