package reliability_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
)

// server is a running recipe-vault.
type server struct {
	*harness.Server
	t testing.TB
}

// startServer runs the built recipe-vault on a free port, or the one that
// settings name, and waits until it listens.
func startServer(t testing.TB, db string, settings ...string) *server {
	t.Helper()
	c := program(t, "recipe-vault").Set("BIND_ADDRESS=127.0.0.1:0", "DATABASE_URL=sqlite:"+db, "API_KEY="+apiKey).Set(settings...)
	s := &server{c.Serve(), t}
	t.Cleanup(s.kill)
	return s
}

// kill ends the process as kill -9 does; calling it again does nothing.
func (s *server) kill() {
	s.Kill()
	s.Client.CloseIdleConnections()
	leaks(s.t, "stderr of recipe-vault", s.Log.String())
}

func (s *server) base() string { return "http://" + s.Address }

// do speaks to the vault directly, in god mode unless an address is given.
func (s *server) do(method, path, body, address string) (status int, got []byte, err error) {
	status, text, err := s.Do(context.Background(), method, path, body, "X-API-Key", apiKey, "X-User-Email", address)
	return status, []byte(text), err
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
	case <-s.Over():
	case <-time.After(patience):
		s.t.Error("recipe-vault did not end")
	}
}
