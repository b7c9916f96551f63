package rank

import "math"

// dot is the cosine of vectors of length 1; 0 if one is missing.
func dot(a, b []float32) float64 {
	if len(a) != len(b) {
		return 0
	}
	var s0, s1, s2, s3 float32
	i := 0
	for ; i+4 <= len(a); i += 4 {
		x, y := a[i:i+4:i+4], b[i:i+4:i+4]
		s0 += x[0] * y[0]
		s1 += x[1] * y[1]
		s2 += x[2] * y[2]
		s3 += x[3] * y[3]
	}
	for ; i < len(a); i++ {
		s0 += a[i] * b[i]
	}
	return float64((s0 + s1) + (s2 + s3))
}

// mix returns the normalized sum of both parts, or a if that is zero.
func mix(a []float32, share float64, b []float32) []float32 {
	sum := make([]float32, len(a))
	for i := range a {
		sum[i] = float32((1-share)*float64(a[i]) + share*float64(b[i]))
	}
	if !normalize(sum) {
		return a
	}
	return sum
}

// normalize brings v to length 1; false: it is zero.
func normalize(v []float32) bool {
	square := 0.0
	for _, x := range v {
		square += float64(x) * float64(x)
	}
	if square == 0 {
		return false
	}
	by := float32(1 / math.Sqrt(square))
	for i := range v {
		v[i] *= by
	}
	return true
}

// mean returns the mean of vectors of the same length.
func mean(vectors [][]float32) []float32 {
	if len(vectors) == 0 {
		return nil
	}
	sum := make([]float32, len(vectors[0]))
	for _, v := range vectors {
		for i := range v {
			sum[i] += v[i]
		}
	}
	for i := range sum {
		sum[i] /= float32(len(vectors))
	}
	return sum
}

func isZero(v []float32) bool {
	for _, x := range v {
		if x != 0 {
			return false
		}
	}
	return true
}
