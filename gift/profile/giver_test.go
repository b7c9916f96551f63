package profile_test

import "testing"

// TestRead_ChildGives has a child who gives get nothing, where it is someone else who is named.
func TestRead_ChildGives(t *testing.T) {
	t.Parallel()
	testRead(t, map[string]string{
		"for my husband's birthday from our 4 year old, he likes camping":     "for=partner on=birthday(birthday) grown=",
		"father's day gift from toddler to dad who loves beer":                "for=parent on=father's day(father's day) grown=",
		"mother's day from a newborn, she likes yoga":                         "for=parent on=mother's day(mother's day) grown=",
		"gift from my 6 year old to her grandma who likes gardening":          "for=grandparent grown=",
		"christmas present for our nanny from the twins, likes wine":          "for=caregiver on=holiday(christmas) grown=",
		"gift for my newborn from his 6 year old brother":                     "for=baby minor= young=baby bare=",
		"my kids 4 and 7 want to give their dad something, he likes whisky":   "for=parent grown=",
		"my kids (4 and 7) want to give their dad something, he likes whisky": "for=parent grown=",
		"my grandson wants to give his mum something, she likes tea":          "for=parent grown=",
		"my daughter needs a present for her teacher who loves tea":           "for=teacher grown=",
		"our son is looking for a gift for his grandpa, a fisherman":          "for=grandparent grown=",
		"my 7 year old son is making something for his teacher":               "for=teacher grown=",
		"my 5 year old wants to surprise her nana, who bakes":                 "for=grandparent grown=",

		// A friend of theirs is about as old as they are.
		"gift from my 6 year old to her best friend":                     "for=child age=6 minor= bare=",
		"my 16 year old wants to give her boyfriend something, he golfs": "for=teen age=16 minor=",
		// Others wish for something of their own.
		"my son wants to get a dog, loves animals":                   "for=child minor=",
		"my brother wants to buy a house with his wife, loves wine":  "for=sibling",
		"my sister wants something for her kids room, loves flowers": "for=sibling",
		"a friend from college, loves wine":                          "for=friend",
	})
}

// TestRead_Speaker has the age of who asks be nobody else's.
func TestRead_Speaker(t *testing.T) {
	t.Parallel()
	testRead(t, map[string]string{
		"I am 12 years old, gift for my grandpa, likes golf":          "for=grandparent grown=",
		"im a 19 yo student, gift for my boss, likes wine":            "for=boss grown=",
		"as a 70 year old grandmother what do I give my grandson":     "for=child minor= bare=",
		"I'm 16, gift for my dad who loves whisky":                    "for=parent grown=",
		"I'm 12, gift for my baby sister":                             "for=baby+sibling minor= young=baby bare=",
		"I'm a 45 year old woman, gift for my husband who loves golf": "for=partner grown=",
		"my husband wants to give his mum something, she likes tea":   "for=parent grown=",
		"I'm 17, my girlfriend loves wine":                            "for=partner minor= grown=",
		"I'm 16, gift for my friend who loves beer":                   "for=friend minor=",
		"I'm a 35 year old mom who loves yoga":                        "for=parent age=35 grown=",
		"my mom, as a kid she loved horses":                           "for=parent grown=",
	})
}

// TestRead_GivenChild has a child to whom someone gives be the one who gets the gift.
func TestRead_GivenChild(t *testing.T) {
	t.Parallel()
	testRead(t, map[string]string{
		"grandma is looking for a present for her 16 year old grandson, beer": "for=teen age=16 minor=",
		"my husband wants to give our 14 year old a watch, loves beer":        "for=teen age=14 minor=",
		"my wife and I want to surprise our 15 year old, he loves beer":       "for=teen age=15 minor=",
		"my mom wants to get my 13 year old brother something, he golfs":      "for=teen+sibling age=13 minor=",
		"im a mom of a 15 year old, he loves beer":                            "for=teen age=15 minor=",
		"I'm 45, for my 16 year old, loves beer":                              "for=teen age=16 minor=",
		"I'm 50 and my kid is 12, loves beer":                                 "for=child age=12 minor=",
		"from my wife, 40, to our son, 15, loves beer":                        "for=teen age=15 minor=",
		"for my 16 year old from his grandparents, loves beer":                "for=teen age=16 minor=",
		"teacher gift from my 7 year old, she is 40 and loves tea":            "for=teacher age=40 grown=",
	})
}
