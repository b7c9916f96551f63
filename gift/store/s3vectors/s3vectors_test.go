package s3vectors_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/gift/catalog"
	"github.com/mcp-adapters/mcp-adapters/gift/store"
	"github.com/mcp-adapters/mcp-adapters/gift/store/s3vectors"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/s3fake"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/storetest"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

const (
	embedder = storetest.Embedder(storetest.Dimensions)
	secret   = "secret-key-0123456789"
)

// credentials are those of everyone.
var credentials = aws.CredentialsProviderFunc(func(context.Context) (aws.Credentials, error) {
	return aws.Credentials{AccessKeyID: "AKIDEXAMPLE", SecretAccessKey: secret}, nil
})

func dial(t *testing.T, endpoint string, edits ...func(*s3vectors.Options)) *s3vectors.Store {
	t.Helper()
	o := s3vectors.Options{Endpoint: endpoint, Credentials: credentials, Dimensions: storetest.Dimensions}
	for _, edit := range edits {
		edit(&o)
	}
	s, err := s3vectors.New(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// open returns a store on an index of its own, which waits as long as a busy machine takes.
func open(t *testing.T, endpoint string, edits ...func(*s3vectors.Options)) *s3vectors.Store {
	t.Helper()
	s := dial(t, endpoint, append(edits, func(o *s3vectors.Options) { o.Index = fmt.Sprintf("gifts-%d", indexes.Add(1)) })...)
	s3vectors.SetLimit(s, time.Minute)
	if err := s.Setup(t.Context()); err != nil {
		t.Fatal(err)
	}
	return s
}

var indexes atomic.Int64

func put(t *testing.T, s store.Store, n int) []store.Item {
	t.Helper()
	items := embedder.Items(storetest.Gifts(n))
	if err := s.Put(t.Context(), items); err != nil {
		t.Fatal(err)
	}
	return items
}

func TestContract(t *testing.T) {
	t.Parallel()
	fake := s3fake.Start(t)
	storetest.Run(t, func(t *testing.T) store.Store { return open(t, fake.URL) })
}

func TestStore_Setup(t *testing.T) {
	t.Parallel()
	fake := s3fake.Start(t)
	ctx := t.Context()
	s := dial(t, fake.URL)
	_, err := s.Manifest(ctx)
	check(t, err, fault.NotFound, "S3_VECTORS_BUCKET")
	for range 2 {
		if err := s.Setup(ctx); err != nil {
			t.Fatal(err)
		}
	}
	other := dial(t, fake.URL, func(o *s3vectors.Options) { o.Dimensions = 8 })
	check(t, other.Setup(ctx), fault.Conflict, "S3_VECTORS_INDEX")
	_, err = other.Manifest(ctx)
	check(t, err, fault.Conflict, "other dimensions")
	made := fake.Requests("CreateIndex")[0].Body
	if made["distanceMetric"] != "cosine" || made["dimension"] != 16.0 || made["indexName"] != "gifts" || made["vectorBucketName"] != "ribs-gift-recommendations" {
		t.Errorf("CreateIndex has %v", made)
	}
}

func TestStore_Requests(t *testing.T) {
	t.Parallel()
	fake := s3fake.Start(t)
	ctx := t.Context()
	s := open(t, fake.URL)
	items := put(t, s, 150)
	search := func() []store.Hit {
		t.Helper()
		hits, err := s.Search(ctx, embedder.Vector("x"), 100, store.Filter{Prices: []catalog.Price{catalog.Budget, catalog.Moderate}, Minor: true})
		if err != nil {
			t.Fatal(err)
		}
		return hits
	}
	hits := search()
	for i, h := range hits {
		if (h.Vector != nil) != (i < 60) {
			t.Errorf("hit %d of %d has %d numbers", i, len(hits), len(h.Vector))
		}
	}
	query, get := fake.Requests("QueryVectors"), fake.Requests("GetVectors")
	if len(query) != 1 || len(get) != 1 || len(get[0].Body["keys"].([]any)) != 60 {
		t.Errorf("queries: %+v\nGetVectors: %+v", query, get)
	}
	filter := fmt.Sprint(query[0].Body["filter"])
	for _, part := range []string{"kind:map[$eq:gift]", "price_range:map[$in:[budget moderate]]", "adult:map[$eq:false]"} {
		if !strings.Contains(filter, part) {
			t.Errorf("the filter %s has no %s", filter, part)
		}
	}
	search()
	if n := len(fake.Requests("GetVectors")); n != 1 {
		t.Errorf("vectors that are known are asked for: %d requests", n)
	}
	// A changed gift has another vector, which must not come from memory.
	changed := items[slices.IndexFunc(items, func(it store.Item) bool { return it.Gift.ID == hits[0].Gift.ID })]
	changed.Gift.Brief += ", changed by another program"
	changed.Vector = slices.Clone(hits[0].Vector)
	changed.Vector[0] += 0.01
	if err := dial(t, fake.URL, func(o *s3vectors.Options) { o.Index = fmt.Sprint(query[0].Body["indexName"]) }).Put(ctx, []store.Item{changed}); err != nil {
		t.Fatal(err)
	}
	for _, h := range search() {
		if h.Gift.ID == changed.Gift.ID && !slices.Equal(h.Vector, changed.Vector) {
			t.Error("a changed gift has its old vector")
		}
	}
}

func TestStore_Writes(t *testing.T) {
	t.Parallel()
	fake := s3fake.Start(t)
	s := open(t, fake.URL)
	put(t, s, 1200)
	m := store.Manifest{Embedder: embedder.ID(), Dimensions: 16, Gifts: 1200, Format: store.Format}
	if err := s.SetManifest(t.Context(), m); err != nil {
		t.Fatal(err)
	}
	for _, r := range fake.Requests("PutVectors") {
		if n := len(r.Body["vectors"].([]any)); n > 500 || r.Status != 200 {
			t.Errorf("PutVectors of %d: %d", n, r.Status)
		}
	}
	gifts, err := s.Popular(t.Context(), store.Filter{}, 3)
	if err != nil || len(gifts) != 3 || gifts[0].Score() != 1 {
		t.Errorf("Popular() = %v, %v", gifts, err)
	}
	// Other gifts become the most popular ones: the marks go with that, and nothing else is
	// written.
	items := embedder.Items(storetest.Gifts(1210)[1200:])
	for i := range items {
		best := 1.0
		items[i].Gift.Popularity = &best
		items[i].Gift.ID = fmt.Sprintf("00000000-0000-4000-8000-%012d", i)
	}
	if err := s.Put(t.Context(), items); err != nil {
		t.Fatal(err)
	}
	before := len(fake.Requests("PutVectors"))
	for range 2 {
		if err := s.SetManifest(t.Context(), m); err != nil {
			t.Fatal(err)
		}
	}
	marks := 0
	for _, r := range fake.Requests("PutVectors")[before:] {
		marks += len(r.Body["vectors"].([]any))
	}
	if marks != 20+2 {
		t.Errorf("%d vectors written; want 10 marked, 10 that lose their mark, and the manifest twice", marks)
	}
	if gifts, err := s.Popular(t.Context(), store.Filter{}, 3); err != nil || gifts[0].ID != items[0].Gift.ID {
		t.Errorf("Popular() = %v, %v", gifts, err)
	}
	// None of the marked gifts may pass: then others do.
	if gifts, err := s.Popular(t.Context(), store.Filter{Occasions: []string{"birthday"}, Recipients: []string{"baby"}}, 5); err != nil || len(gifts) != 5 {
		t.Errorf("popular gifts of a kind: %v, %v", gifts, err)
	}
}

// TestStore_Bytes puts gifts whose text makes a request of 500 larger than is taken.
func TestStore_Bytes(t *testing.T) {
	t.Parallel()
	fake := s3fake.Start(t)
	s := open(t, fake.URL, func(o *s3vectors.Options) { o.Dimensions = 3072 })
	gifts := storetest.Gifts(200)
	for i := range gifts {
		gifts[i].Full = strings.Repeat("語", catalog.MaxFull)
	}
	if err := s.Put(t.Context(), storetest.Embedder(3072).Items(gifts)); err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, r := range fake.Requests("PutVectors") {
		n += len(r.Body["vectors"].([]any))
	}
	if n != 200 || len(fake.Requests("PutVectors")) < 2 {
		t.Errorf("%d vectors in %d requests", n, len(fake.Requests("PutVectors")))
	}
}

func TestStore_LongTags(t *testing.T) {
	t.Parallel()
	s := open(t, s3fake.Start(t).URL)
	gifts := storetest.Gifts(2)
	for i := range catalog.MaxTags {
		tag := strings.Repeat("語", 39) + fmt.Sprint(i)
		gifts[1].Categories, gifts[1].Occasions = append(gifts[1].Categories[:i:i], tag), append(gifts[1].Occasions[:min(i, len(gifts[1].Occasions))], tag)
	}
	check(t, s.Put(t.Context(), embedder.Items(gifts)), fault.InvalidParams, gifts[1].ID)
	if n, err := s.Count(t.Context()); n != 0 || err != nil {
		t.Errorf("%d, %v; nothing should be written", n, err)
	}
}

func TestStore_Count(t *testing.T) {
	t.Parallel()
	fake := s3fake.Start(t)
	s := open(t, fake.URL)
	put(t, s, 2100)
	count := func(want int) {
		t.Helper()
		if n, err := s.Count(t.Context()); n != want || err != nil {
			t.Errorf("Count() = %d, %v; want %d", n, err, want)
		}
	}
	count(2100)
	lists := len(fake.Requests("ListVectors"))
	count(2100)
	if n := len(fake.Requests("ListVectors")); n != lists || lists < 3 {
		t.Errorf("%d pages, then %d", lists, n)
	}
	// While an import is under way the manifest has no count to be relied on, nor after it was killed.
	m := store.Manifest{Embedder: "x", Dimensions: 16, Gifts: 2099, Format: 1}
	if err := s.SetManifest(t.Context(), m); err != nil {
		t.Fatal(err)
	}
	count(2100)
	m.Catalog = "complete"
	if err := s.SetManifest(t.Context(), m); err != nil {
		t.Fatal(err)
	}
	lists = len(fake.Requests("ListVectors"))
	count(2099)
	count(2099)
	if n := len(fake.Requests("ListVectors")); n != lists {
		t.Error("gifts are counted in spite of the manifest")
	}
}

func TestStore_Segments(t *testing.T) {
	t.Parallel()
	fake := s3fake.Start(t)
	s := open(t, fake.URL)
	put(t, s, 5100)
	for _, r := range fake.Requests("PutVectors") {
		if r.Status != 200 {
			t.Errorf("PutVectors has %d: it is too fast", r.Status)
		}
	}
	n := 0
	err := s.List(t.Context(), func(gifts []catalog.Gift) error {
		n += len(gifts)
		return nil
	})
	if err != nil || n != 5100 {
		t.Errorf("%d gifts, %v", n, err)
	}
	failed := errors.New("enough")
	if err := s.List(t.Context(), func([]catalog.Gift) error { return failed }); !errors.Is(err, failed) {
		t.Errorf("List returns %v", err)
	}
}

func TestStore_Dataless(t *testing.T) {
	t.Parallel()
	fake := s3fake.Start(t)
	gone := storetest.Gifts(2)[1].ID
	fake.Dataless = map[string]bool{gone: true}
	s := open(t, fake.URL)
	put(t, s, 2)
	items, err := s.Get(t.Context(), []string{storetest.Gifts(1)[0].ID, gone}, true)
	if err != nil || len(items) != 1 {
		t.Errorf("%v, %v", items, err)
	}
	hits, err := s.Search(t.Context(), embedder.Vector("x"), 5, store.Filter{})
	if err != nil || len(hits) != 2 {
		t.Fatalf("%v, %v", hits, err)
	}
	for _, h := range hits {
		if (h.Vector == nil) != (h.Gift.ID == gone) {
			t.Errorf("%s has the vector %v", h.Gift.ID, h.Vector)
		}
	}
}

func TestStore_Failures(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		statuses []int // of QueryVectors
		attempts int
		kind     fault.Kind // "": the search succeeds
		message  string
	}{
		"a failure, then well": {[]int{500}, 2, "", ""},
		"busy, then well":      {[]int{429}, 2, "", ""},
		"two failures":         {[]int{500, 503}, 2, fault.Unavailable, "failed"},
		"busy twice":           {[]int{429, 429}, 2, fault.Unavailable, "too much to do"},
		"no right":             {[]int{403}, 1, fault.Forbidden, "credentials"},
		"no index":             {[]int{404}, 1, fault.NotFound, "S3_VECTORS_INDEX"},
		"slow":                 {[]int{-1}, 1, fault.Timeout, "too long"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			fake := s3fake.Start(t)
			fake.Fail = func(operation string, n int) int {
				if operation == "QueryVectors" && n <= len(c.statuses) {
					return c.statuses[n-1]
				}
				return 0
			}
			var log bytes.Buffer
			s := open(t, fake.URL, func(o *s3vectors.Options) { o.Log = zerolog.New(&log) })
			put(t, s, 3)
			if c.kind == fault.Timeout {
				s3vectors.SetLimit(s, s3vectors.ReadLimit)
			}
			began := time.Now()
			hits, err := s.Search(t.Context(), embedder.Vector("x"), 3, store.Filter{})
			if took := time.Since(began); c.kind == fault.Timeout && took > 2500*time.Millisecond {
				t.Errorf("it took %v", took)
			}
			if got := len(fake.Requests("QueryVectors")); got != c.attempts {
				t.Errorf("%d attempts; want %d", got, c.attempts)
			}
			if c.kind == "" {
				if err != nil || len(hits) != 3 {
					t.Errorf("%v, %v", hits, err)
				}
				return
			}
			check(t, err, c.kind, c.message)
			f, _ := errors.AsType[*fault.Error](err)
			if f != nil && strings.Contains(fmt.Sprint(f.Message, f.Err, log.String()), secret) {
				t.Error("the key is shown")
			}
		})
	}
}

// TestStore_NoVectors: gifts were found, and their vectors can't be had.
func TestStore_NoVectors(t *testing.T) {
	t.Parallel()
	fake := s3fake.Start(t)
	fake.Fail = func(operation string, _ int) int {
		if operation == "GetVectors" {
			return 500
		}
		return 0
	}
	s := open(t, fake.URL)
	put(t, s, 3)
	hits, err := s.Search(t.Context(), embedder.Vector("x"), 3, store.Filter{})
	if err != nil || len(hits) != 3 || hits[0].Vector != nil {
		t.Errorf("%v, %v", hits, err)
	}
}

// TestStore_ImportBusy: an import goes on when it is too fast for a while.
func TestStore_ImportBusy(t *testing.T) {
	t.Parallel()
	fake := s3fake.Start(t)
	fake.Fail = func(operation string, n int) int {
		if operation == "PutVectors" && n <= 3 {
			return 429
		}
		return 0
	}
	s := open(t, fake.URL)
	put(t, s, 3)
	if n, err := s.Count(t.Context()); n != 3 || err != nil {
		t.Errorf("%d, %v", n, err)
	}
}

func TestStore_NoCredentials(t *testing.T) {
	t.Parallel()
	s := dial(t, "http://127.0.0.1:1", func(o *s3vectors.Options) {
		o.Credentials = aws.CredentialsProviderFunc(func(context.Context) (aws.Credentials, error) {
			return aws.Credentials{}, errors.New("nothing found")
		})
	})
	_, err := s.Count(t.Context())
	check(t, err, fault.Unauthorized, "AWS_ACCESS_KEY_ID")
	_, err = dial(t, "http://127.0.0.1:1").Count(t.Context())
	check(t, err, fault.Unavailable, "can't be reached")
	if _, err := s3vectors.New(t.Context(), s3vectors.Options{Dimensions: 5000}); err == nil || !strings.Contains(err.Error(), "EMBEDDING_DIMENSIONS") {
		t.Errorf("New with 5,000 dimensions: %v", err)
	}
}

func check(t *testing.T, err error, kind fault.Kind, message string) {
	t.Helper()
	f, ok := errors.AsType[*fault.Error](err)
	if !ok || f.Kind != kind || !strings.Contains(f.Message, message) {
		t.Errorf("%T %v; want %s, %q", err, err, kind, message)
	}
}

func TestContract_S3Mock(t *testing.T) {
	t.Parallel()
	address := s3fake.StartMock(t)
	storetest.Run(t, func(t *testing.T) store.Store { return open(t, address) })
}

// BenchmarkStore_Put reports how much of the 2,500 vectors a second that Amazon takes is used.
func BenchmarkStore_Put(b *testing.B) {
	fake := s3fake.Start(b)
	s, err := s3vectors.New(b.Context(), s3vectors.Options{Endpoint: fake.URL, Credentials: credentials, Dimensions: storetest.Dimensions})
	if err != nil {
		b.Fatal(err)
	}
	if err := s.Setup(b.Context()); err != nil {
		b.Fatal(err)
	}
	items := embedder.Items(storetest.Gifts(5000))
	for b.Loop() {
		if err := s.Put(b.Context(), items); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N*len(items))/b.Elapsed().Seconds(), "vectors/s")
}
