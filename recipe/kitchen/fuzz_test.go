package kitchen_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/mcp-adapters/mcp-adapters/recipe/kitchen"
)

// FuzzKitchen scales and shops with any text: nothing panics, no entry is lost, and valid
// text stays valid.
func FuzzKitchen(f *testing.F) {
	for _, seed := range [][3]string{
		{"1-2 cloves garlic", "", "minced"},
		{"flour", "cups", "about 250 g"},
		{"1 (14 oz) can tomatoes", "c. à soupe", "½"},
		{"eggs", "large", ""},
	} {
		f.Add(seed[0], seed[1], seed[2], 1.5, 2.0)
	}
	f.Fuzz(func(t *testing.T, name, unit, notes string, quantity, factor float64) {
		in := kitchen.Ingredient{Name: name, Unit: unit, Notes: notes, Quantity: kitchen.Decimal(quantity)}
		by := kitchen.Decimal(factor)
		if by.IsZero() {
			t.Skip("schemas let no such factor through")
		}
		line := kitchen.Scale(in, by)
		if in.Quantity.IsZero() && !strings.Contains(in.Name, line.Name) || !in.Quantity.IsZero() && line.Name != in.Name {
			t.Errorf("the name %q became %q", in.Name, line.Name)
		}
		if utf8.ValidString(name+"|"+unit+"|"+notes) && !utf8.ValidString(line.Shown+line.Name+line.Remark) {
			t.Errorf("%q, %q, %q is shown as %q", name, unit, notes, line.Shown)
		}
		w := kitchen.Wanted{Recipe: kitchen.Recipe{Title: "a", Ingredients: []kitchen.Ingredient{in}}, Factor: by}
		items := 0
		for _, section := range kitchen.Shop([]kitchen.Wanted{w}) {
			items += len(section.Items)
		}
		if items != 1 && !in.IsHeading() {
			t.Errorf("%+v is %d items", in, items)
		}
	})
}
