package move_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// back: what was removed where a move began isn't brought back from where it went.
func back(t *testing.T, a, b stores) {
	for what, change := range changes {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			first, second := a(t), b(t)
			r := withFamilies(t, first, 0)
			run(t, first, second)
			if err := change(t.Context(), r); err != nil {
				t.Fatal(err)
			}
			before := registered(t, first)
			for range 2 {
				refused(t, second, first, "begin with a new database")
			}
			if d := cmp.Diff(before, registered(t, first)); d != "" {
				t.Error(d)
			}
		})
	}
	t.Run("a recipe is deleted", func(t *testing.T) {
		t.Parallel()
		first, second := a(t), b(t)
		filled(t, first, 3)
		run(t, first, second)
		remove(t, first, record(1).ID)
		for range 2 {
			refused(t, second, first, "had recipes or families before anything was moved there")
		}
		if got := served(t, first, "/api/recipes/"+record(1).ID); !strings.HasPrefix(got[0], "404") {
			t.Error(got)
		}
	})
}
