package openai_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/gift/embed/openai"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

const key = "sk-test-0123456789"

// asked is a request that the service got.
type asked struct {
	Model      string   `json:"model"`
	Input      []string `json:"input"`
	Encoding   string   `json:"encoding_format"`
	Dimensions *int     `json:"dimensions"`
	bearer     string
}

// service answers requests one after another by its answers, and the rest well.
type service struct {
	*httptest.Server
	mu      sync.Mutex
	asked   []asked
	answers []http.HandlerFunc
	dims    int
	base64  bool
}

func serve(t *testing.T, answers ...http.HandlerFunc) *service {
	s := &service{answers: answers, dims: openai.Dimensions}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var a asked
		if err := json.NewDecoder(r.Body).Decode(&a); err != nil || r.Method != http.MethodPost || r.URL.Path != "/v1/embeddings" {
			t.Errorf("%s %s: %v", r.Method, r.URL, err)
		}
		a.bearer = r.Header.Get("Authorization")
		s.mu.Lock()
		n := len(s.asked)
		s.asked = append(s.asked, a)
		s.mu.Unlock()
		if n < len(s.answers) && s.answers[n] != nil {
			s.answers[n](w, r)
			return
		}
		s.well(w, a)
	}))
	t.Cleanup(s.Close)
	return s
}

// well answers with the vectors in another order than that of the texts.
func (s *service) well(w http.ResponseWriter, a asked) {
	data := make([]map[string]any, 0, len(a.Input))
	for i, text := range a.Input {
		var embedding any = vector(text, s.dims)
		if s.base64 {
			var b bytes.Buffer
			_ = binary.Write(&b, binary.LittleEndian, vector(text, s.dims))
			embedding = base64.StdEncoding.EncodeToString(b.Bytes())
		}
		data = append([]map[string]any{{"object": "embedding", "index": i, "embedding": embedding}}, data...)
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(map[string]any{"object": "list", "data": data, "model": a.Model, "usage": map[string]any{"total_tokens": 1}})
}

// vector points in a direction of its own for texts of different lengths.
func vector(text string, dims int) []float32 {
	v := make([]float32, dims)
	v[len(text)%dims] = 2
	return v
}

func (s *service) requests() []asked {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.asked
}

func dial(t *testing.T, s *service, o openai.Options) *openai.Embedder {
	t.Helper()
	o.BaseURL, o.Key = s.URL+"/v1", key
	e, err := openai.New(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = e.Close() })
	return e
}

func check(t *testing.T, texts []string, vectors [][]float32) {
	t.Helper()
	if len(vectors) != len(texts) {
		t.Fatalf("%d vectors of %d texts", len(vectors), len(texts))
	}
	for i, v := range vectors {
		if at := len(texts[i]) % len(v); v[at] != 1 {
			t.Errorf("the vector of %q has %v at %d; want 1", texts[i], v[at], at)
		}
	}
}

func TestOneBatch(t *testing.T) {
	t.Parallel()
	s := serve(t)
	e := dial(t, s, openai.Options{})
	texts := []string{"a sister who loves yoga", "yoga mat", "candle"}
	vectors, err := e.Embed(t.Context(), texts)
	if err != nil {
		t.Fatal(err)
	}
	check(t, texts, vectors)
	if len(vectors[0]) != 1536 || e.Dimensions() != 1536 || e.ID() != "openai/text-embedding-3-small/1536" {
		t.Errorf("%d dimensions, %s", len(vectors[0]), e.ID())
	}
	got := s.requests()
	if len(got) != 1 || strings.Join(got[0].Input, "|") != strings.Join(texts, "|") || got[0].Dimensions != nil ||
		got[0].Model != "text-embedding-3-small" || got[0].Encoding != "float" || got[0].bearer != "Bearer "+key {
		t.Errorf("requests: %+v", got)
	}
}

func TestEmbedder_Settings(t *testing.T) {
	t.Parallel()
	s := serve(t)
	s.dims, s.base64 = 512, true
	e := dial(t, s, openai.Options{Model: "text-embedding-3-large", Dimensions: 512})
	vectors, err := e.Embed(t.Context(), []string{"tent"})
	if err != nil {
		t.Fatal(err)
	}
	check(t, []string{"tent"}, vectors)
	if got := s.requests()[0]; got.Model != "text-embedding-3-large" || got.Dimensions == nil || *got.Dimensions != 512 {
		t.Errorf("request: %+v", got)
	}
	if e.ID() != "openai/text-embedding-3-large/512" {
		t.Error(e.ID())
	}
	for name, o := range map[string]openai.Options{
		"EMBEDDING_DIMENSIONS": {Dimensions: 5000}, "EMBEDDING_BASE_URL": {BaseURL: "ftp://" + key}, "EMBEDDING_API_KEY": {Key: key + "\n"},
	} {
		if _, err := openai.New(o); err == nil || !strings.Contains(err.Error(), name) || strings.Contains(err.Error(), key) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestEmbedder_Remembers(t *testing.T) {
	t.Parallel()
	s := serve(t)
	e := dial(t, s, openai.Options{})
	for _, texts := range [][]string{{"tent", "stove"}, {"tent"}, {"", "tent", "hammock", " "}} {
		vectors, err := e.Embed(t.Context(), texts)
		if err != nil {
			t.Fatal(err)
		}
		for i, text := range texts {
			if strings.TrimSpace(text) != "" {
				check(t, texts[i:i+1], vectors[i:i+1])
			} else if len(vectors[i]) != 1536 || vectors[i][0] != 0 {
				t.Errorf("a blank text has the vector %v", vectors[i])
			}
			vectors[i][5] = 7 // the caller's own
		}
	}
	if got := s.requests(); len(got) != 2 || len(got[1].Input) != 1 || got[1].Input[0] != "hammock" {
		t.Errorf("requests: %+v", got)
	}
}

func TestEmbedder_Batches(t *testing.T) {
	t.Parallel()
	s := serve(t)
	e := dial(t, s, openai.Options{})
	texts := make([]string, 600)
	for i := range texts {
		texts[i] = strings.Repeat("a", i+1)
	}
	vectors, err := e.ForImport().Embed(t.Context(), texts)
	if err != nil {
		t.Fatal(err)
	}
	check(t, texts, vectors)
	var sizes []int
	for _, r := range s.requests() {
		sizes = append(sizes, len(r.Input))
	}
	if fmt.Sprint(sizes) != "[256 256 88]" {
		t.Errorf("batches of %v", sizes)
	}
}

func answer(status int, header ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		for i := 0; i < len(header); i += 2 {
			w.Header().Set(header[i], header[i+1])
		}
		w.WriteHeader(status)
		_, _ = fmt.Fprintf(w, `{"error":{"message":"key %s: my secret description"}}`, key)
	}
}

func body(text string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = fmt.Fprint(w, text)
	}
}

func refuse(status int, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		_, _ = fmt.Fprint(w, body)
	}
}

func hang(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }

func cut(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Length", "1000")
	_, _ = fmt.Fprint(w, `{"data":[`)
}

func TestEmbedder_Failures(t *testing.T) {
	t.Parallel()
	one := `{"data":[{"index":0,"embedding":[` + strings.Repeat("0,", 1535) + `%s]}]}`
	for name, c := range map[string]struct {
		answers  []http.HandlerFunc
		attempts int
		kind     fault.Kind // "": the call succeeds
		message  string
	}{
		"a failure, then well":   {[]http.HandlerFunc{answer(500)}, 2, "", ""},
		"busy, then well":        {[]http.HandlerFunc{answer(429)}, 2, "", ""},
		"cut, then well":         {[]http.HandlerFunc{cut}, 2, "", ""},
		"slow, then well":        {[]http.HandlerFunc{hang}, 2, "", ""},
		"two failures":           {[]http.HandlerFunc{answer(500), answer(503)}, 2, fault.Unavailable, "later"},
		"slow twice":             {[]http.HandlerFunc{hang, hang}, 2, fault.Timeout, "too long"},
		"busy for long":          {[]http.HandlerFunc{answer(429, "Retry-After", "3")}, 1, fault.Unavailable, "too much to do"},
		"no credit left":         {[]http.HandlerFunc{refuse(429, `{"error":{"code":"insufficient_quota"}}`)}, 1, fault.Unavailable, "no credit left"},
		"the key":                {[]http.HandlerFunc{answer(401)}, 1, fault.Unauthorized, "EMBEDDING_API_KEY"},
		"the address":            {[]http.HandlerFunc{answer(404)}, 1, fault.Unavailable, "EMBEDDING_BASE_URL"},
		"the request":            {[]http.HandlerFunc{answer(400)}, 1, fault.Unavailable, "EMBEDDING_MODEL"},
		"elsewhere":              {[]http.HandlerFunc{answer(307, "Location", "http://127.0.0.1:1/v1/embeddings")}, 1, fault.Unavailable, "another address"},
		"a page":                 {[]http.HandlerFunc{body("<html>")}, 1, fault.Unavailable, "no sense"},
		"another shape":          {[]http.HandlerFunc{body(`{"data":{}}`)}, 1, fault.Unavailable, "no sense"},
		"no vector":              {[]http.HandlerFunc{body(`{"data":[]}`)}, 1, fault.Unavailable, "no sense"},
		"another index":          {[]http.HandlerFunc{body(`{"data":[{"index":1,"embedding":[1]}]}`)}, 1, fault.Unavailable, "no sense"},
		"words":                  {[]http.HandlerFunc{body(`{"data":[{"index":0,"embedding":["a"]}]}`)}, 1, fault.Unavailable, "no sense"},
		"bad base64":             {[]http.HandlerFunc{body(`{"data":[{"index":0,"embedding":"a"}]}`)}, 1, fault.Unavailable, "no sense"},
		"other dimensions":       {[]http.HandlerFunc{body(`{"data":[{"index":0,"embedding":[1,2,3]}]}`)}, 1, fault.Unavailable, "EMBEDDING_DIMENSIONS"},
		"the zero vector":        {[]http.HandlerFunc{body(fmt.Sprintf(one, "0"))}, 1, fault.Unavailable, "no sense"},
		"a number beyond finite": {[]http.HandlerFunc{body(fmt.Sprintf(one, "1e39"))}, 1, fault.Unavailable, "no sense"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := serve(t, c.answers...)
			var log bytes.Buffer
			e := openai.Hasten(dial(t, s, openai.Options{Log: zerolog.New(&log)}), 300*time.Millisecond)
			const text = "my secret description"
			vectors, err := e.Embed(t.Context(), []string{text})
			if got := len(s.requests()); got != c.attempts {
				t.Errorf("%d attempts; want %d", got, c.attempts)
			}
			if c.kind == "" {
				if err != nil {
					t.Fatal(err)
				}
				check(t, []string{text}, vectors)
				return
			}
			f, ok := errors.AsType[*fault.Error](err)
			if !ok || f.Kind != c.kind || !strings.Contains(f.Message, c.message) {
				t.Fatalf("%T %+v; want %s, %q", err, err, c.kind, c.message)
			}
			for where, said := range map[string]string{"message": f.Message, "cause": fmt.Sprint(f.Err), "log": log.String()} {
				if strings.Contains(said, key) || strings.Contains(said, "secret") {
					t.Errorf("the %s has a secret: %s", where, said)
				}
			}
		})
	}
}

// TestEmbedder_Limit holds the real limits: a service that never answers.
func TestEmbedder_Limit(t *testing.T) {
	t.Parallel()
	s := serve(t, hang, hang, hang)
	began := time.Now()
	_, err := dial(t, s, openai.Options{}).Embed(t.Context(), []string{"tent"})
	if took := time.Since(began); err == nil || took < 2400*time.Millisecond || took > 3*time.Second {
		t.Errorf("%v after %v; want a failure at 2.5 s", err, took)
	}
	if n := len(s.requests()); n != 2 {
		t.Errorf("%d attempts", n)
	}
}

func TestEmbedder_RetryAfter(t *testing.T) {
	t.Parallel()
	s := serve(t, answer(429, "Retry-After", "1"))
	began := time.Now()
	if _, err := dial(t, s, openai.Options{}).Embed(t.Context(), []string{"tent"}); err != nil || time.Since(began) < time.Second {
		t.Errorf("%v after %v; the service asked for a second", err, time.Since(began))
	}
}

func TestEmbedder_ForImport(t *testing.T) {
	t.Parallel()
	s := serve(t, answer(500), answer(429), answer(502), hang, answer(503))
	e := openai.Hasten(dial(t, s, openai.Options{}).ForImport(), 300*time.Millisecond)
	if _, err := e.Embed(t.Context(), []string{"tent"}); err != nil || len(s.requests()) != 6 {
		t.Errorf("%v after %d attempts; want the sixth to do", err, len(s.requests()))
	}
}

func TestEmbedder_GivenUp(t *testing.T) {
	t.Parallel()
	s := serve(t, hang)
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	_, err := dial(t, s, openai.Options{}).Embed(ctx, []string{"tent"})
	if _, ok := errors.AsType[*fault.Error](err); !ok || !errors.Is(err, context.DeadlineExceeded) || len(s.requests()) != 1 {
		t.Errorf("%v after %d attempts", err, len(s.requests()))
	}
}

func TestEmbedder_Length(t *testing.T) {
	t.Parallel()
	s := serve(t, body(`{"data":[{"embedding":[3`+strings.Repeat(",0", 1534)+`,4]}]}`))
	vectors, err := dial(t, s, openai.Options{}).Embed(t.Context(), []string{"tent"})
	if err != nil || math.Abs(float64(vectors[0][0])-0.6) > 1e-6 || math.Abs(float64(vectors[0][1535])-0.8) > 1e-6 {
		t.Errorf("%v, %v", vectors, err)
	}
}
