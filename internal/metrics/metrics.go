// Package metrics counts what a server does, and serves the counts to Prometheus.
//
// It is no library's, because what a library makes in package variables it makes at every
// start over pipes as well, which has no metrics: client_golang takes a millisecond and
// 2.5 MiB, and VictoriaMetrics/metrics reads the mount table.
package metrics

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/config"
)

// Set is all metrics of a server, with those of the process that it runs in.
type Set struct {
	families []*Family
	gauges   func() []Gauge
	begun    time.Time
	reading  chan struct{} // one for each reading under way
}

// Gauge is a value as it is at one moment.
type Gauge struct {
	Name, Help string
	Value      float64
}

// New makes a set. gauges is called at each reading; nil is none.
func New(gauges func() []Gauge, families ...*Family) *Set {
	return &Set{families: families, gauges: gauges, begun: time.Now(), reading: make(chan struct{}, 4)}
}

// ServeHTTP answers with all metrics, to a few readers at a time.
func (s *Set) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	select {
	case s.reading <- struct{}{}:
		defer func() { <-s.reading }()
	default:
		http.Error(w, "Too many read the metrics at the moment; try again.", http.StatusServiceUnavailable)
		return
	}
	var out exposition
	for _, f := range s.families {
		f.write(r.Context(), &out)
	}
	if s.gauges != nil {
		for _, g := range s.gauges() {
			out.single(g.Name, "gauge", g.Help, g.Value)
		}
	}
	out.runtime()
	out.process(s.begun)
	w.Header().Set("Content-Type", expositionType)
	_, _ = w.Write(out.text.Bytes()) // a reader that has gone reads the next time
}

// Serve serves the metrics at an address of their own, "" being none, until stop is
// called.
func (s *Set) Serve(ctx context.Context, addr config.Address, log zerolog.Logger) (stop func(), err error) {
	if addr == "" {
		return func() {}, nil
	}
	var lc net.ListenConfig
	ln, err := lc.Listen(ctx, "tcp", string(addr))
	if err != nil {
		return nil, fmt.Errorf("cannot listen on METRICS_ADDR: %w", err)
	}
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", ownHost(addr.Loopback(), s))
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
