package interchange_test

import (
	"errors"
	"math"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/mcp-adapters/mcp-adapters/recipe/interchange"
)

func TestRecipe_Fit(t *testing.T) {
	t.Parallel()
	step := []interchange.Step{{Instruction: "Stir."}}
	for name, tc := range map[string]struct {
		in, want interchange.Recipe
		warnings []string
	}{
		"fits": {
			in:   interchange.Recipe{Title: "Pot", Servings: ptr[int32](1), Difficulty: ptr[int32](5), PrepTimeMinutes: ptr[int32](0), Steps: step},
			want: interchange.Recipe{Title: "Pot", Servings: ptr[int32](1), Difficulty: ptr[int32](5), PrepTimeMinutes: ptr[int32](0), Steps: step},
		},
		"white space and control signs": {
			in:   interchange.Recipe{Title: " Bean\n\x1b\tpot ", Description: "\r\n a \r\n\r\n\r\n\r\nb \x00"},
			want: interchange.Recipe{Title: "Bean pot", Description: "a\n\nb"},
		},
		"numbers": {
			in:       interchange.Recipe{Title: "Pot", Servings: ptr[int32](0), Difficulty: ptr[int32](6), PrepTimeMinutes: ptr[int32](-1), CookTimeMinutes: ptr[int32](-5)},
			want:     interchange.Recipe{Title: "Pot"},
			warnings: []string{"The preparation time was out of range and was left out.", "The cooking time was out of range and was left out.", "The number of servings was out of range and was left out.", "The difficulty (1 to 5) was out of range and was left out."},
		},
		"ingredients": {
			in: interchange.Recipe{Title: "Pot", Ingredients: []interchange.Ingredient{
				{Name: " "}, {Name: "rice", Quantity: ptr(math.NaN())}, {Notes: "a leaf"}, {Unit: "cup", Quantity: ptr(2.0)}, {Name: "oil", Quantity: ptr(-1.0)}, {Quantity: ptr(3.0)}, {Unit: "ml"}, {Notes: "a\nleaf"}}},
			want: interchange.Recipe{Title: "Pot", Ingredients: []interchange.Ingredient{
				{Name: "rice"}, {Name: "a leaf"}, {Name: "2 cup"}, {Name: "oil"}, {Name: "ml"}, {Name: "a leaf"}}},
			warnings: []string{"The quantity of ingredient 2 was not a usable number and was left out.", "The quantity of ingredient 5 was not a usable number and was left out.", "Ingredient 6 was a number without a name and was left out."},
		},
		"steps": {
			in: interchange.Recipe{Title: "Pot", Steps: []interchange.Step{
				{Instruction: " \n "}, {DurationMinutes: ptr[int32](5)}, {Instruction: "Bake.", DurationMinutes: ptr[int32](-1)}, {Instruction: "Roast.", TemperatureValue: ptr[int32](4), TemperatureUnit: "gas mark"}}},
			want: interchange.Recipe{Title: "Pot", Steps: []interchange.Step{
				{Instruction: "Bake."}, {Instruction: "Roast. (gas mark)", TemperatureValue: ptr[int32](4)}}},
			warnings: []string{"Step 2 had no text and was left out.", "The duration of step 3 was negative and was left out.", "Step 4 had a temperature unit other than Celsius and Fahrenheit; it is in the text now."},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := tc.in
			warnings, err := got.Fit()
			if err != nil {
				t.Fatal(err)
			}
			opts := cmp.Options{cmp.Transformer("nil", func(s []interchange.Ingredient) []interchange.Ingredient {
				return append([]interchange.Ingredient(nil), s...)
			})}
			if diff := cmp.Diff(tc.want, got, opts); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(tc.warnings, warnings); diff != "" {
				t.Errorf("warnings (-want +got):\n%s", diff)
			}
		})
	}
}

func TestRecipe_Fit_longTextKeepsEveryWord(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"sentences":  strings.Repeat("Éß two three. ", 300),
		"words":      strings.Repeat("word ", 900),
		"paragraphs": strings.Repeat(strings.Repeat("word ", 20)+"\n\n", 60),
		"no blanks":  strings.Repeat("ü", 3000),
		"just over":  strings.Repeat("x", 2001),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := interchange.Recipe{Title: strings.TrimSpace(strings.Repeat("tïtle ", 50)), Description: text, Steps: []interchange.Step{{Instruction: "Stir."}}}
			whole := r.Title + " " + text
			warnings, err := r.Fit()
			if err != nil || len(warnings) != 2 {
				t.Fatalf("got %q, %v", warnings, err)
			}
			if n := utf8.RuneCountInString(r.Title); n > 200 || n < 150 {
				t.Errorf("title of %d characters", n)
			}
			if n := utf8.RuneCountInString(r.Description); n > 2000 || n < 1000 {
				t.Errorf("description of %d characters", n)
			}
			if name == "sentences" && !strings.HasSuffix(r.Description, "three.") {
				t.Errorf("cut inside a sentence: …%q", r.Description[len(r.Description)-20:])
			}
			squash := func(s string) string { return strings.Join(strings.Fields(s), "") }
			if got := r.Description + r.Steps[len(r.Steps)-1].Instruction; squash(got) != squash(whole) {
				t.Errorf("words are lost: %d bytes of %d", len(squash(got)), len(squash(whole)))
			}
			if again, err := r.Fit(); err != nil || again != nil {
				t.Errorf("fitting again: %q, %v", again, err)
			}
		})
	}
}

func TestRecipe_Fit_refuses(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		in   interchange.Recipe
		kind interchange.Kind
	}{
		"no title":    {interchange.Recipe{Title: "\u00a0\n"}, interchange.KindInvalid},
		"too much":    {interchange.Recipe{Title: "x", Description: strings.Repeat("x", 2<<20)}, interchange.KindTooLarge},
		"many steps":  {interchange.Recipe{Title: "x", Steps: make([]interchange.Step, 3000)}, interchange.KindTooLarge},
		"many things": {interchange.Recipe{Title: "x", Ingredients: make([]interchange.Ingredient, 3000)}, interchange.KindTooLarge},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := tc.in.Fit()
			var e *interchange.Error
			if !errors.As(err, &e) || e.Kind != tc.kind {
				t.Errorf("got %v, want kind %s", err, tc.kind)
			}
		})
	}
}
