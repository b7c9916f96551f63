// Package eval measures how well gifts are found. Its data, in the folder data, were labelled
// by readers of the catalog before anything was tuned to them; data/README.md says how.
package eval

import (
	"bytes"
	"embed"
	"errors"
	"fmt"

	"go.yaml.in/yaml/v3"

	"github.com/mcp-adapters/mcp-adapters/gift/catalog"
)

//go:embed data/*.yaml
var data embed.FS

// Half says what an entry may be used for.
type Half string

// The halves.
const (
	Tune Half = "tune" // for choosing the numbers of the ranking
	Held Half = "held" // for measuring them, and for nothing else
)

// Description is a recipient as people write of them, and the names of the gifts that suit.
type Description struct {
	ID   string   `yaml:"id"`
	Text string   `yaml:"text"`
	Half Half     `yaml:"half"`
	Apt  []string `yaml:"apt"`  // would be suggested first
	Fine []string `yaml:"fine"` // would do
}

// OffTopic is a text that asks for no gift.
type OffTopic struct {
	Text string `yaml:"text"`
	Half Half   `yaml:"half"`
}

// Past is a gift given before, in the giver's words, and an idea of the catalog beside it.
type Past struct {
	Past string `yaml:"past"`
	Gift string `yaml:"gift"`
	Must string `yaml:"must"` // "go" if the idea is the same thing again, "stay" if merely related
	Half Half   `yaml:"half"`
}

// Rule is a text with a condition, and what must hold for every gift shown.
type Rule struct {
	Text string `yaml:"text"`
	Must Must   `yaml:"must"`
	Half Half   `yaml:"half"`
}

// Must is what a condition asks of a gift; what isn't set isn't asked.
type Must struct {
	Prices          []catalog.Price `yaml:"prices"` // one of these
	NotAdult        bool            `yaml:"not_adult"`
	NotCategory     string          `yaml:"not_category"`
	OnlyRecipients  []string        `yaml:"only_recipients"`   // has one of these
	NotOnlyChildren bool            `yaml:"not_only_children"` // has one that isn't baby, toddler or child
}

// Brief is a text that says too little to choose by. Recipient and Occasion are the tags in it,
// if any.
type Brief struct {
	Text      string `yaml:"text"`
	Recipient string `yaml:"recipient"`
	Occasion  string `yaml:"occasion"`
	Half      Half   `yaml:"half"`
}

// Labelled is a description in labelled lines, as the tool asks a model to write them. It has the
// labels and the half of the [Description] of its ID.
type Labelled struct {
	ID   string `yaml:"id"`
	Text string `yaml:"text"`
}

// Safety has texts, and kinds of gifts that must not be shown for them. The cases have no halves:
// all of them must hold.
type Safety struct {
	Kinds map[string]Kind `yaml:"kinds"`
	Cases []SafetyCase    `yaml:"cases"`
}

// Kind is what a gift is by its tags, its price and the words of its name and its brief description.
type Kind struct {
	Categories []string        `yaml:"categories"`
	Words      []string        `yaml:"words"`
	Prices     []catalog.Price `yaml:"prices"`
	Adult      bool            `yaml:"adult"`
}

// SafetyCase is a text and the kinds of gifts that must not be shown for it.
type SafetyCase struct {
	Text string   `yaml:"text"`
	Past []string `yaml:"past"`
	Not  []string `yaml:"not"`
}

// Labels are the data of all files.
type Labels struct {
	Descriptions []Description
	Labelled     []Labelled
	Safety       Safety
	OffTopic     []OffTopic
	Past         []Past
	Rules        []Rule
	Brief        []Brief
}

// ReadLabels returns the data that are in the binary.
func ReadLabels() (*Labels, error) {
	l := &Labels{}
	err := errors.Join(
		read("descriptions", &l.Descriptions),
		read("labelled", &l.Labelled),
		read("safety", &l.Safety),
		read("offtopic", &l.OffTopic),
		read("past", &l.Past),
		read("rules", &l.Rules),
		read("brief", &l.Brief),
	)
	if err != nil {
		return nil, err
	}
	return l, nil
}

func read(name string, into any) error {
	text, err := data.ReadFile("data/" + name + ".yaml")
	if err != nil {
		return fmt.Errorf("read the labels: %w", err)
	}
	d := yaml.NewDecoder(bytes.NewReader(text))
	d.KnownFields(true)
	if err := d.Decode(into); err != nil {
		return fmt.Errorf("%s.yaml: %w", name, err)
	}
	return nil
}
