package minilm_test

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"flag"
	"math"
	"os"
	"slices"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/gift/catalog"
	"github.com/mcp-adapters/mcp-adapters/gift/embed/minilm"
)

var update = flag.Bool("update", false, "write the vectors of the built-in catalog, with the weights")

const entry = 8 + 4 + 384 // bytes of a text

func texts(t *testing.T) []string {
	t.Helper()
	c, err := catalog.BuiltIn()
	if err != nil {
		t.Fatal(err)
	}
	all := make([]string, len(c.Gifts))
	for i := range c.Gifts {
		all[i] = c.Gifts[i].Text()
	}
	return all
}

func mark(text string) string {
	sum := sha256.Sum256([]byte(text))
	return string(sum[:8])
}

// TestShipped: nearly all gifts have their vectors shipped; those that were changed since are
// embedded at the first search, which may take some seconds and not a minute.
//
//	EMBEDDING_MODEL_DIR=DIR go test ./gift/embed/minilm -run TestShipped -update
func TestShipped(t *testing.T) {
	t.Parallel()
	all := texts(t)
	if *update {
		write(t, ".", "shipped.bin", compact(t, all))
	}
	file, err := os.ReadFile("shipped.bin")
	if err != nil {
		t.Fatal(err)
	}
	marks := map[string]bool{}
	for at := range slices.Chunk(file[:8*(len(file)/entry)], 8) {
		marks[string(at)] = true
	}
	missing := 0
	for _, text := range all {
		if !marks[mark(text)] {
			missing++
		}
	}
	if missing > len(all)/10 || len(file) > 350_000 {
		t.Errorf("%d of %d gifts have no vector in the %d bytes: run this test with the weights and -update", missing, len(all), len(file))
	}
}

// sampled holds some of the shipped vectors to those that the model makes: a text with a space
// at its end has the same tokens, and isn't shipped.
func sampled(t *testing.T, e *minilm.Embedder) {
	t.Helper()
	all := texts(t)
	for i := 0; i < len(all); i += len(all) / 10 {
		v, err := e.Embed(t.Context(), []string{all[i], all[i] + " "})
		if err != nil {
			t.Fatal(err)
		}
		cosine := 0.0
		for d := range v[0] {
			cosine += float64(v[0][d]) * float64(v[1][d])
		}
		if math.Abs(cosine-1) > 2e-3 {
			t.Errorf("%.30q was shipped with another vector: cosine %.4f", all[i], cosine)
		}
	}
}

// compact is the file of the vectors of texts.
func compact(t *testing.T, texts []string) string {
	t.Helper()
	e, err := minilm.Open(weights(t))
	if err != nil {
		t.Fatal(err)
	}
	slices.SortFunc(texts, func(a, b string) int { return cmp.Compare(mark(a), mark(b)) })
	vectors, err := e.Embed(t.Context(), texts)
	if err != nil {
		t.Fatal(err)
	}
	var marks, scales, numbers bytes.Buffer
	for i, v := range vectors {
		marks.WriteString(mark(texts[i]))
		largest := 0.0
		for _, x := range v {
			largest = max(largest, math.Abs(float64(x)))
		}
		_ = binary.Write(&scales, binary.LittleEndian, float32(largest/127))
		for _, x := range v {
			numbers.WriteByte(byte(int8(math.Round(float64(x) / largest * 127))))
		}
	}
	return marks.String() + scales.String() + numbers.String()
}
