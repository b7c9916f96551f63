package main_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/mcp-adapters/mcp-adapters/gift/embed/table"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
)

// key is the fake service's.
const key = "sk-top-secret"

// service answers as an OpenAI-compatible endpoint does, with the vectors of the embedder in
// the program in the first of 1,536 dimensions.
type service struct {
	*httptest.Server

	mu     sync.Mutex
	inputs [][]string // of each request
	fail   int        // requests to answer with 500; -1: all
}

func newService(t *testing.T) *service {
	t.Helper()
	s := &service{}
	s.Server = httptest.NewServer(http.HandlerFunc(s.answer))
	t.Cleanup(s.Close)
	return s
}

func (s *service) answer(w http.ResponseWriter, r *http.Request) {
	var body struct {
		Model string
		Input []string
	}
	if err := json.NewDecoder(r.Body).Decode(&body); err != nil || r.Method != http.MethodPost || r.URL.Path != "/v1/embeddings" || body.Model != "text-embedding-3-small" {
		http.Error(w, "no", http.StatusBadRequest)
		return
	}
	if r.Header.Get("Authorization") != "Bearer "+key {
		http.Error(w, `{"error":{"message":"Incorrect API key provided"}}`, http.StatusUnauthorized)
		return
	}
	s.mu.Lock()
	s.inputs = append(s.inputs, body.Input)
	failing := s.fail != 0
	s.fail = max(s.fail-1, min(s.fail, 0))
	s.mu.Unlock()
	if failing {
		http.Error(w, "no", http.StatusInternalServerError)
		return
	}
	vectors, err := table.Embedder{}.Embed(r.Context(), body.Input)
	if err != nil {
		return
	}
	type datum struct {
		Index     int       `json:"index"`
		Embedding []float32 `json:"embedding"`
	}
	var data []datum
	for i := range vectors { // the last first: the index counts
		at := len(vectors) - 1 - i
		data = append(data, datum{at, append(vectors[at], make([]float32, 1536-256)...)})
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(map[string]any{"data": data})
}

// failing has it answer the next n requests with 500; -1: all.
func (s *service) failing(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.fail, s.inputs = n, nil
}

// asked are the texts of the requests since.
func (s *service) asked() [][]string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.inputs
}

func (s *service) settings(more ...string) []string {
	return append([]string{"EMBEDDER=openai", "EMBEDDING_BASE_URL=" + s.URL + "/v1", "EMBEDDING_API_KEY=" + key, "LOG_LEVEL=trace"}, more...)
}

// TestOpenAI_Batch has a description and past gifts embedded in one request.
func TestOpenAI_Batch(t *testing.T) {
	t.Parallel()
	s := newService(t)
	c, _ := overStdio(t, s.settings("HOME="+t.TempDir())...)
	c.find("someone who flies kites") // has the catalog embedded
	s.failing(0)
	r := c.find("a sister who loves yoga", "past_gifts", []string{"a yoga mat", "a bicycle"})
	if asked := s.asked(); len(asked) != 1 || len(asked[0]) != 3 {
		t.Errorf("the requests were %q", asked)
	}
	if g := r.Structured.Gifts; len(g) == 0 || !slices.Contains(g[0].Categories, "yoga") {
		t.Errorf("%s", r.said())
	}
}

// TestOpenAI_Down has the service fail while the gifts are here: the embedder in the
// program answers, in time, and says so. No key and no description is in any log.
func TestOpenAI_Down(t *testing.T) {
	t.Parallel()
	s := newService(t)
	c, p := overStdio(t, s.settings("HOME="+t.TempDir())...)
	c.find(dad)
	s.failing(-1)
	began := time.Now()
	r := c.find("my Zyxwoman aunt, who loves yoga")
	if took := time.Since(began); took > 3*time.Second && !harness.Race() {
		t.Errorf("the answer took %v", took)
	}
	if len(r.Structured.Gifts) != 5 || !strings.Contains(r.said(), "Reduced quality") {
		t.Errorf("%s", r.said())
	}
	s.failing(1) // one that is repeated
	if r := c.find("an uncle who loves chess"); strings.Contains(r.said(), "Reduced quality") {
		t.Errorf("%s", r.said())
	}
	if log := p.Log.String(); strings.Contains(log, "Zyxwoman") || strings.Contains(log, "yoga") || strings.Contains(log, key) || !strings.Contains(log, "reduced quality") {
		t.Errorf("the log: %s", log)
	}
}

// TestStart_BadKey has a key that is refused: the server does not start, and says which
// setting it is. A service that can't be reached is no reason not to start.
func TestStart_BadKey(t *testing.T) {
	t.Parallel()
	s := newService(t)
	got := harness.Program(t, "gift-mcp").Set(s.settings("EMBEDDING_API_KEY=another-top-secret")...).
		Feed(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}` + "\n").Run()
	if got.Code != 2 || !strings.Contains(got.Stderr, "EMBEDDING_API_KEY can't be used") || !strings.Contains(got.Stdout, "EMBEDDING_API_KEY can't be used") || strings.Contains(got.Stdout+got.Stderr, "top-secret") {
		t.Errorf("%+v", got)
	}
	c, _ := overStdio(t, s.settings("EMBEDDING_BASE_URL=http://127.0.0.1:1/v1", "HOME="+t.TempDir())...)
	if r := c.find(dad); len(r.Structured.Gifts) != 5 || !strings.Contains(r.said(), "Reduced quality") {
		t.Errorf("%s", r.said())
	}
}
