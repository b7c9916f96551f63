package transfer_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"github.com/mcp-adapters/mcp-adapters/gift/catalog"
	"github.com/mcp-adapters/mcp-adapters/gift/embed/table"
	"github.com/mcp-adapters/mcp-adapters/gift/store"
	"github.com/mcp-adapters/mcp-adapters/gift/store/memory"
	"github.com/mcp-adapters/mcp-adapters/gift/transfer"
)

func TestImport(t *testing.T) {
	t.Parallel()
	s := newShelf()
	got := importInto(t, s, sheet(1200, nil))
	if got.err != nil || got.String() != "1200 created, 0 updated, 0 unchanged, 0 errors" || got.texts != 1200 {
		t.Errorf("%+v", got)
	}
	if slices.Sort(s.puts); !slices.Equal(s.puts, []int{200, 500, 500}) {
		t.Errorf("gifts were put by %v", s.puts)
	}
	// While gifts are written the store is marked as this embedder's, and as not complete.
	if want := (store.Manifest{Embedder: "hashing/2", Dimensions: 2, Format: store.Format}); s.first != want {
		t.Errorf("at the first gift the manifest was %+v", s.first)
	}
	if m := s.manifest; m.Gifts != 1200 || m.Catalog == "" || m.Embedder != "hashing/2" {
		t.Errorf("the manifest is %+v", m)
	}
	for id := range s.items {
		if u, err := uuid.Parse(id); err != nil || u.Version() != 4 {
			t.Fatalf("the id %s", id)
		}
	}
	before := s.manifest
	again := importInto(t, s, sheet(1200, nil))
	if again.err != nil || again.String() != "0 created, 0 updated, 1200 unchanged, 0 errors" || again.texts != 0 || s.manifest != before {
		t.Errorf("%+v, manifest %+v", again, s.manifest)
	}
	// A gift is known by its id, or else by its name in any case; what changed is written.
	first, _ := s.byName("Gift 0001")
	changed := importInto(t, s, strings.Replace(sheet(3, map[int]string{
		1: first.ID + ",Gift of another name,Brief 1.,Full.,budget,tools",
		2: ",GIFT 0002,Brief 2.,Full.,luxury,tools",
		3: "7f3c1f0e-5a51-4c1e-9d0b-2f8f4a6b1c3d,Gift 0003,Brief 3.,Full.,budget,tools",
	}), "name,", "id,name,", 1))
	if changed.err != nil || changed.String() != "0 created, 2 updated, 1 unchanged, 0 errors" || changed.texts != 2 || changed.Absent != 1197 || len(s.items) != 1200 {
		t.Errorf("%+v", changed)
	}
	if g, ok := s.byName("Gift of another name"); !ok || g.ID != first.ID {
		t.Errorf("%+v", g)
	}
	if s.manifest.Catalog == before.Catalog || s.manifest.Gifts != 1200 {
		t.Errorf("%+v", s.manifest)
	}
}

// TestImportResumed interrupts an import half way. The next one embeds the rest, and
// one after that nothing.
func TestImportResumed(t *testing.T) {
	t.Parallel()
	s := newShelf()
	s.breakAt = 3
	first := importInto(t, s, sheet(1600, nil))
	if !errors.Is(first.err, errBroken) || s.manifest.Catalog != "" || len(s.items) != first.Created || first.Created == 0 {
		t.Fatalf("%+v, %d gifts, %+v", first, len(s.items), s.manifest)
	}
	other := importInto(t, s, sheet(1600, nil), func(i *transfer.Import) { i.Embedder = &hashing{id: "other/2"} })
	if other.err == nil || !strings.Contains(other.err.Error(), `"hashing/2"`) || !strings.Contains(other.err.Error(), `"other/2"`) || other.Summary != (transfer.Summary{}) {
		t.Errorf("another embedder went on: %+v", other)
	}
	had := len(s.items)
	second := importInto(t, s, sheet(1600, nil))
	if second.err != nil || second.Created != 1600-had || second.Unchanged != had || second.texts != 1600-had || s.manifest.Gifts != 1600 {
		t.Errorf("%d were there: %+v, %+v", had, second, s.manifest)
	}
	third := importInto(t, s, sheet(1600, nil))
	if third.err != nil || third.String() != "0 created, 0 updated, 1600 unchanged, 0 errors" || third.texts != 0 {
		t.Errorf("%+v", third)
	}
}

// slow is a shelf of which one Put, as others fail, has an answer only after the import knows of that.
type slow struct {
	*shelf
	arrived chan struct{} // is closed by the Put that is slow
}

func (s *slow) Put(ctx context.Context, items []store.Item) error {
	if items[0].Gift.Name != "Gift 0001" {
		<-s.arrived
		return errBroken
	}
	close(s.arrived)
	select {
	case <-ctx.Done():
		return ctx.Err() // cut off: what became of it is unknown
	case <-time.After(time.Second):
		return s.shelf.Put(ctx, items)
	}
}

// TestImportCounted has a batch fail while another is under way, which is finished and
// counted.
func TestImportCounted(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &slow{shelf: newShelf(), arrived: make(chan struct{})}
		i := transfer.Import{Store: s, Embedder: &hashing{id: "hashing/2"}, Rows: rows(sheet(1600, nil))}
		sum, err := i.Run(t.Context())
		if !errors.Is(err, errBroken) || sum != (transfer.Summary{Created: 500}) || len(s.items) != 500 {
			t.Errorf("%+v, %v, and %d gifts", sum, err, len(s.items))
		}
	})
}

// TestBadRows has a bad price and a missing category.
func TestBadRows(t *testing.T) {
	t.Parallel()
	s := newShelf()
	got := importInto(t, s, sheet(5, map[int]string{2: "Kite,Flies.,Full.,cheap,outdoors", 4: "Anvil,Heavy.,Full.,luxury,"}))
	want := []string{
		`row 3 ("Kite"): price_range must be budget, moderate, premium or luxury`,
		`row 5 ("Anvil"): categories must have at least one entry`,
	}
	if diff := cmp.Diff(want, got.faults); diff != "" || got.err != nil || got.String() != "3 created, 0 updated, 0 unchanged, 2 errors" {
		t.Errorf("%+v\n%s", got, diff)
	}
	if s.manifest.Gifts != 3 || len(s.items) != 3 {
		t.Errorf("%+v", s.manifest)
	}
}

func TestImport_Refused(t *testing.T) {
	t.Parallel()
	s := newShelf()
	importInto(t, s, sheet(3, nil))
	first, _ := s.byName("Gift 0001")
	got := importInto(t, s, "id,name,brief_description,full_description,price_range,categories\n"+
		first.ID+",Gift 0002,B.,F.,budget,tools\n"+ // the name of another
		",Xyzzy,B.,F.,budget,tools\n") // nothing that is known
	if got.err != nil || got.Errors != 2 || len(got.faults) != 2 || !strings.Contains(got.faults[0], "name is that of another gift") || !strings.Contains(got.faults[1], "no word that the embedder knows") {
		t.Errorf("%+v", got)
	}
	if g, _ := s.byName("Gift 0001"); !cmp.Equal(g, first) || s.manifest.Gifts != 3 {
		t.Errorf("%+v", g)
	}
}

// TestImport_Unread has a file that can't be read to its end: what comes before that is written, by
// the same count as without writing, and the error is counted.
func TestImport_Unread(t *testing.T) {
	t.Parallel()
	object := func(name string) string {
		return `{"name":"` + name + `","brief_description":"B.","full_description":"F.","price_range":"budget","categories":["tools"]}`
	}
	file := "[" + object("Gift 0001") + "," + object("Gift 0002") + `,{"popularity_score":Infinity},` + object("Gift 0003") + "]"
	for _, dry := range []bool{true, false} {
		s := newShelf()
		got := importInto(t, s, "", func(i *transfer.Import) {
			i.Rows, i.DryRun = catalog.Read(strings.NewReader(file), catalog.JSON, nil), dry
		})
		if got.err == nil || !strings.Contains(got.err.Error(), "entry 3: is not JSON") || !strings.HasSuffix(got.err.Error(), "from there on nothing was read") ||
			got.String() != "2 created, 0 updated, 0 unchanged, 1 errors" {
			t.Errorf("dry %v: %+v", dry, got)
		}
		if want := map[bool]int{false: 2}[dry]; len(s.items) != want || s.manifest.Gifts != want {
			t.Errorf("dry %v: %d gifts, %+v", dry, len(s.items), s.manifest)
		}
	}
	// In JSON Lines it is one line, and in CSV a row.
	for format, file := range map[catalog.Format]string{
		catalog.JSONLines: object("Gift 0001") + "\n{\"popularity_score\":Infinity}\n" + object("Gift 0002"),
		catalog.CSV:       sheet(3, map[int]string{2: `12" skillet,b,f,budget,tools`}),
	} {
		got := importInto(t, newShelf(), "", func(i *transfer.Import) { i.Rows = catalog.Read(strings.NewReader(file), format, nil) })
		if got.err != nil || got.String() != "2 created, 0 updated, 0 unchanged, 1 errors" || len(got.faults) != 1 {
			t.Errorf("%s: %+v", format, got)
		}
	}
}

// TestImport_AtOnce has one import end while another is under way: the manifest has what both wrote.
func TestImport_AtOnce(t *testing.T) {
	t.Parallel()
	s := newShelf()
	importInto(t, s, sheet(1, nil))
	var between store.Manifest
	got := importInto(t, s, "", func(i *transfer.Import) {
		i.Rows = func(yield func(catalog.Gift, error) bool) {
			for g, err := range rows(sheet(1200, nil)) {
				if g.Name == "Gift 0600" {
					other := strings.ReplaceAll(sheet(900, nil), "Gift", "Thing")
					if got := importInto(t, s, other); got.err != nil {
						t.Error(got.err)
					}
					between = s.manifest
				}
				if !yield(g, err) {
					return
				}
			}
		}
	})
	if got.err != nil || got.Created != 1199 || len(s.items) != 2100 || s.manifest.Gifts != 2100 || s.manifest.Catalog == "" {
		t.Errorf("%+v, %d gifts, %+v after %+v", got, len(s.items), s.manifest, between)
	}
}

// TestImport_Killed holds that a store isn't told to be complete from the first gift on that is written.
func TestImport_Killed(t *testing.T) {
	t.Parallel()
	s := newShelf()
	importInto(t, s, sheet(1, nil))
	s.puts, s.breakAt = nil, 2
	if got := importInto(t, s, sheet(1600, nil)); !errors.Is(got.err, errBroken) || s.first.Catalog != "" || s.manifest.Catalog != "" {
		t.Errorf("%+v: at the first gift the manifest was %+v, then %+v", got, s.first, s.manifest)
	}
	s.breakAt = 0
	if got := importInto(t, s, sheet(1600, nil)); got.err != nil || s.manifest.Gifts != 1600 || s.manifest.Catalog == "" {
		t.Errorf("%+v: %+v", got, s.manifest)
	}
}

func TestImport_DryRun(t *testing.T) {
	t.Parallel()
	s := newShelf()
	importInto(t, s, sheet(2, nil))
	s.puts = nil
	got := importInto(t, s, sheet(3, map[int]string{1: "Gift 0001,New.,F.,budget,tools"}), func(i *transfer.Import) {
		i.DryRun = true
		i.Prune = func(context.Context, int) (bool, error) { return true, errors.New("asked") }
	})
	if got.err != nil || got.String() != "1 created, 1 updated, 1 unchanged, 0 errors" || len(s.puts) != 0 || got.texts != 0 || len(s.items) != 2 {
		t.Errorf("%+v", got)
	}
}

func TestImport_Canceled(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	s := newShelf()
	i := transfer.Import{Store: s, Embedder: &hashing{id: "hashing/2"}, Rows: func(yield func(catalog.Gift, error) bool) {
		n := 0
		for g, err := range rows(sheet(3000, nil)) {
			if n++; n == 2000 {
				cancel()
			}
			if !yield(g, err) {
				return
			}
		}
	}}
	sum, err := i.Run(ctx)
	if !errors.Is(err, context.Canceled) || sum.Created == 3000 || s.manifest.Catalog != "" {
		t.Errorf("%+v, %v, %+v", sum, err, s.manifest)
	}
}

func TestImport_Prune(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		file  string
		agree bool
		asked int
		left  int
	}{
		"agreed":              {sheet(200, nil), true, 1000, 200},
		"declined":            {sheet(200, nil), false, 1000, 1200},
		"nothing to do":       {sheet(1200, nil), true, 0, 1200},
		"a row with an error": {sheet(200, map[int]string{7: "Gift 0007,B.,F.,cheap,tools"}), true, 0, 1200},
		"no row at all":       {sheet(0, nil), true, 0, 1200},
	} {
		for way, run := range map[string]func(s *shelf, ask func(context.Context, int) (bool, error)) (transfer.Summary, error){
			"import": func(s *shelf, ask func(context.Context, int) (bool, error)) (transfer.Summary, error) {
				got := importInto(t, s, tt.file, func(i *transfer.Import) { i.Prune = ask })
				return got.Summary, got.err
			},
			"prune": func(s *shelf, ask func(context.Context, int) (bool, error)) (transfer.Summary, error) {
				return (&transfer.Prune{Store: s, Rows: rows(tt.file), Ask: ask}).Run(t.Context())
			},
		} {
			t.Run(name+" by "+way, func(t *testing.T) {
				t.Parallel()
				s := newShelf()
				importInto(t, s, sheet(1200, nil))
				asked := 0
				sum, err := run(s, func(_ context.Context, n int) (bool, error) {
					asked = n
					return tt.agree, nil
				})
				if err != nil || asked != tt.asked || len(s.items) != tt.left || s.manifest.Gifts != tt.left || sum.Deleted != 1200-tt.left {
					t.Errorf("asked about %d, %d left, %+v, %v; manifest %+v", asked, len(s.items), sum, err, s.manifest)
				}
				if m := slices.Max(append(s.deletes, 0)); m > 500 {
					t.Errorf("%d were deleted at once", m)
				}
			})
		}
	}
}

// TestPrune_Only holds that what a file has besides stays out, and a change too.
func TestPrune_Only(t *testing.T) {
	t.Parallel()
	s := newShelf()
	importInto(t, s, sheet(3, nil))
	s.puts = nil
	sum, err := (&transfer.Prune{Store: s, Rows: rows(sheet(3, map[int]string{1: "Gift 0001,New.,F.,luxury,tools", 3: "Gift 0009,B.,F.,budget,tools"})), Ask: func(context.Context, int) (bool, error) { return true, nil }}).Run(t.Context())
	if err != nil || sum.Deleted != 1 || len(s.items) != 2 || s.puts != nil || s.manifest.Gifts != 2 {
		t.Errorf("%+v, %v, %d gifts", sum, err, len(s.items))
	}
	if again := importInto(t, s, sheet(2, nil)); again.Unchanged != 2 {
		t.Errorf("%+v", again)
	}
}

func TestProgress_Lines(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	importInto(t, newShelf(), sheet(2700, nil), func(i *transfer.Import) { i.Progress = transfer.NewProgress(&out, false, -1) })
	if got := out.String(); got != "1000 gifts\n2000 gifts\n" {
		t.Errorf("%q", got)
	}
}

// TestProgress_Nil holds that a bar that isn't there takes text as one that is.
func TestProgress_Nil(t *testing.T) {
	t.Parallel()
	var none *transfer.Progress
	if n, err := io.WriteString(none, "row 3\n"); n != len("row 3\n") || err != nil {
		t.Errorf("%d, %v", n, err)
	}
}

// TestExport takes the built-in catalog through a store and back: every field of every gift
// is as it was, and an import of what was exported changes nothing.
func TestExport(t *testing.T) {
	t.Parallel()
	c, err := catalog.BuiltIn()
	if err != nil {
		t.Fatal(err)
	}
	s := memory.New(memory.Options{Embedder: table.Embedder{}})
	defer func() { _ = s.Close() }()
	all := func(yield func(catalog.Gift, error) bool) {
		for _, g := range c.Gifts {
			if !yield(g, nil) {
				return
			}
		}
	}
	if sum, err := (&transfer.Import{Store: s, Embedder: table.Embedder{}, Rows: all}).Run(t.Context()); err != nil || sum.Created != len(c.Gifts) {
		t.Fatalf("%+v, %v", sum, err)
	}
	for _, f := range catalog.Formats {
		var out bytes.Buffer
		var got []catalog.Gift
		w := catalog.NewWriter(&out, f)
		if err := transfer.Export(t.Context(), s, func(g *catalog.Gift) error {
			got = append(got, *g)
			return w.Write(g)
		}); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		byName := func(a, b catalog.Gift) int { return strings.Compare(catalog.Fold(a.Name), catalog.Fold(b.Name)) }
		want := slices.SortedFunc(slices.Values(c.Gifts), byName)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", f, diff)
		}
		again := transfer.Import{Store: s, Embedder: table.Embedder{}, Rows: catalog.Read(&out, f, nil)}
		if sum, err := again.Run(t.Context()); err != nil || sum.Unchanged != len(c.Gifts) || sum.Errors != 0 {
			t.Errorf("%s: %+v, %v", f, sum, err)
		}
	}
}
