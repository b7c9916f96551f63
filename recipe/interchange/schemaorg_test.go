package interchange_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mcp-adapters/mcp-adapters/recipe/interchange"
)

func TestHTML_page(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("testdata/page.html")
	if err != nil {
		t.Fatal(err)
	}
	want := interchange.Recipe{
		Title:           "Bean & barley pot",
		Description:     "Warm and thick.\n\nKeeps for days,\nat 5 °C.\n\nTotal time: 25 h 50 min\n\nSource: Test Kitchen, https://kitchen.example.com/beans",
		PrepTimeMinutes: ptr[int32](20),
		CookTimeMinutes: ptr[int32](90),
		Servings:        ptr[int32](6),
		Ingredients: []interchange.Ingredient{
			{Name: "dried beans, soaked", Quantity: ptr(250.0), Unit: "g"},
			{Name: "stock", Quantity: ptr(2.5), Unit: "cups"},
			{Name: "salt", Notes: "to taste"},
		},
		Steps: []interchange.Step{
			{Instruction: "Day one: Soak the beans."},
			{Instruction: "Drain them well."},
			{Instruction: "Day two: Simmer everything.", DurationMinutes: ptr[int32](90)},
		},
	}
	if diff := cmp.Diff(want, one(t, "page.html", page)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestHTML_charsets(t *testing.T) {
	t.Parallel()
	page := func(meta, title string) string {
		return meta + `<script type="application/ld+json">{"@type":"Recipe","name":"` + title + `"}</script>`
	}
	for name, data := range map[string][]byte{
		"UTF-8":                  []byte(page(`<meta charset="utf-8">`, "Crème brûlée")),
		"UTF-8 unsaid":           []byte(page("", "Crème brûlée")),
		"Latin-1 by meta":        []byte(page(`<meta charset="iso-8859-1">`, "Cr\xe8me br\xfbl\xe9e")),
		"Latin-1 unsaid":         []byte(page("", "Cr\xe8me br\xfbl\xe9e")),
		"Latin-1, meta is wrong": []byte(page(`<meta http-equiv="Content-Type" content="text/html; charset=windows-1252">`, "Cr\xe8me br\xfbl\xe9e")),
		"UTF-16 with mark":       utf16LE(page("<html>", "Crème brûlée"), true),
		"entities":               []byte(page("", "Cr&egrave;me br&ucirc;l&amp;eacute;e")),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := one(t, "a.html", data); got.Title != "Crème brûlée" {
				t.Errorf("got %q", got.Title)
			}
		})
	}
}

func TestHTML_mendsBlocks(t *testing.T) {
	t.Parallel()
	for name, block := range map[string]string{
		"comment":            "<!-- " + soupNode + " -->",
		"CDATA":              "/*<![CDATA[*/ " + soupNode + " /*]]>*/",
		"semicolon":          soupNode + ";\n",
		"line end in a text": `{"@type":"Recipe","name":"So` + "\x02" + `up","description":"a` + "\n" + `b"}`,
		"escaped for HTML":   strings.ReplaceAll(soupNode, `"`, "&quot;"),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := one(t, "a.html", []byte("<script type=application/ld+json>"+block+"</script>"))
			if !strings.HasPrefix(got.Title, "So") {
				t.Errorf("got %q", got.Title)
			}
		})
	}
}

func TestHTML_withoutRecipe(t *testing.T) {
	t.Parallel()
	_, failures := read(t, "a.html", []byte("<html><body>Soup</body>"))
	if len(failures) != 1 || failures[0].Kind != interchange.KindInvalid || !strings.Contains(failures[0].Error(), "a.html: the page carries no schema.org recipe") {
		t.Errorf("got %v", failures)
	}
}

// node reads a schema.org node with the given members beside type and name.
func node(t *testing.T, members map[string]any) interchange.Recipe {
	t.Helper()
	members["@type"], members["name"] = "Recipe", "Soup"
	data, err := json.Marshal(members)
	if err != nil {
		t.Fatal(err)
	}
	return one(t, "a.json", data)
}

func TestJSONLD_instructions(t *testing.T) {
	t.Parallel()
	step := func(text string) map[string]any { return map[string]any{"@type": "HowToStep", "text": text} }
	for name, tc := range map[string]struct {
		in   any
		want []string
	}{
		"one text":      {"Chop.\nFry.", []string{"Chop.", "Fry."}},
		"HTML list":     {"<ol><li>Chop.</li><li>Fry &amp; eat.</li></ol>", []string{"Chop.", "Fry & eat."}},
		"texts":         {[]any{"Chop.", "Fry."}, []string{"Chop.", "Fry."}},
		"steps":         {[]any{step("Chop."), step("Fry.")}, []string{"Chop.", "Fry."}},
		"one step":      {step("Chop."), []string{"Chop."}},
		"name only":     {[]any{map[string]any{"@type": "HowToStep", "name": "Chop."}}, []string{"Chop."}},
		"name repeated": {[]any{map[string]any{"name": "Chop the…", "text": "Chop the onion."}}, []string{"Chop the onion."}},
		"item list":     {map[string]any{"@type": "ItemList", "itemListElement": []any{map[string]any{"@type": "ListItem", "item": step("Chop.")}, "Fry."}}, []string{"Chop.", "Fry."}},
		"list in list":  {[]any{[]any{step("Chop."), step("Fry.")}}, []string{"Chop.", "Fry."}},
		"directions":    {[]any{map[string]any{"text": "Chop.", "itemListElement": []any{map[string]any{"text": "Chop."}, map[string]any{"text": "Not the thumb."}}}}, []string{"Chop.", "Not the thumb."}},
		"empty":         {[]any{step(""), step(" "), nil, 7.5}, []string{"7.5"}},
		"less-than":     {"Keep below <200 degrees, a<b.", []string{"Keep below <200 degrees, a<b."}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var got []string
			for _, s := range node(t, map[string]any{"recipeInstructions": tc.in}).Steps {
				got = append(got, s.Instruction)
			}
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestJSONLD_times(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]*int32{
		"PT1H30M": ptr[int32](90), "PT90M": ptr[int32](90), "P1DT2H": ptr[int32](26 * 60), "PT0M": ptr[int32](0), "P1W": ptr[int32](10080),
		"PT1.5H": ptr[int32](90), "PT90S": ptr[int32](2), "pt15m": ptr[int32](15), "1 hr 30 min": ptr[int32](90), "1h30": ptr[int32](90),
		"1:30": ptr[int32](90), "45": ptr[int32](45), "45 mins.": ptr[int32](45), "1 1/2 hours": ptr[int32](90), "2 Stunden": ptr[int32](120),
		"1 Std. 15 Min.": ptr[int32](75), "1 heure et 5 minutes": ptr[int32](65), "1 hour, 5 minutes": ptr[int32](65),
		"PT": nil, "P": nil, "PT99999999999M": nil, "30 min + overnight": nil, "30 30": nil, "10 min 2 h": nil, "soon": nil, "-5": nil, "PT5X": nil,
	} {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			got := node(t, map[string]any{"prepTime": text})
			if diff := cmp.Diff(want, got.PrepTimeMinutes); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if want == nil && got.Description != "Preparation time: "+text {
				t.Errorf("the text is lost: description %q", got.Description)
			}
		})
	}
}

func TestJSONLD_yield(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		in          any
		servings    *int32
		description string
	}{
		"number":        {4, ptr[int32](4), ""},
		"text":          {"4 servings", ptr[int32](4), ""},
		"sentence":      {"Serves 4 people.", ptr[int32](4), ""},
		"German":        {"Für 4 Personen", ptr[int32](4), ""},
		"list":          {[]any{"4", "24 cookies"}, ptr[int32](4), "Yield: 24 cookies"},
		"other order":   {[]any{"24 cookies", 4}, ptr[int32](4), "Yield: 24 cookies"},
		"pieces":        {"24 cookies", nil, "Yield: 24 cookies"},
		"range":         {"4-6 servings", nil, "Yield: 4-6 servings"},
		"quantity":      {map[string]any{"@type": "QuantitativeValue", "value": 4}, ptr[int32](4), ""},
		"zero":          {"0", nil, ""},
		"glued bracket": {"Yield: 4 serving(s)", ptr[int32](4), ""},
		"remark":        {"4 servings (8 cups)", ptr[int32](4), "Yield: 4 servings (8 cups)"},
		"other remark":  {"Serves 6 (about 2 litres)", ptr[int32](6), "Yield: Serves 6 (about 2 litres)"},
		"in brackets":   {"Portionen (4)", ptr[int32](4), ""},
		"Spanish":       {"4 porciones", ptr[int32](4), ""},
		"Italian":       {"Per 4 persone", ptr[int32](4), ""},
		"Portuguese":    {"6 porções", ptr[int32](6), ""},
		"Dutch":         {"voor 4 personen", ptr[int32](4), ""},
		"in words":      {"Serves four", ptr[int32](4), ""},
		"German words":  {"Für vier Personen", ptr[int32](4), ""},
		"words of more": {"four cakes", nil, "Yield: four cakes"},
		"remark alone":  {"24 cookies (4 servings)", nil, "Yield: 24 cookies (4 servings)"},
		"two numbers":   {"4 servings 6 people", nil, "Yield: 4 servings 6 people"},
		"no number":     {"servings", nil, "Yield: servings"},
		"beyond 32 bit": {"99999999999 servings", nil, "Yield: 99999999999 servings"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := node(t, map[string]any{"recipeYield": tc.in})
			if diff := cmp.Diff(tc.servings, got.Servings); diff != "" || got.Description != tc.description {
				t.Errorf("description %q, servings (-want +got):\n%s", got.Description, diff)
			}
		})
	}
}

func TestJSONLD_findsRecipes(t *testing.T) {
	t.Parallel()
	for name, doc := range map[string]string{
		"type list":     `{"@type":["Thing","Recipe"],"name":"Soup"}`,
		"type address":  `{"@type":"http://schema.org/Recipe","name":"Soup"}`,
		"type prefix":   `{"@type":"schema:Recipe","name":"Soup"}`,
		"main entity":   `{"@type":"WebPage","mainEntity":{"@type":"Recipe","name":"Soup"}}`,
		"item list":     `{"@type":"ItemList","itemListElement":[{"@type":"ListItem","item":{"@type":"Recipe","name":"Soup"}}]}`,
		"old names":     `{"@type":"Recipe","headline":"Soup","ingredients":["1 onion"]}`,
		"tagged text":   `{"@type":"Recipe","name":{"@value":"Soup","@language":"en"}}`,
		"title as list": `{"@type":"Recipe","name":["Soup"]}`,
		"with a title":  `{"@context":"https://schema.org","@type":"Recipe","name":"Soup","title":"other"}`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := one(t, "a.json", []byte(doc)); got.Title != "Soup" {
				t.Errorf("got %q", got.Title)
			}
		})
	}
}

func TestJSONLD_ingredientObjects(t *testing.T) {
	t.Parallel()
	got := node(t, map[string]any{"recipeIngredient": []any{
		map[string]any{"@type": "PropertyValue", "name": "milk", "value": 1.5, "unitText": "l"},
		map[string]any{"@type": "ItemList", "itemListElement": []any{"2 eggs"}},
		"1 onion\n2 carrots",
	}})
	want := []interchange.Ingredient{
		{Name: "milk", Quantity: ptr(1.5), Unit: "l"}, {Name: "eggs", Quantity: ptr(2.0)},
		{Name: "onion", Quantity: ptr(1.0)}, {Name: "carrots", Quantity: ptr(2.0)},
	}
	if diff := cmp.Diff(want, got.Ingredients); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
