// Package metrics counts what an MCP endpoint over HTTP does.
package metrics

import (
	"context"
	"strconv"
	"time"

	"github.com/mcp-adapters/mcp-adapters/internal/metrics"
	"github.com/mcp-adapters/mcp-adapters/mcp/streamhttp"
)

// Endpoint is the metrics of an MCP endpoint over HTTP. No label holds what a client can
// choose.
type Endpoint struct {
	metrics.Set

	calls, duration, requests, latency, bytes *metrics.Family
}

// NewEndpoint makes the metrics of an endpoint, and more of the server's own. active
// returns how many calls and streams are under way.
func NewEndpoint(active func() (calls, streams int), more ...*metrics.Family) *Endpoint {
	bounds := []float64{0.001, 0.004, 0.016, 0.064, 0.256, 1.024, 4.096, 16.384}
	e := &Endpoint{
		calls: &metrics.Family{
			Name: "mcp_tool_calls_total", Help: "Tool calls, by tool and outcome: ok, or the kind of the failure.",
			Labels: []string{"outcome", "tool"},
		},
		duration: &metrics.Family{
			Name: "mcp_tool_call_duration_seconds", Help: "Time of a tool call.",
			Labels: []string{"tool"}, Bounds: bounds,
		},
		requests: &metrics.Family{
			Name: "mcp_http_requests_total", Help: "Messages that were sent to the endpoint, by method, outcome and HTTP status.",
			Labels: []string{"method", "outcome", "status"},
		},
		latency: &metrics.Family{
			Name: "mcp_http_request_duration_seconds", Help: "Time from a message's header to the end of its answer, streams left out.",
			Labels: []string{"method"}, Bounds: bounds,
		},
		bytes: &metrics.Family{
			Name: "mcp_http_body_bytes_total", Help: "Bytes of messages and of their answers.",
			Labels: []string{"direction"},
		},
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
func (e *Endpoint) Observe(m streamhttp.Event) {
	e.requests.Add(1, m.Method, string(m.Outcome), strconv.Itoa(m.Status))
	e.bytes.Add(float64(m.In), "in")
	e.bytes.Add(float64(m.Out), "out")
	if !m.Stream {
		e.latency.Add(m.Duration.Seconds(), m.Method)
	}
}

// Called counts a tool call that is done. outcome is "ok" or the kind of its failure.
func (e *Endpoint) Called(tool, outcome string, took time.Duration) {
	e.calls.Add(1, outcome, tool)
	e.duration.Add(took.Seconds(), tool)
}
