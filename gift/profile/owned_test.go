package profile_test

import (
	"slices"
	"testing"

	"mcp-adapters/gift/profile"
)

func TestRead_Owned(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"astronomy nerd who already has a good telescope":                 {"telescope"},
		"astronomy nerd with a telescope already, 40":                     {"telescope"},
		"my brother loves coffee and has an espresso machine already":     {"espresso machine"},
		"she already has a kettle and a teapot, loves tea":                {"kettle", "teapot"},
		"he already has a tent, two backpacks and a stove but no hammock": {"tent", "backpacks", "stove"},
		"dad, I gave him a leather wallet last year, he likes birds":      {"leather wallet"},
		"she owns every cookbook in the world":                            {"cookbook"},
		"my aunt already has lots of scarves and loves the opera":         {"scarves"},
		"he has a dog, and he already knows how to cook":                  nil,
		"she has two kids and likes wine":                                 nil,
		"dad has everything already":                                      nil,
		"we already decided on a budget of 50":                            nil,
		"a friend with a garden":                                          nil,
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
