package builder

import (
	"cmp"
	"context"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/appbuilder"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/endpoint"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/site"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/store"
	"github.com/mcp-adapters/mcp-adapters/internal/database"
	"github.com/mcp-adapters/mcp-adapters/internal/httpserver"
	"github.com/mcp-adapters/mcp-adapters/internal/metrics"
	programendpoint "github.com/mcp-adapters/mcp-adapters/internal/program/endpoint"
	"github.com/mcp-adapters/mcp-adapters/mcp"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
	"github.com/mcp-adapters/mcp-adapters/mcp/streamhttp"
)

// metered is what the server counts. No label holds what a client can choose, slugs included.
type metered struct {
	*programendpoint.Metrics

	requests, runs, seconds, tokens, model, fallbacks, limited, cached, database *metrics.Family

	own []*metrics.Family
}

// newMetered makes the metrics; published returns how many apps are published.
func newMetered(active func() (calls, streams int), published func(context.Context) (int, error)) *metered {
	m := &metered{}
	add := func(f *metrics.Family) *metrics.Family {
		m.own = append(m.own, f)
		return f
	}
	counter := func(name, help string, labels ...string) *metrics.Family {
		return add(&metrics.Family{Name: "appbuilder_" + name + "_total", Help: help, Labels: labels})
	}
	histogram := func(name, help string, bounds []float64, labels ...string) *metrics.Family {
		return add(&metrics.Family{Name: "appbuilder_" + name + "_duration_seconds", Help: help, Labels: labels, Bounds: bounds})
	}
	m.requests = counter("http_requests", "Requests, by route and HTTP status; those of MCP too.", "route", "status")
	m.runs = counter("runs", "Apps that were to be made, messages that were to be answered, and calls that a model was to answer, by kind, generator and outcome.", "generator", "kind", "outcome")
	m.seconds = histogram("run", "Time of these runs.", []float64{0.01, 0.04, 0.16, 0.64, 2.5, 5, 10, 20, 30}, "generator", "kind")
	m.tokens = counter("model_tokens", "Tokens that the model has read and written.", "direction")
	m.model = histogram("model", "Time that the model took for a run, all its tries together.", []float64{0.5, 1, 2, 4, 8, 16, 30})
	m.fallbacks = counter("fallbacks", "Runs in which the built-in rules have answered in place of the model.")
	m.limited = counter("rate_limited", "Requests that a limit has refused, by the limit: those of published apps are app, address and streams.", "limit")
	add(&metrics.Family{
		Name: "appbuilder_published_apps", Help: "Apps that are published, in the whole database; left out while that can't be reached.",
		Now: func(ctx context.Context) (float64, bool) {
			ctx, cancel := context.WithTimeout(ctx, answerLimit)
			defer cancel()
			n, err := published(ctx)
			return float64(n), err == nil
		},
	})
	m.cached = counter("versions", "Requests of published apps, by whether the version was kept ready (hit) or had to be read and made (miss).", "cache")
	m.database = histogram("database", "Time of uses of the database, by whether they read or write.", []float64{0.0001, 0.0004, 0.0016, 0.0064, 0.0256, 0.1, 0.4, 1.6}, "use")
	m.Metrics = programendpoint.NewMetrics(active, m.own...)
	return m
}

// Metrics returns the metrics that only app-builder has, for documents.
func Metrics() []*metrics.Family { return newMetered(nil, nil).own }

// count counts the requests that next answers, by the route that its handlers left in them.
func (m *metered) count(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		answer, returned := httpserver.Record(w), false
		defer func() { m.requests.Add(1, r.Pattern, strconv.Itoa(answer.Outcome(returned))) }()
		next.ServeHTTP(answer, r)
		returned = true
	})
}

// ran counts a run that has ended.
func (m *metered) ran(r site.Report) {
	m.runs.Add(1, r.Generator, r.Kind, r.Outcome)
	m.seconds.Add(r.Duration.Seconds(), r.Generator, r.Kind)
	if r.Usage.Model != "" {
		m.tokens.Add(float64(r.Usage.In), "in")
		m.tokens.Add(float64(r.Usage.Out), "out")
		m.model.Add(r.Usage.Duration.Seconds())
	}
	if r.FellBack {
		m.fallbacks.Add(1)
	}
}

// refused counts a request that a limit has refused.
func (m *metered) refused(limit string) { m.limited.Add(1, limit) }

// kept counts a request of a published app, by whether its version was kept ready.
func (m *metered) kept(hit bool) { m.cached.Add(1, map[bool]string{true: "hit", false: "miss"}[hit]) }

// timedDB measures each use of the database, with the wait for a connection or for other writes.
type timedDB struct {
	store.DB
	seconds *metrics.Family
}

// Read implements [store.DB].
func (d timedDB) Read(ctx context.Context, f func(database.Tx) error) error {
	defer d.took("read", time.Now())
	return d.DB.Read(ctx, f)
}

// Row implements [store.DB].
func (d timedDB) Row(ctx context.Context, query string, args []any, into ...any) error {
	defer d.took("read", time.Now())
	return d.DB.Row(ctx, query, args, into...)
}

// Write implements [store.DB].
func (d timedDB) Write(ctx context.Context, f func(database.Tx) error) error {
	defer d.took("write", time.Now())
	return d.DB.Write(ctx, f)
}

func (d timedDB) took(use string, began time.Time) { d.seconds.Add(time.Since(began).Seconds(), use) }

// logged logs each request in one line, with the id that the answer has. A client chooses nothing
// in it.
func (srv *server) logged(next http.Handler) http.Handler {
	next = srv.metrics.count(next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		began, id := time.Now(), uuid.NewString()
		w.Header().Set("X-Request-Id", id)
		answer, n, returned := httpserver.Record(w), &note{}, false
		r = srv.tracer.Request(r)
		ctx := context.WithValue(r.Context(), noteKey{}, n)
		r = r.WithContext(ctx)
		defer func() {
			x := httpserver.Exchange{Method: httpserver.Method(r), Route: cmp.Or(r.Pattern, "other"), Status: answer.Outcome(returned)}
			srv.tracer.Answered(ctx, x)
			e := srv.log.Info().Str("id", id).Str("route", r.Pattern).Str("method", x.Method).Int("status", x.Status).
				Int64("ms", time.Since(began).Milliseconds())
			if slug := r.PathValue("slug"); appbuilder.CheckSlug(slug) == "" {
				e.Str("slug", slug)
			}
			n.write(e, streamhttp.TraceID(r.Header.Get("Traceparent")))
			e.Msg("request")
		}()
		next.ServeHTTP(answer, r)
		returned = true
	})
}

// note is what the log line of a request says of its message. The endpoint fills it from inside
// the request.
type note struct {
	mu      sync.Mutex // a call that was given up may end after its request
	message streamhttp.Event
	version int
	call    string // how the tool has answered
}

type noteKey struct{}

// observe counts a message, and notes it for the log.
func (srv *server) observe(ctx context.Context, m streamhttp.Event) {
	srv.metrics.Observe(m)
	noteOf(ctx, func(n *note) { n.message, n.version = m, endpoint.Version(ctx) })
}

// noteOf changes the note of the request, if there is one.
func noteOf(ctx context.Context, change func(*note)) {
	if n, ok := ctx.Value(noteKey{}).(*note); ok {
		n.mu.Lock()
		defer n.mu.Unlock()
		change(n)
	}
}

// called counts a call of an app's tool, and notes it for the log. It is an [mcp.Observer].
func (srv *server) called(ctx context.Context, o mcp.Operation) (context.Context, func(fault.Kind)) {
	if o.Tool == "" {
		return ctx, func(fault.Kind) {}
	}
	began := time.Now()
	return ctx, func(kind fault.Kind) {
		srv.metrics.Called("tool", cmp.Or(string(kind), "ok"), time.Since(began)) // its name is its owner's
		noteOf(ctx, func(n *note) {
			if n.call = "ok"; kind != "" {
				n.call = endpoint.Code(kind)
			}
		})
	}
}

// write adds the known fields of the message, and the trace of the header or else of the message.
func (n *note) write(e *zerolog.Event, trace string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, f := range []struct {
		name  string
		value any
		known bool
	}{
		{"trace", cmp.Or(trace, n.message.Trace), cmp.Or(trace, n.message.Trace) != ""},
		{"mcp", n.message.Method, n.message.Method != ""},
		{"version", n.version, n.version != 0},
		{"code", int(n.message.Code), n.message.Code != 0},
		{"call", n.call, n.call != ""},
	} {
		if f.known {
			e.Any(f.name, f.value)
		}
	}
}
