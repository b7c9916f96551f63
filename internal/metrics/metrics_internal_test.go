package metrics

import (
	"bytes"
	"context"
	"testing"

	dto "github.com/prometheus/client_model/go"
	"github.com/prometheus/common/expfmt"
	"github.com/prometheus/common/model"
)

func parsed(t *testing.T, f *Family) *dto.MetricFamily {
	t.Helper()
	var out bytes.Buffer
	f.write(t.Context(), &out)
	parser := expfmt.NewTextParser(model.LegacyValidation)
	families, err := parser.TextToMetricFamilies(&out)
	if err != nil || len(families) > 1 {
		t.Fatalf("%d families, %v", len(families), err)
	}
	return families[f.Name]
}

// TestFamily_bounds counts a value that is a bucket's bound in that bucket, as "le" says.
func TestFamily_bounds(t *testing.T) {
	t.Parallel()
	f := &Family{Name: "took", Help: "Time.", Bounds: []float64{1, 2}}
	for _, value := range []float64{0, 1, 1.5, 2, 3, 1e9} {
		f.Add(value)
	}
	h := parsed(t, f).GetMetric()[0].GetHistogram()
	for i, want := range []uint64{2, 4, 6} {
		if got := h.GetBucket()[i].GetCumulativeCount(); got != want {
			t.Errorf("%d up to %v, want %d", got, h.GetBucket()[i].GetUpperBound(), want)
		}
	}
	if h.GetSampleSum() != 1e9+7.5 || h.GetSampleCount() != 6 {
		t.Errorf("the sum is %v, the count %d", h.GetSampleSum(), h.GetSampleCount())
	}
}

// TestFamily_Now asks for a value when it is read, and leaves out one that isn't known.
func TestFamily_Now(t *testing.T) {
	t.Parallel()
	known := true
	f := &Family{Name: "apps", Help: "Apps.", Now: func(context.Context) (float64, bool) { return 7, known }}
	if got := parsed(t, f); got.GetType() != dto.MetricType_GAUGE || got.GetMetric()[0].GetGauge().GetValue() != 7 {
		t.Errorf("%v", got)
	}
	known = false
	if got := parsed(t, f); got != nil {
		t.Errorf("%v", got)
	}
}

func TestFamily_labels(t *testing.T) {
	t.Parallel()
	f := &Family{Name: "calls_total", Help: "Calls.", Labels: []string{"a", "b"}}
	const odd = "back\\slash \"quoted\"\nline é"
	f.Add(1, odd, "x")
	f.Add(2, odd, "x")
	f.Add(5, "", "x")
	metrics := parsed(t, f).GetMetric()
	if len(metrics) != 2 {
		t.Fatalf("%v", metrics)
	}
	for i, want := range []struct {
		label string
		value float64
	}{{"", 5}, {odd, 3}} {
		m := metrics[i]
		if got := m.GetLabel()[0].GetValue(); got != want.label || m.GetCounter().GetValue() != want.value {
			t.Errorf("%q is %v, want %q and %v", got, m.GetCounter().GetValue(), want.label, want.value)
		}
	}
	if got := len(parsed(t, &Family{Name: "none_total", Help: "None."}).GetMetric()); got != 0 {
		t.Errorf("%d metrics were never counted", got)
	}
}
