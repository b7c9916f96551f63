package minilm

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestApply holds the product in blocks to the plain one, for even and odd numbers of rows.
func TestApply(t *testing.T) {
	t.Parallel()
	const out, in = 6, 38
	r := rand.New(rand.NewPCG(1, 2))
	draw := func(n int) []float32 {
		s := make([]float32, n)
		for i := range s {
			s[i] = float32(r.NormFloat64())
		}
		return s
	}
	l := linear{draw(out * in), draw(out)}
	for rows := range 4 {
		x, y := draw(rows*in), make([]float32, rows*out)
		l.apply(y, x)
		for i := range rows {
			for o := range out {
				want := float64(l.bias[o])
				for d := range in {
					want += float64(x[i*in+d]) * float64(l.weight[o*in+d])
				}
				if got := float64(y[i*out+o]); math.Abs(got-want) > 1e-4 {
					t.Errorf("row %d, output %d of %d rows: %g, want %g", i, o, rows, got, want)
				}
			}
		}
	}
}
