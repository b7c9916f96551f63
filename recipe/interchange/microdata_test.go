package interchange_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mcp-adapters/mcp-adapters/recipe/interchange"
)

// soupPage has a recipe in the attributes of its elements alone, in the shapes
// that pages have: lists, times, numbers for programs, and a part elsewhere.
const soupPage = `<!doctype html>
<html><head><title>Leek soup - The kitchen</title></head>
<body itemscope itemtype="https://schema.org/WebPage">
<nav><a href="/">Home</a></nav>
<article itemprop="mainEntity" itemscope itemtype="http://schema.org/Recipe" itemref="who tips">
  <h1 itemprop="name">Leek &amp; potato
     soup</h1>
  <link itemprop="url" href="https://kitchen.example.com/leek-soup">
  <img itemprop="image" src="soup.jpg" alt="A bowl">
  <p itemprop="description">Warm, <em>and</em> quick.<br>For two evenings.</p>
  <meta itemprop="datePublished" content="2026-01-02">
  <dl><dt>Preparation</dt><dd><time itemprop="prepTime" datetime="PT15M">a quarter of an hour</time></dd>
      <dt>Cooking</dt><dd itemprop="cookTime" content="PT30M">half an hour</dd></dl>
  Makes <span itemprop="recipeYield">4 serving(s)</span>
  <a itemprop="recipeCategory" href="/soups">Soups</a>, <a itemprop="recipeCuisine" href="/fr">French</a>
  <ul>
    <li itemprop="recipeIngredient"><span class="amount">3</span> <span>leek(s)</span></li>
    <li itemprop="recipeIngredient"><div>400 g</div><div>potatoes, peeled</div></li>
    <li itemprop="ingredients"><b>salt</b> to taste<script>track()</script></li>
  </ul>
  <div itemprop="recipeInstructions"><ol><li>Chop the leeks &lt; 1 cm.</li><li>Boil <i>everything</i>.</li></ol></div>
  <div itemprop="aggregateRating" itemscope itemtype="http://schema.org/AggregateRating"><span itemprop="ratingValue">4.8</span></div>
  <div itemprop="nutrition" itemscope itemtype="http://schema.org/NutritionInformation"><span itemprop="calories">210 kcal</span></div>
</article>
<p id="who" itemprop="author" itemscope itemtype="http://schema.org/Person">by <span itemprop="name">Anna</span></p>
<p id="tips"><span itemprop="keywords">winter</span></p>
</body></html>`

func TestMicrodata(t *testing.T) {
	t.Parallel()
	items, failures := read(t, "soup.html", []byte(soupPage))
	if len(items) != 1 || len(failures) != 0 {
		t.Fatalf("%d recipes, %v", len(items), failures)
	}
	want := interchange.Recipe{
		Title: "Leek & potato soup",
		Description: "Warm, and quick.\nFor two evenings.\n\nTags: Soups, French, winter\n\nNutrition: calories: 210 kcal\n\n" +
			"Source: Anna, https://kitchen.example.com/leek-soup",
		PrepTimeMinutes: ptr[int32](15), CookTimeMinutes: ptr[int32](30), Servings: ptr[int32](4),
		Ingredients: []interchange.Ingredient{
			{Name: "leek(s)", Quantity: ptr(3.0)},
			{Name: "potatoes", Quantity: ptr(400.0), Unit: "g", Notes: "peeled"},
			{Name: "salt", Notes: "to taste"},
		},
		Steps: []interchange.Step{{Instruction: "Chop the leeks < 1 cm."}, {Instruction: "Boil everything."}},
	}
	if diff := cmp.Diff(want, items[0].Recipe); diff != "" || items[0].Warnings != nil {
		t.Errorf("%q (-want +got):\n%s", items[0].Warnings, diff)
	}
}

// TestMicrodata_steps has instructions in the shapes that pages give them.
func TestMicrodata_steps(t *testing.T) {
	t.Parallel()
	const how = `itemscope itemtype="http://schema.org/HowToStep"`
	want := []interchange.Step{{Instruction: "Mix."}, {Instruction: "Bake."}}
	for name, part := range map[string]string{
		"each an element":      `<li itemprop="recipeInstructions">Mix.</li><li itemprop="recipeInstructions">Bake.</li>`,
		"paragraphs":           `<div itemprop="recipeInstructions"><p>Mix.</p><p>Bake.</p></div>`,
		"numbered":             `<div itemprop="recipeInstructions">1. Mix.<br>2. Bake.</div>`,
		"the older name":       `<ol itemprop="instructions"><li>Mix.<li>Bake.</ol>`,
		"items":                `<ol><li itemprop="recipeInstructions" ` + how + `><span itemprop="text">Mix.</span></li><li itemprop="recipeInstructions" ` + how + `><p itemprop="text">Bake.</p></ol>`,
		"a list of items":      `<ol itemprop="recipeInstructions" itemscope itemtype="http://schema.org/ItemList"><li itemprop="itemListElement" ` + how + `><span itemprop="text">Mix.</span></li><li itemprop="itemListElement" ` + how + `><span itemprop="text">Bake.</span></ol>`,
		"an item without more": `<ol itemprop="recipeInstructions" itemscope itemtype="http://schema.org/ItemList"><li>Mix.</li><li>Bake.</li></ol>`,
		"for programs":         `<meta itemprop="recipeInstructions" content="Mix."><meta itemprop="recipeInstructions" content="Bake.">`,
		"tags left open":       `<div itemprop="recipeInstructions"><p>Mix.<p>Bake.</div>`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := one(t, "a.html", []byte(`<div itemscope itemtype="https://schema.org/Recipe"><b itemprop="name">Bread</b>`+part+`</div>`))
			if diff := cmp.Diff(want, got.Steps); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestMicrodata_ingredients(t *testing.T) {
	t.Parallel()
	want := []interchange.Ingredient{{Name: "flour", Quantity: ptr(500.0), Unit: "g"}, {Name: "eggs", Quantity: ptr(2.0)}}
	for name, part := range map[string]string{
		"a list in one":  `<ul itemprop="recipeIngredient"><li>500 g flour</li><li>2 eggs</li></ul>`,
		"lines in one":   `<p itemprop="ingredients">500 g flour<br>2 eggs</p>`,
		"rows":           `<table><tr itemprop="recipeIngredient"><td>500 g</td><td>flour</td></tr><tr itemprop="recipeIngredient"><td>2</td><td>eggs</td></tr></table>`,
		"boxes":          `<div itemprop="recipeIngredient"><div>500 g</div><div>flour</div></div><div itemprop="recipeIngredient"><div>2</div><div>eggs</div></div>`,
		"two properties": `<span itemprop="recipeIngredient ingredients">500 g flour</span><span itemprop="recipeIngredient ingredients">2 eggs</span>`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := one(t, "a.html", []byte(`<div itemscope itemtype="https://schema.org/Recipe"><b itemprop="name">Pasta</b>`+part+`</div>`))
			if diff := cmp.Diff(want, got.Ingredients); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestMicrodata_several has two recipes on a page, one in the other's place none,
// and JSON-LD going first.
func TestMicrodata_several(t *testing.T) {
	t.Parallel()
	recipe := func(name string) string {
		return `<div itemscope itemtype="https://schema.org/Recipe"><b itemprop="name">` + name + `</b></div>`
	}
	const block = `<script type="application/ld+json">{"@type":"Recipe","name":"Block"}</script>`
	const nested = `<div itemscope itemtype="https://schema.org/Recipe"><b itemprop="name">Pie</b><div itemprop="isBasedOn" itemscope itemtype="https://schema.org/Recipe"><b itemprop="name">Crust</b></div></div>`
	for page, want := range map[string][]string{
		recipe("Soup") + recipe("Bread"): {"Soup", "Bread"},
		recipe("Soup") + block:           {"Block"},
		nested:                           {"Pie"},
		`<script type="application/ld+json">{"@type":"WebSite","name":"Kitchen"}</script>` + recipe("Soup"): {"Soup"},
	} {
		items, failures := read(t, "a.html", []byte(page))
		var got []string
		for _, item := range items {
			got = append(got, item.Recipe.Title)
		}
		if !cmp.Equal(got, want) || len(failures) != 0 {
			t.Errorf("%q, %v, want %q", got, failures, want)
		}
	}
}

// TestMicrodata_hostile reads pages that could keep a reader busy without end, and
// finds no recipe that is not there.
func TestMicrodata_hostile(t *testing.T) {
	t.Parallel()
	head := `<div id=a itemscope itemtype="https://schema.org/Recipe" itemref="b c"><b itemprop=name>Loop</b>`
	for name, tc := range map[string]struct {
		page    string
		recipes int
	}{
		"refers to itself": {head + `</div><div id=b itemprop=author itemscope itemref="b c"></div><div id=c itemprop=author itemscope itemref="b c b c"></div>`, 1},
		"nested deep":      {head + strings.Repeat("<div>", 100_000), 0},
		"many items":       {head + strings.Repeat(`<i itemprop=keywords itemscope itemref="b c"></i>`, 20_000), 1},
		"no name":          {`<div itemscope itemtype="https://schema.org/Recipe"><b itemprop=description>x</b></div>`, 0},
		"too long":         {soupPage + strings.Repeat(" ", 9<<20), 0},
		"another type":     {`<div itemscope itemtype="https://schema.org/Product"><b itemprop=name>x</b></div>`, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			items, failures := read(t, "a.html", []byte(tc.page))
			if len(items) != tc.recipes || len(failures) != 1-tc.recipes {
				t.Errorf("%d recipes, %v", len(items), failures)
			}
		})
	}
}
