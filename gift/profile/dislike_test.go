package profile_test

import (
	"slices"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/gift/profile"
)

// TestRead_NonDrinkers has no alcohol for those who are said not to drink.
func TestRead_NonDrinkers(t *testing.T) {
	t.Parallel()
	alcohol := func(text string) bool {
		return slices.ContainsFunc(profile.Read(text).Dislikes, func(d profile.Dislike) bool {
			return slices.Contains(d.Categories, "wine") && slices.Contains(d.Categories, "beer") && slices.Contains(d.Categories, "cocktails and spirits")
		})
	}
	for _, text := range []string{
		"my sober brother loves grilling", "friend, 2 years sober, loves pubs", "teetotal uncle", "he doesn't drink", "friend who doesn't drink, loves parties",
		"she does not drink alcohol", "doesn't drink anymore, loves parties", "my pregnant sister loves wine", "wife is pregnant and misses wine",
		"recovering alcoholic who cooks", "friend in recovery who loves music", "no alcohol", "into whiskey but I'm not supposed to buy alcohol", "we can't give alcohol at work, she loves wine", "my sister isn't drinking this year", "non-drinker", "she doesn't drink and loves parties",
		"my wife is expecting our first, loves cocktails",
		"coworker keeps halal, loves beer gardens", "halal friend, loves beer", "friend who doesn't do alcohol, loves wine country trips", "straight edge boss, loves craft beer culture",
		"dry january husband, loves cocktails", "my uncle is on the wagon, likes pubs", "sober curious friend", "mormon neighbor, loves baking", "my sister is expecting, loves wine", "she is 7 months along, loves wine bars", "breastfeeding friend, loves wine", "he is 5 years clean, loves pubs",
		"goes to AA, loves music", "my uncle is an alcoholic, loves jazz", "loves alcohol-free beer",
	} {
		if !alcohol(text) {
			t.Errorf("%q: %+v", text, profile.Read(text).Dislikes)
		}
	}
	for _, text := range []string{"she doesn't drink coffee", "likes a drink", "my brother loves beer, his wife is pregnant", "doesn't drink soda",
		"loves straight edge razors and whisky", "she doesn't do mornings, loves wine",
		"is expecting guests, loves wine", "likes alcoholic drinks"} {
		if alcohol(text) {
			t.Errorf("%q: %+v", text, profile.Read(text).Dislikes)
		}
	}
}

// TestRead_Allergies has what an allergy is to, on whichever side of the word it stands.
func TestRead_Allergies(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"friend with a latex allergy who works out": "latex", "my niece has a severe egg allergy, loves baking": "egg",
		"uncle is allergic to wool": "wool", "fructose intolerance, loves tea": "fructose", "she has a nut allergy": "nuts",
	} {
		p := profile.Read(text)
		if len(p.Dislikes) != 1 || p.Dislikes[0].Text != want || !p.Dislikes[0].Allergy {
			t.Errorf("%q: %+v, want %q", text, p.Dislikes, want)
		}
	}
	for _, text := range []string{"has food allergies, loves tea", "she has seasonal allergies and gardens", "no allergies, loves tea"} {
		for _, d := range profile.Read(text).Dislikes {
			if d.Allergy {
				t.Errorf("%q: %+v", text, d)
			}
		}
	}
}

// TestRead_Without has the categories of what someone doesn't have or want.
func TestRead_Without(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"my aunt loves nature, has no pets":        "dogs",
		"couple without children, they hike":       "children's books",
		"couple, no kids, they travel":             "baby care",
		"nothing electronic, loves the woods":      "electronics",
		"my uncle doesn't have pets, loves plants": "dogs",
		"doesn't have any kids, travels":           "baby care",
		"loves the woods; nothing scented":         "candles and scents",
		"my aunt who doesn't cook, loves tea":      "kitchen tools",
		"grandma can't have chocolate, loves tea":  "chocolate and sweets",
		"my brother drinks too much, loves jazz":   "beer",
	} {
		p := profile.Read(text)
		if len(p.Dislikes) != 1 || !slices.Contains(p.Dislikes[0].Categories, want) || slices.Contains(p.Recipients, "child") {
			t.Errorf("%q: %q %+v, want %q", text, p.Recipients, p.Dislikes, want)
		}
	}
	for _, text := range []string{"nothing too expensive", "she wants for nothing", "nothing special", "doesn't have much time"} {
		if p := profile.Read(text); len(p.Dislikes) > 0 {
			t.Errorf("%q: %+v", text, p.Dislikes)
		}
	}
}
