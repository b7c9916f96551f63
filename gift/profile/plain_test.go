package profile_test

import "testing"

// TestRead_PlainAges has ages that stand by themselves or are a guess.
func TestRead_PlainAges(t *testing.T) {
	t.Parallel()
	testRead(t, map[string]string{
		"fifteen, loves beer":                      "for=teen age=15 minor=",
		"15, loves beer":                           "for=teen age=15 minor=",
		"seven, loves dinosaurs":                   "for=child age=7 minor=",
		"nephew, seven, loves dinosaurs":           "for=child age=7 minor=",
		"aged between 15 and 17, love beer":        "for=teen age=15 minor=",
		"between the ages of 15 and 17, love beer": "for=teen age=15 minor=",
		"they're between 15 and 17, love beer":     "for=teen age=15 minor=",
		"cousins between 16 and 18 who love beer":  "for=teen+relative age=16 minor=",
		"between 15 and 17, loves beer":            "for=teen age=15 minor=",
		"14ish, loves wine":                        "for=teen age=14 minor=",
		"cousin, 16-ish, loves wine":               "for=teen+relative age=16 minor=",
		"about 19, loves whisky":                   "for=teen age=19 minor=",
		"my cousin is about 19, loves whisky":      "for=teen+relative age=19 minor=",
		"he's about 17, likes gin":                 "for=teen age=17 minor=",
		"friend, maybe 19, loves whisky":           "for=teen+friend age=19 minor=",
		"16 or 17, loves beer":                     "for=teen age=16 minor=",
		"cousin, 16/17, loves beer":                "for=teen+relative age=16 minor=",
		"she's 12 going on 30, loves wine":         "for=child age=12 minor=",
		"2 to 4 years old, loves water":            "for=toddler age=2 minor= young=toddler",
		"15M likes beer":                           "for=teen age=15 minor=",
		"her 18th, loves wine":                     "for=teen age=18 minor=",
		"my aunt's 80th, loves tea":                "for=relative age=80 grown=",
		"his 5th marathon, wine":                   "",
		"runner, 100m, wine":                       "",
		"about 50, loves wine":                     "age=50 grown=",

		"gift for a coworker who loves wine, around 20":   "for=coworker grown=",
		"a gift about 20 for my brother who loves wine":   "for=sibling",
		"something around 15 for a friend, loves beer":    "for=friend",
		"gift for my brother between 20 and 40, he golfs": "for=sibling budget=$20 to $40[budget moderate]",
		"1. my brother loves wine":                        "for=sibling",
		"first, my brother loves beer":                    "for=sibling",
		"50, for my brother who loves wine":               "for=sibling",
		"runs about 10 and swims, loves wine":             "",
		"30 guests, wine":                                 "",
	})
}

// TestRead_Almost has whoever is almost of an age not be of that age.
func TestRead_Almost(t *testing.T) {
	t.Parallel()
	testRead(t, map[string]string{
		"he's almost 21, loves beer":         "age=20.9 minor= grown=",
		"nearly 21, loves whisky":            "age=20.9 minor= grown=",
		"almost 21 years old, loves whisky":  "age=20.9 minor= grown=",
		"not quite 21, loves whisky":         "age=20.9 minor= grown=",
		"my cousin is just shy of 21, wine":  "for=relative age=20.9 minor= grown=",
		"almost 3, loves water":              "for=toddler age=2.9 minor= young=toddler",
		"my nephew is almost 1, loves water": "for=baby age=0.9 minor= young=baby",
		"almost 60, loves whisky":            "age=60 grown=",
		"turning 21, loves whisky":           "age=21 grown=",
	})
}
