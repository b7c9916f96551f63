package profile_test

import (
	"fmt"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/gift/profile"
)

// TestRead_Prices has what may be spent said without an amount, denied, and said of something else.
func TestRead_Prices(t *testing.T) {
	t.Parallel()
	const (
		cheap, modest  = "inexpensive[budget]", "not too expensive[budget moderate]"
		dear, notCheap = "high-end[premium luxury]", "not cheap[moderate premium luxury]"
	)
	for text, want := range map[string]string{
		"friend who bakes, nothing fancy":                        modest,
		"friend who bakes, not fancy":                            modest,
		"friend who bakes, nothing too fancy":                    modest,
		"friend who bakes, nothing luxurious please":             modest,
		"friend who bakes, not luxury":                           modest,
		"friend who bakes, no luxury":                            modest,
		"friend who bakes, it doesn't have to be anything fancy": modest,
		"friend who bakes, I don't want to splurge":              modest,
		"friend who bakes, nothing big or fancy":                 modest,
		"dad who fishes, nothing over the top or extravagant":    modest,
		"friend who bakes, can't afford anything luxurious":      modest,
		"friend who bakes, hates expensive gifts":                modest,
		"friend who bakes, isn't expensive":                      modest,
		"friend who bakes, no cheap stuff":                       notCheap,
		"friend who bakes, doesn't want anything cheap":          notCheap,
		"something fancy for a friend who bakes":                 dear,
		"a luxury gift for my wife":                              dear,
		"Luxury Gifts For My Wife":                               dear,
		"fancy chocolates for my boss":                           dear,
		"I don't mind a splurge, friend who bakes":               dear,
		"wife who loves luxury":                                  dear,
		"a cheap birthday present for a friend who bakes":        cheap,
		"friend who bakes, can't spend a lot":                    cheap,
		"friend who bakes, I'd rather not pay too much":          modest,
		"friend who bakes, a few bucks only":                     cheap,
		"friend who bakes, something free":                       cheap,
		"friend who bakes, I'm skint":                            cheap,
		"friend who bakes, money isn't an issue":                 dear,
		"can't spend a lot of time with a friend":                "[]",
		"friend who bakes, not on a tight budget":                "[]",

		"my sister, she fancies cats":                "[]",
		"my aunt fancies a new bread knife":          "[]",
		"my friend loves fancy dress parties":        "[]",
		"she lives near Luxury Lane, loves tea":      "[]",
		"my friend collects cheap paperbacks":        "[]",
		"uncle who drives an expensive car":          "[]",
		"aunt who works in luxury retail":            "[]",
		"a friend whose hobby is her fancy goldfish": "[]",
	} {
		p := profile.Read(text)
		if got := fmt.Sprint(p.Budget, p.Prices); got != want {
			t.Errorf("%q:\n got %s\nwant %s", text, got, want)
		}
	}
}
