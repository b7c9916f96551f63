// Package figures has the few statistics that the benchmark needs.
package figures

import (
	"cmp"
	"math"
	"slices"
)

// Median is the middle of the values, or the mean of the two in the middle; NaN
// when there are none. NaN values count as absent.
func Median(values []float64) float64 {
	sorted := present(values)
	n := len(sorted)
	if n == 0 {
		return math.NaN()
	}
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}

// Spread is the least and the greatest of the values; NaN when there are none.
func Spread(values []float64) (least, greatest float64) {
	sorted := present(values)
	if len(sorted) == 0 {
		return math.NaN(), math.NaN()
	}
	return sorted[0], sorted[len(sorted)-1]
}

func present(values []float64) []float64 {
	sorted := slices.DeleteFunc(slices.Clone(values), math.IsNaN)
	slices.Sort(sorted)
	return sorted
}

// Percentile is the smallest of the values that p percent of them do not
// exceed; the zero value when there are none.
func Percentile[T cmp.Ordered](values []T, p float64) T {
	if len(values) == 0 {
		var none T
		return none
	}
	sorted := slices.Sorted(slices.Values(values))
	rank := int(math.Ceil(p / 100 * float64(len(sorted))))
	return sorted[min(max(rank, 1), len(sorted))-1]
}

// Ratios divides the values of each round by the base's value of that round, so
// that what slows a whole round down cancels out. A round that lacks either
// gives NaN.
func Ratios(values, base []float64) []float64 {
	ratios := make([]float64, min(len(values), len(base)))
	for i := range ratios {
		ratios[i] = values[i] / base[i]
	}
	return ratios
}
