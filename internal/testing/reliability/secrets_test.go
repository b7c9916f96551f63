package reliability_test

import (
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/apiclient"
)

// once runs a program to its end and gives all that it wrote.
func once(t *testing.T, name string, arguments, settings []string, stdin string) (code int, wrote string) {
	t.Helper()
	got := program(t, name, arguments...).Set("LOG_LEVEL=trace").Set(settings...).Feed(stdin).Run()
	return got.Code, got.Stdout + got.Stderr
}

// TestSecrets_settings puts secrets where they belong and where they do not. No
// program tells any of it, whatever it finds fault with.
func TestSecrets_settings(t *testing.T) {
	t.Parallel()
	good := []string{"API_KEY=" + apiKey, "USER_EMAIL=" + email, "API_BASE_URL=http://zq7user:zq7password@127.0.0.1:9/zq7?"}
	for name, row := range map[string]struct {
		program   string
		arguments []string
		settings  []string
		stdin     string
		code      int
	}{
		"recipe-mcp, help":           {"recipe-mcp", []string{"--help"}, good, "", 0},
		"recipe-mcp, version":        {"recipe-mcp", []string{"--version"}, good, "", 0},
		"recipe-mcp, tools":          {"recipe-mcp", []string{"tools", "--json"}, good, "", 0},
		"recipe-mcp, every mistake":  {"recipe-mcp", nil, []string{"API_KEY=zq7\tkey", "USER_EMAIL=zq7\x01@example.com", "API_BASE_URL=zq7://zq7", "API_PROXY=http://zq7:zq7@zq 7", "API_TIMEOUT=zq7", "API_MAX_RETRIES=zq7", "MAX_CONCURRENCY=zq7", "MAX_MESSAGE_BYTES=zq7", "DRAIN_TIMEOUT=zq7", "LOG_LEVEL=zq7", "LOG_FORMAT=zq7", "DATABASE_URL=zq7"}, "", 2},
		"recipe-mcp, key as address": {"recipe-mcp", nil, []string{"API_BASE_URL=" + apiKey}, "", 2},
		"recipe-mcp, unparsable":     {"recipe-mcp", nil, []string{"API_BASE_URL=http://zq7user:zq7%password@[::1"}, "", 2},
		"recipe-mcp, bad call":       {"recipe-mcp", []string{"call", "create_recipe", `{"title":"zq7`}, nil, "", 2},
		"recipe-mcp, refused call":   {"recipe-mcp", []string{"call", "create_recipe", `{"title":"zq7","servings":"zq7"}`}, nil, "", 3},
		"recipe-mcp, no API":         {"recipe-mcp", []string{"call", "create_recipe", "-"}, []string{"API_KEY=" + apiKey, "USER_EMAIL=" + email, "API_BASE_URL=http://zq7user:zq7password@127.0.0.1:9/zq7", "API_MAX_RETRIES=0"}, `{"title":"zq7"}`, 8},
		"recipe-mcp, doctor":         {"recipe-mcp", []string{"doctor"}, []string{"API_KEY=" + apiKey, "USER_EMAIL=" + email, "API_BASE_URL=http://zq7user:zq7password@127.0.0.1:9/zq7", "API_TIMEOUT=2s"}, "", 1},
		"recipe-mcp, doctor's JSON":  {"recipe-mcp", []string{"doctor", "--json"}, []string{"API_KEY=" + apiKey, "USER_EMAIL=" + email, "API_BASE_URL=http://zq7user:zq7password@127.0.0.1:9/zq7", "API_TIMEOUT=2s"}, "", 1},
		"recipe-vault, help":         {"recipe-vault", []string{"--help"}, good, "", 0},
		"recipe-vault, version":      {"recipe-vault", []string{"--version"}, good, "", 0},
		"recipe-vault, mistakes":     {"recipe-vault", nil, []string{"BIND_ADDRESS=zq7", "API_KEY=zq7\x7fkey", "FAMILIES_CONFIG_PATH=/zq7/zq7", "DATABASE_URL=zq7"}, "", 2},
		"recipe-vault, short key":    {"recipe-vault", nil, []string{"BIND_ADDRESS=0.0.0.0:0", "API_KEY=zq7456789012345"}, "", 2},
		"recipe-vault, short key 6":  {"recipe-vault", nil, []string{"BIND_ADDRESS=[::]:0", "API_KEY=zq7456789012345"}, "", 2},
		"recipe-vault, short, named": {"recipe-vault", nil, []string{"BIND_ADDRESS=vault.example:0", "API_KEY=zq7456789012345"}, "", 2},
		"recipe-vault, any address":  {"recipe-vault", nil, []string{"BIND_ADDRESS=:0", "API_KEY=zq7456789012345"}, "", 2},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			code, wrote := once(t, row.program, row.arguments, row.settings, row.stdin)
			if code != row.code || wrote == "" {
				t.Errorf("exit code %d, want %d: %s", code, row.code, wrote)
			}
			leaks(t, "what it wrote", wrote)
			if strings.Contains(name, "short") && !strings.Contains(wrote, "API_KEY must have at least 16 characters") {
				t.Errorf("it does not say why: %s", wrote)
			}
		})
	}
}

// panicking is a transport that fails in the worst way, with a text in hand.
type panicking struct{ calls int }

func (p *panicking) RoundTrip(r *http.Request) (*http.Response, error) {
	p.calls++
	panic("zq7 in a panic: " + r.Header.Get("X-Api-Key"))
}

// TestSecrets_panic has every tool panic with a secret in hand: the log has the
// stack, the client an error, and nobody the secret.
func TestSecrets_panic(t *testing.T) {
	t.Parallel()
	rt := &panicking{}
	a := wire(t, zerolog.TraceLevel, apiclient.Options{BaseURL: "http://api.invalid", Transport: rt})
	for n, call := range []struct {
		tool string
		with args
	}{
		{"list_recipes", args{}},
		{"get_recipe", args{"recipe_id": nobody}},
		{"create_recipe", args{"title": "zq7 title", "description": "zq7"}},
		{"update_recipe", args{"recipe_id": nobody, "description": "zq7"}},
	} {
		got := a.call(call.tool, call.with)
		if got.Code != -32603 || got.Kind != "internal" || rt.calls != n+1 {
			t.Errorf("%s: %d %q %s after %d calls", call.tool, got.Code, got.Kind, got.Message, rt.calls)
		}
	}
	a.end()
	log := a.log.String()
	if n := strings.Count(log, "the handler panicked"); n != 4 || !strings.Contains(log, "RoundTrip") {
		t.Errorf("%d panics with their stacks in the log:\n%s", n, log)
	}
}

// TestSecrets_embedded uses the embedded vault at the noisiest level, by every
// way that there is to fail; startAdapter scans what was logged.
func TestSecrets_embedded(t *testing.T) {
	t.Parallel()
	db := filepath.Join(scratch(t), "recipes.db")
	a := startAdapter(t, "DATABASE_URL=sqlite:"+db, "USER_EMAIL="+email, "API_KEY="+apiKey)
	for _, call := range []struct {
		tool string
		with args
		kind string
	}{
		{"create_recipe", args{"title": "zq7 soup", "description": "zq7", "steps": []args{{"instruction": "zq7"}}}, fine},
		{"create_recipe", args{"title": "ZQ7 Soup"}, "conflict"},
		{"create_recipe", args{"title": strings.Repeat("zq7", 100)}, "invalid_params"},
		{"update_recipe", args{"recipe_id": nobody, "title": "zq7"}, "not_found"},
		{"get_recipe", args{"recipe_id": "zq7"}, "invalid_params"},
		{"list_recipes", args{}, fine},
	} {
		if got := a.call(call.tool, call.with); got.Kind != call.kind {
			t.Errorf("%s: %q %s, want %q", call.tool, got.Kind, got.Message, call.kind)
		}
	}
}
