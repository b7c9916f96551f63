package profile_test

import "testing"

// TestRead_Grown has relatives of no certain age be grown up where that is said of them.
func TestRead_Grown(t *testing.T) {
	t.Parallel()
	testRead(t, map[string]string{
		"my baby brother is in the army, loves beer":        "for=sibling grown=",
		"my baby sister is a lawyer, loves wine":            "for=sibling grown=",
		"my baby sister, a nurse, loves wine":               "for=sibling+caregiver grown=",
		"Son graduates from med school, loves climbing":     "on=graduation(graduates) grown=",
		"our daughter is in law school, loves wine":         "grown=",
		"daughter in law school, loves wine":                "grown=",
		"my nephew just joined the navy, loves whisky":      "grown=",
		"my daughter has a master's degree, loves wine":     "grown=",
		"my daughter and her husband love wine":             "grown=",
		"my mate is a big kid, loves toys and puppets":      "for=friend grown=",
		"my daughter is in her own apartment, loves baking": "on=housewarming(own apartment) grown=",

		"my baby brother, loves his rattle":                "for=baby+sibling minor= young=baby",
		"my niece, her mom works as a nurse, loves wine":   "for=child minor=",
		"nephew whose dad is in the army, loves beer":      "for=child minor=",
		"my son is a big kid now, loves trains":            "for=child minor=",
		"my daughter wants to join the army one day, runs": "for=child minor=",
		"my nephew dreams of med school, loves wine":       "for=child minor=",
		"son graduates from high school, loves beer":       "for=child on=graduation(graduates) minor=",
		"my son and my husband love beer":                  "for=child+partner minor=",
		"my niece loves shows about nurses and wine":       "for=child+caregiver minor=",
	})
}
