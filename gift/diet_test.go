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

// Who eats no meat, nothing of animals or no milk gets nothing that is made of it, and neither does
// who mayn't have it for their faith; what they do eat is still found.
func TestDiets(t *testing.T) {
	t.Parallel()
	s := serve(t, ranker())
	for _, row := range []struct {
		texts       []string
		not, wanted []string // words of names and of categories
	}{
		{
			[]string{"vegan coworker, loves cheese boards and grilling", "she is a vegan who loves making cheese, knitting and fashion", "plant-based friend, cozy evenings, loves beekeeping and leather"},
			[]string{"mozzarella", "cheese", "beeswax", "honey", "leather", "wool", "cashmere", "silk", "butcher's box", "ham"},
			[]string{"vegetarian and vegan"},
		},
		{
			[]string{"vegetarian dad who loves to grill and barbecue", "my pescatarian aunt loves Spanish food, tapas and ham"},
			[]string{"butcher's box", "pitmaster", "serrano", "meat"},
			nil,
		},
		{
			[]string{"my dad is lactose intolerant and loves making italian food and cheese", "allergic to dairy, loves cheese and baking", "dairy-free cousin who loves fondue and caramels"},
			[]string{"mozzarella", "cheese", "caramels"},
			nil,
		},
		{
			[]string{"muslim friend, eid, loves gourmet food, ham and wine", "kosher neighbors who love charcuterie and ham", "my uncle doesn't eat pork, loves Spanish ham"},
			[]string{"ham", "butcher's box"},
			nil,
		},
		{
			[]string{"our muslim neighbors are hosting, they like mocktails and cocktails", "ramadan gift for a foodie"},
			[]string{"wine", "beer", "cocktails and spirits"},
			nil,
		},
		{
			[]string{"my son's teacher; she likes wine but I don't want to give alcohol", "a colleague who loves beer, but I'd rather not give alcohol"},
			[]string{"wine", "cocktails and spirits", "brewery", "ales", "brewing"},
			nil,
		},
		{
			[]string{"my anorexic friend who is recovering, likes art", "friend in recovery from an eating disorder, loves baking"},
			[]string{"soup", "dinners", "chocolate", "flour", "gourmet food", "chocolate and sweets"},
			nil,
		},
		{[]string{"dad, 55, high blood pressure, loves salty snacks, cooking and golf"}, []string{"salts", "ham"}, []string{"golf"}},
		{[]string{"he's not vegetarian, loves bbq", "she is not a vegan and grills brisket"}, nil, []string{"barbecue"}},
	} {
		for _, text := range row.texts {
			found := map[string]bool{}
			for _, g := range recommend(t, s, map[string]any{"recipient_description": text, "limit": 10}).Gifts {
				shown := strings.FieldsFunc(strings.ToLower(g.Name), func(r rune) bool { return r != '\'' && (r < 'a' || r > 'z') })
				name := " " + strings.Join(shown, " ") + " "
				for _, no := range row.not {
					if strings.Contains(name, " "+no+" ") || slices.Contains(g.Categories, no) {
						t.Errorf("%q: %s (%q)", text, g.Name, g.Categories)
					}
				}
				for _, c := range g.Categories {
					found[c] = true
				}
			}
			for _, c := range row.wanted {
				if !found[c] {
					t.Errorf("%q: nothing of %q", text, c)
				}
			}
		}
	}
}

// Who can't hear or see gets nothing that one only hears or sees, and who fears heights stays on the
// ground. A blind date is no one's eyesight.
func TestCant(t *testing.T) {
	t.Parallel()
	s := serve(t, ranker())
	for _, row := range []struct {
		text        string
		not, wanted []string
	}{
		{"my blind uncle, 60, loves being outdoors and birds", []string{"Binoculars that suit birds, 8x42", "Field guide for one region, with a notebook"}, nil},
		{"a blind woman, 40", []string{"Blind date with a used book", "Pocket logic puzzles, pencil included"}, []string{"Audiobook membership for busy hands"}},
		{"my deaf father, 70, watches a lot of movies", []string{"Sound bar that makes voices clear", "Open-back headphones for close listening"}, nil},
		{"deaf friend", []string{"White-noise machine with a plain fan sound"}, []string{"Sign language, first ten lessons"}},
		{"a friend who is afraid of heights and loves adventure", []string{"Hot-air balloon at sunrise", "First evening at the climbing gym, for two", "Treetop ropes course"}, nil},
		{"my asthmatic aunt loves candles and meditation", []string{"Incense cedar and a brass burner", "Beeswax pillar candles, poured by a beekeeper"}, nil},
		{"first blind date", nil, []string{"Blind date with a used book"}},
		{"my tone-deaf brother loves singing", nil, []string{"Singing lessons for someone who only sings in the car"}},
		{"she teaches deaf children and loves classical music", nil, []string{"Season of chamber music"}},
	} {
		var names []string
		for _, g := range recommend(t, s, map[string]any{"recipient_description": row.text, "limit": 10}).Gifts {
			names = append(names, g.Name)
		}
		for _, no := range row.not {
			if slices.Contains(names, no) {
				t.Errorf("%q: %s", row.text, no)
			}
		}
		for _, name := range row.wanted {
			if !slices.Contains(names, name) {
				t.Errorf("%q: no %s: %q", row.text, name, names)
			}
		}
	}
}

// Who is allergic to several things, fears something or can't do it is offered none of it.
func TestHarms(t *testing.T) {
	t.Parallel()
	s := serve(t, ranker())
	for text, not := range map[string][]string{
		"foodie sister allergic to nuts, dairy and honey, loves sweet things": {"honey", "cheese", "caramels"},
		"allergies: nuts, chocolate, honey. sister with a sweet tooth":        {"honey", "chocolate"},
		"he can't eat gluten, dairy or chocolate, sweet tooth":                {"chocolate", "cheese"},
		"scared of flying and heights, adventurous otherwise. husband":        {"glider", "balloon", "climbing"},
		"my brother can't swim, loves water and beach":                        {"snorkel", "swim", "surfing", "paddleboard"},
		"she's afraid of water, loves travel and boats":                       {"cruise", "swim", "sail", "boat"},
		"claustrophobic, likes adventures, my brother":                        {"glider", "escape"},
		"asthmatic mom loves candles and perfume":                             {"candle", "perfume", "lavender", "incense"},
		"she is 7 months pregnant, loves hot tubs, wine and adventure sports": {"balloon", "ropes", "wine", "glider", "surfing"},
		"he's afraid of dogs but loves cats":                                  {"dog"},
		"boss is straight edge, loves music and craft beer culture":           {"ales", "beer", "whiskey"},
		"my girlfriend loves cats but is allergic to them":                    {"cat"},
	} {
		for _, g := range recommend(t, s, map[string]any{"recipient_description": text, "limit": 10}).Gifts {
			for _, word := range not {
				if slices.Contains(strings.FieldsFunc(strings.ToLower(g.Name+" "+g.Brief), func(r rune) bool { return r < 'a' || r > 'z' }), word) {
					t.Errorf("%q: %s (%s)", text, g.Name, word)
				}
			}
		}
	}
}
