package interchange_test

import (
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"

	"github.com/mcp-adapters/mcp-adapters/recipe/interchange"
)

func ptr[T any](v T) *T { return &v }

func TestParseIngredient(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]interchange.Ingredient{
		"2 1/2 cups flour, sifted":             {Name: "flour", Quantity: ptr(2.5), Unit: "cups", Notes: "sifted"},
		"½ tsp salt":                           {Name: "salt", Quantity: ptr(0.5), Unit: "tsp"},
		"1½ tsp. salt":                         {Name: "salt", Quantity: ptr(1.5), Unit: "tsp"},
		"1 ½ tsp salt":                         {Name: "salt", Quantity: ptr(1.5), Unit: "tsp"},
		"2 ¹/₂ cups milk":                      {Name: "milk", Quantity: ptr(2.5), Unit: "cups"},
		"2¹/₂ cups milk":                       {Name: "milk", Quantity: ptr(2.5), Unit: "cups"},
		"3⁄4 cup milk":                         {Name: "milk", Quantity: ptr(0.75), Unit: "cup"},
		"1 (14 oz) can tomatoes":               {Name: "tomatoes", Quantity: ptr(1.0), Unit: "can", Notes: "14 oz"},
		"1 can (14 oz) tomatoes, drained":      {Name: "tomatoes", Quantity: ptr(1.0), Unit: "can", Notes: "14 oz, drained"},
		"salt to taste":                        {Name: "salt", Notes: "to taste"},
		"salt and pepper, to taste":            {Name: "salt and pepper", Notes: "to taste"},
		"200g butter":                          {Name: "butter", Quantity: ptr(200.0), Unit: "g"},
		"200 g butter (softened)":              {Name: "butter", Quantity: ptr(200.0), Unit: "g", Notes: "softened"},
		"2 large eggs":                         {Name: "large eggs", Quantity: ptr(2.0)},
		"3 cloves":                             {Name: "cloves", Quantity: ptr(3.0)},
		"3 cloves garlic, finely chopped":      {Name: "garlic", Quantity: ptr(3.0), Unit: "cloves", Notes: "finely chopped"},
		"2 cups of flour":                      {Name: "flour", Quantity: ptr(2.0), Unit: "cups"},
		"- 0.125 l water":                      {Name: "water", Quantity: ptr(0.125), Unit: "l"},
		"▢ 1.25 cups rice":                     {Name: "rice", Quantity: ptr(1.25), Unit: "cups"},
		"1,5 l Wasser":                         {Name: "Wasser", Quantity: ptr(1.5), Unit: "l"},
		"2 EL Zucker":                          {Name: "Zucker", Quantity: ptr(2.0), Unit: "EL"},
		"1 Pck. Backpulver":                    {Name: "Backpulver", Quantity: ptr(1.0), Unit: "Pck"},
		"1 Zwiebel, fein gehackt":              {Name: "Zwiebel", Quantity: ptr(1.0), Notes: "fein gehackt"},
		"200 g de farine":                      {Name: "farine", Quantity: ptr(200.0), Unit: "g"},
		"2 cuillères à soupe d'huile d'olive":  {Name: "huile d'olive", Quantity: ptr(2.0), Unit: "cuillères à soupe"},
		"2 c. à soupe de sucre":                {Name: "sucre", Quantity: ptr(2.0), Unit: "c. à soupe"},
		"1 oignon, émincé":                     {Name: "oignon", Quantity: ptr(1.0), Notes: "émincé"},
		"1\u00a0cup\tsugar":                    {Name: "sugar", Quantity: ptr(1.0), Unit: "cup"},
		"3 egg(s)":                             {Name: "egg(s)", Quantity: ptr(3.0)},
		"400 g Kartoffel(n)":                   {Name: "Kartoffel(n)", Quantity: ptr(400.0), Unit: "g"},
		"2 Zwiebel(n), gehackt":                {Name: "Zwiebel(n)", Quantity: ptr(2.0), Notes: "gehackt"},
		"2 Zwiebel(n) (rot)":                   {Name: "Zwiebel(n)", Quantity: ptr(2.0), Notes: "rot"},
		"2 Zehe(n) Knoblauch":                  {Name: "Knoblauch", Quantity: ptr(2.0), Unit: "Zehe(n)"},
		"3 clove(s) of garlic (crushed)":       {Name: "garlic", Quantity: ptr(3.0), Unit: "clove(s)", Notes: "crushed"},
		"250 g flour(sifted)":                  {Name: "flour(sifted)", Quantity: ptr(250.0), Unit: "g"},
		"2 large, chopped onions":              {Name: "large, chopped onions", Quantity: ptr(2.0)},
		"4 boneless, skinless chicken breasts": {Name: "boneless, skinless chicken breasts", Quantity: ptr(4.0)},
	} {
		t.Run(line, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(want, interchange.ParseIngredient(line)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestParseIngredient_keepsWholeWhatIsNotSure(t *testing.T) {
	t.Parallel()
	for _, line := range []string{
		"2-3 eggs", "2 - 3 eggs", "2–3 eggs", "2 to 3 cups stock", "1 or 2 lemons", "2 bis 3 Eier", "2 à 3 oeufs",
		"1 cup plus 2 tbsp sugar", "1 pound 2 ounces beef", "100g/4oz butter", "1 x 400g can tomatoes", "1 cup + 1 tbsp milk",
		"1,000 g flour", "1.500 g Mehl", "1.000.000 grains", "12345678 peas", "01/2 cup", "1/0 cup", "0 eggs",
		"7up", "5-spice powder", "2% milk", "1 cup 2% milk", "1st press oil", "1/2-inch piece ginger",
		"about 2 cups flour", "salt, pepper", "2", "½", "8 oz package cream cheese",
		"1 (14 oz", "a pinch of salt", "For the dough:", "1) flour", "2 / 3 cups milk",
		"500 ml", "500ml", "2 cups", "1 kg (bio)", "3 EL, gehackt",
	} {
		t.Run(line, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(interchange.Ingredient{Name: line}, interchange.ParseIngredient(line)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// lostWords returns the words of line that are in none of the parts. Numbers
// are left to the table above: "2 1/2" has become 2.5.
func lostWords(line string, in interchange.Ingredient) []string {
	letters := func(r rune) bool { return !unicode.IsLetter(r) }
	left := map[string]int{}
	for _, w := range strings.FieldsFunc(in.Unit+" "+in.Name+" "+in.Notes, letters) {
		left[w]++
	}
	var lost []string
	for _, w := range strings.FieldsFunc(line, letters) {
		if left[w] > 0 {
			left[w]--
			continue
		}
		switch strings.ToLower(w) {
		case "of", "de", "von", "du", "des", "d": // linking a unit to its noun
			if in.Unit != "" {
				continue
			}
		}
		lost = append(lost, w)
	}
	return lost
}

func FuzzIngredient(f *testing.F) {
	for _, seed := range []string{
		"2 1/2 cups flour, sifted", "1 (14 oz) can tomatoes", "2-3 eggs", "½ tsp salt (fine) (or coarse), optional",
		"200g de farine", "2 c. à soupe d'huile", "salt to taste", "1,5 l Wasser", "• 1 (a (b) c) cup x, at (y)", "1 ( cups )",
		"1 İstanbul to taste", "2¹/₂ EL Öl, in Scheiben", "3 cups, chopped",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, line string) {
		in := interchange.ParseIngredient(line)
		if len(line) > 500 {
			return
		}
		if strings.ContainsFunc(line, unicode.IsControl) || strings.ContainsRune(line, '\uFFFD') {
			return // cleaned before it is split; words are compared on clean lines
		}
		if lost := lostWords(strings.ToValidUTF8(line, "\uFFFD"), in); lost != nil {
			t.Errorf("%q: %+v lost %q", line, in, lost)
		}
		if in.Quantity != nil && (*in.Quantity <= 0 || in.Name == "") {
			t.Errorf("%q: %+v", line, in)
		}
		// What was split stays as it is when its name is looked at again.
		if in.Quantity == nil && in.Unit != "" {
			t.Errorf("%q: unit %q without a quantity", line, in.Unit)
		}
	})
}
