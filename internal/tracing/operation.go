package tracing

import (
	"context"
	"net/http"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"

	"github.com/mcp-adapters/mcp-adapters/apiclient"
	"github.com/mcp-adapters/mcp-adapters/internal/database"
	"github.com/mcp-adapters/mcp-adapters/mcp"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

// Transport is what carries the messages of MCP, by OpenTelemetry's name for it.
type Transport string

// The transports.
const (
	Pipe Transport = "pipe"
	TCP  Transport = "tcp" // HTTP
)

// Follow returns a context in which requests of APIs and work with databases are traced.
func (t *Tracer) Follow(ctx context.Context) context.Context {
	if t == nil {
		return ctx
	}
	ctx = apiclient.Observe(ctx, t.attempt)
	return database.Observe(ctx, t.work)
}

// Operations returns the observer that traces operations of MCP; nil where nothing is traced.
func (t *Tracer) Operations(by Transport) mcp.Observer {
	if t == nil {
		return nil
	}
	return func(ctx context.Context, o mcp.Operation) (context.Context, func(fault.Kind)) {
		return t.operation(ctx, o, by)
	}
}

// Join returns a context that is part of the trace that the header of an HTTP request names. It
// is for those who may say what is traced.
func (t *Tracer) Join(ctx context.Context, header http.Header) context.Context {
	if t == nil || t.public {
		return ctx
	}
	return propagator.Extract(ctx, propagation.HeaderCarrier(header))
}

// operation begins the span of an operation, by the conventions for MCP. Its parent is the
// span that its _meta names, or else the one that its HTTP request does.
func (t *Tracer) operation(ctx context.Context, o mcp.Operation, by Transport) (context.Context, func(fault.Kind)) {
	name := o.Method
	options := []trace.SpanStartOption{trace.WithSpanKind(trace.SpanKindServer), trace.WithAttributes(
		attribute.String("mcp.method.name", o.Method), attribute.String("network.transport", string(by)),
	)}
	if o.Tool != "" {
		options = append(options, trace.WithAttributes(attribute.String("gen_ai.operation.name", "execute_tool")))
		if !t.public {
			name += " " + o.Tool
			options = append(options, trace.WithAttributes(attribute.String("gen_ai.tool.name", o.Tool)))
		}
	}
	if named := propagator.Extract(context.Background(), carrier{o}); within(named) && !t.public {
		if within(ctx) {
			options = append(options, trace.WithLinks(trace.LinkFromContext(ctx)))
		}
		ctx = trace.ContextWithRemoteSpanContext(ctx, trace.SpanContextFromContext(named))
	}
	ctx, span := t.spans.Start(ctx, name, options...)
	return ctx, func(kind fault.Kind) {
		if kind != "" {
			fail(span, string(kind))
		}
		span.End()
	}
}

// carrier is the _meta of an operation, from which alone a trace is read.
type carrier struct{ mcp.Operation }

// Get implements [propagation.TextMapCarrier].
func (c carrier) Get(name string) string { return c.Meta(name) }

// Set implements [propagation.TextMapCarrier].
func (carrier) Set(string, string) {}

// Keys implements [propagation.TextMapCarrier].
func (carrier) Keys() []string { return nil }
