package otlp_test

import (
	"bytes"
	"context"
	"io"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rs/zerolog"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/sdk/instrumentation"
	"go.opentelemetry.io/otel/sdk/resource"
	"go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
	api "go.opentelemetry.io/otel/trace"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/mcptest"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/otlptest"
	"github.com/mcp-adapters/mcp-adapters/internal/tracing/otlp"
)

// spans are two, with all that is sent of one.
func spans(t *testing.T) []trace.ReadOnlySpan {
	t.Helper()
	at := time.Date(2026, 1, 2, 3, 4, 5, 678, time.UTC)
	id := func(span byte, remote bool) api.SpanContext {
		state, err := api.ParseTraceState("vendor=1")
		if err != nil {
			t.Fatal(err)
		}
		return api.NewSpanContext(api.SpanContextConfig{
			TraceID: api.TraceID{0x5b, 0x8e, 0xff, 15: 1}, SpanID: api.SpanID{0xee, 7: span}, TraceFlags: api.FlagsSampled, TraceState: state, Remote: remote,
		})
	}
	of := resource.NewSchemaless(attribute.String("service.name", "a program"))
	scope := instrumentation.Scope{Name: "scope", Version: "1.2.3"}
	return tracetest.SpanStubs{
		{
			Name: "POST /api/recipes", SpanContext: id(2, false), Parent: id(1, true), SpanKind: api.SpanKindServer,
			StartTime: at, EndTime: at.Add(time.Millisecond), Resource: of, InstrumentationScope: scope,
			Attributes: []attribute.KeyValue{
				attribute.String("http.route", `/"<é`), attribute.Int64("http.response.status_code", 500),
				attribute.Bool("yes", true), attribute.Float64("share", 0.5), attribute.StringSlice("list", []string{"a", "b"}),
			},
			Links: []trace.Link{{SpanContext: id(9, true)}}, Status: trace.Status{Code: codes.Error},
		},
		{
			Name: "SELECT recipes", SpanContext: id(3, false), Parent: id(2, false), SpanKind: api.SpanKindClient,
			StartTime: at, EndTime: at, Resource: of, InstrumentationScope: scope,
		},
	}.Snapshots()
}

// sent is where the test of the module tools finds a body, to read it with OpenTelemetry's own
// types.
const sent = "testdata/request.json"

// TestBody: the body is the one in the file, which the collector's own code reads; see
// tools/otlp.
func TestBody(t *testing.T) {
	t.Parallel()
	c := otlptest.New(t, nil)
	export(t, otlp.Options{URL: c.URL + "/v1/traces"})
	if mcptest.Update() {
		if err := os.WriteFile(sent, []byte(c.Text()+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(sent)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), c.Text()+"\n"); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	r := c.Requests()[0]
	if r.Method != http.MethodPost || r.URL.Path != "/v1/traces" || r.Header.Get("Content-Type") != "application/json" {
		t.Errorf("%s %s with %v", r.Method, r.URL, r.Header)
	}
}

// export sends the spans once, and returns the log.
func export(t *testing.T, o otlp.Options) string {
	t.Helper()
	var log bytes.Buffer
	o.Log = zerolog.New(&log)
	if o.Timeout == 0 {
		o.Timeout = 30 * time.Second
	}
	e := otlp.New(o)
	if err := e.ExportSpans(t.Context(), spans(t)); err != nil {
		t.Errorf("an error comes back: %v", err)
	}
	if err := e.Shutdown(t.Context()); err != nil {
		t.Error(err)
	}
	return log.String()
}

// answering answers with a status, the first times at least.
func answering(status, times int, header ...string) func(int, http.ResponseWriter, *http.Request) bool {
	return func(n int, w http.ResponseWriter, _ *http.Request) bool {
		if n > times {
			return false
		}
		for i := 0; i < len(header); i += 2 {
			w.Header().Set(header[i], header[i+1])
		}
		w.WriteHeader(status)
		_, _ = io.WriteString(w, `{"message":"what the collector says"}`)
		return true
	}
}

// TestAnswers: what passes is tried again, and nothing else is.
func TestAnswers(t *testing.T) {
	t.Parallel()
	for status, again := range map[int]bool{
		400: false, 401: false, 404: false, 413: false, 500: false, 501: false, 307: false, 429: true, 502: true, 503: true, 504: true,
	} {
		t.Run(strconv.Itoa(status), func(t *testing.T) {
			t.Parallel()
			c := otlptest.New(t, answering(status, 1, "Location", "/elsewhere"))
			log := export(t, otlp.Options{URL: c.URL})
			requests, taken := len(c.Requests()), len(c.Spans())
			switch {
			case again && (requests != 2 || taken != 2 || log != ""):
				t.Errorf("%d requests, %d spans; log %s", requests, taken, log)
			case !again && (requests != 1 || taken != 0 || !strings.Contains(log, `"lost":2`) || !strings.Contains(log, strconv.Itoa(status))):
				t.Errorf("%d requests, %d spans; log %s", requests, taken, log)
			}
			if strings.Contains(log, "what the collector") {
				t.Errorf("the collector's words are logged: %s", log)
			}
		})
	}
}

// TestRetryAfter: the collector's wait is kept, unless it is longer than there is time.
func TestRetryAfter(t *testing.T) {
	t.Parallel()
	c := otlptest.New(t, answering(503, 1, "Retry-After", "2"))
	began := time.Now()
	export(t, otlp.Options{URL: c.URL})
	if took := time.Since(began); took < 2*time.Second || len(c.Spans()) != 2 {
		t.Errorf("%d spans after %s", len(c.Spans()), took)
	}
	c = otlptest.New(t, answering(429, 9, "Retry-After", "3000"))
	began = time.Now()
	log := export(t, otlp.Options{URL: c.URL})
	if took := time.Since(began); took > 20*time.Second || len(c.Requests()) != 1 || !strings.Contains(log, "429") {
		t.Errorf("%d requests in %s; log %s", len(c.Requests()), took, log)
	}
}

// TestPartialSuccess counts what the collector refused, and doesn't send it again.
func TestPartialSuccess(t *testing.T) {
	t.Parallel()
	for _, count := range []string{`"1"`, `1`} {
		c := otlptest.New(t, func(_ int, w http.ResponseWriter, _ *http.Request) bool {
			_, _ = io.WriteString(w, `{"partialSuccess":{"rejectedSpans":`+count+`,"errorMessage":"what the collector says"}}`)
			return true
		})
		if log := export(t, otlp.Options{URL: c.URL}); len(c.Requests()) != 1 || !strings.Contains(log, `"lost":1`) || strings.Contains(log, "collector says") {
			t.Errorf("%d requests; log %s", len(c.Requests()), log)
		}
	}
}

// TestLost: many batches that are lost are one line, which holds nothing of the address, and
// so is the first that is sent again.
func TestLost(t *testing.T) {
	t.Parallel()
	ln, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	at := ln.Addr().String()
	if err := ln.Close(); err != nil { // so that no one is there
		t.Fatal(err)
	}
	var log bytes.Buffer
	e := otlp.New(otlp.Options{URL: "http://user:hunter2@" + at + "/hunter3", Timeout: 100 * time.Millisecond, Log: zerolog.New(&log)})
	for range 5 {
		if err := e.ExportSpans(t.Context(), spans(t)); err != nil {
			t.Error(err)
		}
	}
	if text := log.String(); strings.Count(text, "\n") != 1 || !strings.Contains(text, `"level":"warn"`) || strings.Contains(text, "hunter") {
		t.Errorf("log: %s", text)
	}
	log.Reset()
	c := otlptest.New(t, nil)
	e.URL = c.URL
	for range 3 {
		_ = e.ExportSpans(t.Context(), spans(t))
	}
	if text := log.String(); strings.Count(text, "\n") != 1 || !strings.Contains(text, `"lost":8`) {
		t.Errorf("log: %s", text)
	}
}

// TestTimeout: one that never answers is given up when the time is over.
func TestTimeout(t *testing.T) {
	t.Parallel()
	over := make(chan struct{})
	c := otlptest.New(t, func(_ int, _ http.ResponseWriter, r *http.Request) bool {
		select {
		case <-over:
		case <-r.Context().Done():
		}
		return true
	})
	defer close(over)
	began := time.Now()
	log := export(t, otlp.Options{URL: c.URL, Timeout: 200 * time.Millisecond})
	if took := time.Since(began); took > 20*time.Second || !strings.Contains(log, `"lost":2`) {
		t.Errorf("after %s: %s", took, log)
	}
}

// TestClose: what waits to be sent again, and what waits for an answer, is given up.
func TestClose(t *testing.T) {
	t.Parallel()
	mute := func(_ int, _ http.ResponseWriter, r *http.Request) bool { <-r.Context().Done(); return true }
	for name, tt := range map[string]struct {
		answer func(int, http.ResponseWriter, *http.Request) bool
		within time.Duration
	}{
		"busy": {answering(503, 1000, "Retry-After", "100"), time.Hour},
		"mute": {mute, 10 * time.Millisecond},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := otlptest.New(t, tt.answer)
			e := otlp.New(otlp.Options{URL: c.URL, Timeout: 10 * time.Minute})
			done := make(chan struct{})
			go func() {
				defer close(done)
				_ = e.ExportSpans(context.Background(), spans(t))
			}()
			c.Await(t, 1)
			defer e.Close(tt.within)()
			<-done
		})
	}
}
