package main

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/pgtest"
	"github.com/mcp-adapters/mcp-adapters/recipe/transfer"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault/postgres"
)

// home is an environment with one vault that the program works on.
type home struct {
	t   testing.TB
	dir string
	env map[string]string
	via http.Handler // what the test asks; never the program's own way in
}

const homeKey = "a-key-for-the-family"

// embedded is a home whose vault is a file.
func embedded(t testing.TB) *home {
	t.Helper()
	dir := t.TempDir()
	path := filepath.Join(dir, "data", "recipes.db")
	v := vault.New(vault.Options{Path: path})
	t.Cleanup(func() { _ = v.Close() })
	return &home{t: t, dir: dir, env: map[string]string{"DATABASE_URL": "sqlite:" + path}, via: v.Handler()}
}

// remote is a home whose vault is served by somebody else, with a key. wrap may
// stand between, as a bad network does; the test looks past it.
func remote(t testing.TB, wrap func(http.Handler) http.Handler) *home {
	t.Helper()
	dir := t.TempDir()
	families, err := vault.NewFamilies([]string{"alice@example.com"}, []string{"carol@example.com"})
	if err != nil {
		t.Fatal(err)
	}
	v := vault.New(vault.Options{Path: filepath.Join(dir, "remote.db"), Key: homeKey, Families: families})
	t.Cleanup(func() { _ = v.Close() })
	h := v.Handler()
	outer := h
	if wrap != nil {
		outer = wrap(h)
	}
	srv := httptest.NewServer(http.StripPrefix("/prefix", outer))
	t.Cleanup(srv.Close)
	return &home{t: t, dir: dir, via: h, env: map[string]string{
		"API_BASE_URL": srv.URL + "/prefix", "API_KEY": homeKey, "API_MAX_RETRIES": "0",
	}}
}

// onServer is a home whose vault is on a database server.
func onServer(t testing.TB) *home {
	t.Helper()
	url := pgtest.Shared(t).Database(t)
	store, err := postgres.New(url, zerolog.Nop())
	if err != nil {
		t.Fatal(err)
	}
	v := vault.New(vault.Options{Store: store})
	t.Cleanup(func() { _ = v.Close() })
	return &home{t: t, dir: t.TempDir(), env: map[string]string{"DATABASE_URL": url}, via: v.Handler()}
}

// both runs a test against either kind of vault, and against an embedded one on a server.
func both(t *testing.T, test func(t *testing.T, h *home)) {
	t.Helper()
	t.Run("embedded", func(t *testing.T) {
		t.Parallel()
		test(t, embedded(t))
	})
	t.Run("remote", func(t *testing.T) {
		t.Parallel()
		test(t, remote(t, nil))
	})
	t.Run("postgres", func(t *testing.T) {
		t.Parallel()
		test(t, onServer(t))
	})
}

// outcome is what one run of the program gave.
type outcome struct {
	code           int
	stdout, stderr string
}

func (h *home) run(args ...string) outcome { return h.runIn(h.t.Context(), nil, args...) }

func (h *home) runIn(ctx context.Context, stdin io.Reader, args ...string) outcome {
	h.t.Helper()
	var stdout, stderr bytes.Buffer
	code := -1
	harness.WithEnv(h.env, func() { code = run(ctx, args, stdin, &stdout, &stderr) })
	return outcome{code, stdout.String(), stderr.String()}
}

// with is the same home with other variables.
func (h *home) with(variables ...string) *home {
	other := *h
	other.env = maps.Clone(h.env)
	for i := 0; i < len(variables); i += 2 {
		other.env[variables[i]] = variables[i+1]
	}
	return &other
}

// file writes a file into the home and returns its path.
func (h *home) file(name, content string) string {
	h.t.Helper()
	path := filepath.Join(h.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		h.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		h.t.Fatal(err)
	}
	return path
}

// ask asks the vault itself, around the program.
func (h *home) ask(method, path, body string) string {
	h.t.Helper()
	req := httptest.NewRequestWithContext(h.t.Context(), method, path, strings.NewReader(body))
	req.Header.Set("X-API-Key", homeKey)
	w := httptest.NewRecorder()
	h.via.ServeHTTP(w, req)
	if w.Code >= 300 {
		h.t.Fatalf("%s %s: %d %s", method, path, w.Code, w.Body)
	}
	return w.Body.String()
}

// stored is what the vault holds, in the order of its list, without ids, times
// and who did it.
func (h *home) stored() []map[string]any {
	h.t.Helper()
	var rows []struct {
		ID string `json:"id"`
	}
	decode(h.t, h.ask("GET", "/api/recipes", ""), &rows)
	all := []map[string]any{}
	for _, r := range rows {
		var details map[string]any
		decode(h.t, h.ask("GET", "/api/recipes/"+r.ID, ""), &details)
		all = append(all, bare(details))
	}
	return all
}

func bare(m map[string]any) map[string]any {
	for _, name := range []string{"id", "recipe_id", "created_at", "updated_at", "created_by", "updated_by"} {
		delete(m, name)
	}
	for _, list := range []string{"ingredients", "steps"} {
		entries, _ := m[list].([]any)
		for _, e := range entries {
			bare(e.(map[string]any))
		}
	}
	return m
}

func (h *home) titles() []string {
	h.t.Helper()
	titles := []string{}
	for _, r := range h.stored() {
		titles = append(titles, r["title"].(string))
	}
	return titles
}

func decode(t testing.TB, text string, into any) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), into); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
}

// summary is the object that --json printed.
func (o outcome) summary(t testing.TB) transfer.Report {
	t.Helper()
	var r transfer.Report
	decode(t, o.stdout, &r)
	return r
}

// lines are n recipes as JSON Lines, titled "Dish 000" and so on.
func lines(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `{"title":"Dish %03d","ingredients":[{"name":"flour","quantity":%d,"unit":"g"},{"name":"salt"}],"steps":[{"instruction":"Mix."},{"instruction":"Bake."}]}`+"\n", i, i+1)
	}
	return b.String()
}

func zipped(t testing.TB, members ...string) string {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for i := 0; i < len(members); i += 2 {
		w, err := z.Create(members[i])
		if err == nil {
			_, err = io.WriteString(w, members[i+1])
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func gzipped(t testing.TB, text string) string {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, err := io.WriteString(z, text)
	if err == nil {
		err = z.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func needsUnix(t testing.TB) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no such thing")
	}
}
