package reliability_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// server is a running recipe-vault.
type server struct {
	t      testing.TB
	cmd    *exec.Cmd
	addr   string
	stderr *output
	ended  chan struct{}
	client *http.Client
}

// startServer runs the built recipe-vault on a free port, or the one that
// settings name, and waits until it listens.
func startServer(t testing.TB, db string, settings ...string) *server {
	t.Helper()
	s := &server{t: t, stderr: newOutput(), ended: make(chan struct{}), client: &http.Client{
		Timeout: patience, Transport: &http.Transport{MaxIdleConnsPerHost: 16},
	}}
	s.cmd = exec.Command(binary("recipe-vault"))
	s.cmd.Env = append([]string{
		"BIND_ADDRESS=127.0.0.1:0", "DATABASE_URL=sqlite:" + db, "API_KEY=" + apiKey, "SYSTEMROOT=" + os.Getenv("SYSTEMROOT"),
	}, settings...)
	s.cmd.Stderr = s.stderr
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		defer close(s.ended)
		_ = s.cmd.Wait()
		s.stderr.end()
	}()
	t.Cleanup(s.kill)
	if !s.stderr.await("recipe-vault is ready") {
		t.Fatalf("recipe-vault did not start:\n%s", s.stderr)
	}
	for line := range strings.Lines(s.stderr.String()) {
		var entry struct{ Listening string }
		if json.Unmarshal([]byte(line), &entry) == nil && entry.Listening != "" {
			s.addr = entry.Listening
		}
	}
	return s
}

// kill ends the process as kill -9 does; calling it again does nothing.
func (s *server) kill() {
	_ = s.cmd.Process.Kill()
	<-s.ended
	s.client.CloseIdleConnections()
	leaks(s.t, "stderr of recipe-vault", s.stderr.String())
}

func (s *server) base() string { return "http://" + s.addr }

// do speaks to the vault directly, in god mode unless an address is given.
func (s *server) do(method, path, body, address string) (status int, got []byte, err error) {
	req, err := http.NewRequest(method, s.base()+path, strings.NewReader(body))
	if err != nil {
		return 0, nil, err
	}
	req.Header.Set("X-API-Key", apiKey)
	if address != "" {
		req.Header.Set("X-User-Email", address)
	}
	res, err := s.client.Do(req)
	if err != nil {
		return 0, nil, err
	}
	defer func() { _ = res.Body.Close() }()
	got, err = io.ReadAll(res.Body)
	return res.StatusCode, got, err
}

// recipe is what these tests look at.
type recipe struct {
	ID          string `json:"id"`
	Title       string `json:"title"`
	Description string `json:"description"`
	Prep        int    `json:"prep_time_minutes"`
	Servings    int    `json:"servings"`
	Ingredients []struct {
		Name string `json:"name"`
	} `json:"ingredients"`
	Steps []struct {
		Instruction string `json:"instruction"`
	} `json:"steps"`
}

func decode[T any](t testing.TB, body []byte) T {
	t.Helper()
	var v T
	if err := json.NewDecoder(bytes.NewReader(body)).Decode(&v); err != nil {
		t.Errorf("%v: %.300s", err, body)
	}
	return v
}

// list is what the vault holds, looked at directly.
func (s *server) list() []recipe {
	s.t.Helper()
	status, body, err := s.do("GET", "/api/recipes", "", "")
	if err != nil || status != http.StatusOK {
		s.t.Fatalf("the vault cannot be looked at: %d %v", status, err)
	}
	return decode[[]recipe](s.t, body)
}

func (s *server) get(id string) recipe {
	s.t.Helper()
	status, body, err := s.do("GET", "/api/recipes/"+id, "", "")
	if err != nil || status != http.StatusOK {
		s.t.Fatalf("the vault cannot be looked at: %d %v", status, err)
	}
	return decode[recipe](s.t, body)
}

// make saves a recipe directly and returns its id.
func (s *server) make(title string) string {
	s.t.Helper()
	status, body, err := s.do("POST", "/api/recipes", fmt.Sprintf(
		`{"title":%q,"servings":1,"ingredients":[{"name":"zq7 salt"}],"steps":[{"instruction":"zq7 stir"}]}`, title), "")
	if err != nil || status != http.StatusCreated {
		s.t.Fatalf("the vault cannot be filled: %d %v %s", status, err, body)
	}
	return decode[recipe](s.t, body).ID
}

// wait waits for an end by signal, within the patience.
func (s *server) wait() {
	s.t.Helper()
	select {
	case <-s.ended:
	case <-time.After(patience):
		s.t.Error("recipe-vault did not end")
	}
}
