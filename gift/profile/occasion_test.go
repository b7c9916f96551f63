package profile_test

import "testing"

// TestRead_NoOccasion has the thanks of who asks, and feasts of last year, be no occasion.
func TestRead_NoOccasion(t *testing.T) {
	t.Parallel()
	testRead(t, map[string]string{
		"hi! looking for ideas. thanks. my brother loves fishing":        "for=sibling",
		"my brother loves fishing, thanks!":                              "for=sibling",
		"my brother loves fishing. Thanks so much":                       "for=sibling",
		"my brother loves fishing. Thank you in advance":                 "for=sibling",
		"thanks for any ideas, my brother loves fishing":                 "for=sibling",
		"last christmas I got him a scarf, dad likes golf":               "for=parent grown=",
		"dad likes golf, I gave him a putter for his birthday last year": "for=parent grown=",
		"for her last birthday I gave her tea, she bakes":                "",
		"dad likes golf, had a tie for christmas two years ago":          "for=parent grown=",

		"thank you gift for my teacher":            "for=teacher on=thank you(thank you) grown= bare=",
		"teacher, thank you, likes tea":            "for=teacher on=thank you(thank you) grown=",
		"to say thanks to our nurse, likes tea":    "for=caregiver on=thank you(say thanks) grown=",
		"last minute christmas gift for dad, golf": "for=parent on=holiday(christmas) grown=",
		"last day at work gift for my boss":        "for=boss on=farewell(last day at work) grown= bare=",
	})
}
