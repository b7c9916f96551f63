package memory_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/gift/catalog"
	"github.com/mcp-adapters/mcp-adapters/gift/store"
	"github.com/mcp-adapters/mcp-adapters/gift/store/memory"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/storetest"
)

const embedder = storetest.Embedder(storetest.Dimensions)

func open(t *testing.T, o memory.Options) *memory.Store {
	s := memory.New(o)
	harness.CloseAfter(t, s)
	return s
}

func TestContract(t *testing.T) {
	t.Parallel()
	storetest.Run(t, func(t *testing.T) store.Store { return open(t, memory.Options{Embedder: embedder}) })
}

// counting counts the texts that it embeds, and fails as long as broken is set.
type counting struct {
	storetest.Embedder
	texts  atomic.Int64
	broken atomic.Bool
}

func (c *counting) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	c.texts.Add(int64(len(texts)))
	if c.broken.Load() {
		return nil, errors.New("no service")
	}
	return c.Embedder.Embed(ctx, texts)
}

func TestStore_FirstUse(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	e := &counting{Embedder: embedder}
	e.broken.Store(true)
	var reads atomic.Int64
	s := open(t, memory.Options{Embedder: e, Gifts: func() ([]catalog.Gift, error) {
		if reads.Add(1) == 1 {
			return nil, errors.New("no file")
		}
		return storetest.Gifts(10), nil
	}})
	if reads.Load() != 0 {
		t.Error("New reads the catalog")
	}
	if _, err := s.Count(ctx); err == nil {
		t.Error("no error of a catalog that can't be read")
	}
	if n, err := s.Count(ctx); n != 10 || err != nil {
		t.Errorf("Count() = %d, %v at the second attempt", n, err)
	}
	if popular, err := s.Popular(ctx, store.Filter{}, 3); len(popular) != 3 || err != nil {
		t.Errorf("Popular() = %v, %v", popular, err)
	}
	if items, err := s.Get(ctx, []string{storetest.Gifts(1)[0].ID}, false); len(items) != 1 || err != nil {
		t.Errorf("Get() = %v, %v", items, err)
	}
	if n := e.texts.Load(); n != 0 {
		t.Errorf("%d texts embedded before vectors are asked for", n)
	}
	search := func() error {
		_, err := s.Search(ctx, embedder.Vector("x"), 3, store.Filter{})
		return err
	}
	if search() == nil {
		t.Error("no error of an embedder that fails")
	}
	e.broken.Store(false)
	if err := search(); err != nil {
		t.Errorf("the embedder is back: %v", err)
	}
	if err := search(); err != nil || e.texts.Load() != 20 || reads.Load() != 2 {
		t.Errorf("%v; %d texts, %d reads; want 20 and 2", err, e.texts.Load(), reads.Load())
	}
}

func TestStore_Snapshot(t *testing.T) {
	t.Parallel()
	gifts := storetest.Gifts(5)
	s := open(t, memory.Options{Embedder: embedder, Gifts: func() ([]catalog.Gift, error) { return gifts[:4], nil }})
	take := func() store.Snapshot {
		t.Helper()
		snapshot, err := s.Snapshot(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return snapshot
	}
	a := take()
	if take() != a {
		t.Error("another snapshot of the same gifts")
	}
	if err := s.Put(t.Context(), embedder.Items(gifts[4:])); err != nil {
		t.Fatal(err)
	}
	b := take()
	if a == b || a.Len() != 4 || b.Len() != 5 {
		t.Errorf("%d gifts, and %d after one was put", a.Len(), b.Len())
	}
	for i := range 4 {
		if a.Gift(i).ID != gifts[i].ID || !slices.Equal(a.Vector(i), embedder.Vector(gifts[i].Text())) {
			t.Errorf("the gift %d is %v with %v", i, a.Gift(i), a.Vector(i))
		}
	}
}

func TestStore_Panic(t *testing.T) {
	t.Parallel()
	s := open(t, memory.Options{Embedder: embedder, Gifts: func() ([]catalog.Gift, error) { panic("broken") }})
	if _, err := s.Count(t.Context()); err == nil {
		t.Error("no error")
	}
}

func TestStore_Manifest(t *testing.T) {
	t.Parallel()
	gifts := storetest.Gifts(3)
	of := func(gifts []catalog.Gift) store.Manifest {
		m, err := open(t, memory.Options{Embedder: embedder, Gifts: func() ([]catalog.Gift, error) { return gifts, nil }}).Manifest(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	m := of(gifts)
	if m.Embedder != embedder.ID() || m.Dimensions != 16 || m.Gifts != 3 || m.Catalog == "" || m.Format != store.Format {
		t.Errorf("Manifest() = %+v", m)
	}
	backward := slices.Clone(gifts)
	slices.Reverse(backward)
	if of(backward) != m {
		t.Error("the order of gifts changes the manifest")
	}
	gifts[1].Guidance += "!"
	if of(gifts) == m {
		t.Error("a change of a gift doesn't change the manifest")
	}
}

// TestStore_Parallel compares the parts of a scan with the whole, with many equal cosines.
func TestStore_Parallel(t *testing.T) {
	t.Parallel()
	const n = 20_100
	gifts := storetest.Gifts(n)
	for i := range gifts {
		gifts[i].Name, gifts[i].Brief, gifts[i].Categories = "same", "same", []string{gifts[i%50].ID}
	}
	s := open(t, memory.Options{Embedder: embedder, Gifts: func() ([]catalog.Gift, error) { return gifts, nil }})
	query := embedder.Vector("x")
	all, err := s.Search(t.Context(), query, n, store.Filter{})
	if err != nil || len(all) != n {
		t.Fatalf("%d, %v", len(all), err)
	}
	for i := range all[1:] {
		if a, b := all[i], all[i+1]; a.Cosine < b.Cosine || a.Cosine == b.Cosine && a.Gift.ID >= b.Gift.ID {
			t.Fatalf("%v %s comes before %v %s", a.Cosine, a.Gift.ID, b.Cosine, b.Gift.ID)
		}
	}
	snapshot, err := s.Snapshot(t.Context())
	if err != nil || snapshot.Len() != n {
		t.Fatalf("%v, %v", snapshot, err)
	}
	cosines := make([]float32, n)
	if err := snapshot.Cosines(t.Context(), query, cosines); err != nil {
		t.Fatal(err)
	}
	byID := map[string]float64{}
	for i, c := range cosines {
		byID[snapshot.Gift(i).ID] = float64(c)
	}
	for _, h := range all {
		if byID[h.Gift.ID] != h.Cosine {
			t.Fatalf("the cosine of %s is %v in the snapshot and %v in a search", h.Gift.ID, byID[h.Gift.ID], h.Cosine)
		}
	}
	for _, k := range []int{1, 7, 1000} {
		some, err := s.Search(t.Context(), query, k, store.Filter{})
		if err != nil {
			t.Fatal(err)
		}
		if !slices.EqualFunc(some, all[:k], func(a, b store.Hit) bool { return a.Gift.ID == b.Gift.ID && a.Cosine == b.Cosine }) {
			t.Errorf("the %d nearest aren't the first of all", k)
		}
	}
}

func TestStore_Cache(t *testing.T) {
	t.Parallel()
	e := &counting{Embedder: embedder}
	folder := filepath.Join(t.TempDir(), "vectors [of gifts]")
	want := embedder.Vector(storetest.Gifts(1)[0].Text())
	embeds := func(n int, slow bool) int64 {
		t.Helper()
		e.texts.Store(0)
		s := open(t, memory.Options{Embedder: e, Cache: folder, Slow: slow,
			Gifts: func() ([]catalog.Gift, error) { return storetest.Gifts(n), nil }})
		items, err := s.Get(t.Context(), []string{storetest.Gifts(1)[0].ID}, true)
		if err != nil || len(items) != 1 || !slices.Equal(items[0].Vector, want) {
			t.Fatalf("Get() = %v, %v", items, err)
		}
		return e.texts.Load()
	}
	files := func() []string {
		t.Helper()
		paths, err := os.ReadDir(folder)
		if err != nil {
			t.Fatal(err)
		}
		names := []string{}
		for _, p := range paths {
			names = append(names, filepath.Join(folder, p.Name()))
		}
		return names
	}
	if a, b := embeds(2000, false), embeds(2000, false); a != 2000 || b != 2000 {
		t.Errorf("2,000 gifts: %d, then %d texts; they need no cache", a, b)
	}
	if a, b := embeds(5, true), embeds(5, true); a != 5 || b != 0 {
		t.Errorf("a slow embedder: %d, then %d texts; want 5 and 0", a, b)
	}
	if a, b := embeds(2001, false), embeds(2001, false); a != 2001 || b != 0 {
		t.Errorf("2,001 gifts: %d, then %d texts; want 2,001 and 0", a, b)
	}
	for _, path := range files() {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for what, damaged := range map[string][]byte{"a bit": flip(data), "its end": data[:len(data)-1], "all": nil, "one more": append(data, 0)} {
			if err := os.WriteFile(path, damaged, 0o600); err != nil {
				t.Fatal(err)
			}
			if len(data) < 1000 {
				continue
			}
			if a, b := embeds(2001, false), embeds(2001, false); a != 2001 || b != 0 {
				t.Errorf("a file that lost %s: %d, then %d texts; want 2,001 and 0", what, a, b)
			}
		}
	}
	for n := range 6 {
		embeds(2002+n, false)
	}
	if got := files(); len(got) != 4 {
		t.Errorf("the folder has %q; want the newest four", got)
	}
}

func flip(data []byte) []byte {
	data = slices.Clone(data)
	data[len(data)/2] ^= 1
	return data
}

// TestStore_GiveUp: a caller that gives up doesn't end the work for the others.
func TestStore_GiveUp(t *testing.T) {
	t.Parallel()
	began, goOn := make(chan struct{}), make(chan struct{})
	s := open(t, memory.Options{Embedder: embedder, Gifts: func() ([]catalog.Gift, error) {
		close(began)
		<-goOn
		return storetest.Gifts(3), nil
	}})
	ctx, cancel := context.WithCancel(t.Context())
	failed := make(chan error)
	go func() {
		_, err := s.Count(ctx)
		failed <- err
	}()
	<-began
	cancel()
	if err := <-failed; !errors.Is(err, context.Canceled) {
		t.Errorf("a caller that gave up got %v", err)
	}
	close(goOn)
	if n, err := s.Count(t.Context()); n != 3 || err != nil {
		t.Errorf("Count() = %d, %v", n, err)
	}
}
