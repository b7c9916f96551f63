package gift_test

import (
	"slices"
	"strings"
	"testing"
)

// Who eats no gluten gets neither bread nor what it is baked with.
func TestGluten(t *testing.T) {
	t.Parallel()
	s := serve(t, ranker())
	for _, text := range []string{"gluten-free friend who loves bread and baking", "my aunt has celiac disease, loves cooking and cookies", "allergic to gluten, loves pasta and sourdough"} {
		a := recommend(t, s, map[string]any{"recipient_description": text, "limit": 10})
		for _, g := range a.Gifts {
			name := strings.ToLower(g.Name + " " + g.Brief)
			if slices.Contains(g.Categories, "baking") || strings.Contains(name, "bread") || strings.Contains(name, "pasta") || strings.Contains(name, "flour") {
				t.Errorf("%q: %s (%q)", text, g.Name, g.Categories)
			}
		}
	}
}

// Who doesn't drink gets nothing with alcohol.
func TestSober(t *testing.T) {
	t.Parallel()
	s := serve(t, ranker())
	for _, text := range []string{"my sober brother who loved beer and cocktails", "pregnant sister, loves wine", "he doesn't drink, hosts cocktail parties"} {
		a := recommend(t, s, map[string]any{"recipient_description": text, "limit": 10})
		for _, g := range a.Gifts {
			if slices.ContainsFunc(g.Categories, func(c string) bool { return c == "wine" || c == "beer" || c == "cocktails and spirits" }) {
				t.Errorf("%q: %s", text, g.Name)
			}
		}
	}
}

// Who has diabetes gets nothing sweet.
func TestDiabetes(t *testing.T) {
	t.Parallel()
	s := serve(t, ranker())
	for _, text := range []string{"diabetic uncle with a sweet tooth", "my mom has diabetes and loves baking cakes"} {
		a := recommend(t, s, map[string]any{"recipient_description": text, "limit": 10})
		for _, g := range a.Gifts {
			name := strings.ToLower(g.Name + " " + g.Brief)
			if slices.Contains(g.Categories, "chocolate and sweets") || strings.Contains(name, "chocolate") || strings.Contains(name, "honey") || strings.Contains(name, "cookies") {
				t.Errorf("%q: %s (%q)", text, g.Name, g.Categories)
			}
		}
	}
	sweet := false
	for _, g := range recommend(t, s, map[string]any{"recipient_description": "uncle with a sweet tooth", "limit": 10}).Gifts {
		sweet = sweet || slices.Contains(g.Categories, "chocolate and sweets")
	}
	if !sweet {
		t.Error("someone else gets nothing sweet either")
	}
}
