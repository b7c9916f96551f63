package main

import (
	"bufio"
	"encoding/json"
	"io"
	"net/http"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/pgtest"
)

// observe runs requests of a person against a server on db and returns its metrics, its log
// and the ids of the requests.
func observe(t *testing.T, db string) (metrics, log string, ids []string) {
	t.Helper()
	s := start(t, db, "API_KEY=a-key-for-the-log", "METRICS_ADDR=127.0.0.1:0")
	for _, r := range []struct{ method, path, body, id string }{
		{"POST", "/api/recipes", `{"title":"Secret soup"}`, "id-of-mine"},
		{"GET", "/api/recipes?query=soup", "", "alice@example.com"},
		{"GET", "/api/recipes/some-secret-id", "", ""},
		{"BREW", "/api/recipes", "", ""},
		{"GET", "/secret/path", "", ""},
		{"POST", "/api/recipes", `{"title":"SECRET SOUP"}`, ""},
		{"GET", "/healthz", "", ""},
	} {
		req, err := http.NewRequestWithContext(t.Context(), r.method, "http://"+s.Address+r.path, strings.NewReader(r.body))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("X-API-Key", "a-key-for-the-log")
		req.Header.Set("X-User-Email", "bob@example.com")
		req.Header.Set("X-Request-Id", r.id)
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		_ = res.Body.Close()
		ids = append(ids, res.Header.Get("X-Request-Id"))
	}
	at := regexp.MustCompile(`"address":"([^"]+)"[^\n]*"metrics are served"`).FindStringSubmatch(s.Log.String())
	if at == nil {
		t.Fatalf("no metrics are served:\n%s", s.Log)
	}
	req, err := http.NewRequestWithContext(t.Context(), "GET", "http://"+at[1]+"/metrics", nil)
	if err != nil {
		t.Fatal(err)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range ids[:len(ids)-1] { // of the last, a probe, nothing comes
		s.Log.Await(t, `"id":"`+id+`","route"`)
	}
	return string(text), s.Log.String(), ids
}

func checkObserved(t *testing.T, metrics, log string, ids []string) {
	t.Helper()
	for _, want := range []string{
		`recipe_vault_http_requests_total{route="/api/recipes",method="POST",status="201"} 1`,
		`recipe_vault_http_requests_total{route="/api/recipes",method="GET",status="200"} 1`,
		`recipe_vault_http_requests_total{route="/api/recipes/{id}",method="GET",status="404"} 1`,
		`recipe_vault_http_requests_total{route="/api/recipes",method="other",status="405"} 1`,
		`recipe_vault_http_requests_total{route="other",method="GET",status="404"} 1`,
		`recipe_vault_http_request_duration_seconds_count{route="/api/recipes",method="POST"} 2`,
		`recipe_vault_database_use_duration_seconds_count{use="write",outcome="ok"}`,
		`recipe_vault_http_requests_total{route="/api/recipes",method="POST",status="409"} 1`,
		`recipe_vault_database_use_duration_seconds_count{use="read",outcome="undone"} 1`,
		`recipe_vault_database_use_duration_seconds_count{use="write",outcome="undone"} 1`,
		`recipe_vault_database_statement_duration_seconds_count{statement="INSERT"}`,
		`recipe_vault_build_info{version="`,
	} {
		if !strings.Contains(metrics, want) {
			t.Errorf("the metrics lack %s:\n%s", want, metrics)
		}
	}
	if strings.Contains(metrics, `outcome="failed"`) {
		t.Errorf("a request that was refused counts as a failure:\n%s", metrics)
	}
	if ids[0] != "id-of-mine" || ids[1] == "alice@example.com" || ids[1] == "" {
		t.Errorf("the answers have the ids %q", ids)
	}
	logged := map[string]bool{}
	for line := bufio.NewScanner(strings.NewReader(log)); line.Scan(); {
		var l struct{ ID, Message string }
		if json.Unmarshal(line.Bytes(), &l) == nil && l.Message == "request" {
			logged[l.ID] = true
		}
	}
	for i, id := range ids {
		if probe := i == len(ids)-1; logged[id] == probe {
			t.Errorf("request %d is logged: %t\n%s", i, logged[id], log)
		}
	}
	for _, secret := range []string{"ecret", "soup", "example.com", "a-key-for", "BREW"} {
		if strings.Contains(log+metrics, secret) {
			t.Errorf("%q is in the log or the metrics", secret)
		}
	}
}

// TestServer_Observed: metrics and log say what was asked for, and nothing of who asked for
// what.
func TestServer_Observed(t *testing.T) {
	t.Parallel()
	metrics, log, ids := observe(t, filepath.Join(t.TempDir(), "recipes.db"))
	checkObserved(t, metrics, log, ids)
	if strings.Contains(metrics, "recipe_vault_pool") {
		t.Error("a file has a pool")
	}
}

func TestPostgres_Observed(t *testing.T) {
	t.Parallel()
	metrics, log, ids := observe(t, pgtest.Shared(t).Database(t))
	checkObserved(t, metrics, log, ids)
	for _, want := range []string{"recipe_vault_pool_connections_max 8\n", "recipe_vault_pool_connections_used 0\n", "# TYPE recipe_vault_pool_waits_total counter\n", "recipe_vault_pool_waits_total "} {
		if !strings.Contains(metrics, want) {
			t.Errorf("the metrics lack %s:\n%s", want, metrics)
		}
	}
}

// TestServer_RateLimit answers too many requests of a key with how long to wait.
func TestServer_RateLimit(t *testing.T) {
	t.Parallel()
	s := start(t, filepath.Join(t.TempDir(), "recipes.db"), "API_KEY=a-key-for-the-limit", "RATE_LIMIT=1")
	s.key = "a-key-for-the-limit"
	for range 20 {
		if status, _, err := s.do(t.Context(), "GET", "/api/recipes", ""); err != nil || status == http.StatusTooManyRequests {
			if err != nil {
				t.Fatal(err)
			}
			return
		}
	}
	t.Error("no request is one too many")
}
