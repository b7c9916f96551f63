//go:build unix

package main

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// as asks for the list in the name of address.
func (s *server) as(t *testing.T, address string) int {
	t.Helper()
	status, _, err := s.Do(t.Context(), "GET", "/api/recipes", "", "X-API-Key", s.key, "X-User-Email", address)
	if err != nil {
		t.Fatalf("%v\n%s", err, s.Log)
	}
	return status
}

func (s *server) hangUp(t *testing.T, logged string) {
	t.Helper()
	before := strings.Count(s.Log.String(), logged)
	s.Signal(syscall.SIGHUP)
	s.Log.AwaitTimes(t, logged, before+1)
}

// TestServer_Hangup changes the families file of a running server, to a good one
// and to one that is not.
func TestServer_Hangup(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "families.yaml")
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	const alice, bob = "alice@example.com", "bob@example.com"
	write("families:\n  smith:\n    members: [" + alice + "]\n")
	s := start(t, filepath.Join(t.TempDir(), "recipes.db"), "API_KEY=a-key-for-hangups", "FAMILIES_CONFIG_PATH="+file)
	s.key = "a-key-for-hangups"
	check := func(wantAlice, wantBob int) {
		t.Helper()
		if a, b := s.as(t, alice), s.as(t, bob); a != wantAlice || b != wantBob {
			t.Errorf("alice gets %d, bob %d; want %d and %d", a, b, wantAlice, wantBob)
		}
	}
	check(200, 403)
	write("families:\n  smith:\n    members: [" + alice + ", " + bob + "]\n")
	s.hangUp(t, "read again")
	check(200, 200)

	const kept = "the families stay as they were"
	write("families:\n  smith:\n    members: [" + bob + ", bob]\n")
	s.hangUp(t, kept)
	write("")
	s.hangUp(t, kept)
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	s.hangUp(t, kept)
	if err := syscall.Mkfifo(file, 0o600); err != nil {
		t.Fatal(err)
	}
	s.hangUp(t, kept)
	check(200, 200)
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}

	s.expect(t, 201, "POST", "/api/recipes", `{"title":"Nobody's soup"}`)
	write("families:\n  smith:\n    members: [" + bob + "]\n")
	s.hangUp(t, "no family sees some recipes")
	check(403, 200)

	s.Signal(syscall.SIGTERM)
	if code := s.Wait(); code != 0 {
		t.Errorf("exit code %d", code)
	}
	for _, words := range []string{"line 3: ", "the families file is empty", "no such file", "must name a file\""} {
		if !strings.Contains(s.Log.String(), words) {
			t.Errorf("the log never says %q:\n%s", words, s.Log)
		}
	}
	if strings.Contains(s.Log.String(), "example.com") || strings.Contains(s.Log.String(), "soup") {
		t.Errorf("the log tells too much:\n%s", s.Log)
	}
}

// TestServer_HangupWithoutFamilies changes nothing, and ends nothing.
func TestServer_HangupWithoutFamilies(t *testing.T) {
	t.Parallel()
	s := start(t, filepath.Join(t.TempDir(), "recipes.db"), "API_KEY=a-key-for-hangups")
	s.key = "a-key-for-hangups"
	s.hangUp(t, "ignoring SIGHUP")
	if got := s.as(t, "alice@example.com"); got != 200 {
		t.Errorf("alice gets %d", got)
	}
}
