package main_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"

	"github.com/mcp-adapters/mcp-adapters/gift/catalog"
	"github.com/mcp-adapters/mcp-adapters/gift/embed/table"
	"github.com/mcp-adapters/mcp-adapters/gift/store"
	"github.com/mcp-adapters/mcp-adapters/gift/store/memory"
	"github.com/mcp-adapters/mcp-adapters/gift/store/s3vectors"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/s3fake"
)

// remote is a store on an imitated S3 Vectors, and the settings that lead there.
type remote struct {
	t        *testing.T
	settings []string
}

func newRemote(t *testing.T, address string, more ...string) *remote {
	t.Helper()
	return &remote{t, append([]string{
		"VECTOR_STORE=s3vectors", "AWS_ENDPOINT_URL=" + address, "AWS_REGION=us-east-1", "LOG_LEVEL=trace",
		"AWS_ACCESS_KEY_ID=AKIDEXAMPLE", "AWS_SECRET_ACCESS_KEY=" + awsSecret, "AWS_EC2_METADATA_DISABLED=true", "HOME=" + t.TempDir(),
	}, more...)}
}

const awsSecret = "aws-top-secret-0123456789"

// run runs a command that must not say the secret.
func (r *remote) run(args ...string) harness.Outcome {
	r.t.Helper()
	got := harness.Program(r.t, "gift-mcp", args...).Set(r.settings...).Run()
	if strings.Contains(got.Stdout+got.Stderr, awsSecret) {
		r.t.Errorf("%v says the secret: %+v", args, got)
	}
	return got
}

// must runs a command that must succeed, and end with a line.
func (r *remote) must(line string, args ...string) {
	r.t.Helper()
	if got := r.run(args...); got.Code != 0 || !strings.HasSuffix(got.Stdout, line+"\n") {
		r.t.Fatalf("%v: %+v; want %s", args, got, line)
	}
}

// big is the built-in catalog and more, 1,200 gifts in all.
func big(t *testing.T) (path string) {
	t.Helper()
	got := harness.Program(t, "gift-mcp", "export", "--format", "jsonl").Run()
	lines := strings.SplitAfter(strings.TrimSuffix(got.Stdout, "\n"), "\n")
	if got.Code != 0 || len(lines) < 600 {
		t.Fatalf("%+v", got)
	}
	text := got.Stdout
	for i := range 1200 - len(lines) {
		text += fmt.Sprintf(`{"name":"Anvil %d","brief_description":"An anvil of %d pounds for a blacksmith.","full_description":"It is heavy.","price_range":"premium","categories":["blacksmithing"]}`+"\n", i, i+20)
	}
	return write(t, "big.jsonl", text)
}

// TestS3_Import imports 1,200 gifts into an index that is made meanwhile, and finds the
// same gifts there as in memory.
func TestS3_Import(t *testing.T) {
	t.Parallel()
	fake := s3fake.Start(t)
	c := atS3(t, fake.URL)
	story(t, c)
	puts := fake.Requests("PutVectors")
	for _, p := range puts {
		if n := len(p.Body["vectors"].([]any)); n > 500 {
			t.Errorf("%d vectors in one request", n)
		}
	}
	if len(puts) < 4 { // three of gifts, and the manifest
		t.Errorf("%d requests", len(puts))
	}
	for _, q := range fake.Requests("QueryVectors") {
		filter, _ := json.Marshal(q.Body["filter"])
		if !strings.Contains(string(filter), `"kind"`) {
			t.Errorf("a query without a filter: %v", q.Body["filter"])
		}
	}
}

// TestS3Mock does the same with S3Mock, which a busy machine makes slower than someone may
// have to wait: a description is tried again then.
func TestS3Mock(t *testing.T) {
	t.Parallel()
	atS3(t, s3fake.StartMock(t))
}

func atS3(t *testing.T, address string) *client {
	t.Helper()
	r := newRemote(t, address, "S3_VECTORS_BUCKET=gift-bucket", "S3_VECTORS_INDEX=ideas")
	file := big(t)
	r.must("1200 created, 0 updated, 0 unchanged, 0 errors", "import", file, "--setup")
	r.must("0 created, 0 updated, 1200 unchanged, 0 errors", "import", file)
	c, p := overStdio(t, r.settings...)
	first := c.try("get_recommendations", map[string]any{"recipient_description": dad})
	for range 20 {
		if !first.IsError {
			break
		}
		first = c.try("get_recommendations", map[string]any{"recipient_description": dad})
	}
	if first.Structured.Context.Searched != 1200 || len(first.ids()) != 5 {
		t.Errorf("%s", first.text)
	}
	sameNearest(t, address, file)
	if log := p.Log.String(); strings.Contains(log, "woodworking") || strings.Contains(log, awsSecret) {
		t.Errorf("the log: %s", log)
	}
	return c
}

// sameNearest holds that the five nearest of a description are those that the embedded store
// finds with the same vectors.
func sameNearest(t *testing.T, address, file string) {
	t.Helper()
	there := shelf(t, address, "gift-bucket", "ideas")
	here := memory.New(memory.Options{Embedder: table.Embedder{}, Gifts: func() ([]catalog.Gift, error) {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		c, err := catalog.Collect(catalog.Read(bytes.NewReader(text), catalog.JSONLines, nil))
		if err != nil {
			return nil, err
		}
		return c.Gifts, nil
	}})
	defer func() { _ = here.Close() }()
	for _, text := range []string{dad, "yoga and tea", "bakes bread and keeps bees", "a chess player"} {
		v, err := table.Embedder{}.Embed(t.Context(), []string{text})
		if err != nil {
			t.Fatal(err)
		}
		var ids [2][]string
		for i, s := range []store.Store{there, here} {
			hits, err := s.Search(t.Context(), v[0], 5, store.Filter{Prices: []catalog.Price{catalog.Budget, catalog.Moderate}})
			for tries := 0; err != nil && tries < 20; tries++ {
				hits, err = s.Search(t.Context(), v[0], 5, store.Filter{Prices: []catalog.Price{catalog.Budget, catalog.Moderate}})
			}
			if err != nil {
				t.Fatal(err)
			}
			for _, h := range hits {
				ids[i] = append(ids[i], h.Gift.ID)
			}
		}
		if len(ids[0]) != 5 || !slices.Equal(ids[0], ids[1]) {
			t.Errorf("%s: there %v, here %v", text, ids[0], ids[1])
		}
	}
}

// shelf opens an index without the program.
func shelf(t *testing.T, address, bucket, index string) *s3vectors.Store {
	t.Helper()
	s, err := s3vectors.New(t.Context(), s3vectors.Options{
		Bucket: bucket, Index: index, Dimensions: 256, Endpoint: address,
		Credentials: aws.CredentialsProviderFunc(func(context.Context) (aws.Credentials, error) {
			return aws.Credentials{AccessKeyID: "AKIDEXAMPLE", SecretAccessKey: awsSecret}, nil
		}),
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// TestS3_EmbedderDown has the embedding service fail while the gifts are in S3 Vectors.
func TestS3_EmbedderDown(t *testing.T) {
	t.Parallel()
	s := newService(t)
	r := newRemote(t, s3fake.Start(t).URL, s.settings()...)
	r.must("6 created, 0 updated, 0 unchanged, 0 errors", "import", write(t, "a.csv", sheet(3)), "--setup")
	c, p := overStdio(t, r.settings...)
	if got := c.find("someone who flies kites"); got.Structured.Context.Searched != 6 {
		t.Errorf("%s", got.said())
	}
	s.failing(-1)
	got := c.try("get_recommendations", map[string]any{"recipient_description": "my Zyxwoman aunt"})
	if !got.IsError || got.said() != "Unable to fetch recommendations. Please try again." || got.Structured.Error != "service_error" {
		t.Errorf("%s", got.text)
	}
	if log := p.Log.String(); strings.Contains(log, "Zyxwoman") || strings.Contains(log, key) {
		t.Errorf("the log: %s", log)
	}
}

// TestS3_OtherEmbedder starts on an index whose vectors another embedder made.
func TestS3_OtherEmbedder(t *testing.T) {
	t.Parallel()
	s := newService(t)
	r := newRemote(t, s3fake.Start(t).URL)
	r.must("2 created, 0 updated, 0 unchanged, 0 errors", "import", write(t, "a.csv", sheet(1)), "--setup")
	r.settings = append(r.settings, s.settings("EMBEDDING_DIMENSIONS=256")...)
	for _, args := range [][]string{nil, {"call", "get_recommendations", `{"recipient_description":"my dad"}`}} {
		got := r.run(args...)
		if got.Code != 2 || !strings.Contains(got.Stderr, `"embedded/all-MiniLM-L6-v2/256/`) || !strings.Contains(got.Stderr, `"openai/text-embedding-3-small/256"`) || !strings.Contains(got.Stderr, "EMBEDDER") {
			t.Errorf("%v: %+v", args, got)
		}
	}
}

// TestStart_S3 has what keeps the server from starting, with what to do.
func TestStart_S3(t *testing.T) {
	t.Parallel()
	fake := s3fake.Start(t)
	r := newRemote(t, fake.URL)
	if got := r.run(); got.Code != 2 || !strings.Contains(got.Stderr, "VECTOR_STORE can't be s3vectors") || !strings.Contains(got.Stderr, "S3_VECTORS_BUCKET") || !strings.Contains(got.Stderr, "gift-mcp setup") {
		t.Errorf("without a bucket: %+v", got)
	}
	r.must("The store is ready: import gifts with gift-mcp import.", "setup")
	c, _ := overStdio(t, r.settings...)
	if got := c.find(dad); len(got.Structured.Gifts) != 0 || !got.Structured.Context.Fallback || got.Structured.Context.Searched != 0 {
		t.Errorf("an empty index: %s", got.text)
	}
	none := newRemote(t, fake.URL, "AWS_ACCESS_KEY_ID=", "AWS_SECRET_ACCESS_KEY=", "AWS_SHARED_CREDENTIALS_FILE=/nowhere", "AWS_CONFIG_FILE=/nowhere")
	if got := none.run(); got.Code != 2 || !strings.Contains(got.Stderr, "There are no AWS credentials") {
		t.Errorf("without credentials: %+v", got)
	}
	gone := newRemote(t, "http://127.0.0.1:1")
	if got := gone.run("call", "get_recommendations", `{"recipient_description":"my dad"}`); got.Code != 1 && got.Code != 8 || !strings.Contains(got.Stderr, "can't be reached at the moment") {
		t.Errorf("where no one listens: %+v", got)
	}
}

// TestS3_Interrupted has S3 Vectors fail half way through an import.
func TestS3_Interrupted(t *testing.T) {
	t.Parallel()
	fake := s3fake.Start(t)
	var mended atomic.Bool
	fake.Fail = func(operation string, n int) int {
		if operation == "PutVectors" && n > 2 && !mended.Load() { // the mark, and a batch
			return 403
		}
		return 0
	}
	r := newRemote(t, fake.URL)
	file := big(t)
	first := r.run("import", file, "--setup")
	var reported, created, unchanged int
	if _, err := fmt.Sscanf(first.Stdout, "%d created, 0 updated, 0 unchanged, 0 errors", &reported); err != nil || first.Code != 1 || reported == 0 || reported > 500 {
		t.Fatalf("%+v", first)
	}
	mended.Store(true)
	second := r.run("import", file)
	if _, err := fmt.Sscanf(second.Stdout, "%d created, 0 updated, %d unchanged, 0 errors", &created, &unchanged); err != nil || second.Code != 0 || created+unchanged != 1200 || unchanged != reported {
		t.Errorf("%d were reported: %+v", reported, second)
	}
	r.must("0 created, 0 updated, 1200 unchanged, 0 errors", "import", file)
}

// TestS3_BadRows has a bad price and a missing category in a file for S3 Vectors, and
// then what prune does to such a file and to a good one.
func TestS3_BadRows(t *testing.T) {
	t.Parallel()
	r := newRemote(t, s3fake.Start(t).URL)
	bad := write(t, "bad.csv", sheet(2, "Boat,Floats.,It floats.,cheap,boats", "Raft,Floats.,It floats.,budget,"))
	got := r.run("import", bad, "--setup")
	for _, part := range []string{`row 6 ("Boat"): price_range must be`, `row 7 ("Raft"): categories must have`, "2 rows were left out"} {
		if got.Code != 1 || !strings.Contains(got.Stderr, part) || got.Stdout != "4 created, 0 updated, 0 unchanged, 2 errors\n" {
			t.Errorf("%+v; want %s", got, part)
		}
	}
	if got := r.run("prune", bad, "--yes"); got.Code != 1 || !strings.Contains(got.Stderr, "nothing was deleted") {
		t.Errorf("%+v", got)
	}
	less := write(t, "less.csv", sheet(1))
	if got := r.run("prune", less); got.Code != 2 || !strings.Contains(got.Stderr, "2 gifts are in the store and not in the file: add --yes") {
		t.Errorf("%+v", got)
	}
	r.must("0 created, 0 updated, 2 unchanged, 0 errors", "import", less)
	r.must("2 deleted", "prune", less, "--yes")
	r.must("2 created, 0 updated, 2 unchanged, 0 errors", "import", write(t, "more.csv", sheet(2)))
	r.must("0 created, 0 updated, 2 unchanged, 0 errors, 2 deleted", "import", less, "--prune", "--yes")
	if got := r.run("export", "--format", "csv"); got.Code != 0 || strings.Count(got.Stdout, "\n") != 3 {
		t.Errorf("%+v", got)
	}
}
