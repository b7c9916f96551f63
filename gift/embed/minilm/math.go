package minilm

import "math"

// apply makes each row of y the matrix times a row of x, and the bias. Two outputs of two
// rows at a time, in two sums each, are what a processor's registers hold and its units can
// do at once; and the matrix is read from memory once for all rows. There is an even number
// of inputs and of outputs.
func (l *linear) apply(y, x []float32) {
	out := len(l.bias)
	in := len(l.weight) / out
	rows := len(x) / in
	for o := 0; o < out; o += 2 {
		u, v := l.weight[o*in:][:in], l.weight[(o+1)*in:][:in]
		for r := 0; r < rows; r += 2 {
			other := min(r+1, rows-1) // an odd last row twice
			a, b := x[r*in:][:in], x[other*in:][:in]
			var au, av, bu, bv, au2, av2, bu2, bv2 float32
			for i := 0; i+2 <= len(u) && i+2 <= len(v) && i+2 <= len(a) && i+2 <= len(b); i += 2 {
				p, q, s, t := a[i], b[i], u[i], v[i]
				au += p * s
				av += p * t
				bu += q * s
				bv += q * t
				p, q, s, t = a[i+1], b[i+1], u[i+1], v[i+1]
				au2 += p * s
				av2 += p * t
				bu2 += q * s
				bv2 += q * t
			}
			y[r*out+o], y[r*out+o+1] = au+au2+l.bias[o], av+av2+l.bias[o+1]
			y[other*out+o], y[other*out+o+1] = bu+bu2+l.bias[o], bv+bv2+l.bias[o+1]
		}
	}
}

// apply normalizes each row of x, to mean 0 and variance 1, and scales it.
func (s *scaling) apply(x []float32) {
	for ; len(x) > 0; x = x[width:] {
		row := x[:width]
		var mean, variance float64
		for _, v := range row {
			mean += float64(v)
		}
		mean /= width
		for _, v := range row {
			variance += (float64(v) - mean) * (float64(v) - mean)
		}
		scale := 1 / math.Sqrt(variance/width+epsilon)
		for i, v := range row {
			row[i] = float32((float64(v)-mean)*scale)*s.weight[i] + s.bias[i]
		}
	}
}

// gelu is the activation of BERT, by the error function.
func gelu(x []float32) {
	for i, v := range x {
		x[i] = float32(0.5 * float64(v) * (1 + math.Erf(float64(v)/math.Sqrt2)))
	}
}

func add(x, y []float32) {
	y = y[:len(x)]
	for i := range x {
		x[i] += y[i]
	}
}

// normalize makes the length of v 1, unless it is zero.
func normalize(v []float32) {
	var square float64
	for _, x := range v {
		square += float64(x) * float64(x)
	}
	if square == 0 {
		return
	}
	scale := float32(1 / math.Sqrt(square))
	for i := range v {
		v[i] *= scale
	}
}
