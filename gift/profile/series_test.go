package profile_test

import (
	"slices"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/gift/profile"
)

// unwanted are the texts of what isn't wanted, with a mark: ! for an allergy, ~ for a diet or a fear.
func unwanted(text string) []string {
	var list []string
	for _, d := range profile.Read(text).Dislikes {
		switch {
		case d.Allergy:
			list = append(list, "!"+d.Text)
		case d.Diet:
			list = append(list, "~"+d.Text)
		default:
			list = append(list, d.Text)
		}
	}
	return list
}

func checkUnwanted(t *testing.T, table map[string][]string) {
	t.Helper()
	for text, want := range table {
		if got := unwanted(text); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// TestRead_AllergySeries has each of several things that someone is allergic to, and nothing of what
// comes after them.
func TestRead_AllergySeries(t *testing.T) {
	t.Parallel()
	checkUnwanted(t, map[string][]string{
		"foodie sister allergic to nuts, dairy and honey, loves sweet things":   {"!nuts", "!dairy", "!honey"},
		"she is allergic to nuts, chocolate and honey, has a sweet tooth":       {"!nuts", "!chocolate", "!honey"},
		"allergies: nuts, chocolate, honey. sister with a sweet tooth":          {"!nuts", "!chocolate", "!honey"},
		"allergies - latex, pollen, cats":                                       {"!latex", "!pollen", "!cats"},
		"my wife (allergies: dairy, eggs) loves baking":                         {"!dairy", "!eggs"},
		"allergies include nuts and eggs":                                       {"!nuts", "!eggs"},
		"he can't eat gluten, dairy or chocolate, sweet tooth":                  {"!gluten", "!dairy", "!chocolate"},
		"husband allergic to eggs, fish, loves baking":                          {"!eggs", "!fish"},
		"severely allergic to peanuts, tree nuts, and shellfish. loves cooking": {"!peanuts", "!tree nuts", "!shellfish"},
		"allergic to nuts and dairy but loves baking":                           {"!nuts", "!dairy"},
		"has nut, egg and milk allergies, loves baking":                         {"!nut", "!egg", "!milk"},
		"loves tea, has an egg allergy":                                         {"!egg"},
		"gluten and lactose intolerant friend who loves baking":                 {"!gluten", "!lactose"},
		"egg and dairy free, loves cake":                                        {"!egg", "!dairy"},
		"can't eat shellfish or pork":                                           {"!shellfish", "!pork"},
		"avoid anything with nuts, dairy, or gluten":                            {"!nuts", "!dairy", "!gluten"},
		"no known allergies, loves cheese":                                      nil,
		"allergies: none. loves cheese":                                         nil,
		"free spirit, loves nuts and free time":                                 nil,
		"loves wine, cheese, nut allergy":                                       {"!nuts"},
		"my aunt, nut and egg allergy":                                          {"!nut", "!egg"},
		"lactose intolerant and allergic to eggs, loves baking":                 {"!dairy", "!eggs"},
		"no sugar, gluten or dairy please; loves baking":                        {"!sugar", "!gluten", "!dairy"},
		"doesn't eat meat, dairy or eggs, loves cooking":                        {"~meat", "!dairy", "eggs"},
		"gf loves cats but allergic to them":                                    {"!cats"},
		"allergic to nuts, loves chocolate and honey":                           {"!nuts"},
		"allergic to nuts, chocolate lover":                                     {"!nuts"},
		"allergic to nuts, but her favorite is chocolate":                       {"!nuts"},
		"allergic to nuts, yoga teacher, 40":                                    {"!nuts"},
		"my aunt is allergic to nuts, kind and funny, loves tea":                {"!nuts"},
		"not allergic to nuts, loves baking":                                    nil,
		"loves chocolate, hates it when people smoke":                           nil,
		"no alcohol, no pork, no nuts":                                          {"alcohol", "~pork", "!nuts"},
	})
}

// TestRead_DislikeSeries has each of several things that aren't wanted, however they are strung
// together, and nothing of what is said beside them.
func TestRead_DislikeSeries(t *testing.T) {
	t.Parallel()
	checkUnwanted(t, map[string][]string{
		"Dislikes: jewelry, perfume. Likes: fashion":                   {"jewelry", "perfume"},
		"Dislikes: jewelry, perfume, Likes: fashion":                   {"jewelry", "perfume"},
		"Hates: cooking, gardening. Loves: food":                       {"cooking", "gardening"},
		"avoid: candles, wine, chocolate. teacher who reads":           {"candles", "wine", "chocolate"},
		"avoid the following: candles, wine":                           {"candles", "wine"},
		"please avoid chocolate, nuts, anything with alcohol":          {"chocolate", "!nuts", "alcohol"},
		"no chocolate, cheese, wine please, foodie":                    {"chocolate", "cheese", "wine"},
		"she hates perfume, candles and anything scented, loves baths": {"perfume", "candles", "scented"},
		"she hates perfume, candles and jewelry and loves baths":       {"perfume", "candles", "jewelry"},
		"loves tea, hates perfume, candles, jewelry":                   {"perfume", "candles", "jewelry"},
		"she isn't into makeup, jewelry, perfume, she loves cars":      {"makeup", "jewelry", "perfume"},
		"no mugs, socks or ties for my dad":                            {"mugs", "socks", "ties"},
		"not flowers, not jewelry, girlfriend who loves romance":       {"flowers", "jewelry"},
		"into motorbikes, not flowers not jewelry nothing girly":       {"flowers", "jewelry", "girly"},
		"nothing for the kitchen, mom loves tea":                       {"kitchen"},
		"works as a chef so NOTHING kitchen related":                   {"kitchen"},
		"she doesn't like cooking and hates gardening":                 {"cooking", "gardening"},
		"my boss hates golf, tennis and football, loves wine":          {"golf", "tennis", "football"},
		"hates cliches, flowers, teddy bears. she loves sci-fi":        {"cliches", "flowers", "teddy bears"},
		"no perfume, candles - she loves baths":                        {"perfume", "candles"},
		"not a coffee person, isn't a dog person, loves tea":           {"coffee", "dog"},
		"my mom never liked flowers, loves birds":                      {"flowers"},
		"she loves dogs, not cats":                                     {"cats"},
		"she's not a morning person, loves tea":                        nil,
		"he does not watch, he plays":                                  nil,
		"no offense, he is hard to buy for":                            nil,
		"sister, no electronics, yoga and tea":                         {"electronics"},
		"dad, 60, no ties, socks, golf":                                {"ties"},
		"hates clutter, very practical, loves tea":                     {"clutter"},
		"hates clutter, quiet and bookish":                             {"clutter"},
		"hates clutter, knits and reads":                               {"clutter"},
		"hates cooking, gardening and hiking are her passions":         {"cooking"},
		"hates cooking and gardening is her life":                      {"cooking"},
		"doesn't like sweets, retired teacher, loves birds":            {"sweets"},
		"my aunt hates mornings, coffee is her religion":               {"mornings"},
		"not sure what she likes, not picky, why not flowers":          nil,
		"she is not cooking these days":                                nil,
	})
}

// TestRead_Reversed has no dislike where one is denied.
func TestRead_Reversed(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"she can't live without chocolate, girlfriend", "she refuses to leave the house without lipstick", "hates to be without coffee",
		"there is no better cook than my dad", "no bigger fan of jazz than my dad", "she never has enough chocolate", "can't say no to chocolate", "never gets tired of puzzles",
		"doesn't hate cooking", "hates missing a football game", "hates running out of coffee", "not a day goes by without coffee", "would be lost without her tea", "can't have too many books",
		"wouldn't be caught without lipstick", "never without a book", "nothing makes her happier than chocolate",
	} {
		if got := unwanted(text); len(got) > 0 {
			t.Errorf("%q: %q", text, got)
		}
	}
	checkUnwanted(t, map[string][]string{
		"he can't stop talking about golf, hates football": {"football"},
		"loves tea without sugar, can't cook":              {"!sugar", "cooking"},
		"something without alcohol":                        {"alcohol"},
		"he doesn't drink and hates cooking":               {"alcohol", "cooking"},
	})
}
