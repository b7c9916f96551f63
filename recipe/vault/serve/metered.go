package serve

import (
	"context"
	"errors"
	"net/http"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/internal/database"
	"github.com/mcp-adapters/mcp-adapters/internal/httpserver"
	"github.com/mcp-adapters/mcp-adapters/internal/metrics"
	"github.com/mcp-adapters/mcp-adapters/internal/tracing"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault"
)

// metered is what the server counts. No label holds what a client can choose.
type metered struct {
	metrics.Set

	build, requests, duration, uses, statements, waited, used, idle, most *metrics.Family
}

// newMetered makes the metrics of a version; pool returns how many connections to the
// database there are, as [vault.Vault.Pool] does.
func newMetered(version string, pool func() (database.Pool, bool)) *metered {
	bounds := []float64{0.0001, 0.0004, 0.0016, 0.0064, 0.0256, 0.1, 0.4, 1.6, 6.4, 25.6}
	of := func(name, help string, value func(database.Pool) float64) *metrics.Family {
		return &metrics.Family{Name: name, Help: help, Now: func(context.Context) (float64, bool) {
			p, ok := pool()
			return value(p), ok
		}}
	}
	m := &metered{
		build: &metrics.Family{
			Name: "recipe_vault_build_info", Help: "1, with the version of the program and of Go.",
			Labels: []string{"version", "go"}, Constant: true,
		},
		requests: &metrics.Family{
			Name: "recipe_vault_http_requests_total", Help: "Requests, by route, method and HTTP status.",
			Labels: []string{"route", "method", "status"},
		},
		duration: &metrics.Family{
			Name: "recipe_vault_http_request_duration_seconds", Help: "Time from a request's header to the end of its answer.",
			Labels: []string{"route", "method"}, Bounds: bounds,
		},
		uses: &metrics.Family{
			Name: "recipe_vault_database_use_duration_seconds", Help: "Time of uses of the database, by whether they read or write and how they ended: ok; undone (the vault refused it: not found, a title that is taken); busy; unavailable; refused (password, rights, certificate); full (the disk); unknown (the server was lost in a commit); or failed (anything else, which the log has); the waiting for a connection or other writes is part of it.",
			Labels: []string{"use", "outcome"}, Bounds: bounds,
		},
		statements: &metrics.Family{
			Name: "recipe_vault_database_statement_duration_seconds", Help: "Time until a statement's first row is there, by its first word.",
			Labels: []string{"statement"}, Bounds: bounds,
		},
		used:   of("recipe_vault_pool_connections_used", "Connections to PostgreSQL that are in use.", func(p database.Pool) float64 { return float64(p.Used) }),
		idle:   of("recipe_vault_pool_connections_idle", "Connections to PostgreSQL that are open and not in use.", func(p database.Pool) float64 { return float64(p.Idle) }),
		most:   of("recipe_vault_pool_connections_max", "Connections to PostgreSQL that there may be.", func(p database.Pool) float64 { return float64(p.Most) }),
		waited: of("recipe_vault_pool_waits_total", "Uses of PostgreSQL since the start that found no connection free.", func(p database.Pool) float64 { return float64(p.Waited) }),
	}
	m.build.Add(1, version, runtime.Version())
	m.Set = m.own()
	return m
}

func (m *metered) own() []*metrics.Family {
	return []*metrics.Family{m.build, m.requests, m.duration, m.uses, m.statements, m.used, m.idle, m.most, m.waited}
}

// Metrics are those that recipe-vault has and other servers have not, for documents.
func Metrics() []*metrics.Family { return newMetered("", nil).own() }

// observed counts and logs the requests that next answers, ends their spans, and counts what
// they do with the database.
func (m *metered) observed(next http.Handler, tracer *tracing.Tracer, log zerolog.Logger) http.Handler {
	next = httpserver.Observe(next, func(ctx context.Context, e httpserver.Exchange) {
		tracer.Answered(ctx, e)
		status := strconv.Itoa(e.Status)
		m.requests.Add(1, e.Route, e.Method, status)
		m.duration.Add(e.Took.Seconds(), e.Route, e.Method)
		line := log.Info()
		if quiet(e.Route) && e.Status < http.StatusBadRequest {
			line = log.Debug() // of probes, which come all the time
		}
		if id := tracer.ID(ctx); id != "" && id != e.ID {
			line.Str("trace", id)
		}
		line.Str("id", e.ID).Str("route", e.Route).Str("method", e.Method).Int("status", e.Status).Int64("ms", e.Took.Milliseconds()).Msg("request")
	})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		next.ServeHTTP(w, r.WithContext(database.Observe(r.Context(), m.work)))
	})
}

// traced traces the requests with a good key. Others could say that all of theirs be traced, and
// crowd out what is to be seen.
func traced(next http.Handler, tracer *tracing.Tracer, admits func(http.Header) bool) http.Handler {
	if tracer == nil {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if admits(r.Header) {
			r = tracer.Request(r)
		}
		next.ServeHTTP(w, r)
	})
}

func quiet(route string) bool { return route == "/healthz" || route == "/readyz" || route == "/health" }

// work counts a use of the database, or a statement.
func (m *metered) work(ctx context.Context, w database.Work) (context.Context, func(error)) {
	began := time.Now()
	return ctx, func(err error) {
		took := time.Since(began).Seconds()
		if w.Use != "" {
			m.uses.Add(took, w.Use, outcome(err))
		} else {
			m.statements.Add(took, verb(w.SQL))
		}
	}
}

// outcomes are how uses of the database end, beside ok, undone and failed. An operator does
// something else about each.
var outcomes = []struct {
	err  error
	name string
}{
	{database.ErrBusy, "busy"},
	{database.ErrUnknown, "unknown"},
	{database.ErrUnavailable, "unavailable"},
	{database.ErrRefused, "refused"},
	{database.ErrFull, "full"},
}

// Outcomes are those that a metric has of uses of the database.
func Outcomes() []string {
	names := []string{"ok", "undone", "failed"}
	for _, o := range outcomes {
		names = append(names, o.name)
	}
	return names
}

// outcome is how a use has ended. One that was undone was refused by the vault itself, for a
// good reason such as a title that is taken.
func outcome(err error) string {
	if err == nil {
		return "ok"
	}
	for _, o := range outcomes {
		if errors.Is(err, o.err) {
			return o.name
		}
	}
	if vault.Refused(err) {
		return "undone"
	}
	return "failed"
}

// verb is the first word of a statement, which is the program's own.
func verb(sql string) string {
	for word := range strings.FieldsSeq(sql) {
		return strings.ToUpper(word)
	}
	return ""
}
