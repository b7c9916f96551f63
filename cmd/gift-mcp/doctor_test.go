package main_test

import (
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/gift/catalog"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/s3fake"
)

// TestDoctor looks at what settings lead to, and tries it.
func TestDoctor(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		settings []string
		want     []string
		code     int
	}{
		{nil, []string{"The embedder embedded/all-MiniLM-L6-v2", "gifts are in the store (VECTOR_STORE=embedded)", "A search for woodworking finds"}, 0},
		{[]string{"CATALOG=" + write(t, "a.csv", sheet(2))}, []string{"4 gifts are in the store"}, 0},
		{[]string{"CATALOG=" + write(t, "b.csv", strings.Join(strings.SplitAfter(sheet(1), "\n")[:2], ""))}, []string{"1 gift is in the store"}, 0},
		{[]string{"CATALOG=" + write(t, "b.csv", sheet(0))}, []string{"There are no gifts."}, 1},
		{[]string{"CATALOG=" + write(t, "c.csv", sheet(1, "Boat,Floats.,It floats.,cheap,boats"))}, []string{`row 4 ("Boat"): price_range`}, 1},
		{[]string{"EMBEDDER=openai", "EMBEDDING_BASE_URL=http://127.0.0.1:1", "EMBEDDING_API_KEY=top-secret"}, []string{"The embedder does not work", "EMBEDDING_BASE_URL"}, 1},
	} {
		got := harness.Program(t, "gift-mcp", "doctor").Set(tt.settings...).Run()
		for _, want := range tt.want {
			if !strings.Contains(got.Stdout, want) || got.Code != tt.code || strings.Contains(got.Stdout, "top-secret") {
				t.Errorf("%v: exit code %d, and it doesn't say %q:\n%s%s", tt.settings, got.Code, want, got.Stdout, got.Stderr)
			}
		}
	}
}

// TestDoctor_NothingFound looks at an index whose manifest counts gifts that are gone.
func TestDoctor_NothingFound(t *testing.T) {
	t.Parallel()
	fake := s3fake.Start(t)
	r := newRemote(t, fake.URL, "S3_VECTORS_BUCKET=gift-bucket", "S3_VECTORS_INDEX=ideas")
	r.must("2 created, 0 updated, 0 unchanged, 0 errors", "import", write(t, "a.csv", sheet(1)), "--setup")
	there := shelf(t, fake.URL, "gift-bucket", "ideas")
	var ids []string
	if err := there.List(t.Context(), func(gifts []catalog.Gift) error {
		for i := range gifts {
			ids = append(ids, gifts[i].ID)
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if err := there.Delete(t.Context(), ids); err != nil {
		t.Fatal(err)
	}
	got := r.run("doctor")
	for _, want := range []string{"2 gifts are in the store", "A search for gifts found none, though the store says that it has some."} {
		if got.Code != 1 || !strings.Contains(got.Stdout, want) {
			t.Errorf("exit code %d, and it doesn't say %q:\n%s%s", got.Code, want, got.Stdout, got.Stderr)
		}
	}
}

// TestInstall holds that the entry has the settings that are given, with absolute paths.
func TestInstall(t *testing.T) {
	t.Parallel()
	path := write(t, "gifts.csv", sheet(1))
	got := harness.Program(t, "gift-mcp", "install", "--print", "--catalog", path, "claude-desktop").Set("EMBEDDING_API_KEY=top-secret", "HTTP_ADDR=127.0.0.1:3500").Run()
	if got.Code != 0 || !strings.Contains(got.Stdout, `"CATALOG"`) || !strings.Contains(got.Stdout, "gift-mcp") || strings.Contains(got.Stdout, "HTTP_ADDR") {
		t.Errorf("%+v", got)
	}
}
