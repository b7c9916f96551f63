package profile_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/gift/catalog"
	"github.com/mcp-adapters/mcp-adapters/gift/profile"
)

func ideasByID(t *testing.T) map[string]string {
	t.Helper()
	c, err := catalog.BuiltIn()
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]string{}
	for i := range c.Gifts {
		names[c.Gifts[i].ID] = c.Gifts[i].Name
	}
	return names
}

// TestRead_Topics has what people say, and by which idea the topic is known that it means; "-" before
// an idea: it doesn't come to mind.
func TestRead_Topics(t *testing.T) {
	t.Parallel()
	const (
		watercolors = "Travel watercolor tin"
		vinyl       = "Classic rock albums on heavy vinyl"
		wok         = "Carbon-steel wok, flat-bottomed"
		knife       = "Eight-inch chef's knife"
	)
	ideas := ideasByID(t)
	for text, want := range map[string][]string{
		"my dad loves classic rock":                   {vinyl, "-A day on real rock with a guide"}, // the longest phrase
		"my friend goes bird watching":                {"Binoculars that suit birds, 8x42"},        // "birdwatching"
		"sister who is always so very cold":           {"Heated throw"},                            // words between
		"my aunt cooks every night":                   {knife},
		"my aunt is not into cooking":                 {"-" + knife}, // isn't wanted
		"my aunt doesn't really cook":                 {"-" + knife},
		"my aunt can't stop cooking":                  {knife},
		"nephew, nuts about dinosaurs":                {"-Flight of finishing salts"},                      // an idiom
		"niece, 7, loves to cook":                     {"Young cook's book and a real apron", "-" + knife}, // young
		"she builds bridges for a living, paints too": {watercolors, "-Homeowner's first tool bag"},        // no builder
		"nephew who turns four":                       {"Magnetic building tiles"},                         // by the age
	} {
		p := profile.Read(text)
		var found []string
		for _, m := range p.Topics {
			for _, id := range append(slices.Clone(m.Topic.Best), m.Topic.Good...) {
				found = append(found, ideas[id])
			}
		}
		for _, idea := range want {
			name, not := strings.CutPrefix(idea, "-")
			if slices.Contains(found, name) == not {
				t.Errorf("%q: %q is to come to mind: %v; got %v", text, name, !not, names(p))
			}
		}
	}
}

// TestRead_TopicsOfAnother has things that are said of someone else, and those that are said of
// the recipient.
func TestRead_TopicsOfAnother(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"my sister, whose husband golfs, knits":  "golf",
		"my sister, whose husband knits, golfs":  "knitting",
		"for my brother, his wife loves tennis":  "tennis",
		"for my wife's birthday, she loves golf": "",
	} {
		got := ""
		for _, m := range profile.Read(text).Topics {
			if m.About == profile.Liking && m.Another {
				got = m.Topic.Name
			}
		}
		if !strings.HasPrefix(got, want) || want == "" && got != "" {
			t.Errorf("%q: said of another: %q, want %q", text, got, want)
		}
	}
}

func names(p *profile.Profile) []string {
	var list []string
	for _, m := range p.Topics {
		list = append(list, m.Topic.Name)
	}
	return list
}
