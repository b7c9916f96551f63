package main_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
)

// TestMetrics counts what a server has done, by nothing that a client has chosen.
func TestMetrics(t *testing.T) {
	t.Parallel()
	s := command(t, t.TempDir()).Set("METRICS_ADDR=127.0.0.1:0").Serve()
	m := newMaker(t)
	path := m.publish(s, orders)
	m.want(m.call(s, path, "get_orders"), 200)
	m.call(s, path, "hunter2")
	m.call(s, "/servers/hunter2/mcp", "get_orders")
	m.ask(s, "GET", "/api/hunter2", nil)
	m.ask(s, "GET", "/hunter2", nil)
	at := regexp.MustCompile(`"address":"(127[^"]*)","time":"[^"]*","message":"metrics are served"`).FindStringSubmatch(s.Log.String())
	if at == nil {
		t.Fatal(s.Log)
	}
	read := m.ask(&harness.Server{Address: at[1], Client: s.Client}, "GET", "/metrics", nil)
	for _, want := range []string{
		`mcp_tool_calls_total{outcome="ok",tool="tool"} 1`,
		`mcp_http_requests_total{method="tools/call",outcome="ok",status="200"} 1`,
		`appbuilder_http_requests_total{route="/servers/{slug}/mcp",status="200"} 2`,
		`appbuilder_http_requests_total{route="/servers/{slug}/mcp",status="404"} 1`,
		`appbuilder_http_requests_total{route="POST /api/generate",status="200"} 1`,
		`appbuilder_runs_total{generator="rules",kind="generate",outcome="complete"} 1`,
		`appbuilder_published_apps 1`,
		`appbuilder_versions_total{cache="miss"} 1`,
		`appbuilder_versions_total{cache="hit"} 1`,
	} {
		if !strings.Contains(read.text, want+"\n") {
			t.Errorf("it has no %s", want)
		}
	}
	for _, use := range []string{"read", "write"} {
		if !regexp.MustCompile(`(?m)^appbuilder_database_duration_seconds_count\{use="` + use + `"\} [1-9]`).MatchString(read.text) {
			t.Errorf("no %s of the database is counted", use)
		}
	}
	if read.status != http.StatusOK || strings.Contains(read.text, "hunter2") || strings.Contains(read.text, "order-history") {
		t.Errorf("status %d:\n%s", read.status, read.text)
	}
}
