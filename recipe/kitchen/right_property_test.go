package kitchen_test

import (
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
	"github.com/mcp-adapters/mcp-adapters/recipe/kitchen"
)

// sizes are the units that amounts are shown in, in grams or millilitres.
var sizes = map[string]float64{
	"mg": 0.001, "g": 1, "kg": 1000, "Pfund": 500, "oz": 28.349523125, "lb": 453.59237, "lbs": 453.59237,
	"ml": 1, "cl": 10, "dl": 100, "l": 1000, "fl oz": 29.5735295625,
	"tsp": 4.92892159375, "tbsp": 14.78676478125, "cup": 236.5882365, "cups": 236.5882365,
	"pint": 473.176473, "pints": 473.176473, "quart": 946.352946, "quarts": 946.352946, "gallon": 3785.411784, "gallons": 3785.411784,
	"TL": 5, "EL": 15, "c. à café": 5, "cucharada": 15, "cucharadas": 15, "cucchiaino": 5, "cucchiaini": 5,
}

// measured reads a shown amount, such as 1 1/2 cups + 1 tbsp, in grams or millilitres.
func measured(t *testing.T, text string) (sum float64) {
	t.Helper()
	for part := range strings.SplitSeq(text, " + ") {
		if part == "a pinch" {
			part = "1/16 tsp"
		}
		n, rest := 0.0, part
		for {
			word, after, _ := strings.Cut(rest, " ")
			over, under, fraction := strings.Cut(word, "/")
			f, err := strconv.ParseFloat(over, 64)
			if err != nil {
				break
			}
			if fraction {
				d, err := strconv.ParseFloat(under, 64)
				if err != nil {
					t.Fatalf("%q", text)
				}
				f /= d
			}
			n, rest = n+f, after
		}
		size, ok := sizes[rest]
		if !ok {
			t.Fatalf("%q is in %q", text, rest)
		}
		sum += n * size
	}
	return sum
}

// anyAmount returns an amount between 0.001 and 10,000, as likely small as large.
func anyAmount(r *rand.Rand) kitchen.Quantity {
	f, err := strconv.ParseFloat(strconv.FormatFloat(math.Exp(math.Log(0.001)+r.Float64()*math.Log(1e7)), 'g', 5, 64), 64)
	if err != nil {
		panic(err)
	}
	return kitchen.Decimal(f)
}

func near(got, want float64) bool { return math.Abs(got-want) <= 0.0501*want }

var anyUnits = strings.Split("mg,g,kg,Pfund,oz,lb,ml,cl,dl,l,fl oz,tsp,tbsp,cup,pint,quart,gallon,TL,EL,c. à café,cucharada,cucchiaino", ",")

// A cook who measures what is shown has what the recipe says, to 5 %, or is told beside it
// how much that is: a hundred times as much curing salt is poison.
func TestScale_ShowsTheAmount(t *testing.T) {
	t.Parallel()
	r := harness.Seeded(t)
	for range 2000 {
		in := kitchen.Ingredient{Name: "curing salt", Quantity: anyAmount(r), Unit: pick(r, anyUnits)}
		factor := someQuantity(r)
		got := kitchen.Scale(in, factor)
		want := in.Quantity.Float() * factor.Float() * sizes[in.Unit]
		exact, told := strings.CutPrefix(got.Remark, "exactly ")
		if !near(measured(t, got.Shown), want) && !told || told && !near(measured(t, exact), want) {
			t.Fatalf("%v %s by %v is shown as %q, %q", in.Quantity.Float(), in.Unit, factor.Float(), got.Shown, got.Remark)
		}
	}
}

// Both ends of a range are right too.
func TestRanges_ShowTheAmount(t *testing.T) {
	t.Parallel()
	r := harness.Seeded(t)
	for range 2000 {
		a, unit := anyAmount(r).Float(), pick(r, []string{"g", "kg", "ml", "dl", "oz", "fl oz", "tsp", "tbsp", "EL", "lbs", "cups"})
		low, high := strconv.FormatFloat(a+0.01, 'f', 2, 64), strconv.FormatFloat(a*(1.2+r.Float64())+0.02, 'f', 2, 64)
		in := kitchen.Ingredient{Name: low + " to " + high + " " + unit + " curing salt"}
		factor := someQuantity(r)
		got := kitchen.Scale(in, factor)
		from, upto, isRange := strings.Cut(got.Shown, " to ")
		if !isRange { // as it is, or too close together to tell apart
			continue
		}
		if strings.ContainsAny(from[len(from)-1:], "0123456789") {
			from += " " + strings.TrimLeft(upto, "0123456789./ ") // the unit is after the second
		}
		f, err := strconv.ParseFloat(low, 64)
		g, err2 := strconv.ParseFloat(high, 64)
		if err != nil || err2 != nil {
			t.Fatal(err, err2)
		}
		if !near(measured(t, from), f*factor.Float()*sizes[unit]) || !near(measured(t, upto), g*factor.Float()*sizes[unit]) {
			t.Fatalf("%s by %v: %q", in.Name, factor.Float(), got.Shown)
		}
	}
}
