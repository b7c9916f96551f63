// Package metrics counts what a server does, and serves the counts to Prometheus.
package metrics

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"time"

	vm "github.com/VictoriaMetrics/metrics"
	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/config"
	"github.com/mcp-adapters/mcp-adapters/internal/httpserver"
)

// Family is the metrics of one name, which differ in their labels: counters or, with Bounds,
// histograms. It is safe for concurrent use.
type Family struct {
	Name, Help string
	Labels     []string  // a client must not be able to choose their values
	Bounds     []float64 // the upper bounds of buckets, ascending
	Constant   bool      // makes it a gauge of the last value, such as a 1 with the version in a label
	// Now makes it a gauge without labels, or a counter if its name ends in _total. Each reading
	// calls it; it reports false while the value is unknown.
	Now func(context.Context) (value float64, ok bool)

	once sync.Once
	set  *vm.Set // what was added
}

// added returns the set, and has the library write the types of its metrics.
func (f *Family) added() *vm.Set {
	f.once.Do(func() {
		vm.ExposeMetadata(true)
		f.set = vm.NewSet()
	})
	return f.set
}

// Add counts a value. values are those of Labels, in their order.
func (f *Family) Add(value float64, values ...string) {
	name, separator := f.Name, "{"
	for i, label := range f.Labels {
		name += separator + label + "=" + strconv.Quote(values[i])
		separator = ","
	}
	if len(f.Labels) > 0 {
		name += "}"
	}
	switch {
	case f.Bounds != nil:
		f.added().GetOrCreatePrometheusHistogramExt(name, f.Bounds).Update(value)
	case f.Constant:
		f.added().GetOrCreateGauge(name, nil).Set(value)
	default:
		f.added().GetOrCreateFloatCounter(name).Add(value)
	}
}

// Kind is Prometheus's name for this kind of metric.
func (f *Family) Kind() string {
	switch {
	case f.Bounds != nil:
		return "histogram"
	case f.Constant, f.Now != nil && !strings.HasSuffix(f.Name, "_total"):
		return "gauge"
	}
	return "counter"
}

// write writes the metrics after a header that says what they mean, which the library's does not.
func (f *Family) write(ctx context.Context, to *bytes.Buffer) {
	var text bytes.Buffer
	f.added().WritePrometheus(&text)
	if f.Now != nil {
		value, known := f.Now(ctx)
		if !known {
			return
		}
		vm.WriteMetadataIfNeeded(&text, f.Name, f.Kind())
		fmt.Fprintf(&text, "%s %g\n", f.Name, value)
	}
	header := "# TYPE " + f.Name + " " + f.Kind() + "\n"
	_, samples, _ := strings.Cut(text.String(), header)
	to.WriteString("# HELP " + f.Name + " " + f.Help + "\n" + header + samples)
}

// Set is the metrics of a server.
type Set []*Family

// ServeHTTP answers with the families and with the metrics of the process and of Go.
func (s Set) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var text bytes.Buffer
	for _, f := range s {
		f.write(r.Context(), &text)
	}
	vm.WriteProcessMetrics(&text)
	vm.WriteFDMetrics(&text)
	vm.WriteGaugeUint64(&text, "go_sched_gomaxprocs_threads", uint64(runtime.GOMAXPROCS(0))) //nolint:gosec // it is positive
	w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
	_, _ = w.Write(text.Bytes()) // a reader that has gone reads the next time
}

// Serve serves the metrics at addr until stop is called; it does nothing if addr is "". At a
// loopback address it refuses a Host that is not this computer's, so that a web page cannot read
// the metrics by DNS rebinding.
func (s Set) Serve(ctx context.Context, addr config.Address, log zerolog.Logger) (stop func(), err error) {
	if addr == "" {
		return func() {}, nil
	}
	ln, err := new(net.ListenConfig).Listen(ctx, "tcp", string(addr))
	if err != nil {
		return nil, fmt.Errorf("cannot listen on METRICS_ADDR: %w", err)
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /metrics", func(w http.ResponseWriter, r *http.Request) {
		host := strings.ToLower(strings.TrimSuffix((&url.URL{Host: r.Host}).Hostname(), "."))
		if addr.Loopback() && !config.Loopback(host) {
			http.Error(w, "Only this computer may read these metrics; use an address such as 127.0.0.1.", http.StatusForbidden)
			return
		}
		s.ServeHTTP(w, r)
	})
	log.Info().Stringer("address", ln.Addr()).Msg("metrics are served")
	if !addr.Loopback() {
		log.Warn().Msg("METRICS_ADDR is an address that other computers reach, and metrics need no sign-in; use one such as 127.0.0.1:9090 unless a firewall protects it")
	}
	log = log.Level(zerolog.WarnLevel)
	return httpserver.Server{
		HTTP: httpserver.NewREST(mux, log), Connections: 16, Strangers: 8, Grace: time.Second, Log: log,
	}.Start(ln, "the metrics"), nil
}
