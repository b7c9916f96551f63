package main

import (
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mcp-adapters/mcp-adapters/internal/screen"
)

func TestExport_Directory(t *testing.T) {
	t.Parallel()
	h := remote(t, nil)
	h.fill(t, varied+`{"title":"Borscht!"}`+"\n"+`{"title":"Borscht 2"}`+"\n"+`{"title":"🍜"}`)
	dir := filepath.Join(h.dir, "new", "cooks")
	if got := h.run("export", "--format", "cooklang", "-o", dir); got.code != exitOK {
		t.Fatalf("%+v", got)
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	names := []string{}
	for _, e := range entries {
		names = append(names, e.Name())
		if info, err := e.Info(); runtime.GOOS != "windows" && (err != nil || info.Mode().Perm() != 0o600) {
			t.Errorf("%s: %v, %v", e.Name(), info.Mode(), err)
		}
	}
	want := []string{"Apfelstrudel-süß-warm.cook", "Borscht-2.cook", "Borscht-3.cook", "Zucchini.cook", "borscht.cook", "recipe-2.cook", "recipe.cook"}
	if diff := cmp.Diff(want, names); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}

	if got := h.run("export", "--format", "cooklang", "-o", dir); got.code != exitFailed || !strings.Contains(got.stderr, "nothing was written: ") {
		t.Errorf("%+v", got)
	}
	if got := h.run("export", "--format", "cooklang", "-o", dir, "--force"); got.code != exitOK {
		t.Errorf("%+v", got)
	}
	if got := h.run("export", "--format", "cooklang", "-o", filepath.Join(dir, "recipe.cook")); got.code != exitFailed || !strings.Contains(got.stderr, "is not a directory") {
		t.Errorf("%+v", got)
	}
}

// TestExport_DirectoryFails keeps the whole files and says how many.
func TestExport_DirectoryFails(t *testing.T) {
	t.Parallel()
	for _, at := range []int32{1, 12} {
		t.Run(fmt.Sprint(at), func(t *testing.T) {
			t.Parallel()
			h := remote(t, onGet(at, func(w http.ResponseWriter, _ *http.Request) {
				http.Error(w, "<html>", http.StatusBadGateway)
			}))
			h.fill(t, lines(20))
			dir := filepath.Join(h.dir, "cooks")
			got := h.run("export", "--format", "cooklang", "-o", dir)
			entries, err := os.ReadDir(dir)
			n := len(entries)
			if n == 0 && !errors.Is(err, os.ErrNotExist) {
				t.Errorf("an empty directory stays: %v", err)
			}
			told := fmt.Sprintf("%s of 20 written to %s, each of them complete: ", screen.Amount(n, "recipe was", "recipes were"), dir)
			if got.code != exitFailed || !strings.Contains(got.stderr, told) || n >= 20 {
				t.Errorf("%d files: %+v", n, got)
			}
			for _, e := range entries {
				if filepath.Ext(e.Name()) != ".cook" {
					t.Errorf("%s is left", e.Name())
				}
			}
		})
	}
}
