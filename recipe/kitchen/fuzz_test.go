package kitchen_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/mcp-adapters/mcp-adapters/recipe/kitchen"
)

// FuzzKitchen tries all of it with any text: nothing panics, no entry is lost, valid text
// stays valid, and what was converted stays as it is when it is converted again.
func FuzzKitchen(f *testing.F) {
	for _, seed := range [][4]string{
		{"1-2 cloves garlic", "", "minced", "Bake at 350°F (180°C) for 20 minutes in a 9x13-inch pan."},
		{"flour", "cups", "about 250 g", "Add 1 1/2 cups flour and 200 g/7 oz butter."},
		{"1 (14 oz) can tomatoes", "c. à soupe", "½", "Auf 180 Grad vorheizen, 26 cm Form."},
		{"eggs", "large", "", "-18 °C, 1/2/3, 1,000 g, 00 flour, 5-spice, 2%"},
	} {
		f.Add(seed[0], seed[1], seed[2], seed[3], 1.5, 2.0)
	}
	f.Fuzz(func(t *testing.T, name, unit, notes, text string, quantity, factor float64) {
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
		for _, to := range []kitchen.System{kitchen.Metric, kitchen.US} {
			kitchen.Convert(in, to)
			got := kitchen.ConvertText(text, to)
			if utf8.ValidString(text) && !utf8.ValidString(got) {
				t.Errorf("%q became %q", text, got)
			}
			if again := kitchen.ConvertText(got, to); again != got {
				t.Errorf("%q became %q, and then %q", text, got, again)
			}
		}
	})
}
