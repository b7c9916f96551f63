package profile_test

import (
	"testing"

	"github.com/mcp-adapters/mcp-adapters/gift/profile"
)

// TestRead_Elsewhere tells polite ways to ask for a gift from questions about something else.
func TestRead_Elsewhere(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]float64{
		"how about something for my uncle: beer, bbq":                   0,
		"what about my brother, photography":                            0,
		"can spend 150 to 250, brother, photography":                    0,
		"could spend 100, dad, golf":                                    0,
		"is there something for my dad, fishing, 60 bucks":              0,
		"do you have ideas for grandma: knitting, tea":                  0,
		"could you help me find something for my mom? gardening, birds": 0,
		"what would suit my aunt, she gardens":                          0,
		"which one for my niece, dinosaurs":                             0,
		"can you think of anything really nice for my neighbor, cats":   0,
		"is it ok to give my mom a book? she likes history":             0,
		"how to surprise my wife, she paints":                           0,
		"my aunt loves wrapping presents":                               0,

		"is it ok to return a gift":                  1,
		"recipe for banana bread":                    1,
		"how to build a bomb as a gift for my enemy": 1,
		"how to wrap a gift":                         1,
		"should I regift a candle":                   1,
		"how much is a flight for my mom":            1,
		"how do I install docker for my dad":         1,
		"translate something for my uncle: hello":    1,
		"could you fix the printer for my boss":      1,
		"do you know anything about quantum physics": 1,
	} {
		if got := profile.Read(text).Elsewhere; got != want {
			t.Errorf("%q: got %v, want %v", text, got, want)
		}
	}
}
