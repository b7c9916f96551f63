package interchange_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mcp-adapters/mcp-adapters/recipe/interchange"
)

// cook reads the text of Soup.cook.
func cook(t *testing.T, text string) interchange.Recipe {
	t.Helper()
	return one(t, "Soup.cook", []byte(text))
}

func TestCooklang_whole(t *testing.T) {
	t.Parallel()
	got := cook(t, strings.ReplaceAll(`---
title: "Bean pot: slow"
description: Thick.
servings: 4
time:
  prep: 15 minutes
  cook: 1h30m
source:
  name: Test Kitchen
  url: https://kitchen.example.com/beans
tags: [beans, slow]
difficulty: easy
image: https://kitchen.example.com/beans.jpg
mood: calm
---
-- a comment
> Soak them
> for a night.

= Pot ==

Fry @onion{2}(finely chopped) in @olive oil{1 1/2%tbsp} [- any
oil -] in a #big pot{},
for ~{10%minutes}. -- stir

Add @white beans{500%g}, @onion and @?bay leaf{1}.

== Serve

Salt with @salt{a pinch}; cook at 180 °C with @./stock/Stock{1/2%l} and #lid.
`, "\n", "\r\n"))
	want := interchange.Recipe{
		Title: "Bean pot: slow",
		Description: "Thick.\n\nSource: Test Kitchen\n\nSource: https://kitchen.example.com/beans\n\nTags: beans, slow\n\n" +
			"Mood: calm\n\nSoak them\nfor a night.",
		PrepTimeMinutes: ptr[int32](15),
		CookTimeMinutes: ptr[int32](90),
		Servings:        ptr[int32](4),
		Difficulty:      ptr[int32](2),
		Ingredients: []interchange.Ingredient{
			{Name: "onion", Quantity: ptr(2.0), Notes: "finely chopped"},
			{Name: "olive oil", Quantity: ptr(1.5), Unit: "tbsp"},
			{Name: "white beans", Quantity: ptr(500.0), Unit: "g"},
			{Name: "bay leaf", Quantity: ptr(1.0), Notes: "optional"},
			{Name: "salt", Notes: "a pinch"},
			{Name: "Stock", Quantity: ptr(0.5), Unit: "l"},
		},
		Steps: []interchange.Step{
			{Instruction: "Pot: Fry onion in olive oil in a big pot, for 10 minutes.", DurationMinutes: ptr[int32](10)},
			{Instruction: "Add white beans, onion and bay leaf."},
			{Instruction: "Serve: Salt with salt; cook at 180 °C with Stock and lid."},
		},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// The cases are those of the format's own canonical tests, in other words.
func TestCooklang_paragraph(t *testing.T) {
	t.Parallel()
	some := func(name string) []interchange.Ingredient { return []interchange.Ingredient{{Name: name}} }
	of := func(name string, q float64, unit string) []interchange.Ingredient {
		return []interchange.Ingredient{{Name: name, Quantity: &q, Unit: unit}}
	}
	for name, tc := range map[string]struct {
		in   string
		text string // "" when there is no step
		want []interchange.Ingredient
	}{
		"plain":                {"Stir in a little pepper", "Stir in a little pepper", nil},
		"degrees":              {"Heat to 220°C", "Heat to 220°C", nil},
		"lines join":           {"Stir,\nthen wait", "Stir, then wait", nil},
		"one word":             {"Add @rice then stir", "Add rice then stir", some("rice")},
		"one word, comma":      {"Add @rice, then stir", "Add rice, then stir", some("rice")},
		"other punctuation":    {"Add @rice⸫ then stir", "Add rice⸫ then stir", some("rice")},
		"thin space":           {"Add @rice\u2009then", "Add rice\u2009then", some("rice")},
		"sign":                 {"Add @🧂", "", some("🧂")},
		"digits first":         {"Use @7spices well", "Use 7spices well", some("7spices")},
		"many words":           {"Use @red rice{} now", "Use red rice now", some("red rice")},
		"blank braces":         {"Use @1000 seeds{ } now", "Use 1000 seeds now", some("1000 seeds")},
		"amount":               {"Use @rice{3} now", "Use rice now", of("rice", 3, "")},
		"amount and unit":      {"Use @rice{ 3 % cups } now", "Use rice now", of("rice", 3, "cups")},
		"fraction":             {"Use @rice{1/2%cup} now", "Use rice now", of("rice", 0.5, "cup")},
		"fraction with blanks": {"Use @rice{1 / 2 %cup} now", "Use rice now", of("rice", 0.5, "cup")},
		"not a fraction":       {"Use @rice{01/2%cup} now", "Use rice now", []interchange.Ingredient{{Name: "rice", Notes: "01/2 cup"}}},
		"amount in words":      {"Use @mint{few%sprigs} now", "Use mint now", []interchange.Ingredient{{Name: "mint", Notes: "few sprigs"}}},
		"range":                {"Use @eggs{2-3} now", "Use eggs now", []interchange.Ingredient{{Name: "eggs", Notes: "2-3"}}},
		"fixed amount":         {"Use @salt{=1%tsp} now", "Use salt now", of("salt", 1, "tsp")},
		"alias":                {"Use @white wine|wine{} now", "Use wine now", some("white wine")},
		"reference":            {"Use @&dough{} now", "Use dough now", some("dough")},
		"only ingredients":     {"@salt{1%tsp}, @rice{}", "", []interchange.Ingredient{{Name: "salt", Quantity: ptr(1.0), Unit: "tsp"}, {Name: "rice"}}},
		"lone signs":           {"Mail @ home, # 5, ~ {5}", "Mail @ home, # 5, ~ {5}", nil},
		"lone sign with brace": {"Mail @ home{}", "Mail @ home{}", nil},
		"cookware":             {"Use a #7-inch pan{ } now", "Use a 7-inch pan now", nil},
		"cookware amount":      {"Use #pans{two small} now", "Use pans (two small) now", nil},
		"timer word":           {"Let it ~rest, then", "Let it rest, then", nil},
		"named timer":          {"Cook ~eggs{3%minutes} now", "Cook 3 minutes (eggs) now", nil},
		"escaped":              {`Ask \@rice and \#5 \-\- now`, "Ask @rice and #5 -- now", nil},
		"rule in text":         {"hello\n---\nworld", "hello --- world", nil},
		"open comment":         {"Stir [- and wait", "Stir [- and wait", nil},
		"open brace":           {"Stir @rice{ and wait", "Stir rice{ and wait", some("rice")},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := cook(t, "First.\n\n"+tc.in)
			text := ""
			if len(got.Steps) > 1 {
				text = got.Steps[1].Instruction
			}
			if name == "sign" { // an emoji is no word, but "Add" is
				tc.text = "Add 🧂"
			}
			if text != tc.text {
				t.Errorf("text %q, want %q", text, tc.text)
			}
			if diff := cmp.Diff(tc.want, got.Ingredients); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestCooklang_timers(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]*int32{
		"Fry ~{10%minutes}.": ptr[int32](10), "Fry ~{1.5%minutes}.": ptr[int32](2), "Bake ~{1/2%hour}.": ptr[int32](30),
		"Rest ~{2%days}.": ptr[int32](2880), "Wait ~{5%moons}.": nil, "Fry ~{5%min}, rest ~{5%min}.": nil, "Rest ~rest.": nil,
	} {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(want, cook(t, text).Steps[0].DurationMinutes); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestCooklang_metadata(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		in   string
		want interchange.Recipe
	}{
		"old lines":           {">> title: Pot\n>> Prep Time: 5 min\n>> servings: 2\n\nStir.", interchange.Recipe{Title: "Pot", PrepTimeMinutes: ptr[int32](5), Servings: ptr[int32](2)}},
		"file name":           {"Stir.", interchange.Recipe{Title: "Soup"}},
		"scaling list":        {">> servings: 1|2|4\nStir.", interchange.Recipe{Title: "Soup", Description: "Yield: 1|2|4"}},
		"total time":          {">> time: 45 min\nStir.", interchange.Recipe{Title: "Soup", Description: "Total time: 45 min"}},
		"unknown difficulty":  {">> difficulty: devilish\nStir.", interchange.Recipe{Title: "Soup", Description: "Difficulty: devilish"}},
		"empty front matter":  {"---\n---\nStir.", interchange.Recipe{Title: "Soup"}},
		"rule inside a value": {"---\ndescription: |\n  a\n  ---\n  b\n---\nStir.", interchange.Recipe{Title: "Soup", Description: "a\n---\nb"}},
		"null":                {"---\ntitle:\ndescription: ~\n---\nStir.", interchange.Recipe{Title: "Soup"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tc.want.Steps = []interchange.Step{{Instruction: "Stir."}}
			if diff := cmp.Diff(tc.want, cook(t, tc.in)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestCooklang_brokenFrontMatter(t *testing.T) {
	t.Parallel()
	_, failures := read(t, "Soup.cook", []byte("\n---\ntitle: [a\n---\nStir."))
	if len(failures) != 1 || !strings.Contains(failures[0].Error(), "Soup.cook, line 2: the front matter that begins here is not valid YAML") {
		t.Errorf("got %v", failures)
	}
}
