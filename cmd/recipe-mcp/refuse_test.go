package main_test

// What a client is told by a recipe-mcp that cannot start.

import (
	"strings"
	"testing"
)

// TestRefuse_FirstRequest has the client see what is wrong with the settings as
// the answer to its first request, whatever that is, with its input still open.
func TestRefuse_FirstRequest(t *testing.T) {
	t.Parallel()
	const initialized = `{"jsonrpc":"2.0","method":"notifications/initialized"}` + "\n"
	for name, lines := range map[string]string{
		"initialize":             request("1", "initialize", initialize),
		"the newer era":          request("1", "server/discover", `{}`),
		"a call":                 strings.TrimSuffix(callLine("1", "list_recipes", `{}`), "\n"),
		"an unknown method":      request("1", "nonsense", `{}`),
		"a notification before":  initialized + request("1", "ping", `{}`),
		"a blank line before":    "\n" + request("1", "ping", `{}`),
		"longer than one buffer": request("1", "ping", `"`+strings.Repeat("x", 100_000)+`"`),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := start(t, "API_BASE_URL=127.0.0.1:39123", "API_TIMEOUT=soon", "API_KEY="+apiKey+"\x01")
			s.Write(lines + "\n")
			a := s.receive()
			if string(a.ID) != "1" || a.Error == nil || a.Error.Code != -32603 || a.Error.Data.Kind != "internal" {
				t.Fatalf("answer %s", a.line)
			}
			says(t, a.Error.Message, "recipe-mcp cannot start", "API_BASE_URL must be an http or https address", "API_KEY must", "API_TIMEOUT must be", "!soon", "!"+apiKey)
			if more, code := s.leave(); code != 2 || len(more) > 0 {
				t.Errorf("exit code %d and %d more answers, want 2 and none", code, len(more))
			}
			says(t, s.Log.String(), "\nAPI_BASE_URL must be", "\nAPI_TIMEOUT must be")
		})
	}
}

// TestRefuse_NotARequest goes on after what is none.
func TestRefuse_NotARequest(t *testing.T) {
	t.Parallel()
	s := start(t, "API_TIMEOUT=soon")
	s.send("{")
	if a := s.receive(); a.Error == nil || a.Error.Code != -32700 {
		t.Errorf("answer %s", a.line)
	}
	s.send("[" + request("1", "ping", `{}`) + "," + request("2", "ping", `{}`) + "]")
	if line := s.ReadLine(); strings.Count(line, "API_TIMEOUT must be") != 2 {
		t.Errorf("a batch is answered with %s", line)
	}
	if _, code := s.leave(); code != 2 {
		t.Errorf("exit code %d", code)
	}
}

// TestRefuse_NoRequest ends when nobody is there to be told.
func TestRefuse_NoRequest(t *testing.T) {
	t.Parallel()
	if answers, stderr, code := pipe(t, "", "API_TIMEOUT=soon"); code != 2 || len(answers) > 0 || !strings.Contains(stderr, "API_TIMEOUT must be") {
		t.Errorf("at the end of input: exit code %d, %d answers; stderr:\n%s", code, len(answers), stderr)
	}
}

// TestRefuse_StderrFirst does not keep a person waiting who has no client.
func TestRefuse_StderrFirst(t *testing.T) {
	t.Parallel()
	s := start(t, "API_TIMEOUT=soon")
	s.Log.Await(t, "API_TIMEOUT must be")
	if answers, code := s.end(); code != 2 || len(answers) > 0 {
		t.Errorf("exit code %d and %d answers, want 2 and none", code, len(answers))
	}
}
