package endpoint

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
	"github.com/rs/zerolog"

	"mcp-adapters/config"
	"mcp-adapters/jsonrpc/streamhttp"
	"mcp-adapters/mcp"
)

// metrics count what an endpoint does. No label holds what a client can choose.
type metrics struct {
	registry *prometheus.Registry
	calls    *prometheus.CounterVec
	duration *prometheus.HistogramVec
	requests *prometheus.CounterVec
	latency  *prometheus.HistogramVec
	bytes    *prometheus.CounterVec
}

func newMetrics() *metrics {
	m := &metrics{
		registry: prometheus.NewRegistry(),
		calls: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "mcp_tool_calls_total", Help: "Tool calls, by tool and outcome: ok, or the kind of the failure.",
		}, []string{"tool", "outcome"}),
		duration: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "mcp_tool_call_duration_seconds", Help: "Time of a tool call.",
			Buckets: prometheus.ExponentialBuckets(0.001, 4, 8),
		}, []string{"tool"}),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "mcp_http_requests_total", Help: "Messages that were sent to the endpoint, by method, outcome and HTTP status.",
		}, []string{"method", "outcome", "status"}),
		latency: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "mcp_http_request_duration_seconds", Help: "Time from a message's header to the end of its answer, streams left out.",
			Buckets: prometheus.ExponentialBuckets(0.001, 4, 8),
		}, []string{"method"}),
		bytes: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "mcp_http_body_bytes_total", Help: "Bytes of messages and of their answers.",
		}, []string{"direction"}),
	}
	m.registry.MustRegister(m.calls, m.duration, m.requests, m.latency, m.bytes,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// observe counts a message that is done.
func (m *metrics) observe(e streamhttp.Event) {
	m.requests.WithLabelValues(e.Method, string(e.Outcome), strconv.Itoa(e.Status)).Inc()
	m.bytes.WithLabelValues("in").Add(float64(e.In))
	m.bytes.WithLabelValues("out").Add(float64(e.Out))
	if !e.Stream {
		m.latency.WithLabelValues(e.Method).Observe(e.Duration.Seconds())
	}
}

// called counts a tool call that is done.
func (m *metrics) called(o mcp.Observed) {
	m.calls.WithLabelValues(o.Tool, cmp.Or(string(o.Kind), "ok")).Inc()
	m.duration.WithLabelValues(o.Tool).Observe(o.Took.Seconds())
}

// gauge has the number of calls and of subscriptions under way asked for when someone
// reads it.
func (m *metrics) gauge(s *streamhttp.Server) {
	m.registry.MustRegister(
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "mcp_http_calls", Help: "Calls under way."},
			func() float64 { calls, _ := s.Active(); return float64(calls) }),
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "mcp_http_streams", Help: "Subscriptions under way."},
			func() float64 { _, streams := s.Active(); return float64(streams) }),
	)
}

// serve serves the metrics at an address of their own, "" being none, until stop is
// called.
func (m *metrics) serve(ctx context.Context, addr config.Address, log zerolog.Logger) (stop func(), err error) {
	if addr == "" {
		return func() {}, nil
	}
	var lc net.ListenConfig
	ln, err := lc.Listen(ctx, "tcp", string(addr))
	if err != nil {
		return nil, fmt.Errorf("cannot listen on METRICS_ADDR: %w", err)
	}
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{MaxRequestsInFlight: 4, Timeout: 10 * time.Second}))
	srv := &http.Server{Handler: mux, ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 10 * time.Second, WriteTimeout: 20 * time.Second, IdleTimeout: time.Minute, MaxHeaderBytes: 32 << 10}
	done := make(chan struct{})
	go func() {
		defer close(done)
		if err := srv.Serve(ln); !errors.Is(err, http.ErrServerClosed) {
			log.Error().Err(err).Msg("the metrics are not served any longer")
		}
	}()
	log.Info().Stringer("address", ln.Addr()).Msg("metrics are served")
	if !addr.Loopback() {
		log.Warn().Msg("METRICS_ADDR is an address that other computers reach, and metrics need no sign-in; use one such as 127.0.0.1:9090 unless a firewall protects it")
	}
	return func() {
		_ = srv.Close() // no one loses more than one reading
		<-done
	}, nil
}
