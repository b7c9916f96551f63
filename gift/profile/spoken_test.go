package profile_test

import "testing"

// TestRead_CaredFor has whoever looks after a child get the gift, and not the child.
func TestRead_CaredFor(t *testing.T) {
	t.Parallel()
	testRead(t, map[string]string{
		"aunt, who babysits my 2 year old, loves wine":                 "for=relative",
		"my cousin looks after my 4 year old, she loves tea":           "for=relative",
		"the woman who babysits my 2 year old, loves wine":             "",
		"gift for a couple who just adopted a 5 year old, love hiking": "for=couple grown=",
		"friend who is fostering a 10 year old girl, loves baking":     "for=friend",
		"nanny who watches our 1 and 3 year olds, yoga":                "for=caregiver grown=",
		"my neighbor who watches my daughter, loves wine":              "for=neighbor",
		"teacher with 24 eight year olds":                              "for=teacher grown= bare=",
		"dad who coaches 8 year olds, loves beer":                      "for=parent grown=",
		"pediatric nurse who works with 5 year olds, tea":              "for=caregiver grown=",
		"my kid's school bus driver, ~$10-15":                          "budget=$10 to $15[budget] grown=",
		"my daughter's girl scout troop leader, loves wine":            "grown=",
		"her 3 year old lab, woman who loves hiking":                   "",

		"my 2 year old watches trains":                   "for=toddler age=2 minor= young=toddler",
		"we just adopted a 5 year old, loves trains":     "for=child age=5 minor= young=child",
		"I babysit a 4 year old who loves trains":        "for=child age=4 minor= young=child",
		"my 6 year old drives me crazy, loves lego":      "for=child age=6 minor=",
		"my nephew wants to be a bus driver, loves cars": "for=child minor=",
		"my son's car, he is 17":                         "for=teen age=17 minor=",
	})
}

// TestRead_ParentsOf has the parents of a child who gets the gift get none, and twins be the children that
// they are.
func TestRead_ParentsOf(t *testing.T) {
	t.Parallel()
	testRead(t, map[string]string{
		"8 month old baby niece, parents love hiking":     "for=baby age=0.6666666666666666 minor= young=baby",
		"6yo girl who loves unicorns, parents are strict": "for=child age=6 minor=",
		"my nephew, mom hates noise, loves drums":         "for=child no=noise minor=",
		"my daughter, 6, loves to make gifts for her mom": "for=child age=6 minor= bare=",
		"my daughter, mom of two, loves yoga":             "for=parent grown=",
		"gift for my niece's mom, loves yoga":             "for=parent grown=",
		"Twins turning 4, love trains":                    "for=child age=4 minor= young=child",
		"my sister's twins love lego":                     "for=child minor=",
		"twins, both 40, love wine":                       "age=40 grown=",
		"my twin loves wine":                              "for=sibling",
		"friend with twins, loves wine":                   "for=friend",
	})
}

// TestRead_Possessive has whoever is someone's be the one who gets the gift, and a child's friend be young.
func TestRead_Possessive(t *testing.T) {
	t.Parallel()
	testRead(t, map[string]string{
		"my sons hockey coach, loves wine":               "for=teacher grown=",
		"daughters husband, loves wine":                  "grown=",
		"sisters boyfriend, loves wine":                  "grown=",
		"moms best friend, loves wine":                   "for=friend",
		"my son's best friend, loves beer":               "for=child+friend minor=",
		"my sons friend, loves beer":                     "for=child+friend minor=",
		"my toddler's friend loves trains":               "for=toddler+friend minor= young=toddler",
		"my kids' friend loves beer":                     "for=friend minor=",
		"my 17 year old brother's girlfriend loves wine": "minor=",
		"my 45 year old brother's girlfriend loves wine": "grown=",
		"my 17 year old brother's friend loves wine":     "for=friend minor=",
		"my sons love hockey and beer":                   "for=child minor=",
		"my brother's friend, loves beer":                "for=friend",
		"father and son, both love football":             "for=parent+child minor=",
	})
}
