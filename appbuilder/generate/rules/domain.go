package rules

import (
	_ "embed" // for the samples

	"go.yaml.in/yaml/v3"
)

// domain is something that apps are about: the words for it, how its app looks, and sample
// data.
type domain struct {
	Name    string   `yaml:"name"`    // of an app, where the prompt has no better one
	Noun    string   `yaml:"noun"`    // an entry, in the singular
	Words   []string `yaml:"words"`   // that mean it, in the singular
	Palette string   `yaml:"palette"` // of theme.Palettes
	Product bool     `yaml:"product"` // it is shown on cards
	// Posts says that the samples read as posts: title, excerpt, author, date, category.
	Posts   bool       `yaml:"posts"`
	Columns []column   `yaml:"columns"`
	Rows    [][]string `yaml:"rows"`
}

type column struct {
	Header string   `yaml:"header"`
	Type   string   `yaml:"type"`
	Words  []string `yaml:"words"` // other headers that mean it
}

//go:embed domains.yaml
var domainsFile []byte

// load reads the domains. Those that come first win where words of several were said.
func load() ([]domain, error) {
	var all []domain
	err := yaml.Unmarshal(domainsFile, &all)
	return all, err
}

// about returns the domain that was spoken of, and the word for it; or the first domain and
// "" if none was.
func about(domains []domain, said []string) (d domain, word string) {
	best := -1
	for _, candidate := range domains {
		if i := find(said, candidate.Words); i >= 0 && (best < 0 || i < best) {
			best, d, word = i, candidate, said[i]
		}
	}
	if best < 0 {
		return domains[len(domains)-1], ""
	}
	return d, word
}
