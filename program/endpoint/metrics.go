package endpoint

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/rs/zerolog"

	"mcp-adapters/config"
	"mcp-adapters/jsonrpc/streamhttp"
	"mcp-adapters/mcp"
)

// metrics count what an endpoint does. No label holds what a client can choose.
//
// They are written here, and by no library, because what a library makes in package
// variables it makes at every start over pipes as well, which has no metrics:
// client_golang takes a millisecond and 2.5 MiB, and VictoriaMetrics/metrics reads the
// mount table.
type metrics struct {
	calls, duration, requests, latency, bytes family

	active  func() (calls, streams int)
	begun   time.Time
	reading chan struct{} // one for each reading under way
}

func newMetrics() *metrics {
	bounds := []float64{0.001, 0.004, 0.016, 0.064, 0.256, 1.024, 4.096, 16.384}
	return &metrics{
		calls: family{
			name: "mcp_tool_calls_total", help: "Tool calls, by tool and outcome: ok, or the kind of the failure.",
			labels: []string{"outcome", "tool"},
		},
		duration: family{
			name: "mcp_tool_call_duration_seconds", help: "Time of a tool call.",
			labels: []string{"tool"}, bounds: bounds,
		},
		requests: family{
			name: "mcp_http_requests_total", help: "Messages that were sent to the endpoint, by method, outcome and HTTP status.",
			labels: []string{"method", "outcome", "status"},
		},
		latency: family{
			name: "mcp_http_request_duration_seconds", help: "Time from a message's header to the end of its answer, streams left out.",
			labels: []string{"method"}, bounds: bounds,
		},
		bytes: family{
			name: "mcp_http_body_bytes_total", help: "Bytes of messages and of their answers.",
			labels: []string{"direction"},
		},
		begun:   time.Now(),
		reading: make(chan struct{}, 4),
	}
}

// observe counts a message that is done.
func (m *metrics) observe(e streamhttp.Event) {
	m.requests.add(1, e.Method, string(e.Outcome), strconv.Itoa(e.Status))
	m.bytes.add(float64(e.In), "in")
	m.bytes.add(float64(e.Out), "out")
	if !e.Stream {
		m.latency.add(e.Duration.Seconds(), e.Method)
	}
}

// called counts a tool call that is done.
func (m *metrics) called(o mcp.Observed) {
	m.calls.add(1, cmp.Or(string(o.Kind), "ok"), o.Tool)
	m.duration.add(o.Took.Seconds(), o.Tool)
}

// ServeHTTP answers with all metrics, to a few readers at a time.
func (m *metrics) ServeHTTP(w http.ResponseWriter, _ *http.Request) {
	select {
	case m.reading <- struct{}{}:
		defer func() { <-m.reading }()
	default:
		http.Error(w, "Too many read the metrics at the moment; try again.", http.StatusServiceUnavailable)
		return
	}
	var out exposition
	for _, f := range []*family{&m.calls, &m.duration, &m.requests, &m.latency, &m.bytes} {
		f.write(&out)
	}
	calls, streams := m.active()
	out.single("mcp_http_calls", "gauge", "Calls under way.", float64(calls))
	out.single("mcp_http_streams", "gauge", "Subscriptions under way.", float64(streams))
	out.runtime()
	out.process(m.begun)
	w.Header().Set("Content-Type", expositionType)
	_, _ = w.Write(out.text.Bytes()) // a reader that has gone reads the next time
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
	mux.Handle("GET /metrics", ownHost(addr.Loopback(), m))
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

// ownHost refuses names that are not this computer's, where only its own programs are to
// read: a web page whose name was made to lead here (DNS rebinding) can't choose its Host.
func ownHost(loopback bool, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if loopback && !isLoopback(r.Host) {
			http.Error(w, "These metrics are for this computer alone; use an address such as 127.0.0.1.", http.StatusForbidden)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// isLoopback reports whether the header Host names this computer alone.
func isLoopback(host string) bool {
	name := strings.ToLower(strings.TrimSuffix((&url.URL{Host: host}).Hostname(), "."))
	ip, err := netip.ParseAddr(name)
	return name == "localhost" || err == nil && ip.Unmap().IsLoopback()
}
