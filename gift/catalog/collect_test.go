package catalog_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"github.com/mcp-adapters/mcp-adapters/gift/catalog"
)

func TestCollect(t *testing.T) {
	t.Parallel()
	file := header + ",id\nTeapot,Pours.,Iron.,budget,\"tea, kitchen\",\nKettle,Boils.,Steel.,budget,tea,8f3c1f0e-5a51-4c1e-9d0b-2f8f4a6b1c3d\n" + strings.Repeat("Bad,Row.,,,,\n", 12)
	c, err := catalog.Collect(catalog.Read(strings.NewReader(file), catalog.CSV, nil))
	var bad *catalog.BadRows
	if !errors.As(err, &bad) || bad.Count != 12 || len(bad.First) != 10 || !strings.HasSuffix(err.Error(), "\nand 2 more") {
		t.Errorf("got %v, want 12 bad rows, the first ten by name", err)
	}
	if diff := cmp.Diff(catalog.Vocabulary{Categories: []string{"kitchen", "tea"}}, c.Vocabulary); diff != "" {
		t.Error(diff)
	}
	again, err := catalog.Collect(catalog.Read(strings.NewReader(strings.ToUpper(file[:len(header)])+file[len(header):]), catalog.CSV, nil))
	if !errors.As(err, &bad) {
		t.Error(err)
	}
	if diff := cmp.Diff(c, again); diff != "" {
		t.Errorf("another id the second time: %s", diff)
	}
	for _, g := range c.Gifts {
		if broken := g.Check(nil); broken != nil {
			t.Error(g.Name, broken)
		}
	}
	if c, err := catalog.Collect(catalog.Read(iotest.ErrReader(errors.New("broken")), catalog.CSV, nil)); c != nil || err == nil {
		t.Errorf("got %v, %v from a file that can't be read", c, err)
	}
}

// TestCollect_renamed holds that a gift doesn't lose its id to a new one that has its old name.
func TestCollect_renamed(t *testing.T) {
	t.Parallel()
	first := catalog.StableID("TEAPOT ", func(string) bool { return false })
	file := header + ",id\nTeapot,Pours.,Iron.,budget,tea,\nIron teapot,Pours.,Iron.,budget,tea," + first + "\n"
	c, err := catalog.Collect(catalog.Read(strings.NewReader(file), catalog.CSV, nil))
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(c.Gifts[0].ID != first, c.Gifts[1].ID == first); got != "true true" {
		t.Errorf("ids %s and %s, want the second as it is in the file, and another one", c.Gifts[0].ID, c.Gifts[1].ID)
	}
}
