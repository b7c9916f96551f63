package config_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"mcp-adapters/config"
)

//nolint:paralleltest // sets environment variables
func TestParse_IsAsLoad(t *testing.T) {
	for _, values := range []map[string]string{
		nil,
		{"API_BASE_URL": "https://vault.example.com", "API_KEY": "k", "API_TIMEOUT": "2s"},
		{"API_BASE_URL": "ftp://vault.example.com", "LOG_LEVEL": "loud", "MAX_CONCURRENCY": ""},
	} {
		want, wantErr := load(t, values)
		got, err := config.Parse(values)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%v (-Load +Parse):\n%s", values, diff)
		}
		var faults, wantFaults config.Faults
		if errors.As(err, &faults) != errors.As(wantErr, &wantFaults) || cmp.Diff(wantFaults, faults) != "" {
			t.Errorf("%v: %v, want %v", values, err, wantErr)
		}
	}
}

func TestParse_IgnoresOtherNames(t *testing.T) {
	t.Parallel()
	if _, err := config.Parse(map[string]string{"PATH": "\x00", "api_timeout": "x"}); err != nil {
		t.Error(err)
	}
}
