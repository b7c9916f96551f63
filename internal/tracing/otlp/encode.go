package otlp

import (
	"encoding/json"
	"strconv"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/sdk/trace"
	api "go.opentelemetry.io/otel/trace"
)

// The messages of OTLP, as far as they are used: an ExportTraceServiceRequest in the JSON that
// the protocol defines ("JSON Protobuf Encoding"): ids in hex, integers of 64 bits as strings,
// enumerations as numbers.
type (
	request struct {
		ResourceSpans []resourceSpans `json:"resourceSpans"`
	}
	resourceSpans struct {
		Resource   resource     `json:"resource"`
		ScopeSpans []scopeSpans `json:"scopeSpans"`
	}
	resource struct {
		Attributes []keyValue `json:"attributes"`
	}
	scopeSpans struct {
		Scope scope  `json:"scope"`
		Spans []span `json:"spans"`
	}
	scope struct {
		Name    string `json:"name"`
		Version string `json:"version,omitempty"`
	}
	span struct {
		TraceID      string     `json:"traceId"`
		SpanID       string     `json:"spanId"`
		TraceState   string     `json:"traceState,omitempty"`
		ParentSpanID string     `json:"parentSpanId,omitempty"`
		Flags        uint32     `json:"flags"`
		Name         string     `json:"name"`
		Kind         int        `json:"kind"`
		Start        string     `json:"startTimeUnixNano"`
		End          string     `json:"endTimeUnixNano"`
		Attributes   []keyValue `json:"attributes,omitempty"`
		Links        []link     `json:"links,omitempty"`
		Status       *status    `json:"status,omitempty"`
	}
	link struct {
		TraceID    string `json:"traceId"`
		SpanID     string `json:"spanId"`
		TraceState string `json:"traceState,omitempty"`
		Flags      uint32 `json:"flags"`
	}
	status struct {
		Code int `json:"code"`
	}
	keyValue struct {
		Key   string `json:"key"`
		Value value  `json:"value"`
	}
	value struct {
		String *string  `json:"stringValue,omitempty"`
		Bool   *bool    `json:"boolValue,omitempty"`
		Int    string   `json:"intValue,omitempty"`
		Double *float64 `json:"doubleValue,omitempty"`
	}
)

// Of the flags of a span, bit 8 says that bit 9 does: the parent was another program's.
const (
	flagKnown  = 0x100
	flagRemote = 0x200
)

// statusFailed is STATUS_CODE_ERROR. The API's own numbers are others.
const statusFailed = 2

// encode returns spans of one resource and one scope as a request's body. Events are left
// out: package tracing makes none.
func encode(spans []trace.ReadOnlySpan) ([]byte, error) {
	first := spans[0].InstrumentationScope()
	in := scopeSpans{Scope: scope{first.Name, first.Version}, Spans: make([]span, len(spans))}
	for i, s := range spans {
		in.Spans[i] = spanOf(s)
	}
	return json.Marshal(request{[]resourceSpans{{
		Resource:   resource{keyValues(spans[0].Resource().Attributes())},
		ScopeSpans: []scopeSpans{in},
	}}})
}

func spanOf(s trace.ReadOnlySpan) span {
	ctx, parent := s.SpanContext(), s.Parent()
	out := span{
		TraceID:    ctx.TraceID().String(),
		SpanID:     ctx.SpanID().String(),
		TraceState: ctx.TraceState().String(),
		Flags:      flags(ctx, parent.IsRemote()),
		Name:       s.Name(),
		Kind:       int(s.SpanKind()), // the numbers are the same
		Start:      nanoseconds(s.StartTime()),
		End:        nanoseconds(s.EndTime()),
		Attributes: keyValues(s.Attributes()),
	}
	if parent.SpanID().IsValid() {
		out.ParentSpanID = parent.SpanID().String()
	}
	for _, l := range s.Links() {
		to := l.SpanContext
		out.Links = append(out.Links, link{to.TraceID().String(), to.SpanID().String(), to.TraceState().String(), flags(to, to.IsRemote())})
	}
	if s.Status().Code == codes.Error {
		out.Status = &status{statusFailed}
	}
	return out
}

func flags(ctx api.SpanContext, remote bool) uint32 {
	f := uint32(ctx.TraceFlags()) | flagKnown
	if remote {
		f |= flagRemote
	}
	return f
}

func nanoseconds(t time.Time) string { return strconv.FormatInt(t.UnixNano(), 10) }

func keyValues(attributes []attribute.KeyValue) []keyValue {
	list := make([]keyValue, len(attributes))
	for i, a := range attributes {
		list[i] = keyValue{string(a.Key), valueOf(a.Value)}
	}
	return list
}

func valueOf(v attribute.Value) value {
	switch v.Type() {
	case attribute.BOOL:
		b := v.AsBool()
		return value{Bool: &b}
	case attribute.INT64:
		return value{Int: strconv.FormatInt(v.AsInt64(), 10)}
	case attribute.FLOAT64:
		f := v.AsFloat64()
		return value{Double: &f}
	default:
		s := v.String()
		return value{String: &s}
	}
}
