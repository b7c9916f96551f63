package kitchen_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
	"github.com/mcp-adapters/mcp-adapters/recipe/kitchen"
)

func wanted(title string, factor kitchen.Quantity, lines ...string) kitchen.Wanted {
	w := kitchen.Wanted{Recipe: kitchen.Recipe{Title: title}, Factor: factor}
	for _, line := range lines {
		parts := strings.Split(line, "|")
		in := kitchen.Ingredient{Name: parts[2], Unit: parts[1]}
		if parts[0] != "" {
			if err := in.Quantity.UnmarshalJSON([]byte(`"` + parts[0] + `"`)); err != nil {
				panic(err)
			}
		}
		if len(parts) > 3 {
			in.Notes = parts[3]
		}
		w.Recipe.Ingredients = append(w.Recipe.Ingredients, in)
	}
	return w
}

func printed(list kitchen.List) []string {
	var lines []string
	for _, s := range list {
		for _, it := range s.Items {
			lines = append(lines, fmt.Sprintf("%s: %s: %s (%s)", s.Section, it.Name, it.Amount, strings.Join(it.Recipes, ", ")))
		}
	}
	return lines
}

func TestShop(t *testing.T) {
	t.Parallel()
	one := kitchen.Ratio(1, 1)
	for _, c := range []struct {
		name   string
		wanted []kitchen.Wanted
		want   []string
	}{
		{"same unit", []kitchen.Wanted{wanted("A", one, "200|g|flour"), wanted("B", kitchen.Ratio(2, 1), "1|kg|Flour, sifted")}, []string{"baking & dry goods: flour: 2.2 kg (A, B)"}},
		{"spoons and cups", []kitchen.Wanted{wanted("A", one, "1|cup|vegetable oil", "4|tbsp|Vegetable oil")}, []string{"baking & dry goods: vegetable oil: 1 1/4 cups (A)"}},
		{"weight and volume", []kitchen.Wanted{wanted("A", one, "100|g|spinach"), wanted("B", one, "1|cup|spinach")}, []string{"produce: spinach: 100 g + 1 cup (A, B)"}},
		{"different things", []kitchen.Wanted{wanted("A", one, "1|cup|butter", "1|cup|peanut butter", "1|cup|milk", "1|cup|coconut milk")},
			[]string{"dairy: butter: 1 cup (A)", "dairy: milk: 1 cup (A)", "baking & dry goods: peanut butter: 1 cup (A)", "canned: coconut milk: 1 cup (A)"}},
		{"counted is bought whole", []kitchen.Wanted{wanted("A", kitchen.Ratio(1, 2), "1||onion"), wanted("B", one, "1||large onions", "3||eggs"), wanted("C", kitchen.Ratio(1, 2), "3||Eggs (beaten)")},
			[]string{"produce: onions: 2 (A, B)", "dairy: eggs: 5 (B, C)"}},
		{"garlic", []kitchen.Wanted{wanted("A", one, "2|cloves|garlic"), wanted("B", one, "3||garlic cloves"), wanted("C", one, "||1-2 cloves of garlic")}, []string{"produce: garlic: 7 cloves (A, B, C)"}},
		{"no amount", []kitchen.Wanted{wanted("A", one, "||salt to taste", "||black pepper"), wanted("B", one, "1|tsp|Salt")}, []string{"spices: black pepper:  (A)", "spices: salt: 1 tsp + some more (A, B)"}},
		{"cans and counts", []kitchen.Wanted{wanted("A", one, "2|cans|chopped tomatoes", "3||tomatoes", "300|g|tomatoes")}, []string{"produce: tomatoes: 3 + 300 g (A)", "canned: chopped tomatoes: 2 cans (A)"}},
		{"German", []kitchen.Wanted{wanted("A", one, "2|EL|Olivenöl", "1||Zwiebel", "2||Eier"), wanted("B", one, "1|TL|Olivenöl", "2||Zwiebeln", "1||Ei")},
			[]string{"produce: Zwiebeln: 3 (A, B)", "dairy: Eier: 3 (A, B)", "baking & dry goods: Olivenöl: 2 EL + 1 TL (A, B)"}},
	} {
		got := printed(kitchen.Shop(c.wanted))
		slices.Sort(got)
		slices.Sort(c.want)
		if d := cmp.Diff(c.want, got); d != "" {
			t.Errorf("%s:\n%s", c.name, d)
		}
	}
}

func someRecipes(r *rand.Rand) []kitchen.Wanted {
	list := make([]kitchen.Wanted, 1+r.IntN(5))
	for i := range list {
		list[i] = kitchen.Wanted{Recipe: kitchen.Recipe{Title: fmt.Sprint("recipe ", i)}, Factor: someQuantity(r)}
		for range r.IntN(12) {
			list[i].Recipe.Ingredients = append(list[i].Recipe.Ingredients, someIngredient(r))
		}
	}
	return list
}

// No ingredient is lost: each entry of each recipe is in exactly one item, and that names
// the recipe.
func TestShop_LosesNothing(t *testing.T) {
	t.Parallel()
	r := harness.Seeded(t)
	for range 200 {
		recipes := someRecipes(r)
		seen := map[kitchen.Entry]int{}
		for _, section := range kitchen.Shop(recipes) {
			for _, it := range section.Items {
				for _, e := range it.Entries {
					seen[e]++
					if title := recipes[e.Recipe].Recipe.Title; !slices.Contains(it.Recipes, title) {
						t.Fatalf("%s doesn't name %s", it.Name, title)
					}
				}
			}
		}
		for i, w := range recipes {
			for j, in := range w.Recipe.Ingredients {
				if n := seen[kitchen.Entry{Recipe: i, Ingredient: j}]; n != 1 {
					t.Fatalf("%+v is in %d items", in, n)
				}
			}
		}
	}
}

// The exact totals of a list are the sums of those of its recipes, unit by unit.
func TestShop_AddsUp(t *testing.T) {
	t.Parallel()
	r := harness.Seeded(t)
	for range 200 {
		recipes := someRecipes(r)
		apart := map[string]kitchen.Quantity{}
		for _, w := range recipes {
			addTotals(apart, kitchen.Shop([]kitchen.Wanted{w}))
		}
		together := map[string]kitchen.Quantity{}
		addTotals(together, kitchen.Shop(recipes))
		if !cmp.Equal(apart, together, cmp.Comparer(kitchen.Quantity.Equal)) {
			t.Fatalf("apart %v, together %v", apart, together)
		}
	}
}

func addTotals(to map[string]kitchen.Quantity, list kitchen.List) {
	for _, section := range list {
		for _, it := range section.Items {
			for _, total := range it.Totals {
				to[total.Unit] = to[total.Unit].Plus(total.Quantity)
			}
		}
	}
}

// The order of recipes doesn't matter for what is bought.
func TestShop_AnyOrder(t *testing.T) {
	t.Parallel()
	r := harness.Seeded(t)
	for range 300 {
		recipes := someRecipes(r)
		want := amounts(kitchen.Shop(recipes))
		r.Shuffle(len(recipes), func(i, j int) { recipes[i], recipes[j] = recipes[j], recipes[i] })
		if d := cmp.Diff(want, amounts(kitchen.Shop(recipes))); d != "" {
			t.Fatal(d)
		}
	}
}

func amounts(list kitchen.List) []string {
	var lines []string
	for _, s := range list {
		for _, it := range s.Items {
			lines = append(lines, s.Section+": "+it.Name+": "+it.Amount)
		}
	}
	return lines
}
