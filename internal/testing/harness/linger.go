package harness

import (
	"runtime"
	"syscall"
	"testing"
)

// Lingers holds a server to SHUTDOWN_DELAY, which start sets: after SIGTERM it is not ready and
// answers what is asked, until that is over or a second signal comes.
func Lingers(t *testing.T, start func(setting string) *Server, ask func(s *Server) (status int, text string, err error)) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("there is no SIGTERM")
	}
	s := start("SHUTDOWN_DELAY=10m")
	check := func(ready int) {
		t.Helper()
		if status, text, err := ask(s); err != nil || status != 200 {
			t.Errorf("%d %s, %v", status, text, err)
		}
		for path, want := range map[string]int{"/healthz": 200, "/readyz": ready} {
			if status, text, err := s.Do(t.Context(), "GET", path, ""); err != nil || status != want {
				t.Errorf("%s: %d %s, %v; want %d", path, status, text, err, want)
			}
		}
	}
	check(200)
	s.Signal(syscall.SIGTERM)
	s.Log.Await(t, "stopping: /readyz returns 503")
	check(503) // on the connection from before
	check(503)
	s.Signal(syscall.SIGTERM)
	if code := s.Wait(); code == 0 {
		t.Error("a second signal is no good end")
	}
	soon := start("SHUTDOWN_DELAY=20ms")
	soon.Signal(syscall.SIGTERM)
	if code := soon.Wait(); code != 0 {
		t.Errorf("it ended with exit code %d: %s", code, soon.Log)
	}
}
