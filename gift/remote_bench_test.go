package gift_test

import (
	"context"
	"encoding/json"
	"hash/fnv"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"

	"github.com/mcp-adapters/mcp-adapters/gift"
	"github.com/mcp-adapters/mcp-adapters/gift/catalog"
	"github.com/mcp-adapters/mcp-adapters/gift/embed/openai"
	"github.com/mcp-adapters/mcp-adapters/gift/embed/table"
	"github.com/mcp-adapters/mcp-adapters/gift/rank"
	"github.com/mcp-adapters/mcp-adapters/gift/store/s3vectors"
	"github.com/mcp-adapters/mcp-adapters/gift/transfer"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/s3fake"
	"github.com/mcp-adapters/mcp-adapters/mcp"
	"github.com/mcp-adapters/mcp-adapters/mcp/schema"
)

// BenchmarkRemote is of a server whose vectors are made and kept elsewhere. Its own time is that
// in which no service is at work; loopback is in it.
func BenchmarkRemote(b *testing.B) {
	s := newDistant(b)
	tools := gift.Tools(rank.New(rank.Options{Source: source(s.store, s.embedder), Table: table.Embedder{}}), gift.ToolOptions{})
	s.elsewhere.reset()
	number := 0
	for b.Loop() {
		number++ // descriptions that were embedded before are remembered
		description := "My dad who loves woodworking and classic rock music, number " + strconv.Itoa(number)
		if r, err := tools[0].Call(b.Context(), &mcp.Request{}, schema.Arguments{"recipient_description": description}); err != nil || !strings.HasPrefix(r.Text, "Here are 5") {
			b.Fatal(r.Text, err)
		}
	}
	b.ReportMetric(float64((b.Elapsed()-s.elsewhere.total()).Microseconds())/float64(b.N), "own-µs/op")
}

// BenchmarkRemote_import is of an import into S3 Vectors, which takes 2,500 vectors a second.
func BenchmarkRemote_import(b *testing.B) {
	for b.Loop() {
		s := newDistant(b)
		b.ReportMetric(s.perSecond, "gifts/s")
	}
}

// distant is an index of the imitated S3 Vectors with the built-in catalog, and an embedder that asks a service.
type distant struct {
	store     *s3vectors.Store
	embedder  *openai.Embedder
	elsewhere *busy
	perSecond float64
}

func newDistant(b *testing.B) *distant {
	b.Helper()
	r := &distant{elsewhere: &busy{}}
	fake := s3fake.Start(b)
	fake.Config.Handler = r.elsewhere.around(fake.Config.Handler)
	service := httptest.NewServer(r.elsewhere.around(http.HandlerFunc(embeddings)))
	b.Cleanup(service.Close)
	var err error
	if r.embedder, err = openai.New(openai.Options{BaseURL: service.URL}); err != nil {
		b.Fatal(err)
	}
	r.store, err = s3vectors.New(b.Context(), s3vectors.Options{Endpoint: fake.URL, Dimensions: openai.Dimensions, Credentials: aws.CredentialsProviderFunc(
		func(context.Context) (aws.Credentials, error) {
			return aws.Credentials{AccessKeyID: "AKIDEXAMPLE", SecretAccessKey: "secret-key-0123456789"}, nil
		})})
	if err != nil {
		b.Fatal(err)
	}
	if err := r.store.Setup(b.Context()); err != nil {
		b.Fatal(err)
	}
	c, err := catalog.BuiltIn()
	if err != nil {
		b.Fatal(err)
	}
	began := time.Now()
	sum, err := (&transfer.Import{Store: r.store, Embedder: r.embedder.ForImport(), Rows: func(yield func(catalog.Gift, error) bool) {
		for i := range c.Gifts {
			if !yield(c.Gifts[i], nil) {
				return
			}
		}
	}}).Run(b.Context())
	if err != nil || sum.Created != len(c.Gifts) {
		b.Fatal(sum, err)
	}
	r.perSecond = float64(sum.Created) / time.Since(began).Seconds()
	return r
}

// embeddings answers as OpenAI does, with a vector for each text that depends on it alone.
func embeddings(w http.ResponseWriter, r *http.Request) {
	type entry struct {
		Index     int       `json:"index"`
		Embedding []float32 `json:"embedding"`
	}
	var body struct{ Input []string }
	if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	answer := struct {
		Data []entry `json:"data"`
	}{}
	for i, text := range body.Input {
		h := fnv.New64a()
		_, _ = h.Write([]byte(text))
		random := rand.New(rand.NewPCG(h.Sum64(), 0))
		v := make([]float32, openai.Dimensions)
		for d := range v {
			v[d] = random.Float32() - 0.5
		}
		answer.Data = append(answer.Data, entry{i, v})
	}
	_ = json.NewEncoder(w).Encode(answer)
}

// busy sums up the time in which any of some handlers is at work.
type busy struct {
	mu    sync.Mutex
	open  int
	since time.Time
	sum   time.Duration
}

func (b *busy) around(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		b.count(1)
		defer b.count(-1)
		h.ServeHTTP(w, r)
	})
}

func (b *busy) count(n int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.open == 0 {
		b.since = time.Now()
	}
	if b.open += n; b.open == 0 {
		b.sum += time.Since(b.since)
	}
}

func (b *busy) reset() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.sum = 0
}

func (b *busy) total() time.Duration {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.sum
}
