package profile_test

import (
	"testing"

	"mcp-adapters/gift/profile"
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
		"my toddler and my older kid, love trains": "for=toddler+child minor=",
		"twin babies":                              "for=baby minor= young=baby bare=",
	})
}
