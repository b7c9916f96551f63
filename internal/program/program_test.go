package program_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/config"
	"github.com/mcp-adapters/mcp-adapters/internal/program"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
	"github.com/mcp-adapters/mcp-adapters/mcp"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
	"github.com/mcp-adapters/mcp-adapters/mcp/schema"
)

// settings are those of a program with a greeting of its own.
type settings struct {
	program.Common
	Greeting string `envconfig:"GREETING" default:"Hello" desc:"how to greet"`
}

func (s *settings) Open(_ context.Context, log zerolog.Logger) (*program.Backend, error) {
	server, err := mcp.New(mcp.Options{Name: "greeter", Title: "Greeter", Version: "1.0", Log: log}, tools(s.Greeting))
	return &program.Backend{Server: server, Close: func() {}}, err
}

func tools(greeting string) []mcp.Tool {
	return []mcp.Tool{
		{
			Name: "greet", Title: "Greet", Input: schema.Closed(nil), Hints: mcp.Hints{ReadOnly: true},
			Meta: map[string]any{"ui": map[string]any{"resourceUri": "ui://greeter/card"}},
			Call: func(context.Context, *mcp.Request, schema.Arguments) (mcp.Result, error) {
				return mcp.Result{Structured: json.RawMessage(`{"greeting":"` + greeting + `"}`), Meta: json.RawMessage(`{"card":"large"}`)}, nil
			},
		},
		{
			Name: "part", Title: "Part", Input: schema.Closed(nil),
			Call: func(context.Context, *mcp.Request, schema.Arguments) (mcp.Result, error) {
				return mcp.Result{}, &fault.Error{Kind: fault.Conflict, Message: "There is no one to part from."}
			},
		},
	}
}

func greeter() *program.Program {
	return &program.Program{
		Name: "greeter", Title: "Greeter", Short: "Greets", Long: "greeter greets.",
		Settings: func() program.Settings { return &settings{} },
		Tools:    func() []mcp.Tool { return tools("") },
	}
}

// run runs the program as a command line would, and returns what it wrote.
func run(t *testing.T, stdin string, env map[string]string, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	harness.WithEnv(env, func() { code = program.Run(t.Context(), greeter(), args, strings.NewReader(stdin), &out, &errs) })
	return code, out.String(), errs.String()
}

// reply is a line of a server, as far as the tests look at it.
type reply struct {
	ID     int
	Result struct {
		Tools []struct {
			Name string
			Meta map[string]any `json:"_meta"`
		}
		StructuredContent map[string]any
		Meta              map[string]any `json:"_meta"`
	}
	Error *struct {
		Code    int
		Message string
	}
}

// TestRun_Server has a program of two tools serve a client over its pipes.
func TestRun_Server(t *testing.T) {
	t.Parallel()
	code, stdout, stderr := run(t, `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}
{"jsonrpc":"2.0","id":2,"method":"tools/list"}
{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"greet"}}
{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"part"}}
`, map[string]string{"GREETING": "Servus"})
	if code != 0 || stderr != "" {
		t.Fatalf("exit code %d, stderr:\n%s", code, stderr)
	}
	replies := map[int]reply{}
	for line := range strings.Lines(stdout) {
		var r reply
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		replies[r.ID] = r
	}
	widget := map[string]any{"ui": map[string]any{"resourceUri": "ui://greeter/card"}}
	if list := replies[2].Result.Tools; len(list) != 2 || cmp.Diff(widget, list[0].Meta) != "" || list[1].Meta != nil {
		t.Errorf("the tools are %+v", list)
	}
	greeted := replies[3].Result
	if greeted.StructuredContent["greeting"] != "Servus" || greeted.Meta["card"] != "large" {
		t.Errorf("greet answers %+v", greeted)
	}
	if failed := replies[4].Error; failed == nil || failed.Code != -32002 || failed.Message != "There is no one to part from." {
		t.Errorf("part answers %+v", failed)
	}
}

// TestRun_Commands has each shared command know the program.
func TestRun_Commands(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	env := map[string]string{"HOME": home, "USERPROFILE": home, "GREETING": "Hi"}
	for _, tt := range []struct {
		args   string
		code   int
		stdout string
		stderr string
	}{
		{"--help", 0, "greeter help environment lists all", ""},
		{"help environment", 0, "how to greet (default Hello)", ""},
		{"--version", 0, "greeter version ", ""},
		{"call greet --json", 0, `{"greeting":"Hi"}`, ""},
		{"call part", 5, "", "greeter: There is no one to part from.\n"},
		{"call shrug", 2, "", "shrug"},
		{"tools", 0, "greet  Greet", ""},
		{"tools --json", 0, `"_meta":{"ui":{"resourceUri":"ui://greeter/card"}}`, ""},
		{"uninstall", 0, "Claude Desktop has no entry greeter: nothing to change", ""},
		{"doctor", 0, "The settings can be used.", ""},
		{"dance", 2, "", "there is no command \"dance\"\nRun greeter --help"},
		{"completion bash", 0, "greeter", ""},
	} {
		code, stdout, stderr := run(t, "", env, strings.Fields(tt.args)...)
		if code != tt.code || !strings.Contains(stdout, tt.stdout) || !strings.Contains(stderr, tt.stderr) || tt.code == 0 && stderr != "" {
			t.Errorf("%s: exit code %d, stdout:\n%s\nstderr:\n%s", tt.args, code, stdout, stderr)
		}
	}
}

// TestRun_Refuses answers the first request when the settings are wrong.
func TestRun_Refuses(t *testing.T) {
	t.Parallel()
	code, stdout, stderr := run(t, `{"jsonrpc":"2.0","id":7,"method":"ping"}`+"\n", map[string]string{"LOG_LEVEL": "loud", "MAX_CONCURRENCY": "hunter2"})
	const sentence = "greeter cannot start: MAX_CONCURRENCY must be a whole number from 1 to 1024; LOG_LEVEL must be trace, debug, info, warn or error."
	if code != 2 || !strings.Contains(stdout, `"id":7,"error":{"code":-32603,"message":"`+sentence) || strings.Contains(stdout+stderr, "hunter2") {
		t.Errorf("exit code %d, stdout:\n%s\nstderr:\n%s", code, stdout, stderr)
	}
}

// TestLoad_OneCause says one thing of a setting that can't be used, and not that it is
// missing too.
func TestLoad_OneCause(t *testing.T) {
	t.Parallel()
	for variable, env := range map[string]map[string]string{
		"OAUTH_ISSUER": {"AUTH": "oauth", "OAUTH_ISSUER": "id.example.com"},
		"AUTH_TOKEN":   {"AUTH": "token", "AUTH_TOKEN": "0123456789abcdef\n"},
		"AUTH":         {"AUTH": "maybe", "PUBLIC_URL": "https://greeter.example.com"},
	} {
		env["HTTP_ADDR"] = "127.0.0.1:0"
		var err error
		var faults config.Faults
		harness.WithEnv(env, func() { _, err = greeter().Load() })
		if !errors.As(err, &faults) || len(faults) != 1 || faults[0].Variable != variable {
			t.Errorf("%s: %v", variable, err)
		}
	}
}

// TestRun_RefusesNobody ends when no request comes.
func TestRun_RefusesNobody(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		in, out := io.Pipe()
		began := time.Now()
		var answers bytes.Buffer
		code := -1
		harness.WithEnv(map[string]string{"LOG_LEVEL": "loud"}, func() { code = program.Run(t.Context(), greeter(), nil, in, &answers, io.Discard) })
		if took := time.Since(began); code != 2 || took != 10*time.Second || answers.Len() > 0 {
			t.Errorf("exit code %d after %s with %q", code, took, &answers)
		}
		_ = out.Close() // for the reader that is left behind
	})
}

// TestVariables are the shared ones and the program's own.
func TestVariables(t *testing.T) {
	t.Parallel()
	names := func(list []config.Variable) (names []string) {
		for _, v := range list {
			names = append(names, v.Name)
		}
		return names
	}
	want := slices.Concat([]string{"DRAIN_TIMEOUT", "MAX_CONCURRENCY", "MAX_MESSAGE_BYTES", "LOG_LEVEL", "LOG_FORMAT"},
		names(config.Variables(&config.HTTP{})), []string{"GREETING"})
	if diff := cmp.Diff(want, names(greeter().Variables())); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if _, faults := greeter().System().Load(); faults != nil {
		t.Errorf("%v", faults)
	}
}
