package vector

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestDot holds both ways to multiply to a sum in float64, for vectors of all lengths that end
// and begin in the middle of what is read at once.
func TestDot(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	all := make([]float32, 4200)
	for i := range all {
		all[i] = float32(r.NormFloat64())
	}
	for n := range 1600 {
		at := n % 5
		a, b := all[at:at+n], all[len(all)-n-at/2:][:n]
		want, size := 0.0, 1.0
		for i := range a {
			product := float64(a[i]) * float64(b[i])
			want += product
			size += math.Abs(product)
		}
		for name, multiply := range map[string]func(a, b []float32) float32{"Dot": Dot, "plain": plain} {
			if got := float64(multiply(a, b)); math.Abs(got-want) > 1e-6*size {
				t.Fatalf("%s of %d numbers is %v; want %v", name, n, got, want)
			}
		}
	}
}
