package main_test

import (
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/cmd/app-builder/builder"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
)

func load(settings ...string) (s *builder.Settings, err error) {
	values := map[string]string{"HOME": "/home/someone"}
	for _, setting := range settings {
		name, value, _ := strings.Cut(setting, "=")
		values[name] = value
	}
	harness.WithEnv(values, func() { s, err = builder.Load() })
	return s, err
}

// TestLoad_Faults reports all faults at once, and never a value.
func TestLoad_Faults(t *testing.T) {
	t.Parallel()
	_, err := load("HTTP_ADDR=0.0.0.0:3001", "AUTH=token", "AUTH_TOKEN=hunter2", "RATE_LIMITS=off", "DATABASE_URL=mysql://u:hunter2@h/d",
		"LLM_PROVIDER=anthropic", "REPORT_URL=hunter2", "LOG_LEVEL=hunter2", "LLM_MONTHLY_TOKENS=hunter2")
	if err == nil {
		t.Fatal("no fault")
	}
	for _, name := range []string{"PUBLIC_URL", "AUTH_TOKEN", "RATE_LIMITS", "DATABASE_URL", "LLM_API_KEY", "LLM_MODEL", "REPORT_URL", "LOG_LEVEL", "LLM_MONTHLY_TOKENS"} {
		if !strings.Contains(err.Error(), name+" must ") && !strings.Contains(err.Error(), name+" or ") {
			t.Errorf("nothing is said of %s", name)
		}
	}
	if strings.Contains(err.Error(), "hunter2") {
		t.Errorf("%v", err)
	}
}

// TestLoad_Reach holds settings that only make sense on one computer to one.
func TestLoad_Reach(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		settings string
		fault    string // the variable at fault, "" for none
	}{
		"nothing set":          {"", ""},
		"none at home":         {"AUTH=none", ""},
		"none for others":      {"AUTH=none PUBLIC_URL=https://apps.example.com", "AUTH"},
		"behind a proxy":       {"PUBLIC_URL=https://apps.example.com", ""},
		"in the clear":         {"PUBLIC_URL=http://apps.example.com", "PUBLIC_URL"},
		"below a path":         {"PUBLIC_URL=https://example.com/apps", "PUBLIC_URL"},
		"open and no name":     {"HTTP_ADDR=:3001", "PUBLIC_URL"},
		"open":                 {"HTTP_ADDR=:3001 PUBLIC_URL=https://apps.example.com", ""},
		"all pages at home":    {"ALLOWED_ORIGINS=*", "ALLOWED_ORIGINS"},
		"all pages":            {"ALLOWED_ORIGINS=* PUBLIC_URL=https://apps.example.com", ""},
		"all pages and one":    {"ALLOWED_ORIGINS=*,https://chat.example.com PUBLIC_URL=https://apps.example.com", "ALLOWED_ORIGINS"},
		"no proxy to believe":  {"AUTH=proxy PUBLIC_URL=https://apps.example.com", "TRUSTED_PROXIES"},
		"a proxy":              {"AUTH=proxy PUBLIC_URL=https://apps.example.com TRUSTED_PROXIES=127.0.0.1", ""},
		"a model at home":      {"LLM_PROVIDER=openai LLM_BASE_URL=http://127.0.0.1:11434/v1 LLM_MODEL=llama", ""},
		"a model without name": {"LLM_PROVIDER=openai LLM_BASE_URL=http://127.0.0.1:11434/v1", "LLM_MODEL"},
		"a model without key":  {"LLM_PROVIDER=openai", "LLM_API_KEY"},
		"a key in the clear":   {"LLM_PROVIDER=openai LLM_BASE_URL=http://llm.example.com LLM_MODEL=m LLM_API_KEY=k", "LLM_BASE_URL"},
		"a key at home":        {"LLM_PROVIDER=openai LLM_BASE_URL=http://192.168.1.9:8000 LLM_MODEL=m LLM_API_KEY=k", ""},
		"a key in the address": {"LLM_PROVIDER=openai LLM_BASE_URL=https://u:p@llm.example.com LLM_MODEL=m", "LLM_BASE_URL"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := load(strings.Fields(tt.settings)...)
			switch {
			case tt.fault == "" && err != nil:
				t.Errorf("%v", err)
			case tt.fault != "" && (err == nil || !strings.HasPrefix(err.Error(), tt.fault+" ") || strings.Contains(err.Error(), "\n")):
				t.Errorf("%v, want one fault of %s", err, tt.fault)
			}
		})
	}
}
