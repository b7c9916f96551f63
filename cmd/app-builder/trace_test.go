package main_test

import (
	"net/http"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/otlptest"
)

// TestTrace: a call of a published app is traced down to the database. No caller says of which
// trace it is part, and nothing in it is the app's own.
func TestTrace(t *testing.T) {
	t.Parallel()
	c := otlptest.New(t, nil)
	s := command(t, t.TempDir()).Set("OTEL_EXPORTER_OTLP_ENDPOINT=" + c.URL).Serve()
	m := newMaker(t)
	path := m.publish(s, orders)
	const trace = "4bf92f3577b34da6a3ce929d0e0e4736"
	got := m.ask(s, http.MethodPost, path, obj{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": obj{
		"name": "get_orders", "arguments": obj{"message": "Where is my order?"}, "_meta": obj{"traceparent": "00-" + trace + "-00f067aa0ba902b7-01"},
	}}, "Traceparent", "00-"+trace+"-00f067aa0ba902b7-01", "Accept", "application/json, text/event-stream")
	m.want(got, http.StatusOK)
	s.Signal(syscall.SIGTERM)
	s.Wait()
	spans := c.Spans()
	i := slices.IndexFunc(spans, func(s otlptest.Span) bool { return s.Name == "tools/call" })
	if i < 0 {
		t.Fatalf("the call is not traced: %+v", spans)
	}
	call := spans[i]
	j := slices.IndexFunc(spans, func(s otlptest.Span) bool { return s.ID == call.Parent })
	if j < 0 || spans[j].Parent != "" || spans[j].Attributes["http.route"] != "/servers/{slug}/mcp" || spans[j].Attributes["http.response.status_code"] != "200" {
		t.Errorf("%+v", spans)
	}
	if call.Service != "app-builder" || call.Failed || call.Trace == trace || len(call.Links) > 0 || call.Attributes["mcp.method.name"] != "tools/call" {
		t.Errorf("%+v", call)
	}
	if !slices.ContainsFunc(spans, func(s otlptest.Span) bool { return s.Trace == call.Trace && s.Attributes["db.query.summary"] != "" }) {
		t.Errorf("no statement is part of it: %+v", spans)
	}
	for _, own := range []string{trace, "get_orders", "order", strings.TrimPrefix(path, "/servers/")} {
		if strings.Contains(c.Text(), own) {
			t.Errorf("%q is in what was sent:\n%s", own, c.Text())
		}
	}
}
