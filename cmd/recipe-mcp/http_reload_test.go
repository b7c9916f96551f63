//go:build unix

package main_test

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
)

// TestHTTP_Hangup changes the families file of a running server: someone who is added
// sees recipes, and someone who is taken out sees none and may not sign in.
func TestHTTP_Hangup(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "families.yaml")
	write := func(members string) {
		t.Helper()
		if err := os.WriteFile(file, []byte("families:\n  smith:\n    members: ["+members+"]\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("alice@example.com")
	s := harness.Program(t, "recipe-mcp").Set("HTTP_ADDR=127.0.0.1:0", "AUTH=token", "AUTH_TOKEN="+token,
		"USER_EMAIL=bob@example.com", "FAMILIES_CONFIG_PATH="+file).Serve()
	check := func(want string) {
		t.Helper()
		if _, message := callHTTP(t, s, token, "list_recipes", `{}`); !strings.Contains(message, want) || (want == "") != (message == "") {
			t.Errorf("%q, want %q", message, want)
		}
	}
	const refused = "refused access for your address"
	check(refused)
	write("alice@example.com, bob@example.com")
	hangUp(t, s, "the families file was read again")
	check("")
	write("bob")
	hangUp(t, s, "the families stay as they were")
	check("")
	write("alice@example.com")
	hangUp(t, s, "the families file was read again")
	check(refused)
	s.Signal(syscall.SIGTERM)
	if code := s.Wait(); code != 0 {
		t.Errorf("exit code %d", code)
	}
}

// TestHTTP_HangupWithoutFamilies goes on.
func TestHTTP_HangupWithoutFamilies(t *testing.T) {
	t.Parallel()
	s := harness.Program(t, "recipe-mcp").Set("HTTP_ADDR=127.0.0.1:0").Serve()
	hangUp(t, s, "ignoring SIGHUP")
	if _, message := callHTTP(t, s, "", "list_recipes", `{}`); message != "" {
		t.Error(message)
	}
}

func hangUp(t *testing.T, s *harness.Server, logged string) {
	t.Helper()
	before := strings.Count(s.Log.String(), logged)
	s.Signal(syscall.SIGHUP)
	s.Log.AwaitTimes(t, logged, before+1)
}
