package builder

import (
	"context"
	"net/http"
	"strconv"

	"github.com/mcp-adapters/mcp-adapters/appbuilder/site"
	"github.com/mcp-adapters/mcp-adapters/internal/httpserver"
	"github.com/mcp-adapters/mcp-adapters/internal/metrics"
	mcpmetrics "github.com/mcp-adapters/mcp-adapters/internal/program/metrics"
)

// metered is what the server counts. No label holds what a client can choose, slugs included.
type metered struct {
	*mcpmetrics.Endpoint

	requests, runs, seconds, tokens, model, fallbacks, limited, published, cached, database *metrics.Family
}

// newMetered makes the metrics; published returns how many apps are.
func newMetered(active func() (calls, streams int), published func(context.Context) (int, error)) *metered {
	m := &metered{
		requests: &metrics.Family{
			Name: "appbuilder_http_requests_total", Help: "Requests, by route and HTTP status; those of MCP too.",
			Labels: []string{"route", "status"},
		},
		runs: &metrics.Family{
			Name: "appbuilder_runs_total", Help: "Apps that were to be made, messages that were to be answered, and calls that a model was to answer, by kind, generator and outcome.",
			Labels: []string{"generator", "kind", "outcome"},
		},
		seconds: &metrics.Family{
			Name: "appbuilder_run_duration_seconds", Help: "Time of these runs.",
			Labels: []string{"generator", "kind"}, Bounds: []float64{0.01, 0.04, 0.16, 0.64, 2.5, 5, 10, 20, 30},
		},
		tokens: &metrics.Family{
			Name: "appbuilder_model_tokens_total", Help: "Tokens that the model has read and written.",
			Labels: []string{"direction"},
		},
		model: &metrics.Family{
			Name: "appbuilder_model_duration_seconds", Help: "Time that the model took for a run, all its tries together.",
			Bounds: []float64{0.5, 1, 2, 4, 8, 16, 30},
		},
		fallbacks: &metrics.Family{
			Name: "appbuilder_fallbacks_total", Help: "Runs in which the built-in rules have answered in place of the model.",
		},
		limited: &metrics.Family{
			Name: "appbuilder_rate_limited_total", Help: "Requests that a limit has refused, by the limit: those of published apps are app, address and streams.",
			Labels: []string{"limit"},
		},
		published: &metrics.Family{
			Name: "appbuilder_published_apps", Help: "Apps that are published, in the whole database; left out while that can't be reached.",
			Now: func(ctx context.Context) (float64, bool) {
				ctx, cancel := context.WithTimeout(ctx, answerLimit)
				defer cancel()
				n, err := published(ctx)
				return float64(n), err == nil
			},
		},
		cached: &metrics.Family{
			Name: "appbuilder_versions_total", Help: "Requests of published apps, by whether the version was kept ready (hit) or had to be read and made (miss).",
			Labels: []string{"cache"},
		},
		database: &metrics.Family{
			Name: "appbuilder_database_duration_seconds", Help: "Time of uses of the database, by whether they read or write.",
			Labels: []string{"use"}, Bounds: []float64{0.0001, 0.0004, 0.0016, 0.0064, 0.0256, 0.1, 0.4, 1.6},
		},
	}
	m.Endpoint = mcpmetrics.NewEndpoint(active, m.own()...)
	return m
}

func (m *metered) own() []*metrics.Family {
	return []*metrics.Family{m.requests, m.runs, m.seconds, m.tokens, m.model, m.fallbacks, m.limited, m.published, m.cached, m.database}
}

// Metrics are those that app-builder has and other servers have not, for documents.
func Metrics() []*metrics.Family { return newMetered(nil, nil).own() }

// count counts the requests that next answers.
func (m *metered) count(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		answer := httpserver.Record(w)
		// The handlers below have left in r which route it took, none of which a client can choose.
		returned := false
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

// kept counts a request of a published app, whose version was kept ready or not.
func (m *metered) kept(hit bool) {
	if hit {
		m.cached.Add(1, "hit")
	} else {
		m.cached.Add(1, "miss")
	}
}
