package endpoint_test

import (
	"encoding/json"
	"os"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	dto "github.com/prometheus/client_model/go"
	"github.com/prometheus/common/expfmt"
	"github.com/prometheus/common/model"

	"github.com/mcp-adapters/mcp-adapters/config"
)

// metricsURL is where an endpoint exposes its metrics.
func (s *served) metricsURL() (at string) {
	for line := range strings.Lines(s.log.String()) {
		var said struct{ Address string }
		if json.Unmarshal([]byte(line), &said) == nil && said.Address != "" {
			at = "http://" + said.Address + "/metrics"
		}
	}
	return at
}

// readings reads what an endpoint exposes with Prometheus's own parser.
func (s *served) readings(t *testing.T) map[string]*dto.MetricFamily {
	t.Helper()
	a := s.send(t, "GET", s.metricsURL(), "", "")
	a.check(t, 200)
	if format := expfmt.ResponseFormat(a.header); format.FormatType() != expfmt.TypeTextPlain {
		t.Errorf("the content type is %q", a.header.Get("Content-Type"))
	}
	parser := expfmt.NewTextParser(model.LegacyValidation)
	families, err := parser.TextToMetricFamilies(strings.NewReader(a.body))
	if err != nil {
		t.Fatalf("%v:\n%s", err, a.body)
	}
	return families
}

// counts are a family's values by its labels; a histogram's value is its count.
func counts(f *dto.MetricFamily) map[string]float64 {
	all := map[string]float64{}
	for _, m := range f.GetMetric() {
		var labels []string
		for _, l := range m.GetLabel() {
			labels = append(labels, l.GetName()+"="+l.GetValue())
		}
		all[strings.Join(labels, " ")] = m.GetCounter().GetValue() + m.GetGauge().GetValue() + float64(m.GetHistogram().GetSampleCount())
	}
	return all
}

func TestServe_Metrics(t *testing.T) {
	t.Parallel()
	s := serve(t, config.HTTP{Auth: config.AuthNone, MetricsAddr: "127.0.0.1:0"})
	s.post(t, "", "tools/call", "read").check(t, 200)
	s.post(t, "", "hunter2", "").check(t, 200, "-32601")
	s.post(t, "", "tools/call", "hunter2").check(t, 200, "-32601")
	s.send(t, "POST", s.url, "", `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"read","arguments":{"hunter2":1}}}`).check(t, 200, "-32602")
	called := make(chan answer)
	go func() { called <- s.post(t, "", "tools/call", "write") }()
	<-s.began
	families := s.readings(t)
	close(s.end)
	(<-called).check(t, 200)

	got := map[string]map[string]float64{}
	for name, f := range families {
		if strings.HasPrefix(name, "mcp_") && f.GetHelp() == "" {
			t.Errorf("%s has no help", name)
		}
		if strings.HasPrefix(name, "mcp_") && name != "mcp_http_body_bytes_total" {
			got[name] = counts(f)
		}
	}
	// A client chooses none of the labels: what it made up is "other", or not there.
	want := map[string]map[string]float64{
		"mcp_tool_calls_total":           {"outcome=ok tool=read": 1, "outcome=invalid_params tool=read": 1},
		"mcp_tool_call_duration_seconds": {"tool=read": 2},
		"mcp_http_requests_total": {
			"method=tools/call outcome=ok status=200": 1, "method=tools/call outcome=error status=200": 2, "method=other outcome=error status=200": 1,
		},
		"mcp_http_request_duration_seconds": {"method=tools/call": 3, "method=other": 1},
		"mcp_http_calls":                    {"": 1},
		"mcp_http_streams":                  {"": 0},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	for _, direction := range []string{"direction=in", "direction=out"} {
		if bytes := counts(families["mcp_http_body_bytes_total"])[direction]; bytes < 200 {
			t.Errorf("%v bytes, %s", bytes, direction)
		}
	}
	for _, name := range []string{"go_goroutines", "go_memstats_heap_alloc_bytes", "process_cpu_seconds_total", "process_start_time_seconds"} {
		if value := counts(families[name])[""]; value <= 0 {
			t.Errorf("%s is %v", name, value)
		}
	}
	if pauses := families["go_gc_duration_seconds"]; pauses.GetType() != dto.MetricType_SUMMARY || len(pauses.GetMetric()[0].GetSummary().GetQuantile()) != 5 {
		t.Errorf("the collector's pauses are %v", pauses)
	}
	if runtime.GOOS == "linux" {
		for _, name := range []string{"process_resident_memory_bytes", "process_virtual_memory_bytes", "process_open_fds", "process_max_fds"} {
			if value := counts(families[name])[""]; value <= 0 {
				t.Errorf("%s is %v", name, value)
			}
		}
	}
}

// TestServe_MetricsBuckets holds histograms to what Prometheus computes with: each bucket
// counts what those below it do, and the last one everything.
func TestServe_MetricsBuckets(t *testing.T) {
	t.Parallel()
	s := serve(t, config.HTTP{Auth: config.AuthNone, MetricsAddr: "127.0.0.1:0"})
	for range 5 {
		s.post(t, "", "tools/call", "read").check(t, 200)
	}
	for _, name := range []string{"mcp_tool_call_duration_seconds", "mcp_http_request_duration_seconds"} {
		f := s.readings(t)[name]
		if f.GetType() != dto.MetricType_HISTOGRAM || len(f.GetMetric()) != 1 {
			t.Fatalf("%s is %v", name, f)
		}
		h := f.GetMetric()[0].GetHistogram()
		var bounds []float64
		var below uint64
		for _, b := range h.GetBucket() {
			bounds = append(bounds, b.GetUpperBound())
			if b.GetCumulativeCount() < below {
				t.Errorf("%s: %d up to %v, and %d in less", name, b.GetCumulativeCount(), b.GetUpperBound(), below)
			}
			below = b.GetCumulativeCount()
		}
		if len(bounds) != 9 || !slices.IsSorted(bounds) || below != 5 || h.GetSampleCount() != 5 || h.GetSampleSum() <= 0 {
			t.Errorf("%s is %v", name, h)
		}
	}
}

// TestServe_MetricsHost keeps a web page whose own name has been made to lead here from
// reading the metrics of this computer.
func TestServe_MetricsHost(t *testing.T) {
	t.Parallel()
	own := serve(t, config.HTTP{Auth: config.AuthNone, MetricsAddr: "127.0.0.1:0"})
	at := own.metricsURL()
	_, port, _ := strings.Cut(strings.TrimPrefix(at, "http://"), ":")
	for host, status := range map[string]int{
		"127.0.0.1": 200, "localhost:1": 200, "LOCALHOST.": 200, "[::1]:9090": 200,
		"evil.example": 403, "evil.example:" + strings.TrimSuffix(port, "/metrics"): 403, "127.0.0.1.evil.example": 403, "192.0.2.1": 403,
	} {
		a := own.send(t, "GET", at, "", "", "Host: "+host)
		if a.check(t, status); t.Failed() {
			t.Fatal(host)
		}
	}
	open := serve(t, config.HTTP{Auth: config.AuthNone, MetricsAddr: "0.0.0.0:0"})
	at = strings.Replace(open.metricsURL(), "[::]", "127.0.0.1", 1)
	open.send(t, "GET", at, "", "", "Host: metrics.example.com").check(t, 200)
}

// TestServe_MetricsDocument holds docs/http.md to what there is.
func TestServe_MetricsDocument(t *testing.T) {
	t.Parallel()
	s := serve(t, config.HTTP{Auth: config.AuthNone, MetricsAddr: "127.0.0.1:0"})
	s.post(t, "", "tools/call", "read").check(t, 200)
	var want []string
	for name, f := range s.readings(t) {
		if !strings.HasPrefix(name, "mcp_") {
			continue
		}
		row := "| `" + name + "` | " + strings.ToLower(f.GetType().String()) + " |"
		for _, l := range f.GetMetric()[0].GetLabel() {
			row += " `" + l.GetName() + "`"
		}
		want = append(want, row+" | "+f.GetHelp()+" |")
	}
	text, err := os.ReadFile("../../../docs/http.md")
	if err != nil {
		t.Fatal(err)
	}
	got := regexp.MustCompile("(?m)^\\| `mcp_.*$").FindAllString(string(text), -1)
	slices.Sort(want)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("docs/http.md: -want +got:\n%s", diff)
	}
}
