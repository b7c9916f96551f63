package endpoint

import (
	"context"
	"strconv"
	"time"

	"github.com/mcp-adapters/mcp-adapters/internal/metrics"
	"github.com/mcp-adapters/mcp-adapters/mcp/streamhttp"
)

// Metrics is the metrics of an MCP endpoint over HTTP. No label holds what a client can
// choose.
type Metrics struct {
	metrics.Set

	calls, duration, requests, latency, bytes *metrics.Family
}

// NewMetrics makes the metrics of an endpoint, and more of the server's own. active
// returns how many calls and streams are under way.
func NewMetrics(active func() (calls, streams int), more ...*metrics.Family) *Metrics {
	bounds := []float64{0.001, 0.004, 0.016, 0.064, 0.256, 1.024, 4.096, 16.384}
	counter := func(name, help string, labels ...string) *metrics.Family {
		return &metrics.Family{Name: name, Help: help, Labels: labels}
	}
	histogram := func(name, help, label string) *metrics.Family {
		return &metrics.Family{Name: name, Help: help, Labels: []string{label}, Bounds: bounds}
	}
	e := &Metrics{
		calls:    counter("mcp_tool_calls_total", "Tool calls, by tool and outcome: ok, or the kind of the failure.", "outcome", "tool"),
		duration: histogram("mcp_tool_call_duration_seconds", "Time of a tool call.", "tool"),
		requests: counter("mcp_http_requests_total", "Messages that were sent to the endpoint, by method, outcome and HTTP status.", "method", "outcome", "status"),
		latency:  histogram("mcp_http_request_duration_seconds", "Time from a message's header to the end of its answer, streams left out.", "method"),
		bytes:    counter("mcp_http_body_bytes_total", "Bytes of messages and of their answers.", "direction"),
	}
	gauge := func(name, help string, of func(calls, streams int) int) *metrics.Family {
		return &metrics.Family{Name: name, Help: help, Now: func(context.Context) (float64, bool) { return float64(of(active())), true }}
	}
	e.Set = append([]*metrics.Family{
		e.calls, e.duration, e.requests, e.latency, e.bytes,
		gauge("mcp_http_calls", "Calls under way.", func(calls, _ int) int { return calls }),
		gauge("mcp_http_streams", "Subscriptions under way.", func(_, streams int) int { return streams }),
	}, more...)
	return e
}

// Observe counts a message that is done.
func (e *Metrics) Observe(m streamhttp.Event) {
	e.requests.Add(1, m.Method, string(m.Outcome), strconv.Itoa(m.Status))
	e.bytes.Add(float64(m.In), "in")
	e.bytes.Add(float64(m.Out), "out")
	if !m.Stream {
		e.latency.Add(m.Duration.Seconds(), m.Method)
	}
}

// Called counts a tool call that is done. outcome is "ok" or the kind of its failure.
func (e *Metrics) Called(tool, outcome string, took time.Duration) {
	e.calls.Add(1, outcome, tool)
	e.duration.Add(took.Seconds(), tool)
}
