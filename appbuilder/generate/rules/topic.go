package rules

import (
	"embed"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"

	"go.yaml.in/yaml/v3"

	"github.com/mcp-adapters/mcp-adapters/appbuilder/layout"
)

// topic is something that apps are about: the words for it, how its app looks, and samples.
type topic struct {
	Name    string   `yaml:"name"`    // of an app, where the prompt has no better one
	Noun    string   `yaml:"noun"`    // an entry, in the singular
	Things  []string `yaml:"things"`  // other nouns for an entry
	Words   []string `yaml:"words"`   // that mean the topic, and not an entry
	Weak    []string `yaml:"weak"`    // that mean it if nothing else is said
	Goods   []string `yaml:"goods"`   // what is sold: the samples are made with the noun
	Palette string   `yaml:"palette"` // of theme.Palettes
	Product bool     `yaml:"product"` // it is shown on cards
	Lead    int      `yaml:"lead"`    // how many of the first columns say which entry it is; 0 is one
	Columns []column `yaml:"columns"`
	// Rows are samples, with a value for each column. Dates are days after today.
	Rows [][]string `yaml:"rows"`
}

// column is a header and a type.
type column struct{ Header, Type string }

// UnmarshalText reads "Price", of which the header says the type, or "Year:number".
func (c *column) UnmarshalText(text []byte) error {
	c.Header, c.Type, _ = strings.Cut(string(text), ":")
	return nil
}

//go:embed topics/*.yaml columns.yaml replies.yaml
var data embed.FS

// vocabulary is what the rules know.
type vocabulary struct {
	topics   []topic
	strong   map[string]int // topics by their nouns and words, in the singular
	weak     map[string]int
	meanings []meaning
	headers  map[string]int // meanings by the words of headers
}

// known is read once. What can't be read is a fault of the program, which its tests find.
var known = sync.OnceValue(func() *vocabulary {
	v := &vocabulary{strong: map[string]int{}, weak: map[string]int{}, headers: map[string]int{}}
	read("columns.yaml", &v.meanings)
	for i, m := range v.meanings {
		index(v.headers, i, m.Words...)
	}
	names, err := fs.Glob(data, "topics/*.yaml")
	if err != nil {
		panic(err)
	}
	for _, name := range names {
		var topics []topic
		read(name, &topics)
		v.topics = append(v.topics, topics...)
	}
	for i := range v.topics {
		t := &v.topics[i]
		for j, c := range t.Columns {
			if c.Type == "" {
				t.Columns[j].Type = v.columnFor(c.Header).Type
			}
		}
		index(v.strong, i, slices.Concat([]string{t.Noun}, t.Things, t.Words, t.Goods)...)
		index(v.weak, i, t.Weak...)
	}
	return v
})

func read(name string, to any) {
	text, err := data.ReadFile(name)
	if err == nil {
		err = yaml.Unmarshal(text, to)
	}
	if err != nil {
		panic(fmt.Errorf("%s: %w", name, err))
	}
}

// index adds phrases to an index. What is there already stays.
func index(to map[string]int, i int, phrases ...string) {
	for _, phrase := range phrases {
		if _, taken := to[normal(words(phrase))]; !taken {
			to[normal(words(phrase))] = i
		}
	}
}

// normal is a phrase with its last word in the singular.
func normal(said []string) string {
	if len(said) == 0 {
		return ""
	}
	said = slices.Clone(said)
	said[len(said)-1] = singular(said[len(said)-1])
	return strings.Join(said, " ")
}

// longest is how many words a phrase has at most.
const longest = 4

// phrases after which something else is spoken of.
var segmentEnds = strings.Fields("of for with without about in on by from to at that which who whose where when including showing containing having has as so because using not instead")

// about finds the topic that was spoken of, and the phrase for it in the singular; "" if there
// is none. What a phrase is about is its last noun: "wine tasting events" are events, and
// "events for lovers of wine" too.
func (v *vocabulary) about(said []string) (t topic, phrase string) {
	for _, index := range []map[string]int{v.strong, v.weak} {
		for _, segment := range segments(said) {
			for end := len(segment); end > 0; end-- {
				for n := min(longest, end); n > 0; n-- {
					phrase = normal(segment[end-n : end])
					if i, ok := index[phrase]; ok {
						return v.topics[i], phrase
					}
				}
			}
		}
	}
	return topic{}, ""
}

// segments are the parts of what was said that speak of one thing each. What the app is to
// show comes first: "an app for my restaurant to show its menu".
func segments(said []string) (all [][]string) {
	var first [][]string
	start := 0
	for i := range len(said) + 1 {
		if i < len(said) && !slices.Contains(segmentEnds, said[i]) {
			continue
		}
		segment := said[start:i]
		shown := start > 1 && said[start-1] == "to" && len(segment) > 0 && slices.Contains(showing, segment[0])
		if shown || start > 1 && said[start-1] == "of" && slices.Contains(containers, singular(said[start-2])) {
			first = append(first, segment)
		} else if !refused(said[:start]) || len(segment) > 0 && slices.Contains(notRefused, segment[0]) {
			all = append(all, segment)
		}
		start = i + 1
	}
	return append(first, all...)
}

// containers are what an app's entries are in: "a list of our suppliers".
var containers = []string{"list", "table", "overview", "catalog", "catalogue", "collection", "directory", "gallery", "grid"}

var showing = []string{"show", "display", "list", "track", "manage", "browse", "search", "find", "see", "view", "organize", "organise"}

// isThing reports whether a phrase names an entry of the topic: "item", but not "shop".
func (t topic) isThing(phrase string) bool {
	return phrase == t.Noun || slices.Contains(t.Things, phrase)
}

// unknown is the topic of which only a noun is known, or not even that.
func (v *vocabulary) unknown(noun string) topic {
	title := column{"Name", layout.Text}
	names := []string{"First entry", "Second entry", "Third entry", "Fourth entry"}
	if noun == "" {
		noun = "entry"
	} else {
		title.Header = sentence(noun)
		for i, which := range []string{"First", "Second", "Third", "Fourth"} {
			names[i] = which + " " + noun
		}
		if m, ok := v.meaning(noun); ok && m.Type == layout.Text && len(m.Values) >= len(names) {
			copy(names, m.Values)
		}
	}
	return topic{
		Name: sentence(plural(noun)), Noun: noun, Palette: "neutral",
		Columns: []column{title, {"Description", layout.Text}, {"Date", layout.Date}, {"Status", layout.Badge}},
		Rows: [][]string{
			{names[0], "Replace this with something of your own", "0", "New"},
			{names[1], "Ask in the chat for other columns or rows", "-1", "Active"},
			{names[2], "Nothing is public until you publish it", "-2", "Active"},
			{names[3], "Colors and names can be changed as well", "-5", "Done"},
		},
	}
}
