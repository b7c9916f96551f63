package postgres_test

import (
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/database/postgres"
)

// TestNew_Refuses says which part of a URL is wrong, and nothing of what is in it.
func TestNew_Refuses(t *testing.T) {
	t.Parallel()
	for query, want := range map[string]string{
		"sslmode=bogus-5ecret":                                "sslmode in DATABASE_URL must be disable,",
		"sslmode=verify-full&sslrootcert=/nonexist-5ecret":    "sslrootcert in DATABASE_URL must name a file that can be read, with certificates in PEM: no such file",
		"sslmode=require&sslcert=/nonexist-5ecret":            "sslcert in DATABASE_URL must name a file",
		"pool_max_conns=0":                                    "pool_max_conns in DATABASE_URL must be a whole number, of at least 1",
		"sslmode=disable&pool_max_conns=5ecret":               "pool_max_conns in DATABASE_URL must be a whole number, of at least 1",
		"pool_max_conn_lifetime=5ecret&application_name=mine": "pool_max_conn_lifetime in DATABASE_URL must be a duration",
		"target_session_attrs=5ecret":                         "target_session_attrs in DATABASE_URL must be any,",
		"connect_timeout=5ecret":                              "connect_timeout in DATABASE_URL must be a whole number of seconds",
	} {
		_, err := postgres.New(postgres.Options{URL: "postgres://u:pa5ecret@127.0.0.1:5432/notes?" + query, Schema: notes})
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "5ecret") {
			t.Errorf("%s: %v", query, err)
		}
	}
	for _, url := range []string{"postgres://u:pa5ecret@127.0.0.1:99999/notes", "postgres://u:pa5e/cret@127.0.0.1/notes?sslmode=bogus&pool_max_conns=0"} {
		_, err := postgres.New(postgres.Options{URL: url, Schema: notes})
		if err == nil || strings.Contains(err.Error(), "5e") || !strings.Contains(err.Error(), "DATABASE_URL") {
			t.Errorf("%s: %v", url, err)
		}
	}
}
