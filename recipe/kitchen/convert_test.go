package kitchen_test

import (
	"testing"

	"github.com/mcp-adapters/mcp-adapters/recipe/kitchen"
)

func TestConvert(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		quantity string
		unit     string
		name     string
		to       kitchen.System
		shown    string
		mark     kitchen.Mark
	}{
		{"2", "cups", "flour", kitchen.Metric, "250 g", kitchen.ByDensity},
		{"1", "cup", "sugar", kitchen.Metric, "200 g", kitchen.ByDensity},
		{"1", "cup", "butter, softened", kitchen.Metric, "225 g", kitchen.ByDensity},
		{"1/2", "cup", "honey", kitchen.Metric, "170 g", kitchen.ByDensity},
		{"2", "tbsp", "butter", kitchen.Metric, "28 g", kitchen.ByDensity},
		{"1", "stick", "butter", kitchen.Metric, "115 g", kitchen.ByDensity},
		{"1", "cup", "milk", kitchen.Metric, "240 ml", kitchen.Converted},
		{"1/4", "cup", "olive oil", kitchen.Metric, "60 ml", kitchen.Converted},
		{"4", "cups", "chicken stock", kitchen.Metric, "950 ml", kitchen.Converted},
		{"6", "cups", "water", kitchen.Metric, "1.4 l", kitchen.Converted},
		{"1", "cup", "chopped onion", kitchen.Metric, "240 ml", kitchen.Converted},
		{"8", "oz", "milk", kitchen.Metric, "240 ml", kitchen.Converted},
		{"8", "oz", "cheddar", kitchen.Metric, "225 g", kitchen.Converted},
		{"1", "lb", "ground beef", kitchen.Metric, "455 g", kitchen.Converted},
		{"3", "lb", "potatoes", kitchen.Metric, "1.35 kg", kitchen.Converted},
		{"1", "tsp", "salt", kitchen.Metric, "1 tsp", kitchen.AsIs},
		{"2", "tbsp", "soy sauce", kitchen.Metric, "2 tbsp", kitchen.AsIs},
		{"3", "", "eggs", kitchen.Metric, "3", kitchen.AsIs},
		{"200", "g", "flour", kitchen.Metric, "200 g", kitchen.AsIs},
		{"250", "g", "flour", kitchen.US, "2 cups", kitchen.ByDensity},
		{"100", "g", "flour", kitchen.US, "3/4 cup + 1 tbsp", kitchen.ByDensity},
		{"75", "g", "sugar", kitchen.US, "1/4 cup + 2 tbsp", kitchen.ByDensity},
		{"10", "g", "salt", kitchen.US, "1 2/3 tsp", kitchen.ByDensity},
		{"16", "g", "Backpulver", kitchen.US, "1 tbsp + 1/2 tsp", kitchen.ByDensity},
		{"100", "g", "butter", kitchen.US, "7 tbsp", kitchen.ByDensity},
		{"250", "ml", "Milch", kitchen.US, "1 cup + 1 tbsp", kitchen.Converted},
		{"1", "l", "Gemüsebrühe", kitchen.US, "4 1/4 cups", kitchen.Converted},
		{"500", "g", "mince", kitchen.US, "1 lb + 2 oz", kitchen.Converted},
		{"1.5", "kg", "potatoes", kitchen.US, "3 1/3 lb", kitchen.Converted},
		{"150", "g", "dark chocolate", kitchen.US, "5 1/4 oz", kitchen.Converted},
		{"2", "EL", "Öl", kitchen.US, "2 EL", kitchen.AsIs},
		{"1", "Tasse", "Mehl", kitchen.US, "1 Tasse", kitchen.AsIs},
		{"0.1", "g", "saffron", kitchen.US, "0.1 g", kitchen.AsIs},
		{"2.5", "g", "curing salt", kitchen.US, "2.5 g", kitchen.AsIs},
		{"0.5", "g", "xanthan gum", kitchen.US, "0.5 g", kitchen.AsIs},
		{"1", "mg", "citric acid", kitchen.US, "1 mg", kitchen.AsIs},
		{"20", "g", "fresh ginger", kitchen.US, "0.7 oz", kitchen.Converted},
		{"1/8", "fl oz", "bitters", kitchen.Metric, "3.7 ml", kitchen.Converted},
	} {
		var q kitchen.Quantity
		if err := q.UnmarshalJSON([]byte(`"` + c.quantity + `"`)); err != nil {
			t.Fatal(err)
		}
		got := kitchen.Convert(kitchen.Ingredient{Name: c.name, Quantity: q, Unit: c.unit}, c.to)
		if got.Shown != c.shown || got.Mark != c.mark {
			t.Errorf("%s %s %s to %s: %q, %s; want %q, %s", c.quantity, c.unit, c.name, c.to, got.Shown, got.Mark, c.shown, c.mark)
		}
	}
}

func TestConvert_AmountInName(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		to    kitchen.System
		shown string
		rest  string
	}{
		{"1-2 cups sugar", kitchen.Metric, "200-400 g", "sugar"},
		{"2 to 3 lbs potatoes", kitchen.Metric, "905 g to 1.35 kg", "potatoes"},
		{"200-250 g flour", kitchen.US, "1 2/3-2 cups", "flour"},
		{"1-2 cloves garlic", kitchen.US, "", "1-2 cloves garlic"},
		{"1 cup plus 2 tbsp sugar", kitchen.Metric, "", "1 cup plus 2 tbsp sugar"},
	} {
		got := kitchen.Convert(kitchen.Ingredient{Name: c.name}, c.to)
		if got.Shown != c.shown || got.Name != c.rest {
			t.Errorf("%s to %s: %q of %q; want %q of %q", c.name, c.to, got.Shown, got.Name, c.shown, c.rest)
		}
	}
}

func TestConvertText(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		to         kitchen.System
		text, want string
	}{
		{kitchen.Metric, "Preheat the oven to 350°F.", "Preheat the oven to 180°C."},
		{kitchen.Metric, "Preheat to 350 degrees F.", "Preheat to 180 degrees C."},
		{kitchen.Metric, "Preheat to 425 °F (gas mark 7).", "Preheat to 220 °C (gas mark 7)."},
		{kitchen.Metric, "Bake at 325-350°F until done", "Bake at 160-180°C until done"},
		{kitchen.Metric, "Heat to 165 °F inside", "Heat to 74 °C inside"},
		{kitchen.Metric, "Oven at 350°F (180°C).", "Oven at 350°F (180°C)."},
		{kitchen.Metric, "Oven at 180C/350F/gas 4.", "Oven at 180C/350F/gas 4."},
		{kitchen.US, "Ofen auf 180 °C vorheizen", "Ofen auf 350 °F vorheizen"},
		{kitchen.US, "Ofen auf 200 Grad vorheizen", "Ofen auf 400 °F vorheizen"},
		{kitchen.US, "Heat to 180C/160C fan/gas 4.", "Heat to 350F/325F fan/gas 4."},
		{kitchen.US, "Keep at -18 °C", "Keep at 0 °F"},
		{kitchen.US, "Bake at 220 Celsius for 20 minutes", "Bake at 425 Fahrenheit for 20 minutes"},
		{kitchen.US, "Vitamin C, 2 C water and 1 F", "Vitamin C, 2 C water and 1 F"},
		{kitchen.Metric, "Grease a 9-inch pan.", "Grease a 23 cm pan."},
		{kitchen.Metric, "Use a 9x13-inch dish", "Use a 23x33 cm dish"},
		{kitchen.Metric, "Cut in 1/2-inch cubes", "Cut in 1.5 cm cubes"},
		{kitchen.US, "Eine 26 cm Form", "Eine 10-inch Form"},
		{kitchen.US, "Use a 20cm (8 inch) tin", "Use a 20cm (8 inch) tin"},
		{kitchen.Metric, "Add 1 cup of milk and 2 cups flour.", "Add 240 ml of milk and 250 g flour."},
		{kitchen.Metric, "Add 1 cup sugar syrup", "Add 240 ml sugar syrup"},
		{kitchen.Metric, "Stir in 1 tsp salt and 2 eggs", "Stir in 1 tsp salt and 2 eggs"},
		{kitchen.Metric, "Add 1 cup (240 ml) water", "Add 1 cup (240 ml) water"},
		{kitchen.US, "Add 200 g/7 oz butter", "Add 200 g/7 oz butter"},
		{kitchen.US, "Add 200 g sugar, then 1-2 l water.", "Add 1 cup sugar, then 4 1/4-8 1/2 cups water."},
		{kitchen.Metric, "Step 1. Add 2 cups. Stir 10 g in.", "Step 1. Add 470 ml. Stir 10 g in."},
		{kitchen.US, "Add 0.1 g saffron and 2.5 g curing salt.", "Add 0.1 g saffron and 2.5 g curing salt."},
		{kitchen.US, "Slice 1 mm thick", "Slice 1 mm thick"},
		{kitchen.US, "Slice 3 mm thick", "Slice 1/8 inches thick"},
		{kitchen.Metric, "Slice 1/8 inch thick", "Slice 0.3 cm thick"},
		{kitchen.Metric, "", ""},
		{kitchen.Metric, "Bake 20-25 minutes at 350", "Bake 20-25 minutes at 350"},
	} {
		if got := kitchen.ConvertText(c.text, c.to); got != c.want {
			t.Errorf("%q to %s:\n got %q\nwant %q", c.text, c.to, got, c.want)
		}
	}
}
