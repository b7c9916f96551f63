package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
)

// server is a running recipe-vault in a process of its own.
type server struct {
	*harness.Server
	key string
}

// start runs the program with env on a free port, on a file or an address of a database, and waits until it listens.
func start(t testing.TB, db string, env ...string) *server {
	t.Helper()
	if !strings.HasPrefix(db, "postgres:") {
		db = "sqlite:" + db
	}
	c := harness.Part(t, "recipe-vault").Set("BIND_ADDRESS=127.0.0.1:0", "DATABASE_URL="+db).Set(env...)
	return &server{Server: c.Serve()}
}

func (s *server) do(ctx context.Context, method, path, body string) (int, string, error) {
	return s.Do(ctx, method, path, body, "X-API-Key", s.key)
}

func (s *server) expect(t *testing.T, want int, method, path, body string) string {
	t.Helper()
	status, got, err := s.do(t.Context(), method, path, body)
	if err != nil || status != want {
		t.Errorf("%s %s: %d %s, %v; want %d", method, path, status, got, err, want)
	}
	return got
}

func TestServer_MakesItsKey(t *testing.T) {
	t.Parallel()
	db := filepath.Join(t.TempDir(), "data", "recipes.db")
	s := start(t, db)
	text, err := os.ReadFile(db + ".key")
	if err != nil {
		t.Fatal(err)
	}
	key := strings.TrimSpace(string(text))
	if len(key) != 43 {
		t.Errorf("the key has %d characters", len(key))
	}
	s.expect(t, 401, "GET", "/api/recipes", "")
	s.key = key
	s.expect(t, 200, "GET", "/api/recipes", "")
	// JSON doubles the backslashes of a Windows path.
	place, _ := json.Marshal(db + ".key")
	if log := s.Log.String(); !strings.Contains(log, string(place)) || strings.Contains(log, key) {
		t.Errorf("the log tells the key, or not its place:\n%s", log)
	}
	if !strings.Contains(s.Log.String(), "there is one household") {
		t.Errorf("no word of the household:\n%s", s.Log)
	}
	s.Kill()

	if runtime.GOOS != "windows" {
		for path, want := range map[string]os.FileMode{db + ".key": 0o600, db: 0o600, filepath.Dir(db): 0o700} {
			if info, err := os.Stat(path); err != nil || info.Mode().Perm() != want {
				t.Errorf("%s: %v, %v", filepath.Base(path), info.Mode(), err)
			}
		}
		if err := os.Chmod(db+".key", 0o640); err != nil {
			t.Fatal(err)
		}
	}
	again := start(t, db)
	again.key = key
	again.expect(t, 200, "GET", "/api/recipes", "")
	log := again.Log.String()
	if strings.Contains(log, "a key was made") || strings.Contains(log, key) {
		t.Errorf("second start:\n%s", log)
	}
	if runtime.GOOS != "windows" && !strings.Contains(log, "others on this machine may read the key file") {
		t.Errorf("no warning of the loose mode:\n%s", log)
	}
}

func TestServer_Routes(t *testing.T) {
	t.Parallel()
	families := filepath.Join(t.TempDir(), "families.yaml")
	if err := os.WriteFile(families, []byte("families:\n  smith:\n    members: [alice@example.com]\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	db := filepath.Join(t.TempDir(), "recipes.db")
	s := start(t, db, "API_KEY=a-key-for-the-routes", "FAMILIES_CONFIG_PATH="+families)
	if got := s.expect(t, 200, "GET", "/health", ""); got != `{"status":"ok"}` {
		t.Errorf("health: %s", got)
	}
	if got := s.expect(t, 200, "GET", "/openapi.json", ""); !json.Valid([]byte(got)) || !strings.Contains(got, `"3.1.0"`) {
		t.Errorf("openapi: %.100s", got)
	}
	s.expect(t, 405, "POST", "/health", "")
	s.expect(t, 405, "DELETE", "/openapi.json", "")
	s.expect(t, 404, "GET", "/", "")
	s.expect(t, 404, "GET", "/health/", "")
	s.expect(t, 401, "GET", "/api/recipes", "")
	s.key = "a-key-for-the-routes"
	s.expect(t, 201, "POST", "/api/recipes", `{"title":"Soup of the routes"}`)
	s.expect(t, 400, "POST", "/api/recipes", `{"title":""}`)
	if strings.Contains(s.Log.String(), "one household") {
		t.Error("it speaks of one household in spite of the families")
	}

	// Another program's file takes the place: the server says so and lives on.
	if runtime.GOOS != "windows" {
		if err := os.Remove(db); err != nil {
			t.Fatal(err)
		}
		if err := os.Mkdir(db, 0o700); err != nil {
			t.Fatal(err)
		}
		s.expect(t, 503, "GET", "/health", "")
		s.expect(t, 500, "GET", "/api/recipes", "")
		if err := os.Remove(db); err != nil {
			t.Fatal(err)
		}
		s.expect(t, 200, "GET", "/health", "")
	}
	for _, secret := range []string{"a-key-for", "Soup", "example.com"} {
		if strings.Contains(s.Log.String(), secret) {
			t.Errorf("the log holds %q:\n%s", secret, s.Log)
		}
	}
}

// TestServer_Signals has a request in flight when the first signal comes: it is
// answered. A second signal does not wait for one that never ends.
func TestServer_Signals(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("Windows sends no such signals")
	}
	for name, second := range map[string]bool{"one": false, "two": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := start(t, filepath.Join(t.TempDir(), "recipes.db"), "API_KEY=a-key-for-signals")
			body := `{"title":"Late"}`
			var d net.Dialer
			conn, err := d.DialContext(t.Context(), "tcp", s.Address)
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = conn.Close() }()
			_, _ = fmt.Fprintf(conn, "POST /api/recipes HTTP/1.1\r\nHost: x\r\nX-API-Key: a-key-for-signals\r\nExpect: 100-continue\r\nContent-Length: %d\r\n\r\n", len(body))
			r := bufio.NewReader(conn)
			// The server asks for the body: the request is at work.
			if line, err := r.ReadString('\n'); err != nil || !strings.Contains(line, "100") {
				t.Fatalf("%q, %v", line, err)
			}
			if _, err := r.ReadString('\n'); err != nil {
				t.Fatal(err)
			}
			s.Signal(syscall.SIGTERM)
			s.Log.Await(t, "stopping")
			if second {
				s.Signal(syscall.SIGINT)
				if s.Wait() == 0 {
					t.Error("it ended in order")
				}
				return
			}
			_, _ = io.WriteString(conn, body)
			if line, err := r.ReadString('\n'); err != nil || !strings.Contains(line, "201") {
				t.Errorf("%q, %v", line, err)
			}
			if code := s.Wait(); code != 0 {
				t.Errorf("exit code %d\n%s", code, s.Log)
			}
		})
	}
}

// TestServer_LeavesTheFileComplete copies the file alone after SIGTERM, while
// another program has it open idly.
func TestServer_LeavesTheFileComplete(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("Windows sends no such signals")
	}
	db := filepath.Join(t.TempDir(), "recipes.db")
	s := start(t, db, "API_KEY=a-key-for-the-end")
	s.key = "a-key-for-the-end"
	other := start(t, db, "API_KEY=a-key-for-the-end")
	other.key = s.key
	other.expect(t, 200, "GET", "/api/recipes", "")
	const recipes = 50
	for i := range recipes {
		s.expect(t, 201, "POST", "/api/recipes", fmt.Sprintf(`{"title":"Soup %d"}`, i))
	}
	s.Signal(syscall.SIGTERM)
	if code := s.Wait(); code != 0 {
		t.Errorf("exit code %d\n%s", code, s.Log)
	}
	data, err := os.ReadFile(db)
	if err != nil {
		t.Fatal(err)
	}
	alone := filepath.Join(t.TempDir(), "copy.db")
	if err := os.WriteFile(alone, data, 0o600); err != nil {
		t.Fatal(err)
	}
	copied := start(t, alone, "API_KEY=a-key-for-the-end")
	copied.key = s.key
	if n := strings.Count(copied.expect(t, 200, "GET", "/api/recipes", ""), `"title":"Soup `); n != recipes {
		t.Errorf("the file alone holds %d recipes of %d", n, recipes)
	}
}
