package tracing_test

import (
	"bytes"
	"context"
	"net/http"
	"strings"
	"testing"

	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/internal/httpserver"
	"github.com/mcp-adapters/mcp-adapters/internal/requestid"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/otlptest"
	"github.com/mcp-adapters/mcp-adapters/internal/tracing"
)

// made returns a Tracer by settings, and what it has logged so far.
func made(public bool, settings map[string]string) (tracer *tracing.Tracer, log *bytes.Buffer) {
	log = &bytes.Buffer{}
	harness.WithEnv(settings, func() {
		tracer = tracing.New(tracing.Options{Name: "program", Version: "1", Public: public, Log: zerolog.New(log)})
	})
	return tracer, log
}

// answered traces some requests that are answered, with a header.
func answered(t *testing.T, tracer *tracing.Tracer, n int, header http.Header) {
	t.Helper()
	for range n {
		r, err := http.NewRequestWithContext(requestid.With(t.Context(), "0123456789abcdef0123456789abcdef"), http.MethodGet, "/", nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header = header
		ctx := tracer.Request(r).Context()
		tracer.Answered(ctx, httpserver.Exchange{Method: "other", Route: "other", Status: http.StatusInternalServerError})
	}
}

// TestSampler: some requests are traced, as the settings say or the caller does.
func TestSampler(t *testing.T) {
	t.Parallel()
	const on, off = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00"
	for _, tt := range []struct {
		sampler, arg, parent string
		want                 int
		warning              string
	}{
		{"", "", "", 3, ""},
		{"", "", off, 0, ""},
		{"always_on", "", off, 3, ""},
		{"always_off", "", on, 0, ""},
		{"parentbased_always_off", "", "", 0, ""},
		{"parentbased_always_off", "", on, 3, ""},
		{"TraceIDRatio", "0", on, 0, ""},
		{"parentbased_traceidratio", "0.0", on, 3, ""},
		{"parentbased_traceidratio", "0", "", 0, ""},
		{"traceidratio", "1", "", 3, ""},
		{"traceidratio", "", "", 3, ""},
		{"traceidratio", "hunter2", "", 3, "OTEL_TRACES_SAMPLER_ARG a number"},
		{"hunter2", "", "", 3, "OTEL_TRACES_SAMPLER must be"},
	} {
		c := otlptest.New(t, nil)
		tracer, log := made(false, map[string]string{
			"OTEL_EXPORTER_OTLP_ENDPOINT": c.URL, "OTEL_TRACES_SAMPLER": tt.sampler, "OTEL_TRACES_SAMPLER_ARG": tt.arg,
		})
		answered(t, tracer, 3, http.Header{"Traceparent": {tt.parent}})
		tracer.Close()
		if got := len(c.Spans()); got != tt.want {
			t.Errorf("%s %s %s: %d spans, want %d", tt.sampler, tt.arg, tt.parent, got, tt.want)
		}
		if text := log.String(); !strings.Contains(text, tt.warning) || tt.warning == "" && text != "" || strings.Contains(text, "hunter2") {
			t.Errorf("%s %s: log %s", tt.sampler, tt.arg, text)
		}
	}
}

// TestID: a trace that begins here has its request's id, if that can be one.
func TestID(t *testing.T) {
	t.Parallel()
	c := otlptest.New(t, nil)
	tracer, _ := made(false, map[string]string{"OTEL_EXPORTER_OTLP_ENDPOINT": c.URL})
	answered(t, tracer, 1, nil)
	r, err := http.NewRequestWithContext(requestid.With(t.Context(), "alice"), http.MethodGet, "/", nil)
	if err != nil {
		t.Fatal(err)
	}
	ctx := tracer.Request(r).Context()
	if id := tracer.ID(ctx); len(id) != 32 {
		t.Errorf("the id is %q", id)
	}
	if id := tracer.ID(t.Context()); id != "" {
		t.Errorf("the id of nothing is %q", id)
	}
	tracer.Close()
	s := c.Spans()
	if len(s) != 1 || s[0].Trace != "0123456789abcdef0123456789abcdef" || s[0].Name != "HTTP" || s[0].Attributes["http.request.method"] != "_OTHER" ||
		s[0].Attributes["error.type"] != "500" || !s[0].Failed {
		t.Errorf("%+v", s)
	}
}

// TestPublic: where anyone may call, no one says of which trace a call is part.
func TestPublic(t *testing.T) {
	t.Parallel()
	tracer, _ := made(true, map[string]string{"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:1"})
	defer tracer.Close()
	header := http.Header{"Traceparent": {"00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"}}
	if id := tracer.ID(tracer.Join(t.Context(), header)); id != "" {
		t.Errorf("the id is %q", id)
	}
}

// TestResource leaves out what is no attribute.
func TestResource(t *testing.T) {
	t.Parallel()
	c := otlptest.New(t, nil)
	tracer, log := made(false, map[string]string{
		"OTEL_EXPORTER_OTLP_ENDPOINT": c.URL + "/", "OTEL_RESOURCE_ATTRIBUTES": " service.name = other , hunter2,a=%zz,b=1%2C2,",
	})
	answered(t, tracer, 1, nil)
	tracer.Close()
	text := c.Text()
	if !strings.Contains(text, `{"key":"b","value":{"stringValue":"1,2"}}`) || c.Spans()[0].Service != "other" || strings.Contains(text, "hunter2") ||
		!strings.Contains(log.String(), "OTEL_RESOURCE_ATTRIBUTES must be") || strings.Contains(log.String(), "hunter2") {
		t.Errorf("%s\nlog %s", text, log)
	}
	if path := c.Requests()[0].URL.Path; path != "/v1/traces" {
		t.Errorf("sent to %s", path)
	}
}

// TestOff: what isn't traced costs nothing.
//
//nolint:paralleltest // AllocsPerRun counts what the whole process allocates.
func TestOff(t *testing.T) {
	tracer, log := made(false, nil)
	if tracer != nil || log.Len() > 0 {
		t.Fatalf("%v, %s", tracer, log)
	}
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "/", nil)
	if err != nil {
		t.Fatal(err)
	}
	var ctx context.Context
	if n := testing.AllocsPerRun(100, func() {
		ctx = tracer.Follow(tracer.Join(tracer.Request(r).Context(), r.Header))
		tracer.Answered(ctx, httpserver.Exchange{})
		_ = tracer.ID(ctx)
	}); n != 0 || ctx != t.Context() {
		t.Errorf("%v allocations", n)
	}
	tracer.Close()
}
