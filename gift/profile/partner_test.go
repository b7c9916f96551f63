package profile_test

import "testing"

// TestRead_OthersPartner has the partner of someone else, or a former one, be nobody's partner here.
func TestRead_OthersPartner(t *testing.T) {
	t.Parallel()
	testRead(t, map[string]string{
		"my boss's wife, loves roses":             "grown=",
		"my boss's lovely wife, loves roses":      "grown=",
		"the wife of my boss, loves roses":        "grown=",
		"my sister's boyfriend, loves wine":       "grown=",
		"my daughter's husband, loves whisky":     "grown=",
		"my ex-husband's new wife, lol":           "grown=",
		"my ex-wife, loves tea":                   "grown=",
		"my brother's wife's birthday, loves tea": "on=birthday(birthday) grown=",
		// They may be as young.
		"my son's girlfriend, loves wine":     "minor=",
		"my son's new girlfriend, loves wine": "minor=",
		"girlfriend of my nephew, loves wine": "minor=",
		"my 15 year old's girlfriend, tea":    "minor=",

		"my wife, loves roses":                     "for=partner grown=",
		"for my new girlfriend, loves roses":       "for=partner grown=",
		"my wife's 40th birthday, loves pottery":   "for=partner age=40 on=birthday(birthday) on=milestone birthday(birthday) grown=",
		"gift for her husband, golf":               "for=partner grown=",
		"wife of 20 years, loves roses":            "for=partner grown=",
		"my son's teacher and my wife, loves wine": "for=teacher+partner grown=",
	})
}
