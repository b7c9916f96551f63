package profile_test

import (
	"slices"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/gift/catalog"
	"github.com/mcp-adapters/mcp-adapters/gift/profile"
)

// TestRead_Interests has other words than a category's name speak of it, and dislikes not.
func TestRead_Interests(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"she knits":                            {"knitting and crochet"},
		"my mom":                               nil,
		"rides a motorbike":                    {"cars and motorcycles"},
		"hates motorbikes, loves birdwatching": {"birdwatching"},
		"obsessed with rock climbing":          {"climbing"},
	} {
		var got []string
		for _, i := range profile.Read(text).Interests {
			if got = append(got, i.Category); i.Strength <= 0 || i.Strength > 1 {
				t.Errorf("%q: strength %v", text, i.Strength)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

// TestInterests has words for each category of the built-in catalog, and for no other.
func TestInterests(t *testing.T) {
	t.Parallel()
	c, err := catalog.BuiltIn()
	if err != nil {
		t.Fatal(err)
	}
	known := profile.InterestCategories()
	for _, name := range c.Vocabulary.Categories {
		if !slices.Contains(known, name) {
			t.Errorf("there are no words for %q", name)
		}
	}
	for _, name := range known {
		if !slices.Contains(c.Vocabulary.Categories, name) {
			t.Errorf("%q is not in the vocabulary", name)
		}
	}
}
