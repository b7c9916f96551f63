package widget_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/widgettest"
	"github.com/mcp-adapters/mcp-adapters/recipe/kitchen"
)

// amount is an ingredient and a factor, in the form of kitchen's table of cases.
type amount struct {
	Name     string `json:"name"`
	Quantity any    `json:"quantity"`
	Unit     string `json:"unit"`
	Notes    string `json:"notes"`
	Factor   any    `json:"factor"`
}

// line is what a card needs of a scaled ingredient.
type line struct {
	Shown  string `json:"shown"`
	Name   string `json:"name"`
	Mark   string `json:"mark"`
	Remark string `json:"remark"`
}

// scaled is the answer of package kitchen.
func (a amount) scaled(t *testing.T) line {
	t.Helper()
	b, err := json.Marshal(a)
	if err != nil {
		t.Fatal(err)
	}
	var in struct {
		kitchen.Ingredient
		Factor kitchen.Quantity `json:"factor"`
	}
	if err := json.Unmarshal(b, &in); err != nil {
		t.Fatal(err)
	}
	l := kitchen.Scale(in.Ingredient, in.Factor)
	return line{l.Shown, l.Name, string(l.Mark), l.Remark}
}

// TestChromium_Scale holds the page's sums to those of package kitchen: for its table of
// cases, and for ingredients as people write them, in any mixture.
func TestChromium_Scale(t *testing.T) {
	t.Parallel()
	harness.Needs(t, "chromium")
	b, err := os.ReadFile("../kitchen/testdata/scale.json")
	var amounts []amount
	if err == nil {
		err = json.Unmarshal(b, &amounts)
	}
	if err != nil || len(amounts) < 50 {
		t.Fatalf("%d cases: %v", len(amounts), err)
	}
	r := harness.Seeded(t)
	for range 3000 {
		amounts = append(amounts, someAmount(r))
	}
	script, err := os.ReadFile("scale.js")
	if err != nil {
		t.Fatal(err)
	}
	tables, err := json.Marshal(kitchen.ScaleTables())
	if err != nil {
		t.Fatal(err)
	}
	given, err := json.Marshal(amounts)
	if err != nil {
		t.Fatal(err)
	}
	k := newStove(t)
	p := k.bench.Show(widgettest.Apps, widgettest.Setup{Tool: "get_recipe", Arguments: map[string]string{"recipe_id": k.soup()}})
	got := widgettest.Eval[[]line](p, fmt.Sprintf(`(function () { var TABLES = %s;
		%s
		return %s.map(function (i) { return scale(i, exact.quantity(i.factor)); }); })()`, tables, script, given))
	wrong := 0
	for i, a := range amounts {
		if diff := cmp.Diff(a.scaled(t), got[i]); diff != "" && wrong < 10 {
			wrong++
			t.Errorf("%+v is scaled to (-kitchen +page):\n%s", a, diff)
		}
	}
}

func someAmount(r *rand.Rand) amount {
	pick := func(list string) string { all := strings.Split(list, ";"); return all[r.IntN(len(all))] }
	number := func() string {
		switch r.IntN(5) {
		case 0:
			return fmt.Sprintf("%d/%d", 1+r.IntN(9), 1+r.IntN(9))
		case 1:
			return pick("½;1½;1 1/2;2-1/4;1,5;00;1/2/3;1,000;2.333;1.;0.5;⅔;3½")
		case 2:
			return fmt.Sprintf("%d", 1+r.IntN(2000))
		}
		return fmt.Sprintf("%d", 1+r.IntN(20))
	}
	const units = "g;kg;mg;ml;l;L;dl;cl;Pfund;oz;Oz.;lb;lbs;pound;pounds;fl oz;tsp;tsp.;Teaspoons;tbsp;Tbsp;TBSP;T;t;c;cup;Cups;pint;quart;gallons;EL;TL;el;Teelöffel;Tasse;tasses;c. à soupe;cuillère à café;pinch;Prise;clove;cloves;Zehen;slices;can;Dose;bunch;;large;Handvoll;stick;leaf;__proto__;constructor"
	a := amount{
		Name:   pick("flour;eggs;egg;Eier;eggplant;egg noodles;red wine;garlic;garlic cloves;cherry tomatoes, 200 g;chicken breasts (about 400 g);butter (1/2 cup), melted;of milk;d'huile;x 2;plus more;Öl;(14 oz) can tomatoes;(15 ml) oil;bag chips;/250 ml milk;shrimp;7up;œufs;__proto__"),
		Notes:  pick(";;;about 400 g;100g/4oz each;2 cups packed;je 30 g;1-2 tbsp.;½ cup;v2 g;1.5.2 g;3 Teelöffel voll;2 inches"),
		Factor: pick("1;2;3;0.5;1/3;2/3;3/4;1.25;5/4;7/6;0.333;1/16;200;11/7"),
	}
	switch r.IntN(3) {
	case 0:
		a.Name = number() + pick(";;-; - ;–; to ; bis ;%;/") + pick(";"+number()) + pick(" ;") + pick(units) + pick(" ;") + pick("of ;de ;") + a.Name
	case 1:
		a.Quantity, a.Unit = float64(1+r.IntN(5000))/float64([]int{1, 3, 4, 8, 10, 100, 1000, 7}[r.IntN(8)]), pick(units)
	default:
		a.Quantity, a.Unit = number(), pick(units)
	}
	return a
}
