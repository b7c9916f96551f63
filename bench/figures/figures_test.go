package figures_test

import (
	"math"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/mcp-adapters/mcp-adapters/bench/figures"
)

var nan = math.NaN()

func TestMedian(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name   string
		values []float64
		want   float64
	}{
		{"none", nil, nan},
		{"one", []float64{3}, 3},
		{"odd, unsorted", []float64{9, 1, 5}, 5},
		{"even", []float64{4, 1, 3, 2}, 2.5},
		{"absent ones don't count", []float64{nan, 2, nan, 4, 6}, 4},
		{"all absent", []float64{nan}, nan},
		{"an outlier moves nothing", []float64{1, 1, 1, 1, 1e9}, 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(test.want, figures.Median(test.values), cmpopts.EquateNaNs()); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestMedian_LeavesItsArgument(t *testing.T) {
	t.Parallel()
	values := []float64{3, 1, 2}
	figures.Median(values)
	if diff := cmp.Diff([]float64{3, 1, 2}, values); diff != "" {
		t.Error(diff)
	}
}

func TestSpread(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name            string
		values          []float64
		least, greatest float64
	}{
		{"none", nil, nan, nan},
		{"one", []float64{2}, 2, 2},
		{"several", []float64{2, nan, -1, 7}, -1, 7},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			least, greatest := figures.Spread(test.values)
			if diff := cmp.Diff([]float64{test.least, test.greatest}, []float64{least, greatest}, cmpopts.EquateNaNs()); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestPercentile(t *testing.T) {
	t.Parallel()
	hundred := make([]time.Duration, 100)
	for i := range hundred {
		hundred[i] = time.Duration(100 - i)
	}
	for _, test := range []struct {
		name   string
		values []time.Duration
		p      float64
		want   time.Duration
	}{
		{"none", nil, 50, 0},
		{"one", []time.Duration{7}, 99, 7},
		{"middle of a hundred", hundred, 50, 50},
		{"p99 of a hundred", hundred, 99, 99},
		{"p99 of ten is the worst", hundred[:10], 99, 100},
		{"p0 is the best", hundred, 0, 1},
		{"p100 is the worst", hundred, 100, 100},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if got := figures.Percentile(test.values, test.p); got != test.want {
				t.Errorf("got %d, want %d", got, test.want)
			}
		})
	}
}

func TestRatios(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name         string
		values, base []float64
		want         []float64
	}{
		{"round by round", []float64{1, 4}, []float64{2, 2}, []float64{0.5, 2}},
		{"a round without a value", []float64{nan, 4}, []float64{2, 2}, []float64{nan, 2}},
		{"fewer rounds of one", []float64{1, 4, 9}, []float64{2}, []float64{0.5}},
		{"no base", []float64{1}, nil, []float64{}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got := figures.Ratios(test.values, test.base)
			if diff := cmp.Diff(test.want, got, cmpopts.EquateNaNs()); diff != "" {
				t.Error(diff)
			}
		})
	}
}
