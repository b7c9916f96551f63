package s3vectors_test

import (
	"slices"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/s3fake"
)

// TestStore_Get_again: the vector of a gift is asked for once, until the gift changes.
func TestStore_Get_again(t *testing.T) {
	t.Parallel()
	fake := s3fake.Start(t)
	s := open(t, fake.URL)
	items := put(t, s, 3)
	ids := []string{items[0].Gift.ID, items[1].Gift.ID}
	asked := func() (data []bool) {
		for _, r := range fake.Requests("GetVectors") {
			with, _ := r.Body["returnData"].(bool)
			data = append(data, with)
		}
		return data
	}
	get := func(want ...[]float32) {
		t.Helper()
		got, err := s.Get(t.Context(), ids, true)
		if err != nil || len(got) != 2 || !slices.Equal(got[0].Vector, want[0]) || !slices.Equal(got[1].Vector, want[1]) {
			t.Errorf("got %v, %v", got, err)
		}
	}
	before := len(asked())
	get(items[0].Vector, items[1].Vector)
	get(items[0].Vector, items[1].Vector)
	changed := items[1]
	changed.Gift.Brief, changed.Vector = "It is another thing now.", items[2].Vector
	if err := s.Put(t.Context(), items[:1]); err != nil {
		t.Fatal(err)
	}
	if err := s.Put(t.Context(), append(items[:0:0], changed)); err != nil {
		t.Fatal(err)
	}
	get(items[0].Vector, changed.Vector)
	if got := asked()[before:]; !slices.Equal(got, []bool{true, false, false, true}) {
		t.Errorf("asked for vectors: %v", got)
	}
}
