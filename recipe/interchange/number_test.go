package interchange_test

import (
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/recipe/interchange"
)

// TestWriter_quantities holds that another program, and a cook, gets to see
// few digits where few are enough.
func TestWriter_quantities(t *testing.T) {
	t.Parallel()
	for want, q := range map[string]float64{
		"1/3": 1.0 / 3, "2/3": 2.0 / 3, "1/6": 1.0 / 6, "5/6": 5.0 / 6, "1 1/3": 1 + 1.0/3, "2 2/3": 2 + 2.0/3, "1/7": 1.0 / 7, "1/12": 1.0 / 12,
		"0.5": 0.5, "0.125": 0.125, "0.1": 0.1, "1.25": 1.25, "1 1/8": 1.125, "0.0625": 0.0625, "250": 250, "0.333": 0.333, "0.3333": 0.3333,
		"0.30000000000000004": 0.30000000000000004, "0.33333333": 0.33333333, "0.3333333333333334": 0.3333333333333334, "1000000": 1_000_000,
	} {
		r := interchange.Ingredient{Name: "flour", Quantity: &q, Unit: "cup"}
		if got := string(write(t, interchange.FormatCooklang, jsonOf(t, interchange.Recipe{Title: "Pot", Ingredients: []interchange.Ingredient{r}}))); !strings.Contains(got, "@flour{"+want+"%cup}") {
			t.Errorf("want %s in\n%s", want, got)
		}
		if got := string(write(t, interchange.FormatJSONLD, jsonOf(t, interchange.Recipe{Title: "Pot", Ingredients: []interchange.Ingredient{r}}))); !strings.Contains(got, `"`+want+` cup flour"`) {
			t.Errorf("want %s in\n%s", want, got)
		}
	}
}

// TestJSONLD_manyDecimals reads what other programs write for a third.
func TestJSONLD_manyDecimals(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]float64{
		"0.3333333333333333": 1.0 / 3, "0.33333333333333331": 1.0 / 3, "0,6666666667": 0.6666666667, "1.6666666666666667": 5.0 / 3, "0.016666666666666666": 1.0 / 60,
	} {
		in := interchange.ParseIngredient(text + " cup sugar")
		if in.Quantity == nil || *in.Quantity != want || in.Unit != "cup" || in.Name != "sugar" {
			t.Errorf("%s: %+v", text, in)
		}
	}
}
