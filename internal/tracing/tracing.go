// Package tracing makes traces of what a program does, for OpenTelemetry: an operation of MCP,
// the requests of an API that it takes, the HTTP request that a server answers, and each
// statement of a database below. The packages that do the work report it
// ([mcp.Observer], [apiclient.Observe], [database.Observe], [httpserver.Observe]); only this one
// knows OpenTelemetry.
//
// A trace holds nothing that a client or a person has chosen but a tracestate: no keys,
// addresses, texts, ids of things, queries, or arguments of statements. What failed is named by
// its kind.
//
// Without an address of a collector there is no [Tracer], and a nil one does nothing at no cost.
package tracing

import (
	"context"
	"crypto/rand"
	"time"

	"github.com/rs/zerolog"
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/sdk/resource"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"

	"github.com/mcp-adapters/mcp-adapters/internal/requestid"
	"github.com/mcp-adapters/mcp-adapters/internal/tracing/otlp"
)

// The bounds of what waits to be sent. What finds no room is lost.
const (
	mostWaiting  = 2048 // spans
	mostAtOnce   = 512
	longestWait  = 2 * time.Second
	longestValue = 256 // bytes of an attribute
	// endLimit is how much later a program ends because of spans that are left.
	endLimit = time.Second
)

// Options describe a program.
type Options struct {
	Name    string // of the program, unless OTEL_SERVICE_NAME has another
	Version string
	// Public says that anyone may call: tools have names of people's own, which are left out,
	// and no caller says which trace a call is part of.
	Public bool
	Log    zerolog.Logger
}

// Tracer makes traces and sends them. It is safe for concurrent use. All methods of a nil
// Tracer do nothing.
type Tracer struct {
	spans    trace.Tracer
	provider *sdk.TracerProvider
	exporter *otlp.Exporter
	public   bool
}

// New returns a Tracer for the OTEL_* variables of the environment. It returns nil if they ask for
// no traces, or can't be used: then it logs a warning, and the program works without traces.
func New(o Options) *Tracer {
	if !wanted() {
		return nil
	}
	to, err := destination()
	if err != nil {
		o.Log.Warn().Msg("there are no traces: " + err.Error())
		return nil
	}
	to.Log = o.Log
	// What the SDK complains of quotes the variables that it reads.
	silent := otel.ErrorHandlerFunc(func(error) {})
	otel.SetErrorHandler(silent)
	// The environment's attributes count more, so they come last.
	described, err := resource.New(context.Background(), resource.WithAttributes(
		attribute.String("service.name", o.Name), attribute.String("service.version", o.Version),
		attribute.String("service.instance.id", requestid.New()),
		attribute.String("telemetry.sdk.name", "opentelemetry"), attribute.String("telemetry.sdk.language", "go"),
	), resource.WithFromEnv())
	if err != nil {
		o.Log.Warn().Msg("OTEL_RESOURCE_ATTRIBUTES must be name=value, with commas between them: what isn't is left out")
	}
	t := &Tracer{exporter: otlp.New(to), public: o.Public}
	limits := sdk.NewSpanLimits()
	limits.AttributeValueLengthLimit = longestValue
	otel.SetErrorHandler(otel.ErrorHandlerFunc(func(error) {
		o.Log.Warn().Msg(badSampler)
	}))
	t.provider = sdk.NewTracerProvider(
		sdk.WithResource(described),
		sdk.WithIDGenerator(ids{}),
		sdk.WithRawSpanLimits(limits),
		sdk.WithoutPanicRecording(), // a panic can hold anything
		sdk.WithBatcher(t.exporter,
			sdk.WithMaxQueueSize(mostWaiting), sdk.WithMaxExportBatchSize(mostAtOnce),
			sdk.WithBatchTimeout(longestWait), sdk.WithExportTimeout(to.Timeout)),
	)
	otel.SetErrorHandler(silent)
	t.spans = t.provider.Tracer("github.com/mcp-adapters/mcp-adapters/internal/tracing", trace.WithInstrumentationVersion(o.Version))
	return t
}

const badSampler = "OTEL_TRACES_SAMPLER must be always_on, always_off or traceidratio, or one of these after parentbased_, and OTEL_TRACES_SAMPLER_ARG a number from 0 to 1: there are traces of all requests"

// Close sends what is left, for a second at most. Nothing is traced any more.
func (t *Tracer) Close() {
	if t == nil {
		return
	}
	defer t.exporter.Close(endLimit)()
	_ = t.provider.Shutdown(context.Background()) // the exporter has the limit, and logs what fails
}

// ID returns the id of the trace that ctx is part of, "" for none.
func (t *Tracer) ID(ctx context.Context) string {
	if t == nil {
		return ""
	}
	if s := trace.SpanContextFromContext(ctx); s.IsValid() {
		return s.TraceID().String()
	}
	return ""
}

// propagator reads and writes W3C's Trace Context.
var propagator propagation.TraceContext

// within reports whether ctx is part of a trace. What no request has asked for is not traced.
func within(ctx context.Context) bool { return trace.SpanContextFromContext(ctx).IsValid() }

// fail marks a span as failed, with the kind of failure.
func fail(span trace.Span, kind string) {
	span.SetAttributes(attribute.String("error.type", kind))
	span.SetStatus(codes.Error, "")
}

// ids makes the ids of spans. A trace that begins here has the id of its request, where that
// can be one, so that the lines of logs are found by it.
type ids struct{}

// NewIDs implements [sdk.IDGenerator].
func (ids) NewIDs(ctx context.Context) (trace.TraceID, trace.SpanID) {
	id, err := trace.TraceIDFromHex(requestid.From(ctx))
	for err != nil || !id.IsValid() {
		_, err = rand.Read(id[:]) // it never fails
	}
	return id, ids{}.NewSpanID(ctx, id)
}

// NewSpanID implements [sdk.IDGenerator].
func (ids) NewSpanID(context.Context, trace.TraceID) (id trace.SpanID) {
	for !id.IsValid() {
		_, _ = rand.Read(id[:]) // it never fails
	}
	return id
}
