package tracing

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"net/http"
	"strconv"
	"strings"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"

	"github.com/mcp-adapters/mcp-adapters/apiclient"
	"github.com/mcp-adapters/mcp-adapters/internal/httpserver"
)

// attempt begins the span of a request that is sent, and names it in the header.
func (t *Tracer) attempt(ctx context.Context, a apiclient.Attempt) (context.Context, func(status int, err error)) {
	if !within(ctx) {
		return ctx, func(int, error) {}
	}
	attributes := []attribute.KeyValue{
		attribute.String("http.request.method", a.Method), attribute.String("url.template", a.Route),
	}
	host, port, err := net.SplitHostPort(a.Host)
	if err != nil {
		host = a.Host
	}
	attributes = append(attributes, attribute.String("server.address", host))
	if n, err := strconv.Atoi(port); err == nil {
		attributes = append(attributes, attribute.Int("server.port", n))
	}
	if a.Resent > 0 {
		attributes = append(attributes, attribute.Int("http.request.resend_count", a.Resent))
	}
	ctx, span := t.spans.Start(ctx, a.Method+" "+a.Route, trace.WithSpanKind(trace.SpanKindClient), trace.WithAttributes(attributes...))
	propagator.Inject(ctx, propagation.HeaderCarrier(a.Header))
	return ctx, func(status int, err error) {
		if status != 0 {
			span.SetAttributes(attribute.Int("http.response.status_code", status))
		}
		switch {
		case err != nil:
			fail(span, unanswered(err))
		case status >= http.StatusBadRequest:
			fail(span, strconv.Itoa(status))
		}
		span.End()
	}
}

// unanswered is why a request has no answer.
func unanswered(err error) string {
	timed, _ := errors.AsType[interface {
		error
		Timeout() bool
	}](err)
	_, untrusted := errors.AsType[*tls.CertificateVerificationError](err)
	_, network := errors.AsType[*net.OpError](err)
	switch {
	case errors.Is(err, context.Canceled):
		return "canceled"
	case timed != nil && timed.Timeout():
		return "timeout"
	case untrusted:
		return "certificate"
	case network:
		return "connection"
	}
	return "_OTHER"
}

// Request begins the span of an HTTP request that is to be answered, and traces what it takes,
// as [Tracer.Follow] does. The trace may be one that its header names: this is for requests
// whose senders may say so. [Tracer.Answered] ends it.
func (t *Tracer) Request(r *http.Request) *http.Request {
	if t == nil {
		return r
	}
	ctx := t.Join(r.Context(), r.Header)
	ctx, _ = t.spans.Start(ctx, http.MethodGet, trace.WithSpanKind(trace.SpanKindServer))
	return r.WithContext(t.Follow(ctx))
}

// Answered ends the span of the request whose context ctx is, or comes from.
func (t *Tracer) Answered(ctx context.Context, e httpserver.Exchange) {
	if t == nil {
		return
	}
	span := trace.SpanFromContext(ctx)
	method, name := e.Method, e.Method
	if method == "other" {
		method, name = "_OTHER", "HTTP"
	}
	span.SetAttributes(attribute.String("http.request.method", method), attribute.Int("http.response.status_code", e.Status))
	if e.Route != "other" {
		route := e.Route[strings.IndexByte(e.Route, ' ')+1:] // without the method that a pattern may have
		name += " " + route
		span.SetAttributes(attribute.String("http.route", route))
	}
	span.SetName(name)
	if e.Status >= http.StatusInternalServerError {
		fail(span, strconv.Itoa(e.Status))
	}
	span.End()
}
