package transfer_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/apiclient"
	"github.com/mcp-adapters/mcp-adapters/recipe"
	"github.com/mcp-adapters/mcp-adapters/recipe/transfer"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault/place"
)

const key = "a-key-for-the-family"

// served is a vault behind a network that wrap makes unreliable.
type served struct {
	t    *testing.T
	dir  string
	url  string
	via  http.Handler // the vault, without the network
	log  bytes.Buffer
	wait func(context.Context, time.Duration) error
}

func serve(t *testing.T, wrap func(http.Handler) http.Handler) *served {
	t.Helper()
	dir := t.TempDir()
	v := vault.New(vault.Options{Path: filepath.Join(dir, "remote.db"), Key: key})
	t.Cleanup(func() { _ = v.Close() })
	srv := httptest.NewServer(wrap(v.Handler()))
	t.Cleanup(srv.Close)
	return &served{t: t, dir: dir, url: srv.URL, via: v.Handler(), wait: func(ctx context.Context, _ time.Duration) error { return ctx.Err() }}
}

// file writes n recipes as JSON Lines, titled "Dish 000" and so on.
func (s *served) file(name string, n int) string {
	s.t.Helper()
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `{"title":"Dish %03d","ingredients":[{"name":"salt"}],"steps":[{"instruction":"Mix."}]}`+"\n", i)
	}
	path := filepath.Join(s.dir, name)
	if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
		s.t.Fatal(err)
	}
	return path
}

func (s *served) run(ctx context.Context, files ...string) *transfer.Report {
	s.t.Helper()
	log := zerolog.New(&s.log).Level(zerolog.WarnLevel)
	v, err := transfer.Open(recipe.Options{
		Options: apiclient.Options{BaseURL: s.url, Timeout: time.Minute, Log: log}, Key: key,
	}, &place.Database{File: filepath.Join(s.dir, "none.db")}, nil)
	if err != nil {
		s.t.Fatal(err)
	}
	defer func() { _ = v.Close() }()
	r, err := transfer.Import{Vault: v, Wait: s.wait, Log: log}.Run(ctx, files)
	if err != nil {
		s.t.Fatal(err)
	}
	return r
}

// titles counts the recipes of the vault.
func (s *served) titles() int {
	s.t.Helper()
	w := httptest.NewRecorder()
	req := httptest.NewRequestWithContext(s.t.Context(), http.MethodGet, "/api/recipes", nil)
	req.Header.Set("X-API-Key", key)
	s.via.ServeHTTP(w, req)
	return strings.Count(w.Body.String(), `"title"`)
}

// posts has act answer the n-th create, from 1 on; it passes on what it does not answer.
func posts(act func(n int32, w http.ResponseWriter, r *http.Request, next http.Handler) (answered bool)) func(http.Handler) http.Handler {
	var count atomic.Int32
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Method != http.MethodPost || !act(count.Add(1), w, r, next) {
				next.ServeHTTP(w, r)
			}
		})
	}
}

// TestImport_VaultFails stops after some failures in a row, since thousands of recipes may follow.
func TestImport_VaultFails(t *testing.T) {
	t.Parallel()
	var sent atomic.Int32
	s := serve(t, posts(func(n int32, w http.ResponseWriter, _ *http.Request, _ http.Handler) bool {
		sent.Store(n)
		// The third only, which is sent again, and all from the sixth on.
		if n != 3 && n < 6 {
			return false
		}
		http.Error(w, `{"error":"disk","code":"DATABASE_ERROR"}`, http.StatusInternalServerError)
		return true
	}))
	r := s.run(t.Context(), s.file("a.jsonl", 50))
	if r.Failure() == nil || r.Created != 4 || r.Failed != 3 || r.Stopped != transfer.StoppedByFailure || sent.Load() != 5+9+3-1 {
		t.Errorf("%d creates: %+v", sent.Load(), r)
	}
	if f := r.Failures[0]; f.Entry != "line 5" || f.Kind != "unknown_outcome" || !strings.Contains(f.Message, "its database is unavailable") {
		t.Errorf("%+v", f)
	}
	var text bytes.Buffer
	if err := r.WriteText(&text, false); err != nil || !strings.Contains(text.String(), "Stopped because the vault keeps failing") {
		t.Errorf("%v: %s", err, &text)
	}
}

// TestImport_Refused stops at once when the key is refused, and never for a refused recipe.
func TestImport_Refused(t *testing.T) {
	t.Parallel()
	revoked := serve(t, posts(func(n int32, w http.ResponseWriter, _ *http.Request, _ http.Handler) bool {
		if n == 2 {
			http.Error(w, `{"error":"Invalid API key"}`, http.StatusUnauthorized)
		}
		return n == 2
	}))
	if r := revoked.run(t.Context(), revoked.file("a.jsonl", 5)); r.Created != 1 || r.Failed != 1 || r.Stopped != transfer.StoppedByFailure {
		t.Errorf("%+v", r)
	}
	refusing := serve(t, posts(func(_ int32, w http.ResponseWriter, _ *http.Request, _ http.Handler) bool {
		http.Error(w, `{"error":"no salt, please","code":"VALIDATION_ERROR"}`, http.StatusBadRequest)
		return true
	}))
	r := refusing.run(t.Context(), refusing.file("a.jsonl", 6))
	if r.Failed != 6 || r.Stopped != "" || r.Failures[5].Entry != "line 6" || !strings.Contains(r.Failures[5].Message, "The Recipe Vault refused the request: no salt, please") {
		t.Errorf("%+v", r)
	}
}

// TestImport_UnknownOutcome breaks the connection after a create was sent. A recipe that was not
// saved is sent again, and none is doubled.
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
			s := serve(t, posts(func(_ int32, _ http.ResponseWriter, r *http.Request, next http.Handler) bool {
				body, _ := io.ReadAll(r.Body)
				r.Body = io.NopCloser(bytes.NewReader(body))
				if !bytes.Contains(body, []byte("Dish 001")) || broke.Add(1) > row.times {
					return false
				}
				if row.saves {
					next.ServeHTTP(httptest.NewRecorder(), r)
				}
				panic(http.ErrAbortHandler)
			}))
			file := s.file("a.jsonl", 4)
			r := s.run(t.Context(), file)
			if r.Created != row.created || r.Failed != 4-row.created || r.Stopped != "" {
				t.Errorf("%+v", r)
			}
			for _, f := range r.Failures {
				if f.Kind != "unknown_outcome" || !strings.Contains(f.Message, "it may or may not have been saved") ||
					!strings.HasSuffix(f.Message, "Running the same import again is safe: it skips this one if it was saved.") {
					t.Errorf("%+v", f)
				}
			}
			if r := s.run(t.Context(), file); r.Created != 4-row.created || r.Skipped != row.created || s.titles() != 4 {
				t.Errorf("again: %+v, holds %d", r, s.titles())
			}
		})
	}
}

// TestImport_Busy has a vault that often answers that its database is locked, sometimes after it
// saved the recipe. The import slows down, and loses and doubles nothing.
func TestImport_Busy(t *testing.T) {
	t.Parallel()
	var creates, reads atomic.Int32
	s := serve(t, func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			count := &reads // each has its own: together they may fall into step
			if r.Method == http.MethodPost {
				count = &creates
			}
			n := count.Add(1)
			saved := r.Method == http.MethodPost && n%7 == 0
			if saved {
				next.ServeHTTP(httptest.NewRecorder(), r)
			}
			if saved || r.Method == http.MethodPost && n%3 != 0 || r.Method != http.MethodPost && n%5 == 0 {
				http.Error(w, `{"error":"database is locked","code":"DATABASE_ERROR"}`, http.StatusInternalServerError)
				return
			}
			next.ServeHTTP(w, r)
		})
	})
	var waited time.Duration
	s.wait = func(_ context.Context, d time.Duration) error {
		waited += d
		return nil
	}
	r := s.run(t.Context(), s.file("a.jsonl", 200))
	if r.Failure() != nil || r.Created != 200 || s.titles() != 200 {
		t.Errorf("%d are there: %+v", s.titles(), r)
	}
	if waited < time.Minute || strings.Count(s.log.String(), "the vault is busy") != 1 {
		t.Errorf("waited %v: %s", waited, &s.log)
	}
}

// TestImport_LooksBeforeItSendsAgain loses the answer to a create, and the first looks whether it
// was saved: the create is sent once.
func TestImport_LooksBeforeItSendsAgain(t *testing.T) {
	t.Parallel()
	var creates, lost atomic.Int32
	s := serve(t, func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			switch {
			case r.Method == http.MethodPost:
				creates.Add(1)
				next.ServeHTTP(httptest.NewRecorder(), r)
				http.Error(w, "", http.StatusInternalServerError)
			case creates.Load() > 0 && lost.Add(1) <= 4:
				http.Error(w, "", http.StatusServiceUnavailable)
			default:
				next.ServeHTTP(w, r)
			}
		})
	})
	if r := s.run(t.Context(), s.file("a.jsonl", 1)); r.Failure() != nil || r.Created != 1 || creates.Load() != 1 || lost.Load() <= 4 {
		t.Errorf("%d creates, %d reads: %+v", creates.Load(), lost.Load(), r)
	}
}

// TestImport_SavedAfterTheLook saves the first create so late that the second one meets it, which
// is not another person's recipe.
func TestImport_SavedAfterTheLook(t *testing.T) {
	t.Parallel()
	var creates atomic.Int32
	s := serve(t, posts(func(n int32, w http.ResponseWriter, r *http.Request, next http.Handler) bool {
		creates.Store(n)
		if n == 1 {
			http.Error(w, "", http.StatusServiceUnavailable)
			return true
		}
		body, _ := io.ReadAll(r.Body)
		late := r.Clone(r.Context())
		late.Body, r.Body = io.NopCloser(bytes.NewReader(body)), io.NopCloser(bytes.NewReader(body))
		next.ServeHTTP(httptest.NewRecorder(), late)
		return false
	}))
	if r := s.run(t.Context(), s.file("a.jsonl", 1)); r.Failure() != nil || r.Created != 1 || r.Skipped != 0 || creates.Load() != 2 {
		t.Errorf("%d creates: %+v", creates.Load(), r)
	}
}

// TestImport_MadeMeanwhile meets a recipe that was saved after the import read the titles.
func TestImport_MadeMeanwhile(t *testing.T) {
	t.Parallel()
	s := serve(t, posts(func(n int32, _ http.ResponseWriter, r *http.Request, next http.Handler) bool {
		if n == 2 {
			other := httptest.NewRequestWithContext(r.Context(), http.MethodPost, "/api/recipes", strings.NewReader(`{"title":"dish 001"}`))
			other.Header.Set("X-API-Key", key)
			next.ServeHTTP(httptest.NewRecorder(), other)
		}
		return false
	}))
	if r := s.run(t.Context(), s.file("a.jsonl", 3)); r.Failure() != nil || r.Created != 2 || r.Skipped != 1 || r.Clashing != 0 {
		t.Errorf("%+v", r)
	}
}

// TestImport_Stopped finishes the recipe in progress, also while it waits for a busy vault.
func TestImport_Stopped(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	s := serve(t, posts(func(n int32, _ http.ResponseWriter, _ *http.Request, _ http.Handler) bool {
		if n == 3 {
			cancel()
		}
		return false
	}))
	file := s.file("a.jsonl", 9)
	if r := s.run(ctx, file, s.file("b.jsonl", 20)); r.Failure() == nil || r.Created != 3 || r.Failed != 0 || r.Stopped != transfer.StoppedByPerson || s.titles() != 3 {
		t.Errorf("%+v, holds %d", r, s.titles())
	}
	if r := s.run(t.Context(), file); r.Failure() != nil || r.Created != 6 || r.Skipped != 3 {
		t.Errorf("again: %+v", r)
	}

	ctx, cancel = context.WithCancel(t.Context())
	busy := serve(t, posts(func(_ int32, w http.ResponseWriter, _ *http.Request, _ http.Handler) bool {
		http.Error(w, "", http.StatusServiceUnavailable)
		return true
	}))
	busy.wait = func(ctx context.Context, _ time.Duration) error {
		cancel()
		return ctx.Err()
	}
	if r := busy.run(ctx, busy.file("a.jsonl", 5)); r.Failed != 1 || r.Stopped != transfer.StoppedByPerson {
		t.Errorf("%+v", r)
	}
}
