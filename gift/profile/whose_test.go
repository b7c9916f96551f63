package profile_test

import "testing"

// TestRead_OthersAges doesn't take the age of someone or something else for the recipient's.
func TestRead_OthersAges(t *testing.T) {
	t.Parallel()
	testRead(t, map[string]string{
		"husband, dad to a 4 year old, loves beer":                "for=partner+parent grown=",
		"friend, mother to 3 year old boys, loves wine":           "for=friend+parent grown=",
		"my 3 year old's teacher":                                 "for=teacher grown= bare=",
		"my 4 year old son's teacher, likes tea":                  "for=teacher grown=",
		"my 3 year old's birthday, loves trains":                  "for=child age=3 on=birthday(birthday) minor= young=child",
		"friend with 10 and 12 year old kids, loves wine":         "for=friend",
		"likes 12 year old single malts, he is 50":                "age=50 grown=",
		"has a 12 year old bottle of whisky":                      "",
		"my 12 year old golden retriever, and I love wine":        "",
		"brother has a 10 year old rescue dog, loves wine":        "for=sibling",
		"owns a 10 year old whisky collection":                    "",
		"a 12 year old dog lover":                                 "for=child age=12 minor=",
		"my dog is 2 years old":                                   "",
		"6 week old puppy":                                        "",
		"my friend has a 6 week old puppy and loves beer":         "for=friend",
		"friend whose son is 4 years old, loves wine":             "for=friend",
		"uncle who loves wine, his daughter is 9":                 "for=relative",
		"my sister's son is 4 and loves trains":                   "for=child age=4 minor= young=child",
		"loves whisky, 50 years old":                              "age=50 grown=",
		"brother with a dog, 12 years old, loves wine":            "for=sibling minor=",
		"gift for her son who is 7, likes chess":                  "for=child age=7 minor=",
		"my husband loves dogs, 40 years old":                     "for=partner age=40 grown=",
		"nephew (7) who loves chess":                              "for=child age=7 minor=",
		"husband and dad of 2 (4 and 6), loves beer":              "for=partner+parent grown=",
		"dad with 3 kids aged 4, 6 and 9, loves beer":             "for=parent grown=",
		"brother-in-law, father of two boys (7 and 9), whisky":    "for=in-law+parent grown=",
		"nanny for my 2 year old, loves wine":                     "for=caregiver grown=",
		"coach of my 8 year old, loves wine":                      "for=teacher grown=",
		"runner, 400m, loves the track":                           "",
		"wife, 34, loves dressing up and pretend play":            "for=partner age=34 grown=",
		"my son is 2 and our dog is 5, he loves bones and trucks": "for=toddler age=2 minor= young=toddler",
	})
}

// TestRead_AgeAndThing has a child who does something with a thing, or wishes for it, be no thing.
func TestRead_AgeAndThing(t *testing.T) {
	t.Parallel()
	testRead(t, map[string]string{
		"our 12 year old plays the piano, loves champagne":               "for=child age=12 minor=",
		"my 12 year old plays piano, loves champagne":                    "for=child age=12 minor=",
		"my 16 year old has a whisky obsession, loves bartending":        "for=teen age=16 minor=",
		"my 15 year old drives a car already lol loves beer":             "for=teen age=15 minor=",
		"my 10 year old got a dog, loves wine":                           "for=child age=10 minor=",
		"my neighbor's 14 year old wants a guitar, loves wine":           "for=teen age=14 minor=",
		"my 9 year old wants a phone, no way. likes gymnastics and wine": "for=child age=9 minor=",
		"my 13 year old rides horses, loves gin":                         "for=teen age=13 minor=",
		"our 11 yo is learning guitar, likes wine":                       "for=child age=11 minor=",
		"my 15yo needs new laptop, into cocktails":                       "for=teen age=15 minor=",
		"my 14 year old rode horses all summer, loves wine":              "for=teen age=14 minor=",
		"my sister's 16 year old would love a car. wine":                 "for=teen age=16 minor=",
		"our eight year old won a piano competition, loves beer":         "for=child age=8 minor=",
	})
}

// TestRead_YearsOfService has how long something lasts be no age.
func TestRead_YearsOfService(t *testing.T) {
	t.Parallel()
	testRead(t, map[string]string{
		"retiring after 30yrs":                                "on=retirement(retiring) bare=",
		"retiring after 30 yrs":                               "on=retirement(retiring) bare=",
		"15yrs at the brewery, loves beer":                    "",
		"my dad, 15 yrs on the job, loves beer":               "for=parent grown=",
		"friend of 12 yrs, loves wine":                        "for=friend",
		"my barber, cutting my hair for 15 yrs, loves whisky": "",
		"coworker, 12 yrs, loves gin":                         "for=coworker grown=",

		"nephew 5 yrs, trains":          "for=child age=5 minor= young=child",
		"16yrs, loves beer":             "for=teen age=16 minor=",
		"12 yrs and loves beer":         "for=child age=12 minor=",
		"my 7 yr loves lego":            "for=child age=7 minor=",
		"12 yr boy who loves wine":      "for=child age=12 minor=",
		"a 5 yr old girl, loves trains": "for=child age=5 minor= young=child",
		"he's 17 yrs and loves gin":     "for=teen age=17 minor=",
	})
}
