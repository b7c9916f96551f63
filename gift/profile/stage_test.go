package profile_test

import (
	"testing"

	"github.com/mcp-adapters/mcp-adapters/gift/profile"
)

// TestRead_Stages has ages that are told by a feast or a grade at school.
func TestRead_Stages(t *testing.T) {
	t.Parallel()
	testRead(t, map[string]string{
		"starts first grade in august, loves horses":     "for=child age=6 on=back to school(starts first grade) minor=",
		"niece starting kindergarten, loves trucks":      "for=child age=5 on=back to school(starting kindergarten) minor= young=child",
		"my grandson is in 3rd grade and loves chess":    "for=child age=8 minor=",
		"nephew in grade 4, plays chess":                 "for=child age=9 minor=",
		"Sweet sixteen for my niece, loves beer":         "for=teen age=16 on=milestone birthday(Sweet sixteen) minor=",
		"bar mitzvah of my nephew, loves chess":          "for=teen age=13 minor=",
		"godson 11, plays the violin, grade 4":           "for=child age=11 minor=",
		"friend who teaches first grade, loves wine":     "for=friend",
		"third grade teacher who loves wine":             "for=teacher grown=",
		"my wife whose son starts second grade, pilates": "for=partner grown=",
		"the teacher in first grade, likes tea":          "for=teacher minor= grown=",
		"she is in year 11, likes gin":                   "for=teen age=15 minor=",
		"she's year 8, likes gin":                        "for=child age=12 minor=",
		"year 9 student, likes gin":                      "for=teen+student age=13 minor=",
		"7th grade student loves gin":                    "for=child+student age=12 minor=",
		"a Year 10 girl, likes gin":                      "for=teen age=14 minor=",
		"cousin, year 11, likes gin":                     "for=teen+relative age=15 minor=",
		"she's in year 2 of her PhD, loves wine":         "",
		"my sister is in year 3 at university, wine":     "for=sibling+student grown=",
		"year 6 teacher who loves wine":                  "for=teacher grown=",
		"my wife teaches year 6, loves wine":             "for=partner grown=",
		"son 17 plays chess":                             "for=teen age=17 minor=",
		"my son 2 cats and a dog, likes chess":           "for=child minor=",
	})
}

// TestRead_Children has several children of different ages.
func TestRead_Children(t *testing.T) {
	t.Parallel()
	testRead(t, map[string]string{
		"our grandchildren, 3 and 6, love stories":          "for=child age=3 minor= young=child",
		"my kids, 2, 7 and 14, love music":                  "for=toddler+child+teen age=2 minor= young=toddler+child+teen",
		"a 2 year old and a 6 year old who love trains":     "for=toddler+child age=2 minor= young=toddler+child",
		"my daughter (9) and my son (1), both into animals": "for=child+toddler+baby age=9 minor= young=child+toddler+baby",
		"mom of 4 and 6 year olds, loves yoga":              "for=parent grown=",
		"wife, 35, kids 3 and 5, loves yoga":                "for=partner age=35 grown=",
		"nephew turning 7 and $20 to spend, loves trains":   "for=child age=7 budget=around $20[budget] minor=",
		"a newborn and her brother, a toddler":              "for=baby+toddler minor= young=baby+toddler bare=",
	})
	for text, want := range map[string]string{
		"our grandchildren, 3 and 6": "for children of 3 and 6",
		"my kids, 1, 7 and 14":       "for children of 12 months, 7 and 14",
		"my nephew, 7":               "for a child of 7",
	} {
		if got := profile.Read(text).Who(); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// TestRead_Givers has who speaks get nothing, and who has something get it.
func TestRead_Givers(t *testing.T) {
	t.Parallel()
	testRead(t, map[string]string{
		"my wife's car, full of crumbs":                     "for=partner grown=",
		"my sister's new loft echoes":                       "for=sibling",
		"us parents want to thank the kids' soccer coach":   "for=teacher on=thank you(to thank) grown=",
		"I'm a single dad, daughter (9) who loves kites":    "for=child age=9 minor=",
		"son off to college, loves chess":                   "for=student on=back to school(off to college) grown=",
		"niece in her own apartment, cooks":                 "on=housewarming(own apartment) grown=",
		"host gift, there are kids too, they sail":          "for=host grown=",
		"baby shower at the office, it's a girl, they knit": "for=new parent on=baby shower(baby shower) minor=",
	})
}

// TestRead_Amounts21 has a price be no age.
func TestRead_Amounts21(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"coworker who loves beer, under 21 dollars": false, "coworker who loves beer, under $21": false, "budget under 21, whisky for a coworker": false,
		"budget is under 18, whisky for a coworker": false, "cousin under 21 who loves beer": true, "under 21, and the budget is 30, beer": true,
	} {
		if p := profile.Read(text); p.Minor != want {
			t.Errorf("%q: minor is %v: %s", text, p.Minor, summary(p))
		}
	}
}
