package builder

import (
	"cmp"
	"net/http"
	"strconv"

	"mcp-adapters/appbuilder/site"
	"mcp-adapters/metrics"
	endpoints "mcp-adapters/program/metrics"
)

// metered is what the server counts. No label holds what a client can choose, slugs included.
type metered struct {
	*endpoints.Endpoint

	requests, runs, seconds, tokens, fallbacks, limited *metrics.Family
}

func newMetered(active func() (calls, streams int)) *metered {
	m := &metered{
		requests: &metrics.Family{
			Name: "appbuilder_http_requests_total", Help: "Requests, by route and HTTP status; those of MCP too.",
			Labels: []string{"route", "status"},
		},
		runs: &metrics.Family{
			Name: "appbuilder_runs_total", Help: "Apps that were to be made and messages that were to be answered, by kind, generator and outcome.",
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
		fallbacks: &metrics.Family{
			Name: "appbuilder_fallbacks_total", Help: "Runs in which the built-in rules have answered in place of the model.",
		},
		limited: &metrics.Family{
			Name: "appbuilder_rate_limited_total", Help: "Requests of makers that a limit has refused, by the limit.",
			Labels: []string{"limit"},
		},
	}
	m.Endpoint = endpoints.NewEndpoint(active, m.own()...)
	return m
}

func (m *metered) own() []*metrics.Family {
	return []*metrics.Family{m.requests, m.runs, m.seconds, m.tokens, m.fallbacks, m.limited}
}

// Metrics are those that app-builder has and other servers have not, for documents.
func Metrics() []*metrics.Family { return newMetered(nil).own() }

// count counts the requests that next answers.
func (m *metered) count(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		answer := &response{ResponseWriter: w}
		// The handlers below have left in r which route it took, none of which a client can choose.
		defer func() { m.requests.Add(1, r.Pattern, strconv.Itoa(cmp.Or(answer.status, http.StatusOK))) }()
		next.ServeHTTP(answer, r)
	})
}

// ran counts a run that has ended.
func (m *metered) ran(r site.Report) {
	m.runs.Add(1, r.Generator, r.Kind, r.Outcome)
	m.seconds.Add(r.Duration.Seconds(), r.Generator, r.Kind)
	if r.Usage.Model != "" {
		m.tokens.Add(float64(r.Usage.In), "in")
		m.tokens.Add(float64(r.Usage.Out), "out")
	}
	if r.FellBack {
		m.fallbacks.Add(1)
	}
}

// refused counts a request that a limit has refused.
func (m *metered) refused(limit string) { m.limited.Add(1, limit) }
