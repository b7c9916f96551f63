package transfer_test

import (
	"context"
	"fmt"
	"hash/fnv"
	"iter"
	"maps"
	"strings"
	"sync"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/gift/catalog"
	"github.com/mcp-adapters/mcp-adapters/gift/embed"
	"github.com/mcp-adapters/mcp-adapters/gift/store"
	"github.com/mcp-adapters/mcp-adapters/gift/transfer"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

// shelf is a store that counts what it is asked, and fails when it is told to: no real one
// breaks in the middle of an import at will. Gifts are kept as they are put.
type shelf struct {
	store.Store // nil: an import searches nothing

	mu       sync.Mutex
	items    map[string]store.Item
	manifest store.Manifest
	puts     []int // the sizes
	deletes  []int
	first    store.Manifest // the manifest at the first Put
	breakAt  int            // the Put that fails, from 1; 0: none
}

var errBroken = &fault.Error{Kind: fault.Unavailable, Message: "The store is gone."}

func newShelf() *shelf { return &shelf{items: map[string]store.Item{}} }

func (s *shelf) Put(_ context.Context, items []store.Item) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.puts) == 0 {
		s.first = s.manifest
	}
	if s.puts = append(s.puts, len(items)); len(s.puts) == s.breakAt {
		return errBroken
	}
	for _, it := range items {
		s.items[it.Gift.ID] = it
	}
	return nil
}

func (s *shelf) Delete(_ context.Context, ids []string) error {
	s.deletes = append(s.deletes, len(ids))
	for _, id := range ids {
		delete(s.items, id)
	}
	return nil
}

func (s *shelf) List(_ context.Context, each func([]catalog.Gift) error) error {
	for it := range maps.Values(s.items) {
		if err := each([]catalog.Gift{it.Gift}); err != nil {
			return err
		}
	}
	return nil
}

func (s *shelf) Count(context.Context) (int, error)               { return len(s.items), nil }
func (s *shelf) Manifest(context.Context) (store.Manifest, error) { return s.manifest, nil }
func (s *shelf) SetManifest(_ context.Context, m store.Manifest) error {
	s.manifest = m
	return nil
}

// byName finds a gift.
func (s *shelf) byName(name string) (catalog.Gift, bool) {
	for _, it := range s.items {
		if it.Gift.Name == name {
			return it.Gift, true
		}
	}
	return catalog.Gift{}, false
}

// hashing is an embedder that counts texts. It knows no text of a gift whose name begins
// with "Xyzzy".
type hashing struct {
	id    string
	mu    sync.Mutex
	texts int
	most  int // in one call
}

func (h *hashing) ID() string      { return h.id }
func (h *hashing) Dimensions() int { return 2 }

func (h *hashing) Embed(_ context.Context, texts []string) ([][]float32, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.texts += len(texts)
	h.most = max(h.most, len(texts))
	var vectors [][]float32
	for _, text := range texts {
		sum := fnv.New32()
		_, _ = sum.Write([]byte(text))
		v := []float32{1, 0}
		if sum.Sum32()%2 == 0 {
			v = []float32{0, 1}
		}
		if strings.HasPrefix(text, "Xyzzy") {
			v = []float32{0, 0}
		}
		vectors = append(vectors, v)
	}
	return vectors, nil
}

var _ embed.Embedder = (*hashing)(nil)

// sheet is a CSV file of n gifts without ids; change changes lines, of which the header is 0.
func sheet(n int, change map[int]string) string {
	lines := []string{"name,brief_description,full_description,price_range,categories"}
	for i := 1; i <= n; i++ {
		lines = append(lines, fmt.Sprintf("Gift %04d,Brief %d.,Full.,budget,tools", i, i))
	}
	for i, line := range change {
		lines[i] = line
	}
	return strings.Join(lines, "\n") + "\n"
}

func rows(csv string) iter.Seq2[catalog.Gift, error] {
	return catalog.Read(strings.NewReader(csv), catalog.CSV, nil)
}

// imported is what an import did.
type imported struct {
	transfer.Summary
	faults []string
	texts  int
	err    error
}

func importInto(t *testing.T, s *shelf, csv string, change ...func(*transfer.Import)) imported {
	t.Helper()
	e := &hashing{id: "hashing/2"}
	var got imported
	i := &transfer.Import{Store: s, Embedder: e, Rows: rows(csv), Fault: func(err error) { got.faults = append(got.faults, err.Error()) }}
	for _, c := range change {
		c(i)
	}
	got.Summary, got.err = i.Run(t.Context())
	if got.texts = e.texts; e.most > 256 {
		t.Errorf("%d texts were embedded at once", e.most)
	}
	for _, n := range s.puts {
		if n > 500 {
			t.Errorf("%d gifts were put at once", n)
		}
	}
	return got
}
