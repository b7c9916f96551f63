package main_test

// What recipe-mcp says when it starts, and what it never says.

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/cmd/recipe-mcp/recipemcp"
	"github.com/mcp-adapters/mcp-adapters/internal/program/clients"
)

// TestStart_Warnings holds that each doubtful setting gives exactly one line
// on stderr, which README quotes, and a good one none.
func TestStart_Warnings(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	readme := strings.Join(strings.Fields(string(text)), " ") + `""`
	dir := t.TempDir()
	database := "DATABASE_URL=sqlite:" + filepath.Join(dir, "recipes.db")
	const somewhere = "API_BASE_URL=http://127.0.0.1:9/"
	tests := []struct {
		name     string
		settings []string
		want     []string // words of the one line; nil for no line
		notice   bool     // the instructions warn too
	}{
		{"nothing set", []string{database}, []string{`"level":"info"`, "API_BASE_URL and API_KEY are not set", "recipes.db"}, false},
		{"blank settings", []string{database, "API_BASE_URL=", "API_KEY= ", "USER_EMAIL="}, []string{`"level":"info"`, "API_BASE_URL and API_KEY are not set", "recipes.db"}, false},
		{"a key without a URL", []string{database, "API_KEY=" + apiKey}, []string{`"level":"warn"`, "API_BASE_URL is not set", "recipes.db"}, true},
		{"a key with a mistyped URL", []string{database, "API_KEY=" + apiKey, "API_BASEURL=http://127.0.0.1:9"}, []string{`"level":"warn"`, "API_BASE_URL is not set", "recipes.db"}, true},
		{"a URL without a key", []string{somewhere}, []string{`"level":"warn"`, "API_KEY is not set"}, false},
		{"a URL without a key, with an address", []string{somewhere, "USER_EMAIL=alice@example.com"}, []string{`"level":"warn"`, "API_KEY is not set"}, false},
		{"a URL and a key", []string{somewhere, "API_KEY=" + apiKey}, nil, false},
		{"the author of another adapter", []string{somewhere, "API_KEY=" + apiKey, "DEFAULT_AUTHOR_EMAIL=alice@example.com"}, []string{`"level":"warn"`, "DEFAULT_AUTHOR_EMAIL is set but not used"}, false},
		{"a blank author of another adapter", []string{somewhere, "API_KEY=" + apiKey, "DEFAULT_AUTHOR_EMAIL= "}, nil, false},
		{"everything", []string{somewhere, "API_KEY=" + apiKey, "USER_EMAIL=alice@example.com"}, nil, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			answers, stderr, code := pipe(t, request("1", "initialize", initialize)+"\n"+request("2", "tools/list", `{}`), tt.settings...)
			if code != 0 || len(answers) != 2 {
				t.Fatalf("exit code %d and %d answers", code, len(answers))
			}
			if want := min(len(tt.want), 1); strings.Count(stderr, "\n") != want {
				t.Errorf("stderr holds %q, want %d lines", stderr, want)
			}
			if quoted := message(t, stderr); !strings.Contains(readme, `"`+quoted+`"`) {
				t.Errorf("README does not quote %q", quoted)
			}
			for _, words := range tt.want {
				if !strings.Contains(strings.ReplaceAll(stderr, `\\`, `\`), words) {
					t.Errorf("stderr holds %q, want %q", stderr, words)
				}
			}
			var result struct{ Instructions string }
			decode(t, answers[0], &result)
			told := strings.Contains(result.Instructions, "API_BASE_URL") && strings.Contains(result.Instructions, "recipes.db")
			if told != tt.notice || len([]rune(result.Instructions)) >= 2000+len(dir) {
				t.Errorf("the instructions are %d characters: %s", len([]rune(result.Instructions)), result.Instructions)
			}
		})
	}
}

// message is that of the one log line, or "".
func message(t *testing.T, line string) string {
	t.Helper()
	var entry struct{ Message string }
	if line == "" {
		return ""
	}
	if err := json.Unmarshal([]byte(line), &entry); err != nil {
		t.Errorf("%v: %s", err, line)
	}
	return entry.Message
}

// TestStart_Faults holds that all faults are told at once, without a value.
func TestStart_Faults(t *testing.T) {
	t.Parallel()
	faulty := map[string]string{
		"API_BASE_URL":      "ftp://user:hunter2@example.com",
		"API_KEY":           "hunter2\x01",
		"USER_EMAIL":        "hunter2\nX-Evil: 1",
		"API_PROXY":         "http://user:hunter2@ho st",
		"API_TIMEOUT":       "hunter2",
		"API_MAX_RETRIES":   "hunter2",
		"DRAIN_TIMEOUT":     "hunter2",
		"MAX_CONCURRENCY":   "hunter2",
		"MAX_MESSAGE_BYTES": "hunter2",
		"LOG_LEVEL":         "hunter2",
		"LOG_FORMAT":        "hunter2",
		"DATABASE_URL":      "hunter2",
		"DATABASE_URL_FILE": "hunter2",
		"TOOL_ERRORS":       "hunter2",
		"TOOLSETS":          "hunter2",
		"READ_ONLY":         "hunter2",
		"SHOW_AUTHORS":      "hunter2",
		"MAX_RESULT_BYTES":  "hunter2",

		"HTTP_ADDR":            "hunter2",
		"PUBLIC_URL":           "hunter2",
		"ALLOWED_ORIGINS":      "hunter2",
		"TRUSTED_PROXIES":      "hunter2",
		"AUTH":                 "hunter2",
		"AUTH_TOKEN":           "hunter2\x01",
		"OAUTH_ISSUER":         "hunter2",
		"STATE_KEY":            "hunter2",
		"STATE_KEY_PREVIOUS":   "hunter2",
		"METRICS_ADDR":         "hunter2",
		"SHUTDOWN_DELAY":       "hunter2",
		"FAMILIES_CONFIG_PATH": "hunter2",
		"ALLOW_ALL_FAMILIES":   "hunter2",
	}
	// Any text will do for these, and only AUTH=token reads the file.
	free := []string{"AUTH_TOKEN_FILE", "OAUTH_AUDIENCE", "OAUTH_EMAIL_CLAIM", "DATA_DIR"}
	var settings []string
	for _, v := range recipemcp.Program().Variables() {
		value, ok := faulty[v.Name]
		if slices.Contains(free, v.Name) || strings.HasPrefix(v.Name, "OTEL_") {
			continue
		}
		if !ok {
			t.Errorf("no fault of %s is tested", v.Name)
			continue
		}
		settings = append(settings, v.Name+"="+value)
	}
	answers, stderr, code := pipe(t, request("1", "ping", `{}`), settings...)
	if code != 2 || len(answers) != 1 || answers[0].Error == nil {
		t.Fatalf("exit code %d and %d answers, want 2 and an error", code, len(answers))
	}
	for name := range faulty {
		if strings.Count(stderr, "\n"+name+" must") != 1 || strings.Count(answers[0].Error.Message, " "+name+" must") != 1 {
			t.Errorf("what %s must be is not said once on stderr and once in the answer:\n%s%s", name, stderr, answers[0].line)
		}
	}
	if strings.Contains(stderr+answers[0].line, "hunter2") {
		t.Errorf("a value is shown:\n%s%s", stderr, answers[0].line)
	}
}

// TestExampleConfig starts the examples for Claude Desktop, the file and the one in README.
func TestExampleConfig(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"claude_desktop_config.example.json", "README.md"} {
		text, err := os.ReadFile(filepath.Join("..", "..", name))
		if err != nil {
			t.Fatal(err)
		}
		if _, block, ok := strings.Cut(string(text), "```json\n"); ok {
			block, _, _ = strings.Cut(block, "```")
			text = []byte(block)
		}
		var example struct {
			Servers map[string]clients.Entry `json:"mcpServers"`
		}
		if err := json.Unmarshal(text, &example); err != nil || len(example.Servers) != 1 {
			t.Fatalf("%s: %v", name, err)
		}
		entry := example.Servers["recipe-mcp"]
		var settings []string
		for variable, value := range entry.Env {
			settings = append(settings, variable+"="+value)
		}
		answers, stderr, code := pipe(t, request("1", "initialize", initialize)+"\n", settings...)
		if filepath.Base(entry.Command) != "recipe-mcp" || entry.Args == nil || code != 0 || len(answers) != 1 || answers[0].Error != nil || stderr != "" {
			t.Errorf("%s: exit code %d: %s", name, code, stderr)
		}
	}
}
