package interchange_test

import (
	"bytes"
	"encoding/json"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/mcp-adapters/mcp-adapters/recipe/interchange"
)

// sameRecipe is equality in which no list and an empty one are the same.
var sameRecipe = cmpopts.EquateEmpty()

// comesBack checks that r, which fits a vault, is the same after each of our
// formats.
func comesBack(t *testing.T, r interchange.Recipe) {
	t.Helper()
	details, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	for format, ext := range extensions {
		data := write(t, format, string(details))
		items, failures := read(t, "a"+ext, data)
		if len(items) != 1 || len(failures) != 0 {
			t.Errorf("%s: %d recipes, failures %v, of\n%s", format, len(items), failures, data)
			continue
		}
		if diff := cmp.Diff(r, items[0].Recipe, sameRecipe); diff != "" || items[0].Warnings != nil {
			t.Errorf("%s (-want +got):\n%s%q\n%s", format, diff, items[0].Warnings, data)
		}
	}
}

// TestRoundTrip_cases are what was once lost or changed on the way.
func TestRoundTrip_cases(t *testing.T) {
	t.Parallel()
	in := func(name, unit, notes string, q ...float64) interchange.Recipe {
		i := interchange.Ingredient{Name: name, Unit: unit, Notes: notes}
		if len(q) > 0 {
			i.Quantity = &q[0]
		}
		return interchange.Recipe{Title: "Pot", Ingredients: []interchange.Ingredient{i, {Name: "salt"}, i}}
	}
	step := func(s interchange.Step) interchange.Recipe {
		return interchange.Recipe{Title: "Pot", Steps: []interchange.Step{s, {Instruction: "Stir."}}}
	}
	for name, r := range map[string]interchange.Recipe{
		"third":                  in("sugar", "cup", "", 1.0/3),
		"two thirds":             in("milk", "cup", "", 2.0/3),
		"sixth":                  in("salt", "tsp", "fine", 1.0/6),
		"seven sixths":           in("salt", "tsp", "", 1+1.0/6),
		"sum of decimals":        in("salt", "kg", "", 0.30000000000000004),
		"three decimals":         in("flour", "kg", "", 1.125),
		"zero":                   in("flour", "kg", "", 0),
		"huge":                   in("flour", "g", "", math.MaxFloat64),
		"tiny":                   in("flour", "g", "", math.SmallestNonzeroFloat64),
		"article in the name":    in("1 cup a", "", ""),
		"amount in the name":     in("2 cups flour", "", ""),
		"fraction in the name":   in("⅓ cup sugar", "", ""),
		"article":                in("a", "cup", "", 1),
		"notes with a comma":     in("flour", "", "cut, cold"),
		"name with a comma":      in("beans, white, dried", "g", "soaked, rinsed", 3),
		"digits first":           in("00 flour", "g", "", 500),
		"unknown unit":           in("flour", "heaped ladles", "", 2),
		"unit alone":             in("flour", "cup", ""),
		"lines in notes":         in("flour", "cup", "sifted\n\n> twice\n= or more", 1),
		"long notes":             in("flour", "cup", strings.Repeat("sifted (well) ", 200)+"or not", 1),
		"path":                   in("./stock", "l", "", 1),
		"markup in the name":     in("<b>flour</b> &amp; @#~{}|%\\", "%}{", ")(\\", 1),
		"reference in the title": {Title: "Fish &amp; Chips <b>"},
		"escaped reference":      {Title: "Fish &amp;amp; &lt;b&gt;", Description: "a<br>b &nbsp; &copy; <!-- c -->"},
		"largest numbers": {Title: "Pot", PrepTimeMinutes: ptr[int32](math.MaxInt32), CookTimeMinutes: ptr[int32](math.MaxInt32),
			Servings: ptr[int32](math.MaxInt32), Steps: []interchange.Step{{Instruction: "Wait.", DurationMinutes: ptr[int32](math.MaxInt32), TemperatureValue: ptr[int32](math.MinInt32)}}},
		"lines in a step":         step(interchange.Step{Instruction: "Pull.\n\n> Don't tear.\n= 3\n-- at all\\\n@"}),
		"text like a temperature": step(interchange.Step{Instruction: "Bake hot (180 °C)"}),
		"both temperatures":       step(interchange.Step{Instruction: "Bake (180 °C)", TemperatureValue: ptr[int32](200), TemperatureUnit: "Celsius"}),
		"temperature unit alone":  step(interchange.Step{Instruction: "Bake", TemperatureUnit: "Fahrenheit"}),
		"text like a unit":        step(interchange.Step{Instruction: "Bake (°C)"}),
		"text like a timer":       step(interchange.Step{Instruction: "Bake (~{5%minutes})", DurationMinutes: ptr[int32](7)}),
		"no letters":              step(interchange.Step{Instruction: "🍲!"}),
		"a rule":                  step(interchange.Step{Instruction: "***"}),
		"several blanks":          step(interchange.Step{Instruction: "Chop.  Then\tfry,   hot."}),
		"blanks in notes":         in("flour", "cup", "sifted,  twice\tor  so", 1),
		"no-break space":          step(interchange.Step{Instruction: "At 180\u00a0°C, 3\u2009min."}),
		"markup in a step":        step(interchange.Step{Instruction: "Add <b>2 &frac12;</b> @cups{1}(of)."}),
		"description like a note": {Title: "Pot", Description: "Tags: a\n\nYield: 4\n\nTotal time: 5 min"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			comesBack(t, r)
		})
	}
}

// TestRoundTrip_changedByHand takes the line that a person has changed, and not
// the parts beside it that still say what was.
func TestRoundTrip_changedByHand(t *testing.T) {
	t.Parallel()
	data := write(t, interchange.FormatJSONLD, jsonOf(t, interchange.Recipe{Title: "Pot", Ingredients: []interchange.Ingredient{
		{Name: "00 flour", Quantity: ptr(500.0), Unit: "g"}, {Name: "salt"}}}))
	changed := bytes.Replace(data, []byte(`"500 g 00 flour"`), []byte(`"2 eggs"`), 1)
	got := one(t, "a.json", changed)
	want := []interchange.Ingredient{{Name: "eggs", Quantity: ptr(2.0)}, {Name: "salt"}}
	if diff := cmp.Diff(want, got.Ingredients); diff != "" || bytes.Equal(data, changed) {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got.Description != "Supplies: 00 flour" {
		t.Errorf("description %q", got.Description)
	}
}

// TestRoundTrip_whiteSpace of a backup stays too: an indented list, two blanks.
func TestRoundTrip_whiteSpace(t *testing.T) {
	t.Parallel()
	r := interchange.Recipe{
		Title: " Bean  pot", Description: "For:\n  - home\n  - away\n\n\n\nEnd.\r\n\t.",
		Ingredients: []interchange.Ingredient{{Name: "a  b ", Unit: " g", Notes: "c\n  d"}, {Name: "e", Unit: "  "}},
		Steps:       []interchange.Step{{Instruction: "  1. Chop.\n     2. Fry.\n"}},
	}
	if diff := cmp.Diff(r, one(t, "a.jsonl", write(t, interchange.FormatJSONLines, jsonOf(t, r)))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	r.Title = strings.Repeat("x", 200) + " " // too long for a vault as it is
	if got := one(t, "a.json", []byte(jsonOf(t, r))); got.Title != strings.Repeat("x", 200) || got.Ingredients[1].Unit != "" {
		t.Errorf("%+v", got)
	}
}

// hostileWords are the parts that random texts are made of.
var hostileWords = strings.Split(`flour,2,1/3,½,0.1,1.500,00,cup,g,(,),(180 °C),(°F),(5 °),&amp;,&amp;lt;,&,<b>,</b>,<br>,<,>,=,==,-,--,---,[-,-],@,@a{1%g}(b),#,#pot{},~{5%min},~,{,},|,%,\,\\,\n,a,of,x,to taste,optional,:,Steps,= Steps,>> a: b,|,*,?,+,./b,../c,//,",',null,~,- a,# b,! c,%d,🍲,É,e´,味,`+"`"+`,Title:,---,…,.,;,2-3,180°,°C,</script>,<!--,-->,]]>,&#x41;,&nbsp;,{{ ingredients[0] }}`, ",")

func hostileText(rnd *rand.Rand, lines bool) string {
	var b strings.Builder
	for range rnd.IntN(8) {
		b.WriteString(hostileWords[rnd.IntN(len(hostileWords))])
		switch n := rnd.IntN(8); {
		case n == 0 && lines:
			b.WriteString("\n")
		case n == 1 && lines:
			b.WriteString("\n\n")
		case n == 2:
			b.WriteString(", ")
		case n < 6:
			b.WriteString(" ")
		}
	}
	return b.String()
}

func hostileQuantity(rnd *rand.Rand) *float64 {
	small := float64(rnd.IntN(12)) / float64(1+rnd.IntN(12))
	return []*float64{nil, ptr(small), ptr(small + float64(rnd.IntN(3))), ptr(rnd.Float64()), ptr(0.30000000000000004), ptr(math.Exp(rnd.NormFloat64() * 20)),
		ptr(float64(rnd.IntN(1000))), ptr(float64(rnd.IntN(5000)) / 1000)}[rnd.IntN(8)]
}

func hostileInt(rnd *rand.Rand) *int32 {
	return []*int32{nil, nil, ptr(rnd.Int32N(6)), ptr(rnd.Int32N(2000)), ptr(rnd.Int32())}[rnd.IntN(5)]
}

func hostileRecipe(rnd *rand.Rand) interchange.Recipe {
	r := interchange.Recipe{Title: hostileText(rnd, false), Description: hostileText(rnd, true), PrepTimeMinutes: hostileInt(rnd),
		CookTimeMinutes: hostileInt(rnd), Servings: hostileInt(rnd), Difficulty: hostileInt(rnd)}
	for range rnd.IntN(4) {
		r.Ingredients = append(r.Ingredients, interchange.Ingredient{Name: hostileText(rnd, false), Quantity: hostileQuantity(rnd), Unit: hostileText(rnd, false), Notes: hostileText(rnd, true)})
	}
	units := []string{"", "Celsius", "Fahrenheit"}
	for range rnd.IntN(4) {
		r.Steps = append(r.Steps, interchange.Step{Instruction: hostileText(rnd, true), DurationMinutes: hostileInt(rnd), TemperatureValue: hostileInt(rnd), TemperatureUnit: units[rnd.IntN(3)]})
	}
	return r
}

// TestRoundTrip_property takes random recipes, made of what means something to
// one of the formats, through all of them.
func TestRoundTrip_property(t *testing.T) {
	t.Parallel()
	for seed := range uint64(500) {
		r := hostileRecipe(rand.New(rand.NewPCG(seed, 5)))
		if _, err := r.Fit(); err != nil {
			continue // without a title
		}
		if comesBack(t, r); t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
}
