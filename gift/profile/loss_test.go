package profile_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/gift/profile"
)

// TestRead_Losses has who died, in the ways that it is told: who is left gets the gift, for sympathy,
// and nothing of theirs.
func TestRead_Losses(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"stillborn baby, friends are devastated":             "friend, mourns",
		"our friends' baby was stillborn last month":         "friend, mourns",
		"friend lost her twins in the NICU":                  "friend, mourns",
		"my sister just lost her newborn":                    "sibling, mourns",
		"couple whose newborn died":                          "couple, mourns",
		"our son was born still in may, for my wife":         "partner, mourns",
		"her cat was put to sleep, she is heartbroken, 34":   ", mourns",
		"grandpa had to put down his old dog, 80":            "grandparent, mourns",
		"she had to put her dog down, 50":                    ", mourns",
		"my bf's mom died, we'd been together 2 months":      "partner, mourns",
		"toddler whose mom died":                             "toddler, mourns",
		"friend whose dad suddenly passed away, loves golf":  "friend, mourns",
		"my coworker lost her husband to cancer, likes tea":  "coworker, mourns",
		"my friend lost both of his parents, tea":            "friend, mourns",
		"the death of her brother hit my aunt hard":          "relative, mourns",
		"my late husband's sister, 60, gardening":            "sibling",
		"his father died 20 years ago, loves golf":           "",
		"neighbor who lost her baby weight":                  "neighbor",
		"my dad lost his wife's ring, loves golf":            "parent",
		"mom of 3 who loves tea, she puts her kids to sleep": "parent",
		"a friend who lost touch with her sister":            "friend",
		"my niece passed her driving test":                   "child",
		"my mom's best friend passed the bar exam":           "friend",
		"her friend would die for chocolate, for my sister":  "sibling",
		"dad calms the dog down":                             "parent",
	} {
		p := profile.Read(text)
		got := strings.Join(p.Recipients, " ")
		if slices.Contains(p.OccasionTags(), "sympathy") {
			got += ", mourns"
		}
		if got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
		if strings.HasSuffix(want, "mourns") && (!p.Bare && len(p.Topics) == 0 || p.Minor != strings.HasPrefix(want, "toddler")) {
			t.Errorf("%q: %d topics, minor %v", text, len(p.Topics), p.Minor)
		}
	}
}
