package profile_test

import (
	"testing"

	"github.com/mcp-adapters/mcp-adapters/gift/profile"
)

func testRead(t *testing.T, cases map[string]string) {
	t.Helper()
	for text, want := range cases {
		if got := summary(profile.Read(text)); got != want {
			t.Errorf("%q:\n got %s\nwant %s", text, got, want)
		}
	}
}

// TestRead_Small has babies and toddlers get nothing for older children, whatever kin they
// are.
func TestRead_Small(t *testing.T) {
	t.Parallel()
	testRead(t, map[string]string{
		"newborn nephew":                           "for=baby minor= young=baby bare=",
		"my baby niece":                            "for=baby minor= young=baby bare=",
		"my niece, still a baby":                   "for=baby minor= young=baby bare=",
		"infant son of my cousin":                  "for=baby minor= young=baby bare=",
		"newborn son of my boss":                   "for=baby minor= young=baby bare=",
		"toddler son who loves music":              "for=toddler minor= young=toddler",
		"my toddler and my older kid, love trains": "for=toddler+child minor= young=toddler+child",
		"twin babies, a boy and a girl":            "for=baby minor= young=baby bare=",
		"grandson, just born":                      "for=baby minor= young=baby bare=",
		"twin babies":                              "for=baby minor= young=baby bare=",
	})
}

// TestRead_SmallAges has the ages of small children as they are told.
func TestRead_SmallAges(t *testing.T) {
	t.Parallel()
	testRead(t, map[string]string{
		"godson, 3 months":                 "for=baby age=0.25 minor= young=baby bare=",
		"godson (9 months)":                "for=baby age=0.75 minor= young=baby bare=",
		"my niece is 6 weeks":              "for=baby age=0.11538461538461539 minor= young=baby bare=",
		"18mo nephew":                      "for=toddler+baby age=1.5 minor= young=toddler+baby bare=",
		"niece, eighteen months":           "for=toddler+baby age=1.5 minor= young=toddler+baby bare=",
		"nephew, 1 1/2, loves water":       "for=toddler+baby age=1.5 minor= young=toddler+baby",
		"nephew, 1 1/2 years old":          "for=toddler+baby age=1.5 minor= young=toddler+baby bare=",
		"niece, one and a half":            "for=toddler+baby age=1.5 minor= young=toddler+baby bare=",
		"niece, 2 and a half years old":    "for=toddler age=2.5 minor= young=toddler bare=",
		"half-year-old grandson":           "for=baby age=0.5 minor= young=baby bare=",
		"child of 2 who loves water":       "for=toddler age=2 minor= young=toddler",
		"goddaughter. She's 2, loves cats": "for=toddler age=2 minor= young=toddler",
		"he's two and loves trains":        "for=toddler age=2 minor= young=toddler",
		"niece, 18m":                       "for=toddler+baby age=1.5 minor= young=toddler+baby bare=",
		"22 months, loves trains":          "for=toddler+baby age=1.8333333333333333 minor= young=toddler+baby",

		"wife, 9 months pregnant":                 "for=partner+new parent no=alcohol no=daring adventures bare=",
		"girlfriend, 6 months, loves yoga":        "for=partner grown=",
		"mother of 3":                             "for=parent grown= bare=",
		"a tea subscription for 3 months":         "",
		"my sister retires in 3 months":           "for=sibling on=retirement(retires) bare=",
		"husband of 10 years, loves the outdoors": "for=partner grown=",
	})
}

// TestRead_Minors has everything that says that someone is under 21.
func TestRead_Minors(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"he's sixteen and into cocktails and wine", "they're 17, into beer", "my brother, 17 years, loves beer", "seventh grader who likes beer",
		"5th grader into wine", "my cousin is a 10th grader, wine", "cousin in 7th grade, likes beer", "underage friend who loves whisky",
		"friend who is underage, loves whisky", "sophomore who likes beer", "my cousin, a sophomore, likes beer", "college sophomore who likes beer",
		"my son's 16 and into beer", "nephew born in 2012 who loves cocktails", "friend, born in May 2012, loves cocktails", "school kid who likes wine",
		"high schooler, wine", "my brother, a high schooler, likes beer", "teenager, into cocktails", "my sister is a teenager who loves cocktails",
		"girlfriend in high school who loves wine", "boyfriend, still a teenager, likes beer", "brother, not yet 21, whisky",
		"they are both 16 and like beer", "my brother, sixteen, likes beer", "she'll be 17 in May, loves wine", "16 y.o. cousin, gin",
		"friend under the age of 18, wine", "my friend's sweet sixteen, cocktails", "friend not of drinking age, beer", "cousin born in 2006, beer",
		"sixth form student loves gin", "6th former, loves beer", "my cousin's in sixth form, loves beer", "in the lower sixth, loves beer", "GCSE student into cocktails",
		"my cousin is doing her GCSEs, loves gin", "A-level student loves craft beer", "taking his A levels, loves beer", "middle school student, gin",
		"secondary school student, gin", "boarding school student, gin", "exchange student, loves wine", "homeschooled cousin, wine", "too young to drive, loves wine",
		"boy scout loves knives and whisky", "my friend, a girl scout, loves wine",
	} {
		if p := profile.ReadIn(2026, text); !p.Minor {
			t.Errorf("%q: no minor: %s", text, summary(p))
		}
	}
	for _, text := range []string{
		"my brother loves beer", "friend born in 1980 who loves wine", "mom with kids in high school, loves wine", "friend I met in high school, loves beer",
		"my sister, a mother of two teenagers, loves wine", "he's sixty and into cocktails", "friend born in the 80s, likes beer",
		"plays songs in a minor key, loves wine", "husband, a kid at heart, likes beer", "third grade teacher who loves wine", "grad student who likes beer",
		"baby boomer who loves wine", "coworker, child of the 80s, loves beer", "girl boss who loves wine", "minor in music, likes beer",
		"GCSE maths teacher, loves wine", "teaches A level maths, loves wine", "my colleague teaches sixth form, loves beer", "friend I met at boarding school, loves wine",
		"boy scout leader who loves whisky", "my husband was a boy scout, loves whisky", "former boy scout, loves whisky", "law school student, wine",
	} {
		if p := profile.ReadIn(2026, text); p.Minor {
			t.Errorf("%q: a minor: %s", text, summary(p))
		}
	}
	if p := profile.ReadIn(2026, "niece born in 2023"); p.Age != 3 || len(p.Young) != 1 || p.Young[0] != "toddler" {
		t.Errorf("born three years ago: %s", summary(p))
	}
}
