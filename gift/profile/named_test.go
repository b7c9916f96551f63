package profile_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/gift/profile"
)

// TestRead_Named has interests that are said to be liked or done, and words for interests in what is
// said otherwise.
func TestRead_Named(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"niece, 7, crazy about bugs":                    "insects",
		"my uncle is a chess fan":                       "chess",
		"sister into yoga":                              "yoga",
		"coworkers who like opera":                      "opera",
		"my aunt knits":                                 "knitting",
		"brother who runs marathons":                    "marathon",
		"cousin, loves plants, horror movies and sushi": "japanese",
		"my aunt dresses like a French film star":       "-movies",
		"my aunt moved into a yoga retreat":             "-yoga",
		"baby shower at the office":                     "-office",
		"she loves tea. Opera bores her":                "-opera",
	} {
		topic, not := strings.CutPrefix(want, "-")
		p := profile.Read(text)
		named := slices.ContainsFunc(p.Topics, func(m profile.Mention) bool { return m.Named && strings.HasPrefix(m.Topic.Name, topic) })
		if named == not {
			t.Errorf("%q: %s is named: %v; topics %v", text, topic, named, names(p))
		}
	}
}

// TestRead_HardTime has what is known of an illness or a loss, and what is none now.
func TestRead_HardTime(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]struct {
		alone, known bool
	}{
		"a friend in chemo":                                         {alone: true, known: true},
		"coworker whose mother died":                                {alone: true, known: true},
		"my uncle had a heart attack":                               {alone: true, known: true},
		"a friend whose father died, she likes to cook":             {known: true},
		"hospital near me":                                          {known: true}, // speaks of no one
		"my grandma, whose husband died ten years ago":              {},
		"my brother had surgery long ago, and loves sailing":        {},
		"my neighbor, whose dog has died":                           {alone: true, known: true},
		"my sister, her phone died":                                 {},
		"thank you gift for the surgeon who did my hip replacement": {},
	} {
		p := profile.Read(text)
		known := slices.ContainsFunc(p.Topics, func(m profile.Mention) bool { return m.About == profile.AHardTime })
		if p.HardTime != want.alone || known != want.known {
			t.Errorf("%q: a hard time alone is %v, known %v; topics %v", text, p.HardTime, known, names(p))
		}
		for _, o := range p.Occasions {
			if !want.known && (o.Tag == "sympathy" || o.Tag == "get well") {
				t.Errorf("%q: read as %v", text, p.Occasions)
			}
		}
		if want.alone && len(p.Interests) > 0 {
			t.Errorf("%q: they are said to like %v", text, p.Interests)
		}
		for _, m := range p.Topics {
			if m.About == profile.AHardTime && m.Another {
				t.Errorf("%q: %s is taken for another's", text, m.Topic.Name)
			}
		}
	}
}
