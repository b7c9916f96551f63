package recipe_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/apitest"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

// measured is a recipe as sent with a quantity, and measuredThere what is there of it.
func measured(quantity string) string { return `{"title":"Soup",` + measuredThere(quantity) + `}` }

func measuredThere(quantity string) string {
	return `"ingredients":[{"name":"leek","quantity":` + quantity + `}]`
}

// TestWrites_takeNoMoreThanWasSent has the answer to a write lost and a recipe
// found that holds what was sent, and something else too. A create, and a list
// of an update, set just what is sent: with more of the contract's members in it
// the recipe is somebody else's. What the server itself may have filled in or
// rounded does not count.
func TestWrites_takeNoMoreThanWasSent(t *testing.T) {
	t.Parallel()
	const plain, listed = `{"title":"Soup","servings":null}`,
		`{"title":"Soup","ingredients":[{"name":"leek"},{"name":"salt","unit":null}],"steps":[{"instruction":"cut"}]}`
	lists := func(ingredient, step string) string {
		return `"ingredients":[{"id":"i1","recipe_id":"r","position":0,"name":"leek"},{"id":"i2","position":1,"name":"salt"` + ingredient +
			`}],"steps":[{"id":"s1","recipe_id":"r","position":0,"instruction":"cut"` + step + `}]`
	}
	tests := []struct {
		sent, there      string
		created, updated bool
	}{
		{plain, ``, true, true},
		{plain, `"ingredients":[],"steps":[]`, true, true},
		{plain, `"description":null,"prep_time_minutes":null,"ingredients":[],"servings":null`, true, true},
		{plain, `"description":"","photo_filename":"x.jpg","created_by":"bob@example.com","updated_at":"x","rating":5,"tags":["a"]`, true, true},
		{plain, `"description":"Warm."`, false, true},
		{plain, `"prep_time_minutes":1`, false, true},
		{plain, `"cook_time_minutes":0`, false, true},
		{plain, `"servings":9`, false, true},
		{plain, `"difficulty":3`, true, true}, // the server rates what comes without
		{plain, `"ingredients":[{"name":"leek"}]`, false, true},
		{plain, `"steps":[{"instruction":"cut"}]`, false, true},

		{`{"title":"Soup","difficulty":4}`, `"difficulty":4`, true, true},
		{`{"title":"Soup","difficulty":4}`, `"difficulty":3`, false, false},
		{`{"title":"Soup","difficulty":4}`, ``, false, false},

		{`{"title":"\u200b Soup\u00a0"}`, ``, true, true}, // as the vault stores it

		{measured("0.1"), measuredThere("0.1"), true, true},
		{measured("2"), measuredThere("2.0"), true, true},
		{measured("1e2"), measuredThere("100.0"), true, true},
		{measured("0.30000000000000001665"), measuredThere("0.3"), true, true},
		{measured("123456789012345678901234567890"), measuredThere("1.2345678901234568e29"), true, true},
		{measured("1e-400"), measuredThere("0.0"), true, true},
		{measured("-0.1"), measuredThere("-0.10000000000000002"), true, true}, // a reader of decimals that is one bit off
		{measured("0.1"), measuredThere("0.1000001"), false, false},
		{measured("0.1"), measuredThere("-0.1"), false, false},
		{measured("0"), measuredThere("1e-300"), false, false},

		{listed, lists("", ""), true, true},
		{listed, lists(`,"quantity":null,"notes":"","later":1`, `,"temperature_unit":null,"photo":"x"`), true, true},
		{listed, `"servings":2,` + lists("", ""), false, true},
		{listed, lists(`,"quantity":2`, ""), false, false},
		{listed, lists(`,"unit":"g"`, ""), false, false},
		{listed, lists(`,"notes":"fine"`, ""), false, false},
		{listed, lists("", `,"duration_minutes":5`), false, false},
		{listed, lists("", `,"temperature_value":180`), false, false},
		{listed, lists("", `,"temperature_unit":"Celsius"`), false, false},
	}
	for i, tt := range tests {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				members := `"id":"` + someID + `","title":"Soup","created_at":"%s"`
				saved := "{" + members + strings.TrimSuffix(","+tt.there, ",") + "}"
				s := &shelf{list: "[{" + members + "}]", get: saved}
				c := dial(t, "http://api.example", over(s))
				_, err := c.Create(t.Context(), json.RawMessage(tt.sent))
				check := func(err error, found bool, saw string) {
					t.Helper()
					switch {
					case !found:
						apitest.CheckError(t, err, fault.UnknownOutcome, 0, saw)
					case err != nil:
						t.Error(err)
					}
				}
				check(err, tt.created, "not what was sent")
				_, err = c.Update(t.Context(), someID, json.RawMessage(tt.sent))
				check(err, tt.updated, "without what was sent")
			})
		})
	}
}
