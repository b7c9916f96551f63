package minilm_test

import (
	"compress/gzip"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/gift/embed"
	"github.com/mcp-adapters/mcp-adapters/gift/embed/minilm"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
)

var _ embed.Embedder = (*minilm.Embedder)(nil)

// weights returns the directory that EMBEDDING_MODEL_DIR names, or one that it fetches the weights
// into as a user does.
func weights(t testing.TB) string {
	t.Helper()
	if dir := os.Getenv("EMBEDDING_MODEL_DIR"); dir != "" {
		return dir
	}
	harness.Needs(t, "python3")
	dir := t.TempDir()
	fetch := exec.CommandContext(t.Context(), "python3", filepath.Join(harness.Root(t), "tools", "gifttable", "fetch.py"), dir)
	if text, err := fetch.CombinedOutput(); err != nil {
		t.Fatalf("fetch the weights: %v\n%s", err, text)
	}
	return dir
}

func TestEmbed_Reference(t *testing.T) {
	t.Parallel()
	e, err := minilm.Open(weights(t))
	if err != nil {
		t.Fatal(err)
	}
	if id := e.ID(); id != "minilm/all-MiniLM-L6-v2/384/d9aeae034ba4" {
		t.Errorf("the ID is %q: vectors of the same weights that are stored are lost", id)
	}
	file, err := os.Open(filepath.Join("testdata", "vectors.json.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	r, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	var rows []struct {
		Text   string    `json:"text"`
		Vector []float64 `json:"vector"`
	}
	if err := json.NewDecoder(r).Decode(&rows); err != nil {
		t.Fatal(err)
	}
	texts := make([]string, len(rows))
	for i := range rows {
		texts[i] = rows[i].Text
	}
	vectors, err := e.Embed(t.Context(), append(texts, "", "\U0001f980"))
	if err != nil {
		t.Fatal(err)
	}
	for i, row := range rows {
		off := 0.0
		for d, want := range row.Vector {
			off = max(off, math.Abs(float64(vectors[i][d])-want))
		}
		if len(row.Vector) != e.Dimensions() || !(off < 1e-5) {
			t.Errorf("%.40q is %g off the reference", row.Text, off)
		}
	}
	sampled(t, e)
	for i, v := range vectors[len(rows):] {
		for _, x := range v {
			if x != 0 {
				t.Fatalf("text %d without a word has a vector", i)
			}
		}
	}
}

// empty writes a model whose numbers are all zero, with a vocabulary of a few words.
func empty(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	vocabulary := "[PAD]\n[UNK]\n[CLS]\n[SEP]\ntea\n##s\npot\n"
	words := strings.Count(vocabulary, "\n")
	type tensor struct {
		Type    string `json:"dtype"`
		Shape   []int  `json:"shape"`
		Offsets [2]int `json:"data_offsets"`
	}
	tensors, size := map[string]any{"__metadata__": map[string]string{"format": "pt"}}, 0
	put := func(name string, shape ...int) {
		n := 4
		for _, s := range shape {
			n *= s
		}
		tensors[name] = tensor{"F32", shape, [2]int{size, size + n}}
		size += n
	}
	both := func(name string, out, in int) {
		put(name+".weight", out, in)
		put(name+".bias", out)
	}
	norm := func(name string) {
		put(name+".weight", 384)
		put(name+".bias", 384)
	}
	put("embeddings.word_embeddings.weight", words, 384)
	put("embeddings.position_embeddings.weight", 512, 384)
	put("embeddings.token_type_embeddings.weight", 2, 384)
	norm("embeddings.LayerNorm")
	for i := range 6 {
		p := fmt.Sprintf("encoder.layer.%d.", i)
		for _, name := range []string{"attention.self.query", "attention.self.key", "attention.self.value", "attention.output.dense"} {
			both(p+name, 384, 384)
		}
		norm(p + "attention.output.LayerNorm")
		both(p+"intermediate.dense", 1536, 384)
		both(p+"output.dense", 384, 1536)
		norm(p + "output.LayerNorm")
	}
	header, err := json.Marshal(tensors)
	if err != nil {
		t.Fatal(err)
	}
	file := append(binary.LittleEndian.AppendUint64(nil, uint64(len(header))), header...)
	write(t, dir, "model.safetensors", string(file)+strings.Repeat("\x00", size))
	write(t, dir, "vocab.txt", vocabulary)
	return dir
}

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestEmbed_Callers: many callers at a time share the processors, and each has its vectors;
// one who gives up gets none.
func TestEmbed_Callers(t *testing.T) {
	t.Parallel()
	e, err := minilm.Open(empty(t))
	if err != nil {
		t.Fatal(err)
	}
	var callers sync.WaitGroup
	for range 4 {
		callers.Go(func() {
			vectors, err := e.Embed(t.Context(), []string{"tea", "", "teas and teapots"})
			if err != nil || len(vectors) != 3 || len(vectors[2]) != 384 {
				t.Errorf("%d vectors, %v", len(vectors), err)
			}
		})
	}
	callers.Wait()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if vectors, err := e.Embed(ctx, []string{"tea", "pot"}); !errors.Is(err, context.Canceled) {
		t.Errorf("%d vectors, %v", len(vectors), err)
	}
}

// TestOpen_Errors says what is wrong with a directory.
func TestOpen_Errors(t *testing.T) {
	t.Parallel()
	file, err := os.ReadFile(filepath.Join(empty(t), "model.safetensors"))
	if err != nil {
		t.Fatal(err)
	}
	const vocabulary = "[PAD]\n[UNK]\n[CLS]\n[SEP]\ntea\n##s\npot\n"
	model := string(file)
	for name, c := range map[string]struct{ model, vocabulary, want string }{
		"no weights":         {"", vocabulary, "read the weights"},
		"no vocabulary":      {model, "", "read the vocabulary"},
		"other vocabulary":   {model, "tea\n", "lacks [CLS]"},
		"longer vocabulary":  {model, vocabulary + "yoga\n", "must be F32[8 384]"},
		"a pointer":          {"version https://git-lfs", vocabulary, "another format"},
		"seven bytes":        {"version", vocabulary, "cut short"},
		"a cut file":         {model[:len(model)-1], vocabulary, "is cut short"},
		"a header of a list": {"\x02\x00\x00\x00\x00\x00\x00\x00[]", vocabulary, "the header"},
		"no tensors":         {"\x02\x00\x00\x00\x00\x00\x00\x00{}", vocabulary, "there is no tensor"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			if c.model != "" {
				write(t, dir, "model.safetensors", c.model)
			}
			if c.vocabulary != "" {
				write(t, dir, "vocab.txt", c.vocabulary)
			}
			_, err := minilm.Open(dir)
			if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "must have model.safetensors") {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
}

func BenchmarkEmbed(b *testing.B) {
	e, err := minilm.Open(weights(b))
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		_, _ = e.Embed(b.Context(), []string{"My dad who loves woodworking and classic rock music, 65 years"})
	}
}
