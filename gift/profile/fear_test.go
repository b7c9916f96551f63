package profile_test

import "testing"

// TestRead_Fears has what someone fears or can't do, where gifts may have it.
func TestRead_Fears(t *testing.T) {
	t.Parallel()
	checkUnwanted(t, map[string][]string{
		"scared of flying and heights, adventurous otherwise. husband":  {"~flying", "~heights"},
		"terrified of heights, spiders and the dark":                    {"~heights", "~spiders", "~dark"},
		"he's afraid of dogs but loves cats":                            {"~dogs"},
		"loves dogs but is scared of horses and cats":                   {"~horses", "~cats"},
		"she's afraid of water, loves travel":                           {"~water"},
		"my brother can't swim, loves water and beach":                  {"~swimming"},
		"claustrophobic, likes adventures, my brother":                  {"~tight spaces"},
		"asthmatic mom loves candles":                                   {"~strong scents"},
		"she is 7 months pregnant, loves hot tubs and adventure sports": {"alcohol", "~daring adventures"},
		"nervous about flying but loves travel":                         {"~flying"},
		"my niece, afraid of the dark, 5":                               {"~dark"},
		"he's scared of needles, heights, and sharks. loves sushi":      {"~heights", "~sharks"},
		"afraid of deep water and boats":                                {"~deep water", "~boats"},
		"loves dogs but is scared of them":                              {"~dogs"},
		"she gets seasick, loves travel":                                {"~boats"},
		"my dad has a heart condition, loves adventure":                 {"~daring adventures"},
		"hates heights, loves hiking":                                   {"~heights"},
		"wants to overcome her fear of heights":                         {"~heights"},
		"not afraid of heights, loves adventure":                        nil,
		"conquered her fear of heights":                                 nil,
		"no fear of flying":                                             nil,
		"I'm afraid of heights but he loves climbing":                   nil,
		"my brother loves them, his wife is afraid of dogs":             nil,
		"the dog is scared of water, she loves hiking":                  nil,
		"he's deaf in one ear, loves music":                             nil,
		"nervous about cooking for guests, loves tea":                   nil,
		"afraid of getting old, loves tea":                              nil,
		"I'm afraid of choosing wrong, dad likes golf":                  nil,
	})
}
