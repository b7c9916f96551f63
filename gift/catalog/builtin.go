package catalog

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/text/cases"
)

// builtIn has what vocabulary.yaml and ideas/*.yaml say, and is written from them by
// TestBuiltIn, for to read so much YAML takes a program longer than everything else that it
// does before its first answer. It has a line for each list of the vocabulary, and then eleven
// for each gift, in the order of [parse]. Tags and phrases are parted by commas.
//
//go:embed builtin.txt
var builtIn string

// Vocabulary has the tags that gifts may carry. A nil list allows every tag.
type Vocabulary struct {
	Categories []string `yaml:"categories"`
	Occasions  []string `yaml:"occasions"`
	Recipients []string `yaml:"recipient_types"`
}

// Catalog is a list of gifts and the vocabulary of their tags. It is not to be changed.
type Catalog struct {
	Gifts      []Gift
	Vocabulary Vocabulary
}

// BuiltIn returns the built-in catalog, which it reads once, at the first call: the gifts in
// the order of the files' names and of their entries.
var BuiltIn = sync.OnceValues(func() (*Catalog, error) { return parse(builtIn) })

// parse keeps parts of text, and copies none.
func parse(text string) (*Catalog, error) {
	next := func() string {
		line, rest, _ := strings.Cut(text, "\n")
		text = rest
		return line
	}
	tags := func() []string {
		if line := next(); line != "" {
			return strings.Split(line, ",")
		}
		return nil
	}
	c := &Catalog{Vocabulary: Vocabulary{Categories: tags(), Occasions: tags(), Recipients: tags()}}
	c.Gifts = make([]Gift, 0, strings.Count(text, "\n")/11)
	for text != "" {
		g := Gift{ID: next(), Name: next(), Brief: next(), Full: next(), Guidance: next(), Price: Price(next()),
			Categories: tags(), Occasions: tags(), Recipients: tags(), LovedBy: tags()}
		score, adult := strings.CutSuffix(next(), " adult")
		popularity, err := strconv.ParseFloat(score, 64)
		if err != nil {
			return nil, fmt.Errorf("the built-in catalog is damaged at gift %d: %w", len(c.Gifts)+1, err)
		}
		g.Popularity, g.Adult = &popularity, adult
		c.Gifts = append(c.Gifts, g)
	}
	return c, nil
}

// Fold returns name as names are compared: two gifts of a catalog differ in it.
func Fold(name string) string { return clean(cases.Fold().String(clean(name))) }
