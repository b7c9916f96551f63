package main

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// onPost hands the n-th create (from 1) to act, and all else to the vault.
func onPost(n int32, act func(w http.ResponseWriter, r *http.Request, next http.Handler)) func(http.Handler) http.Handler {
	var posts atomic.Int32
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Method == http.MethodPost && posts.Add(1) == n {
				act(w, r, next)
				return
			}
			next.ServeHTTP(w, r)
		})
	}
}

// TestImport_BadFiles has what is good imported all the same.
func TestImport_BadFiles(t *testing.T) {
	t.Parallel()
	both(t, func(t *testing.T, h *home) {
		archive := h.file("mixed.zip", zipped(t,
			"A.paprikarecipe", gzipped(t, `{"name":"Good A","ingredients":"salt","directions":"Mix."}`),
			"B.paprikarecipe", "no gzip",
			"C.paprikarecipe", gzipped(t, `{"name":"","ingredients":"salt","directions":"Mix."}`),
			"D.paprikarecipe", gzipped(t, `{"name":"Good D","ingredients":"salt","directions":"Mix."}`)))
		cut := h.file("cut.zip", zipped(t, "A.cook", "Boil @water{}.")[:60])
		diary := h.file("diary.txt", "Dear diary")
		missing := filepath.Join(h.dir, "missing.json")
		last := h.file("last.jsonl", lines(1))
		got := h.run("import", archive, cut, diary, missing, last)
		if got.code != exitFailed || !strings.Contains(got.stdout, "3 created, 0 skipped as present, 5 failed, in ") ||
			!strings.Contains(got.stderr, "recipe-vault: the import is not complete: 5 failed\n") {
			t.Errorf("%+v", got)
		}
		for _, want := range []string{
			archive + ", B.paprikarecipe: this is not the gzip data",
			archive + ", C.paprikarecipe: the recipe has no title",
			cut + ": ",
			diary + ": unknown format",
			missing + ": the file could not be read: ",
		} {
			if !strings.Contains(got.stdout, "  "+want) {
				t.Errorf("no %q in:\n%s", want, got.stdout)
			}
		}
		if diff := cmp.Diff([]string{"Dish 000", "Good A", "Good D"}, h.titles()); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	})
}

func TestImport_UnreadableFile(t *testing.T) {
	t.Parallel()
	needsUnix(t)
	if os.Geteuid() == 0 {
		t.Skip("nothing is unreadable for this user")
	}
	h := embedded(t)
	path := h.file("a.jsonl", lines(1))
	if err := os.Chmod(path, 0); err != nil {
		t.Fatal(err)
	}
	if got := h.run("import", path); got.code != exitFailed || !strings.Contains(got.stdout, path+": the file could not be read: permission denied.") {
		t.Errorf("%+v", got)
	}
}

// TestImport_VaultOutOfReach ends before anything is read, with one sentence.
func TestImport_VaultOutOfReach(t *testing.T) {
	t.Parallel()
	down := httptest.NewServer(http.NotFoundHandler())
	down.Close()
	login := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		_, _ = w.Write([]byte("<html>Log in</html>"))
	}))
	t.Cleanup(login.Close)
	slow := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }))
	t.Cleanup(slow.Close)
	for name, row := range map[string]struct {
		env  []string
		want string
	}{
		"down":         {[]string{"API_BASE_URL", down.URL}, "The Recipe Vault could not be reached at 127.0.0.1:"},
		"wrong key":    {[]string{"API_KEY", "not-the-key"}, "The Recipe Vault refused the API key; check API_KEY."},
		"no key":       {[]string{"API_KEY", ""}, "The Recipe Vault requires an API key; set API_KEY."},
		"wrong prefix": {[]string{"API_BASE_URL", login.URL}, "API_BASE_URL (" + strings.TrimPrefix(login.URL, "http://") + ") may be wrong."},
		"slow":         {[]string{"API_BASE_URL", slow.URL, "API_TIMEOUT", "50ms"}, "The Recipe Vault did not answer within "},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := remote(t, nil).with(row.env...)
			file := h.file("a.jsonl", lines(2))
			for _, args := range [][]string{{"import", file}, {"import", "--dry-run", file}, {"export"}, {"export", "-o", filepath.Join(h.dir, "x")}} {
				got := h.run(args...)
				if got.code != exitFailed || !strings.Contains(got.stderr, row.want) || got.stdout != "" {
					t.Errorf("%v: %+v, want %q", args, got, row.want)
				}
			}
			if _, err := os.Stat(filepath.Join(h.dir, "x")); !errors.Is(err, os.ErrNotExist) {
				t.Errorf("a file was made: %v", err)
			}
		})
	}
}

// TestImport_ReadOnlyDatabase marks the file as one that newer programs write,
// which keeps even root from writing it.
func TestImport_ReadOnlyDatabase(t *testing.T) {
	t.Parallel()
	h := embedded(t)
	h.run("import", h.file("a.jsonl", lines(2)))
	path := filepath.Join(h.dir, "data", "recipes.db")
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	// https://www.sqlite.org/fileformat2.html: the write version at offset 18.
	_, err = f.WriteAt([]byte{3}, 18)
	if err = errors.Join(err, f.Close()); err != nil {
		t.Fatal(err)
	}
	got := h.run("import", h.file("b.jsonl", lines(9)))
	if got.code != exitFailed || !strings.Contains(got.stdout, "0 created, 2 skipped as present, 3 failed") ||
		!strings.Contains(got.stdout, "Stopped because the vault keeps failing") || !strings.Contains(got.stderr, "readonly database") {
		t.Errorf("%+v", got)
	}
	if strings.Contains(got.stderr, "Dish") {
		t.Errorf("a title in the log: %s", got.stderr)
	}
	if all := h.run("export"); all.code != exitOK || strings.Count(all.stdout, "\n") != 2 {
		t.Errorf("%+v", all)
	}
}

// TestImport_NoDatabase names another program's file, and a directory.
func TestImport_NoDatabase(t *testing.T) {
	t.Parallel()
	h := embedded(t)
	file := h.file("a.jsonl", lines(1))
	for _, path := range []string{file, h.dir} {
		bad := h.with("DATABASE_URL", "sqlite:"+path)
		for _, args := range [][]string{{"import", file}, {"export"}} {
			got := bad.run(args...)
			if got.code != exitFailed || got.stdout != "" || !strings.Contains(got.stderr, "recipe-vault: the database "+path+" cannot be used: ") {
				t.Errorf("%v: %+v", args, got)
			}
		}
	}
}
