package vault_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mcp-adapters/mcp-adapters/recipe/vault"
)

// TestVault_Adopt gives a member the recipes that no family sees, and leaves all
// others alone.
func TestVault_Adopt(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, place func() string) {
		path := place()
		before := open(t, vault.Options{Path: path})
		c := inProcess(before)
		c.create(t, `{"title":"Rice","ingredients":[{"name":"rice"}]}`)
		c.as("alice@example.com").create(t, `{"title":"Soup"}`)
		c.as("left@example.com").create(t, `{"title":"bread"}`)
		restorer(before).create(t, `{"title":"Stew","created_by":"jürgen@example.com"}`)
		if _, err := before.Unseen(t.Context()); err == nil {
			t.Error("without families there are recipes that none sees")
		}

		v := open(t, vault.Options{Path: path, Families: loadFamilies(t, twoFamilies)})
		c = inProcess(v)
		all := snapshot(t, c)
		alice, carol := c.as("alice@example.com"), c.as("carol@example.com")
		want := []string{"bread", "Rice", "Stew"}
		if got, err := v.Unseen(t.Context()); err != nil || !cmp.Equal(got, want) {
			t.Fatalf("%q, %v", got, err)
		}
		for _, address := range []string{"", "nobody@example.com"} {
			if got, err := v.Adopt(t.Context(), address); err == nil {
				t.Errorf("%q adopted %q", address, got)
			}
		}
		if after := snapshot(t, c); !cmp.Equal(all, after) {
			t.Errorf("something was changed: %s", after)
		}
		if got := carol.titles(t); len(got) != 0 {
			t.Errorf("%q", got)
		}
		if got, err := v.Adopt(t.Context(), " Carol@example.com"); err != nil || !cmp.Equal(got, want) {
			t.Fatalf("%q, %v", got, err)
		}
		if got := carol.titles(t); !cmp.Equal(got, want) {
			t.Errorf("%q", got)
		}
		if got := alice.titles(t); !cmp.Equal(got, []string{"Soup"}) {
			t.Errorf("%q", got)
		}
		// Nothing but the author has changed.
		rice := func(list [][]byte) map[string]any {
			at := slices.IndexFunc(list, func(b []byte) bool { return answer{body: b}.object(t)["title"] == "Rice" })
			return answer{body: list[at]}.object(t)
		}
		wantRice := rice(all)
		wantRice["created_by"] = "carol@example.com"
		if d := cmp.Diff(wantRice, rice(snapshot(t, c))); d != "" {
			t.Error(d)
		}
		if got, err := v.Adopt(t.Context(), "alice@example.com"); err != nil || len(got) != 0 {
			t.Errorf("again: %q, %v", got, err)
		}
	})
}
