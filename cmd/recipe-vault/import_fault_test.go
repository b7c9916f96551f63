package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/mcp-adapters/mcp-adapters/recipe/transfer"
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

// TestImport_VaultFails gives up after some failures in a row, since there may
// be thousands of recipes, and says so.
func TestImport_VaultFails(t *testing.T) {
	t.Parallel()
	var posts atomic.Int32
	h := remote(t, func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			// The third alone, which is sent again, and all from the sixth on.
			if r.Method == http.MethodPost {
				if n := posts.Add(1); n == 3 || n >= 6 {
					http.Error(w, `{"error":"disk","code":"DATABASE_ERROR"}`, http.StatusInternalServerError)
					return
				}
			}
			next.ServeHTTP(w, r)
		})
	})
	file := h.file("a.jsonl", lines(50))
	got := h.run("import", "--json", file)
	r := got.summary(t)
	if got.code != exitFailed || r.Created != 4 || r.Failed != 3 || r.Stopped != transfer.StoppedByFailure || posts.Load() != 5+9+3-1 {
		t.Errorf("%d posts: %+v", posts.Load(), got)
	}
	if f := r.Failures[0]; f.Entry != "line 5" || f.Kind != "unknown_outcome" || !strings.Contains(f.Message, "its database is unavailable") {
		t.Errorf("%+v", f)
	}
	text := h.run("import", file)
	if text.code != exitFailed || !strings.Contains(text.stdout, "Stopped because the vault keeps failing") ||
		!strings.Contains(text.stdout, "0 created, 4 skipped as present, 3 failed") {
		t.Errorf("%+v", text)
	}
}

// TestImport_KeyRevoked stops at once: no further recipe can do better.
func TestImport_KeyRevoked(t *testing.T) {
	t.Parallel()
	h := remote(t, onPost(2, func(w http.ResponseWriter, _ *http.Request, _ http.Handler) {
		http.Error(w, `{"error":"Invalid API key"}`, http.StatusUnauthorized)
	}))
	r := h.run("import", "--json", h.file("a.jsonl", lines(5))).summary(t)
	if r.Created != 1 || r.Failed != 1 || r.Stopped != transfer.StoppedByFailure {
		t.Errorf("%+v", r)
	}
}

// TestImport_RefusedRecipe fails alone, however many there are.
func TestImport_RefusedRecipe(t *testing.T) {
	t.Parallel()
	h := remote(t, func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Method == http.MethodPost {
				http.Error(w, `{"error":"no salt, please","code":"VALIDATION_ERROR"}`, http.StatusBadRequest)
				return
			}
			next.ServeHTTP(w, r)
		})
	})
	got := h.run("import", h.file("a.jsonl", lines(6)))
	if got.code != exitFailed || !strings.Contains(got.stdout, "line 6: The Recipe Vault refused the request: no salt, please") ||
		!strings.Contains(got.stdout, "0 created, 0 skipped as present, 6 failed") || strings.Contains(got.stdout, "Stopped") {
		t.Errorf("%+v", got)
	}
}

// TestImport_UnknownOutcome breaks the connection once the create was sent. What
// was not saved is sent again, and what was is not doubled.
func TestImport_UnknownOutcome(t *testing.T) {
	t.Parallel()
	for name, row := range map[string]struct {
		saves   bool // before the connection breaks
		times   int32
		created int
	}{
		"saved":       {true, 1, 4},
		"not saved":   {false, 1, 4},
		"never saved": {false, 9, 3},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var broke atomic.Int32
			h := remote(t, func(next http.Handler) http.Handler {
				return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					body, _ := io.ReadAll(r.Body)
					r.Body = io.NopCloser(bytes.NewReader(body))
					if r.Method != http.MethodPost || !bytes.Contains(body, []byte("Dish 001")) || broke.Add(1) > row.times {
						next.ServeHTTP(w, r)
						return
					}
					if row.saves {
						next.ServeHTTP(httptest.NewRecorder(), r)
					}
					panic(http.ErrAbortHandler)
				})
			})
			file := h.file("a.jsonl", lines(4))
			got := h.run("import", "--json", file)
			r := got.summary(t)
			if r.Created != row.created || r.Failed != 4-row.created || r.Stopped != "" {
				t.Errorf("%+v", got)
			}
			for _, f := range r.Failures {
				if f.Kind != "unknown_outcome" || !strings.Contains(f.Message, "it may or may not have been saved") ||
					!strings.HasSuffix(f.Message, "Running the same import again is safe: it skips this one if it was saved.") {
					t.Errorf("%+v", f)
				}
			}
			again := h.run("import", "--json", file).summary(t)
			if again.Created != 4-row.created || again.Skipped != row.created || len(h.titles()) != 4 {
				t.Errorf("again: %+v, holds %v", again, h.titles())
			}
		})
	}
}

// TestImport_Busy has a vault that most of the time answers that its database is
// locked, once it has even saved the recipe. The import goes on more slowly, and
// nothing is lost or doubled.
func TestImport_Busy(t *testing.T) {
	t.Parallel()
	var posts, reads, refused, saved atomic.Int32
	h := remote(t, func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			count := &reads // each has its own: together they may fall into step
			if r.Method == http.MethodPost {
				count = &posts
			}
			n := count.Add(1)
			locked := func() {
				refused.Add(1)
				http.Error(w, `{"error":"database is locked","code":"DATABASE_ERROR"}`, http.StatusInternalServerError)
			}
			switch {
			case r.Method == http.MethodPost && n%7 == 0:
				next.ServeHTTP(httptest.NewRecorder(), r)
				saved.Add(1)
				locked()
			case r.Method == http.MethodPost && n%3 != 0, n%5 == 0:
				locked()
			default:
				next.ServeHTTP(w, r)
			}
		})
	})
	var waited time.Duration
	h.wait = func(_ context.Context, d time.Duration) error {
		waited += d
		return nil
	}
	got := h.run("import", "--json", h.file("a.jsonl", lines(200)))
	if r := got.summary(t); got.code != exitOK || r.Created != 200 || len(h.titles()) != 200 {
		t.Errorf("created %d, %d are there: %+v", r.Created, len(h.titles()), got)
	}
	t.Logf("%d creates and %d reads, %d refused, %d creates of these after they had saved; waited %v", posts.Load(), reads.Load(), refused.Load(), saved.Load(), waited)
	if waited < time.Minute || strings.Count(got.stderr, "the vault is busy") != 1 {
		t.Errorf("waited %v: %s", waited, got.stderr)
	}
}

// TestImport_LooksBeforeItSendsAgain has a create saved and its answer, and what
// the client sees when it looks, spoilt: it is sent once.
func TestImport_LooksBeforeItSendsAgain(t *testing.T) {
	t.Parallel()
	var posts, spoilt atomic.Int32
	h := remote(t, func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			switch {
			case r.Method == http.MethodPost:
				posts.Add(1)
				next.ServeHTTP(httptest.NewRecorder(), r)
				http.Error(w, "", http.StatusInternalServerError)
			case posts.Load() > 0 && spoilt.Add(1) <= 4:
				http.Error(w, "", http.StatusServiceUnavailable)
			default:
				next.ServeHTTP(w, r)
			}
		})
	})
	got := h.run("import", "--json", h.file("a.jsonl", lines(1)))
	if r := got.summary(t); got.code != exitOK || r.Created != 1 || posts.Load() != 1 || spoilt.Load() <= 4 {
		t.Errorf("%d creates, %d reads: %+v", posts.Load(), spoilt.Load(), got)
	}
}

// TestImport_SavedAfterTheLook has the first create carried out so late that the
// second one meets it: that is no recipe of somebody else's.
func TestImport_SavedAfterTheLook(t *testing.T) {
	t.Parallel()
	var posts atomic.Int32
	h := remote(t, func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			body, _ := io.ReadAll(r.Body)
			again := func() *http.Request {
				r := r.Clone(r.Context())
				r.Body = io.NopCloser(bytes.NewReader(body))
				return r
			}
			if r.Method == http.MethodPost {
				if posts.Add(1) == 1 {
					http.Error(w, "", http.StatusServiceUnavailable)
					return
				}
				next.ServeHTTP(httptest.NewRecorder(), again())
			}
			next.ServeHTTP(w, again())
		})
	})
	got := h.run("import", "--json", h.file("a.jsonl", lines(1)))
	if r := got.summary(t); got.code != exitOK || r.Created != 1 || r.Skipped != 0 || posts.Load() != 2 {
		t.Errorf("%d creates: %+v", posts.Load(), got)
	}
}

// TestImport_StoppedWhileBusy ends within the wait.
func TestImport_StoppedWhileBusy(t *testing.T) {
	t.Parallel()
	h := remote(t, func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Method == http.MethodPost {
				http.Error(w, "", http.StatusServiceUnavailable)
				return
			}
			next.ServeHTTP(w, r)
		})
	})
	ctx, cancel := context.WithCancel(t.Context())
	h.wait = func(ctx context.Context, _ time.Duration) error {
		cancel()
		return ctx.Err()
	}
	got := h.runIn(ctx, nil, "import", "--json", h.file("a.jsonl", lines(5)))
	if r := got.summary(t); got.code != exitFailed || r.Failed != 1 || r.Stopped != transfer.StoppedByPerson {
		t.Errorf("%+v", got)
	}
}

// TestImport_MadeMeanwhile meets a recipe that was not in the list.
func TestImport_MadeMeanwhile(t *testing.T) {
	t.Parallel()
	h := remote(t, onPost(2, func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		other := httptest.NewRequestWithContext(r.Context(), "POST", "/api/recipes", strings.NewReader(`{"title":"dish 001"}`))
		other.Header.Set("X-API-Key", homeKey)
		next.ServeHTTP(httptest.NewRecorder(), other)
		next.ServeHTTP(w, r)
	}))
	got := h.run("import", "--json", h.file("a.jsonl", lines(3)))
	if r := got.summary(t); got.code != exitOK || r.Created != 2 || r.Skipped != 1 || r.Clashing != 0 {
		t.Errorf("%+v", got)
	}
}

// TestImport_Interrupted finishes the recipe at hand and tells the truth.
func TestImport_Interrupted(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	h := remote(t, onPost(3, func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		cancel()
		next.ServeHTTP(w, r)
	}))
	file := h.file("a.jsonl", lines(9))
	got := h.runIn(ctx, nil, "import", file, h.file("b.jsonl", lines(20)))
	if got.code != exitFailed || !strings.Contains(got.stdout, "Stopped as requested") ||
		!strings.Contains(got.stdout, "3 created, 0 skipped as present, 0 failed") || len(h.titles()) != 3 {
		t.Errorf("%+v, holds %v", got, h.titles())
	}
	if again := h.run("import", file); again.code != exitOK || !strings.HasPrefix(again.stdout, "6 created, 3 skipped") {
		t.Errorf("%+v", again)
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
