// Package otlp_test reads what package tracing/otlp sends as OpenTelemetry's collector does.
package otlp_test

import (
	"os"
	"testing"

	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/ptrace"
	"go.opentelemetry.io/collector/pdata/ptrace/ptraceotlp"
)

func TestRequest(t *testing.T) {
	t.Parallel()
	body, err := os.ReadFile("../../tracing/otlp/testdata/request.json")
	if err != nil {
		t.Fatal(err)
	}
	request := ptraceotlp.NewExportRequest()
	if err := request.UnmarshalJSON(body); err != nil {
		t.Fatal(err)
	}
	resource := request.Traces().ResourceSpans().At(0)
	if name, _ := resource.Resource().Attributes().Get("service.name"); name.Str() != "a program" {
		t.Errorf("the service is %q", name.Str())
	}
	spans := resource.ScopeSpans().At(0).Spans()
	first, second := spans.At(0), spans.At(1)
	attributes := first.Attributes().AsRaw()
	for what, got := range map[string][2]any{
		"spans":      {spans.Len(), 2},
		"scope":      {resource.ScopeSpans().At(0).Scope().Name() + resource.ScopeSpans().At(0).Scope().Version(), "scope1.2.3"},
		"trace":      {first.TraceID(), pcommon.TraceID{0x5b, 0x8e, 0xff, 15: 1}},
		"span":       {first.SpanID(), pcommon.SpanID{0xee, 7: 2}},
		"parent":     {first.ParentSpanID(), pcommon.SpanID{0xee, 7: 1}},
		"state":      {first.TraceState().AsRaw(), "vendor=1"},
		"flags":      {first.Flags(), uint32(0x301)},
		"name":       {first.Name(), "POST /api/recipes"},
		"kind":       {first.Kind(), ptrace.SpanKindServer},
		"start":      {first.StartTimestamp(), pcommon.Timestamp(1767323045000000678)},
		"end":        {first.EndTimestamp(), pcommon.Timestamp(1767323045001000678)},
		"status":     {first.Status().Code(), ptrace.StatusCodeError},
		"attributes": {len(attributes), 5},
		"text":       {attributes["http.route"], `/"<é`},
		"number":     {attributes["http.response.status_code"], int64(500)},
		"truth":      {attributes["yes"], true},
		"fraction":   {attributes["share"], 0.5},
		"link":       {first.Links().At(0).SpanID(), pcommon.SpanID{0xee, 7: 9}},
		"its flags":  {first.Links().At(0).Flags(), uint32(0x301)},
		"child":      {second.ParentSpanID(), first.SpanID()},
		"its kind":   {second.Kind(), ptrace.SpanKindClient},
		"its status": {second.Status().Code(), ptrace.StatusCodeUnset},
	} {
		if got[0] != got[1] {
			t.Errorf("%s: %v, want %v", what, got[0], got[1])
		}
	}
}
