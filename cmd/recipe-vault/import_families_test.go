package main

import (
	"strings"
	"testing"
)

// TestImport_Families brings back what each family has, though two have the same title, in
// whatever order, and a second time with nothing to do.
func TestImport_Families(t *testing.T) {
	t.Parallel()
	families := func(h *home) {
		h = h.with("API_BASE_URL", "", "API_KEY", "")
		h.must("family", "add", "smith", "--member", "alice@example.com", "--member", "bob@example.com")
		h.must("family", "add", "jones", "--member", "carol@example.com")
	}
	const soups = `{"title":"Soup","created_by":"alice@example.com"}
{"title":"Soup","created_by":"carol@example.com"}
{"title":"Pie","description":"smith","created_by":"alice@example.com"}
{"title":"Pie","description":"jones","created_by":"carol@example.com"}
`
	stores := func(t *testing.T, test func(t *testing.T, h *home)) {
		t.Helper()
		t.Run("file", func(t *testing.T) {
			t.Parallel()
			test(t, embedded(t))
		})
		t.Run("postgres", func(t *testing.T) {
			t.Parallel()
			test(t, onServer(t))
		})
		t.Run("served", func(t *testing.T) {
			t.Parallel()
			h := embedded(t)
			s := start(t, strings.TrimPrefix(h.env["DATABASE_URL"], "sqlite:"), "API_KEY="+homeKey)
			h.env["API_BASE_URL"], h.env["API_KEY"] = "http://"+s.Address, homeKey
			test(t, h)
		})
	}
	t.Run("known", func(t *testing.T) {
		t.Parallel()
		stores(t, func(t *testing.T, h *home) {
			families(h)
			if got := h.must("import", "--dry-run", h.file("a.jsonl", soups)); !strings.Contains(got, "4 created, 0 skipped") {
				t.Errorf("%q", got)
			}
			if got := h.must("import", h.file("a.jsonl", soups)); !strings.HasPrefix(got, "4 created, 0 skipped") {
				t.Errorf("%q", got)
			}
			out := h.must("export")
			if n := strings.Count(out, "\n"); n != 4 || strings.Count(out, "carol") != 2 {
				t.Errorf("%q", out)
			}
			for _, flag := range []string{"--dry-run", "--verbose"} {
				if got := h.must("import", flag, h.file("b.jsonl", out)); !strings.Contains(got, "0 created, 4 skipped") {
					t.Errorf("%q", got)
				}
			}
			// Of one family, titles clash whoever has saved them.
			got := h.run("import", h.file("c.jsonl", `{"title":"Flan","created_by":"alice@example.com"}`+"\n"+`{"title":"Flan","created_by":"bob@example.com"}`))
			if got.code != exitAltered || !strings.Contains(got.stdout, "1 created, 1 skipped") || !strings.Contains(got.stdout, "recipe-vault migrate") {
				t.Errorf("%+v", got)
			}
		})
	})
	// A vault without these families can't have both, and says so each time, in either order.
	t.Run("unknown", func(t *testing.T) {
		t.Parallel()
		stores(t, func(t *testing.T, h *home) {
			for _, file := range []string{h.file("a.jsonl", soups), h.file("a.jsonl", soups), h.file("b.jsonl", swap(soups))} {
				got := h.run("import", file)
				if got.code != exitAltered || !strings.Contains(got.stdout, "another author") || !strings.Contains(got.stdout, "recipe-vault migrate") {
					t.Errorf("%+v", got)
				}
			}
			if n := len(h.titles()); n != 2 {
				t.Errorf("%d recipes", n)
			}
		})
	})
	// What no family sees is said.
	t.Run("unseen", func(t *testing.T) {
		t.Parallel()
		h := embedded(t)
		families(h)
		got := h.must("import", h.file("a.jsonl", `{"title":"Soup","created_by":"eve@example.com"}`+"\n"+`{"title":"Stew"}`+"\n"+`{"title":"Pie","created_by":"bob@example.com"}`))
		if !strings.HasPrefix(got, "2 recipes are visible to no family") || !strings.Contains(got, "3 created") {
			t.Errorf("%q", got)
		}
	})
}

// swap has the lines in the opposite order.
func swap(lines string) (swapped string) {
	for line := range strings.Lines(lines) {
		swapped = line + swapped
	}
	return swapped
}
