package profile_test

import (
	"slices"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/gift/profile"
)

func TestRead_Owned(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"astronomy nerd who already has a good telescope":                         {"telescope"},
		"astronomy nerd with a telescope already, 40":                             {"telescope"},
		"my brother loves coffee and has an espresso machine already":             {"espresso machine"},
		"she already has a kettle and a teapot, loves tea":                        {"kettle", "teapot"},
		"he already has a tent, two backpacks and a stove but no hammock":         {"tent", "backpacks", "stove"},
		"dad, I gave him a leather wallet last year, he likes birds":              {"leather wallet"},
		"she owns every cookbook in the world":                                    {"cookbook"},
		"my aunt already has lots of scarves and loves the opera":                 {"scarves"},
		"already has a grinder and espresso machine, coffee snob":                 {"grinder", "espresso machine"},
		"already has headphones, turntable and speakers. loves music":             {"headphones", "turntable", "speakers"},
		"he already has golf clubs, rangefinder, putting mat":                     {"golf clubs", "rangefinder", "putting mat"},
		"she has a cast iron skillet, a dutch oven and knives already":            {"cast iron skillet", "dutch oven", "knives"},
		"previously gave: wok, chef's knife, pasta roller":                        {"wok", "chef's knife", "pasta roller"},
		"past gifts: scarf, teapot and a book. loves tea":                         {"scarf", "teapot", "book"},
		"don't get him a kettle grill he has one":                                 {"kettle grill"},
		"loves grilling, don't buy him a grill, he already has one":               {"grill"},
		"boyfriend who has a drone and gaming headset already":                    {"drone", "gaming headset"},
		"she already owns a tent, sleeping bag, and stove, loves camping":         {"tent", "sleeping bag", "stove"},
		"I gave her a scarf and gloves last year, she loves hiking":               {"scarf", "gloves"},
		"already has a kettle, loves tea and books":                               {"kettle"},
		"already has a kettle and plays golf":                                     {"kettle"},
		"already has a telescope, hiking, camping":                                {"telescope"},
		"already has a telescope, engineer, 35":                                   {"telescope"},
		"she already has a kettle, but no teapot":                                 {"kettle"},
		"friend who has a garden and a dog, loves tea, and already travels a lot": nil,
		"my sister already has a yoga mat, blocks and a strap":                    {"yoga mat", "blocks", "strap"},
		"bought himself a drone, camera and tripod":                               {"drone", "camera", "tripod"},
		"don't get him started on golf":                                           nil,
		"he has a dog, and he already knows how to cook":                          nil,
		"she has two kids and likes wine":                                         nil,
		"dad has everything already":                                              nil,
		"we already decided on a budget of 50":                                    nil,
		"a friend with a garden":                                                  nil,
	} {
		if got := profile.Read(text).Owned; !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
	const likes = "loves stars, already has a telescope"
	if got := profile.Read(likes).Query; got != likes {
		t.Errorf("what someone has isn't looked for any more: %q", got)
	}
}
