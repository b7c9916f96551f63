// Package vector computes with the vectors of embedders.
package vector

import "math"

// Cosine is that of two vectors of length 1; 0 if one is missing.
func Cosine(a, b []float32) float64 {
	if len(a) != len(b) {
		return 0
	}
	return float64(Dot(a, b))
}

// Mix returns the normalized sum of both parts, or a if that is zero.
func Mix(a []float32, share float64, b []float32) []float32 {
	sum := make([]float32, len(a))
	for i := range a {
		sum[i] = float32((1-share)*float64(a[i]) + share*float64(b[i]))
	}
	if !normalize(sum) {
		return a
	}
	return sum
}

// Unit brings v to length 1 in place and returns it, nil if it is zero.
func Unit(v []float32) []float32 {
	if !normalize(v) {
		return nil
	}
	return v
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

// Mean returns the mean of vectors of the same length.
func Mean(vectors [][]float32) []float32 {
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

// IsZero reports whether v has nothing but zeros, as that of a text without a known word.
func IsZero(v []float32) bool {
	for _, x := range v {
		if x != 0 {
			return false
		}
	}
	return true
}
