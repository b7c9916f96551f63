package profile_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/gift/profile"
)

// TestRead_Homonyms has words that look like an interest, as one and as none.
func TestRead_Homonyms(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		text, word, category string
		want                 bool
	}{
		{"mom who watches telenovelas, 60", "watches", "watches", false},
		{"brother watches netflix all day", "watches", "watches", false},
		{"dad watches his weight, likes tea", "watches", "watches", false},
		{"she likes watching football", "watching", "watches", false},
		{"husband who collects watches", "watches", "watches", true},
		{"he loves watches and cars", "watches", "watches", true},
		{"he is into old watches from the sixties", "watches", "watches", true},
		{"uncle is a prison officer, likes beer", "officer", "office", false},
		{"coworker, something for the office", "office", "office", true},
		{"my aunt is cancer free, a celebration", "free", "free gifts", false},
		{"friend who has no free time, tea", "free", "free gifts", false},
		{"grandma, 84, knee pain", "knee", "", false},
		{"grandpa whose back hurts, cards", "back", "", false},
		{"dad after a hip replacement, books", "hip", "", false},
	} {
		p := profile.Read(tt.text)
		word := slices.Contains(p.Words, tt.word)
		category := slices.ContainsFunc(p.Interests, func(i profile.Interest) bool { return strings.EqualFold(i.Category, tt.category) })
		if word != tt.want || tt.category != "free gifts" && tt.category != "" && category != tt.want || p.Bare {
			t.Errorf("%q: word %v, category %v, bare %v", tt.text, word, category, p.Bare)
		}
	}
}
