package table_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/gift/embed"
	"github.com/mcp-adapters/mcp-adapters/gift/embed/table"
)

var _ embed.Embedder = table.Embedder{}

func vectors(t testing.TB, texts ...string) [][]float32 {
	t.Helper()
	v, err := table.Embedder{}.Embed(t.Context(), texts)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func dot(a, b []float32) float64 {
	sum := 0.0
	for i := range a {
		sum += float64(a[i]) * float64(b[i])
	}
	return sum
}

// TestID: another table is another embedder.
func TestID(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile("table.bin")
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(data)
	if id, want := (table.Embedder{}).ID(), hex.EncodeToString(sum[:])[:12]; !strings.HasSuffix(id, want) {
		t.Errorf("the table's SHA-256 begins with %s, and the ID is %q", want, id)
	}
}

// TestLicense: a program with the table has the license of the model.
func TestLicense(t *testing.T) {
	t.Parallel()
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	program, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"LICENSE", "NOTICE"} {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Contains(program, text) {
			t.Errorf("the linker left %s out", name)
		}
	}
}

// TestMeaning: texts about one thing are nearer to each other than to another, without a
// word in common.
func TestMeaning(t *testing.T) {
	t.Parallel()
	for _, c := range [][3]string{
		{"a chisel and a hand plane", "he builds furniture and loves woodworking", "she sings in a choir"},
		{"sourdough starter", "bakes bread every weekend", "repairs old motorcycles"},
		{"binoculars", "watches birds in the marsh", "plays the piano"},
		{"yoga mat", "pilates and meditation", "collects stamps"},
		{"record player", "has a shelf full of vinyl albums", "a keen gardener"},
	} {
		v := vectors(t, c[0], c[1], c[2])
		if near, far := dot(v[0], v[1]), dot(v[0], v[2]); near <= far {
			t.Errorf("%q is nearer to %q (%.2f) than to %q (%.2f)", c[0], c[2], far, c[1], near)
		}
	}
}

// TestEmbed_Length: a vector has length 1, or is zero where there is no word. What is said
// besides in every description counts little.
func TestEmbed_Length(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"woodworking", "My dad who loves woodworking, 65.", strings.Repeat("tea ", 2000), "the"} {
		v := vectors(t, text)[0]
		if length := math.Sqrt(dot(v, v)); math.Abs(length-1) > 1e-5 || len(v) != (table.Embedder{}).Dimensions() {
			t.Errorf("%.20q has a vector of length %g in %d dimensions", text, length, len(v))
		}
	}
	for _, text := range []string{"", " \n", "\U0001f980", strings.Repeat("x", 101)} {
		if v := vectors(t, text)[0]; dot(v, v) != 0 {
			t.Errorf("%q has a vector", text)
		}
	}
	v := vectors(t, "woodworking", "a birthday gift for someone who loves woodworking")
	if like := dot(v[0], v[1]); like < 0.9 {
		t.Errorf("filler words take a vector away, to a cosine of %.2f", like)
	}
}

// TestEmbed_Batch: a text has the same vector alone and in a batch, and no vector shares
// room with the next.
func TestEmbed_Batch(t *testing.T) {
	t.Parallel()
	batch := vectors(t, "tea", "", "coffee")
	_ = append(batch[0], 1)
	for i, text := range []string{"tea", "", "coffee"} {
		alone := vectors(t, text)[0]
		for d := range alone {
			if alone[d] != batch[i][d] {
				t.Fatalf("%q differs in dimension %d", text, d)
			}
		}
	}
}

func TestEmbed_Canceled(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := (table.Embedder{}).Embed(ctx, []string{"tea"}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

// TestEmbed_Allocations: whatever the number of texts, two.
//
//nolint:paralleltest // AllocsPerRun counts what the whole process allocates.
func TestEmbed_Allocations(t *testing.T) {
	texts := []string{"My dad who loves woodworking and classic rock music, 65 years old", "yoga mat", "tea"}
	if n := testing.AllocsPerRun(100, func() { _, _ = table.Embedder{}.Embed(context.Background(), texts) }); n > 2 {
		t.Errorf("it allocates %v times", n)
	}
}

func BenchmarkEmbed(b *testing.B) {
	texts := []string{"My dad who loves woodworking and classic rock music, 65 years old"}
	for b.Loop() {
		_, _ = table.Embedder{}.Embed(context.Background(), texts)
	}
}
