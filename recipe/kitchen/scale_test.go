package kitchen_test

import (
	"encoding/json"
	"fmt"
	"os"
	"testing"

	"mcp-adapters/recipe/kitchen"
)

// scaling is a case of testdata/scale.json, which other programs that show amounts are
// held to as well.
type scaling struct {
	Quantity kitchen.Quantity `json:"quantity"`
	Unit     string           `json:"unit"`
	Name     string           `json:"name"`
	Factor   kitchen.Quantity `json:"factor"`
	Shown    string           `json:"shown"`
	Mark     kitchen.Mark     `json:"mark"`
	Rest     string           `json:"rest"` // of a name that begins with an amount
}

func TestScale_Table(t *testing.T) {
	t.Parallel()
	b, err := os.ReadFile("testdata/scale.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []scaling
	if err := json.Unmarshal(b, &cases); err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		t.Run(fmt.Sprintf("%v %s %s x %v", c.Quantity.Float(), c.Unit, c.Name, c.Factor.Float()), func(t *testing.T) {
			t.Parallel()
			got := kitchen.Scale(kitchen.Ingredient{Name: c.Name, Quantity: c.Quantity, Unit: c.Unit}, c.Factor)
			if got.Shown != c.Shown || got.Mark != c.Mark {
				t.Errorf("shown %q, %s; want %q, %s", got.Shown, got.Mark, c.Shown, c.Mark)
			}
			if c.Rest != "" && got.Name != c.Rest {
				t.Errorf("the name is %q; want %q", got.Name, c.Rest)
			}
		})
	}
}
