package kitchen_test

import (
	"encoding/json"
	"fmt"
	"os"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/recipe/kitchen"
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

// An exact amount is in the unit that is shown.
func TestScale_Exactly(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, unit, want string
		quantity, factor kitchen.Quantity
	}{
		{"Rotwein", "l", "exactly 62.5 ml", kitchen.Ratio(1, 4), kitchen.Ratio(1, 4)},
		{"Brühe", "l", "exactly 1.875 l", kitchen.Ratio(3, 2), kitchen.Ratio(5, 4)},
		{"oil", "tbsp", "exactly 3 3/4 tbsp", kitchen.Ratio(3, 1), kitchen.Ratio(5, 4)},
		{"honey", "cup", "exactly 2 2/5 tsp", kitchen.Ratio(1, 2), kitchen.Ratio(1, 10)},
		{"salt", "tsp", "exactly 0.0156 tsp", kitchen.Ratio(1, 8), kitchen.Ratio(1, 8)},
		{"Knoblauchzehen", "", "exactly 1 1/2", kitchen.Ratio(3, 1), kitchen.Ratio(1, 2)},
	} {
		got := kitchen.Scale(kitchen.Ingredient{Name: c.name, Quantity: c.quantity, Unit: c.unit}, c.factor)
		if got.Remark != c.want {
			t.Errorf("%+v: %q, %q; want %q", c, got.Shown, got.Remark, c.want)
		}
	}
}

// An amount beside the one that was scaled is out of date, and the line says so; the size of
// a can is not.
func TestScale_AmountBeside(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, unit, notes, want string }{
		{"flour", "cups", "about 250 g", "the 250 g beside it is not scaled"},
		{"chicken breasts (about 1 lb)", "", "", "the 1 lb beside it is not scaled"},
		{"tomatoes", "cans", "400 g", ""},
		{"beans", "", "400 g each", ""},
		{"(14 oz) can tomatoes", "", "", ""},
		{"flour", "cups", "sifted", ""},
	} {
		got := kitchen.Scale(kitchen.Ingredient{Name: c.name, Quantity: kitchen.Ratio(2, 1), Unit: c.unit, Notes: c.notes}, kitchen.Ratio(2, 1))
		if got.Remark != c.want {
			t.Errorf("%+v: %q; want %q", c, got.Remark, c.want)
		}
	}
	if got := kitchen.Scale(kitchen.Ingredient{Name: "1 tbsp (15 ml) oil"}, kitchen.Ratio(2, 1)); got.Remark != "the 15 ml beside it is not scaled" {
		t.Errorf("%+v", got)
	}
}
