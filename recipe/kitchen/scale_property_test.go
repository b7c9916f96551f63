package kitchen_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
	"github.com/mcp-adapters/mcp-adapters/recipe/kitchen"
)

var (
	someUnits = strings.Split("g,kg,ml,l,dl,oz,lb,tsp,tbsp,Tbsp,cup,cups,teaspoons,pint,quart,fl oz,EL,TL,Tasse,pinch,cloves,can,slice,bunch,,large,Handvoll", ",")
	someNames = strings.Split("flour,Flour,sugar,butter,peanut butter,milk,eggs,egg,onion,onions,Onion (diced),garlic,garlic cloves,salt,olive oil,honey,unknown thing,carrots,carrot,tomatoes", ",")
)

func someIngredient(r *rand.Rand) kitchen.Ingredient {
	in := kitchen.Ingredient{Name: pick(r, someNames)}
	switch r.IntN(8) {
	case 0:
	case 1:
		in.Name = fmt.Sprintf("%d-%d %s %s", 1+r.IntN(3), 4+r.IntN(3), pick(r, someUnits), in.Name)
	default:
		in.Quantity, in.Unit = someQuantity(r), pick(r, someUnits)
	}
	return in
}

func someQuantity(r *rand.Rand) kitchen.Quantity {
	if r.IntN(2) == 0 {
		return kitchen.Decimal(float64(1+r.IntN(2000)) / 100)
	}
	return kitchen.Ratio(1+r.Int64N(40), 1+r.Int64N(12))
}

func pick(r *rand.Rand, from []string) string { return from[r.IntN(len(from))] }

func TestScale_ByOneChangesNothing(t *testing.T) {
	t.Parallel()
	r := harness.Seeded(t)
	for range 2000 {
		in := someIngredient(r)
		got := kitchen.Scale(in, kitchen.Ratio(1, 1))
		if !got.Quantity.Equal(in.Quantity) || got.Name != in.Name || got.Unit != in.Unit || got.Mark != kitchen.AsIs {
			t.Fatalf("%+v became %+v", in, got)
		}
	}
}

// Scaling by a and then by 1/a gives back the exact quantity, whatever was shown.
func TestScale_Returns(t *testing.T) {
	t.Parallel()
	r := harness.Seeded(t)
	for range 2000 {
		in, factor := someIngredient(r), someQuantity(r)
		there := kitchen.Scale(in, factor)
		back := kitchen.Scale(there.Ingredient, factor.Inverse())
		if !back.Quantity.Equal(in.Quantity) || back.Unit != in.Unit {
			t.Fatalf("%+v by %v is %+v, and back %+v", in, factor.Float(), there, back)
		}
	}
}

// What is shown is never nothing, and is marked as rounded unless it is the amount.
func TestScale_ShowsSomething(t *testing.T) {
	t.Parallel()
	r := harness.Seeded(t)
	for range 5000 {
		in, factor := someIngredient(r), someQuantity(r)
		got := kitchen.Scale(in, factor)
		if in.Quantity.IsZero() {
			continue
		}
		if got.Shown == "" || strings.HasPrefix(got.Shown, "0 ") || got.Shown == "0" {
			t.Fatalf("%v %s %s by %v is shown as %q", in.Quantity.Float(), in.Unit, in.Name, factor.Float(), got.Shown)
		}
		if (got.Mark == kitchen.Rounded) != strings.HasPrefix(got.Remark, "exactly") {
			t.Fatalf("marked %s, remarked %q", got.Mark, got.Remark)
		}
	}
}
